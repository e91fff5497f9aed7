/** Plays an instrument without being heard, faster than real time: what its loudness is measured on. */
import { TICK_FRAMES } from '../../../build/ts/contract.ts';
import { METER_RATE_HZ } from './loudness.ts';
import { lineSignal, phrase } from './stimulus.ts';
import type { WasmInstrument } from './wasm-instrument.ts';

/** Both sides are equally long. */
export interface Audition {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Seconds before the part that counts, in which an instrument settles. */
const SETTLING_S = 0.5;
/** Ticks from one pause to the next: a tenth of a second. */
const PAUSE_TICKS = 75;

const lines = new Map<number, Float32Array>();

/** The signal an instrument hears; each length is made once. */
function lineOf(frames: number): Float32Array {
  const made = lines.get(frames) ?? lineSignal(frames, METER_RATE_HZ);
  lines.set(frames, made);
  return made;
}

/**
 * Plays a phrase of notes on an instrument at METER_RATE_HZ unless it sounds without, and a line signal into it where
 * it `listens`; pauses ten times a second of sound.
 *
 * @param seconds of sound that count, after half a second in which the instrument settles
 * @param before called before each tick with how much of the sound that counts is over, from 0 to 1
 */
export function* audition(
  instrument: WasmInstrument,
  listens: boolean,
  seconds: number,
  before?: (share: number) => void,
): Generator<undefined, Audition> {
  const settling = SETTLING_S * METER_RATE_HZ;
  const frames = Math.floor((seconds * METER_RATE_HZ) / TICK_FRAMES) * TICK_FRAMES + settling;
  const input = listens ? lineOf(frames) : undefined;
  const notes = instrument.drones ? [] : phrase(frames, METER_RATE_HZ);
  const [left, right] = [new Float32Array(frames), new Float32Array(frames)];
  for (let at = 0; at < frames; at += TICK_FRAMES) {
    while (notes[0] && notes[0].frame < at + TICK_FRAMES) {
      const { key, velocity } = notes[0];
      if (velocity > 0) instrument.noteOn(key, velocity);
      else instrument.noteOff(key);
      notes.shift();
    }
    before?.(Math.max(0, at - settling) / (frames - settling));
    const heard = input?.subarray(at, at + TICK_FRAMES);
    instrument.process(heard, heard, left.subarray(at), right.subarray(at), TICK_FRAMES);
    if ((at / TICK_FRAMES) % PAUSE_TICKS === 0) yield;
  }
  return { left: left.subarray(settling), right: right.subarray(settling) };
}
