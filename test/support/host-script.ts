/** Runs a host of our own with a plugin and a script; neither needs a sound card or a window. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Native } from './native.ts';

const TIMEOUT_MS = 300_000;

export interface HostRun {
  /** What was printed, one line each. */
  readonly lines: readonly string[];
  readonly status: number | null;
}

/** Runs a script in a folder; a path in it is from there. */
export function runScript(
  host: Native,
  plugin: string,
  folder: string,
  script: readonly string[],
): HostRun {
  writeFileSync(path.join(folder, 'script.txt'), `${script.join('\n')}\n`);
  const { status, stdout, stderr } = spawnSync(path.resolve(host.file), [plugin, 'script.txt'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { lines: `${stdout}${stderr}`.split('\n').filter((line) => line !== ''), status };
}

/** Floats as a file of a host holds them. */
export function readFloats(file: string): Float32Array {
  return new Float32Array(new Uint8Array(readFileSync(file)).buffer);
}
