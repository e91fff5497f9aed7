/** Runs a device program and gives what the model of the processor says its marked parts cost. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Device, EMULATED_BOARD } from '../qemu.ts';
import { costs, disassembly, QUARTERS } from './model.ts';

const execute = promisify(execFile);
const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;

/** One part of a program between `ens_cycles_begin` and `ens_cycles_end`. */
export interface Part {
  readonly cycles: number;
  readonly instructions: number;
}

function address(device: Device, name: string): string {
  const listing = execFileSync('arm-none-eabi-nm', [device.file], { encoding: 'utf8' });
  const found = new RegExp(`^([0-9a-f]+) T ${name}$`, 'm').exec(listing)?.[1];
  if (found === undefined) throw new Error(`the program has no function ${name}`);
  return found;
}

/** What the program printed, and its parts in order. */
export async function runWithCycles(
  device: Device,
  seconds: number,
): Promise<{ readonly output: string; readonly parts: readonly Part[] }> {
  const plugin = `${device.file}.so`;
  const table = `${device.file}.costs`;
  const out = `${device.file}.cycles`;
  const flags = ['-std=c++20', '-O2', '-shared', '-fPIC', '-Wall', '-Wextra', '-Werror'];
  await execute('g++', [...flags, 'test/support/cycles/plugin.cc', '-o', plugin]);
  const options = { encoding: 'utf8', maxBuffer: OUTPUT_LIMIT_BYTES } as const;
  const program = disassembly(execFileSync('arm-none-eabi-objdump', ['-d', device.file], options));
  const lines = costs(program).map(
    ({ cost, asTarget }, i) => `${program[i]?.address.toString(16)} ${cost} ${asTarget}`,
  );
  writeFileSync(table, `${lines.join('\n')}\n`);
  const markers = `begin=${address(device, 'ens_cycles_begin')},end=${address(device, 'ens_cycles_end')}`;
  const { stdout, stderr } = await execute(
    'qemu-system-arm',
    [
      ...EMULATED_BOARD,
      ...['-plugin', `file=./${plugin},table=${table},out=${out},${markers}`],
      ...['-kernel', device.file],
    ],
    { ...options, timeout: seconds * 1000 },
  );
  const parts = readFileSync(out, 'utf8').trim().split('\n');
  return {
    output: stdout + stderr,
    parts: parts.map((line) => {
      const [cost = 0, instructions = 0] = line.split(' ').map(Number);
      return { cycles: cost / QUARTERS, instructions };
    }),
  };
}
