/** Runs LV2 plugins by scripts in a host of our own (test/hosts/lv2) without a sound card. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Native } from './native.ts';
import { PLUGINS } from './plugins.ts';

export const BUNDLE = path.join(PLUGINS, 'lv2/ensemble.lv2');

const INCLUDES = ['lilv-0', 'serd-0', 'sord-0', 'sratom-0'].map((name) => `-I/usr/include/${name}`);
const TIMEOUT_MS = 120_000;

export interface HostRun {
  /** What was printed, one line each. */
  readonly lines: readonly string[];
  readonly status: number | null;
}

/** Compiles the host. */
export const compileHost = (): Promise<Native> =>
  Native.compile({
    sources: ['test/hosts/lv2/main.cc'],
    flags: ['-O1', ...INCLUDES, '-pthread', '-Wl,--no-as-needed', '-llilv-0', '-ldl'],
  });

/** Runs a script in a folder; a path in it is from there. */
export function runHost(host: Native, folder: string, script: readonly string[]): HostRun {
  writeFileSync(path.join(folder, 'script.txt'), `${script.join('\n')}\n`);
  const { status, stdout, stderr } = spawnSync(path.resolve(host.file), [BUNDLE, 'script.txt'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { lines: `${stdout}${stderr}`.split('\n').filter((line) => line !== ''), status };
}

/** Floats as a file of the host holds them. */
export function readFloats(file: string): Float32Array {
  return new Float32Array(new Uint8Array(readFileSync(file)).buffer);
}
