/** Runs LV2 plugins by scripts in a host of our own (test/hosts/lv2). */
import path from 'node:path';
import { type HostRun, runScript } from './host-script.ts';
import { Native } from './native.ts';
import { PLUGINS } from './plugins.ts';

export const BUNDLE = path.join(PLUGINS, 'lv2/ensemble.lv2');

const INCLUDES = ['lilv-0', 'serd-0', 'sord-0', 'sratom-0'].map((name) => `-I/usr/include/${name}`);

/** Compiles the host. */
export const compileHost = (): Promise<Native> =>
  Native.compile({
    sources: ['test/hosts/lv2/main.cc'],
    flags: ['-O1', ...INCLUDES, '-pthread', '-Wl,--no-as-needed', '-llilv-0', '-ldl'],
  });

export const runHost = (host: Native, folder: string, script: readonly string[]): HostRun =>
  runScript(host, BUNDLE, folder, script);
