/** Taught sounds that contradict each other: unlike, at nearly one place, so that a small move jumps between them. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Example } from './lessons.ts';

/** Nearer than this, in parts of the whole range, is nearly one place. */
const NEAR = 1 / 16;
/** Sounds whose params differ by more than this on average (RMS) are unlike. */
const UNLIKE = 0.15;

function squares(a: Uint16Array, b: Uint16Array): number {
  return a.reduce((sum, unit, at) => sum + ((unit - (b[at] ?? 0)) / UNIT_ONE) ** 2, 0);
}

const contradict = (a: Example, b: Example): boolean =>
  Math.sqrt(squares(a.inputs, b.inputs)) < NEAR &&
  Math.sqrt(squares(a.params, b.params) / a.params.length) > UNLIKE;

/** The example nearest to the last one that contradicts it, by its index; undefined if none does. */
export function contradictedByLast(examples: readonly Example[]): number | undefined {
  const last = examples.at(-1);
  if (last === undefined) return undefined;
  let found: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, example] of examples.slice(0, -1).entries()) {
    const apart = squares(example.inputs, last.inputs);
    if (apart >= least || !contradict(example, last)) continue;
    least = apart;
    found = index;
  }
  return found;
}
