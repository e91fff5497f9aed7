/** How deep the stacks of a board's two cores get in every mode, measured on painted stacks in the emulator. */
import { readFileSync } from 'node:fs';
import { BOARD_BUILD, FIRMWARE_SOURCES } from './emulator.ts';
import { Device } from './qemu.ts';

const MAIN = 'firmware/board/mps2/main.cc';

export interface StackDepth {
  readonly side: 'audio' | 'control';
  readonly mode: string;
  readonly bytes: number;
}

/** What a board gives each side, in bytes. */
export function stackSizes(): Readonly<Record<StackDepth['side'], number>> {
  const header = readFileSync('firmware/device/stacks.h', 'utf8');
  const bytesOf = (name: string) => Number(new RegExp(`${name} = (\\d+);`).exec(header)?.[1]);
  return { audio: bytesOf('kAudioStackBytes'), control: bytesOf('kControlStackBytes') };
}

/** Runs test/device/stack_main.cc. */
export async function stackDepths(): Promise<StackDepth[]> {
  const device = await Device.compile({
    sources: ['test/device/stack_main.cc', ...FIRMWARE_SOURCES.filter((at) => at !== MAIN)],
    ...BOARD_BUILD,
  });
  try {
    const { code, output } = await device.run(600);
    if (code !== 0) throw new Error(`exit ${code}: ${output.slice(-500)}`);
    return output
      .trim()
      .split('\n')
      .map((line) => {
        const [side, mode = '', bytes] = line.trim().split(/\s+/);
        if (side !== 'audio' && side !== 'control') throw new Error(`not a depth: ${line}`);
        return { side, mode, bytes: Number(bytes) };
      });
  } finally {
    device.remove();
  }
}
