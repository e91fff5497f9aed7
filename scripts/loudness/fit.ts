/** Fits an engine's loudness to measured sounds: a line and a bend for each slot, by weighted least squares. */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import { REFERENCE_LUFS } from '../../src/shared/instrument/random-sound.ts';

export interface Measured {
  /** Unit value of each slot. */
  readonly slots: readonly number[];
  readonly lufs: number;
  /** How much this sound counts. */
  readonly weight: number;
}

/** In quarters of a LUFS, as `SpaceLoudness` in firmware/engines/loudness.h. */
export interface Estimate {
  readonly atZero: number;
  readonly slots: readonly { readonly line: number; readonly bend: number }[];
}

/** The most that is made up for, as in firmware/engines/loudness.h. */
export const MAX_MAKEUP_DB = 18;

/** A sound softer than this counts as this loud: no gain would bring it up. */
const FLOOR_LUFS = -45;
/** Pulls each coefficient towards 0, so that few sounds do not make wild curves. */
const RIDGE = 1;

/** What is estimated for slots at these unit values, in LUFS. */
export function estimated(estimate: Estimate, slots: readonly number[]): number {
  const quarters = estimate.slots.reduce((sum, { line, bend }, index) => {
    const x = (slots[index] ?? 0) / UNIT_ONE;
    return sum + (line + bend * x) * x;
  }, estimate.atZero);
  return quarters / 4;
}

/** The gain that goes with an estimate, in dB. */
export function makeupDb(estimate: Estimate, slots: readonly number[]): number {
  const wanted = REFERENCE_LUFS - estimated(estimate, slots);
  return Math.min(MAX_MAKEUP_DB, Math.max(-MAX_MAKEUP_DB, wanted));
}

/** Solves a symmetric positive system in place (Gauss, with the largest pivot). */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const at = (row: number, column: number): number => matrix[row]?.[column] ?? 0;
  for (let k = 0; k < size; k += 1) {
    for (let row = k + 1; row < size; row += 1) {
      const factor = at(row, k) / at(k, k);
      const target = matrix[row];
      if (target === undefined || factor === 0) continue;
      for (let column = k; column < size; column += 1) {
        target[column] = (target[column] ?? 0) - factor * at(k, column);
      }
      right[row] = (right[row] ?? 0) - factor * (right[k] ?? 0);
    }
  }
  for (let k = size - 1; k >= 0; k -= 1) {
    let sum = right[k] ?? 0;
    for (let column = k + 1; column < size; column += 1)
      sum -= at(k, column) * (right[column] ?? 0);
    right[k] = sum / at(k, k);
  }
  return right;
}

/** Features of a sound: 1, then x and x² about the middle of each slot that counts. */
function features(slots: readonly number[], counts: readonly boolean[]): number[] {
  const terms = slots.flatMap((unit, index) => {
    const x = unit / UNIT_ONE - 0.5;
    return counts[index] ? [x, x * x - 1 / 12] : [];
  });
  return [1, ...terms];
}

const toQuarters = (db: number): number => Math.max(-127, Math.min(127, Math.round(4 * db)));

/** Fits all slots for which `counts` is true; the others get neither line nor bend. */
export function fit(sounds: readonly Measured[], counts: readonly boolean[]): Estimate {
  const size = 1 + 2 * counts.filter(Boolean).length;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  for (const { slots, lufs, weight } of sounds) {
    const row = features(slots, counts);
    const y = Math.max(FLOOR_LUFS, lufs);
    for (const [i, a] of row.entries()) {
      right[i] = (right[i] ?? 0) + weight * a * y;
      const line = matrix[i];
      if (line) for (const [k, b] of row.entries()) line[k] = (line[k] ?? 0) + weight * a * b;
    }
  }
  for (const [i, line] of matrix.entries()) if (i > 0) line[i] = (line[i] ?? 0) + RIDGE;
  const found = [...solve(matrix, right)];
  let atZero = found.shift() ?? 0;
  const slots = counts.map((does) => {
    if (!does) return { line: 0, bend: 0 };
    const [a = 0, b = 0] = found.splice(0, 2);
    // a(x − ½) + b((x − ½)² − 1/12), as a line and a bend from x = 0.
    atZero += -a / 2 + b / 6;
    return { line: toQuarters(a - b), bend: toQuarters(b) };
  });
  return { atZero: Math.round(4 * atZero), slots };
}
