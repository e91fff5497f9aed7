/** Taught sounds that contradict each other: unlike, at nearly one place, so that a small move jumps between them. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Example } from './lessons.ts';

/** Nearer than this, in parts of the whole range, is nearly one place for a hand. */
const NEAR = 1 / 16;
/** Two keys are never one place, and a voice comes back to a pitch within a semitone of the 68 that are followed. */
const NEAR_PITCHES: ReadonlyMap<string, number> = new Map([
  ['midi_note', 1 / 2 / 127],
  ['audio_pitch', 1 / 68],
]);
/** Sounds whose params differ by more than this on average (RMS) are unlike. */
const UNLIKE = 0.15;

/** The squared distance of two lists of unit values, each in parts of its own scale. */
function squares(a: Uint16Array, b: Uint16Array, scaleOf: (index: number) => number): number {
  return a.reduce(
    (sum, unit, at) => sum + ((unit - (b[at] ?? 0)) / UNIT_ONE / scaleOf(at)) ** 2,
    0,
  );
}

const areUnlike = (a: Uint16Array, b: Uint16Array): boolean =>
  Math.sqrt(squares(a, b, () => 1) / a.length) > UNLIKE;

/** The example nearest to the last one that contradicts it, by its index; undefined if none does. */
export function contradictedByLast(
  examples: readonly Example[],
  channels: readonly string[],
): number | undefined {
  const last = examples.at(-1);
  if (last === undefined) return undefined;
  const near = (index: number) => NEAR_PITCHES.get(channels[index] ?? '') ?? NEAR;
  let found: number | undefined;
  let least = 1;
  for (const [index, { inputs, params }] of examples.slice(0, -1).entries()) {
    const apart = squares(inputs, last.inputs, near);
    if (apart >= least || !areUnlike(params, last.params)) continue;
    least = apart;
    found = index;
  }
  return found;
}
