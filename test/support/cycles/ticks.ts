/** Cycles of the audio interrupt of a board, by the model, in every mode and voice space. */
import { BOARD_BUILD, FIRMWARE_SOURCES } from '../emulator.ts';
import { Device } from '../qemu.ts';
import { type Part, runWithCycles } from './run.ts';

const MAIN = 'firmware/board/mps2/main.cc';
/** A tick of 64 samples at 48 kHz and 150 MHz. */
export const TICK_CYCLES = 200_000;
/** Entering and leaving the interrupt with the registers of the FPU, and the SDK's way to the handler. */
const ENTRY_CYCLES = 150;

/** What was played: the first tick of an instrument, ticks of playing, or of a change of voice space. */
export type Playing = 'first' | 'play' | 'change';

export interface TickCost {
  readonly mode: string;
  readonly space: number;
  readonly playing: Playing;
  /** Cycles of the worst tick. */
  readonly worst: number;
  readonly mean: number;
}

function isPlaying(word: string): word is Playing {
  return word === 'first' || word === 'play' || word === 'change';
}

/** Runs test/bench/device/cycles.cc. */
export async function tickCosts(): Promise<TickCost[]> {
  const sources = ['test/bench/device/cycles.cc', ...FIRMWARE_SOURCES.filter((at) => at !== MAIN)];
  const device = await Device.compile({ sources, ...BOARD_BUILD });
  try {
    const { output, parts } = await runWithCycles(device, 900);
    let at = 0;
    const rows = output
      .trim()
      .split('\n')
      .map((line) => {
        const [mode = '', space, playing = '', ticks] = line.trim().split(/\s+/);
        const these: readonly Part[] = parts.slice(at, at + Number(ticks));
        at += Number(ticks);
        if (!isPlaying(playing) || these.length === 0) throw new Error(`not of a tick: ${line}`);
        const cycles = these.map((part) => part.cycles + ENTRY_CYCLES);
        const mean = cycles.reduce((sum, one) => sum + one, 0) / cycles.length;
        return { mode, space: Number(space), playing, worst: Math.max(...cycles), mean };
      });
    if (at !== parts.length) throw new Error(`${parts.length} ticks were counted, ${at} are named`);
    return rows;
  } finally {
    device.remove();
  }
}
