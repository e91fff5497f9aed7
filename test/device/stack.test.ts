/** The stacks of both cores on the emulated Cortex-M33: painted, used by everything a board does, and measured. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { FIRMWARE_SOURCES } from '../support/emulator.ts';
import { Device } from '../support/qemu.ts';

const MAIN = 'firmware/board/mps2/main.cc';
/** Of each stack, what must stay free. */
const HEADROOM = 0.25;

const header = readFileSync('firmware/device/stacks.h', 'utf8');
const bytesOf = (name: string): number => Number(new RegExp(`${name} = (\\d+);`).exec(header)?.[1]);
const STACKS: Readonly<Record<string, number>> = {
  audio: bytesOf('kAudioStackBytes'),
  control: bytesOf('kControlStackBytes'),
};

test('a quarter of both stacks stays free, whatever a mode does', async () => {
  const device = await Device.compile({
    sources: ['test/device/stack_main.cc', ...FIRMWARE_SOURCES.filter((at) => at !== MAIN)],
  });
  try {
    const { code, output } = await device.run(300);
    assert.is(code, 0, output.slice(-500));
    const lines = output.trim().split('\n');
    assert.is(lines.length, 2 * MODES.length);
    for (const line of lines) {
      const [side = '', mode, depth] = line.trim().split(/\s+/);
      const limit = (STACKS[side] ?? 0) * (1 - HEADROOM);
      assert.ok(Number(depth) > 200 && Number(depth) <= limit, `${side} ${mode}: ${depth} bytes`);
    }
    console.log(lines.join('\n'));
  } finally {
    device.remove();
  }
});

test.run();
