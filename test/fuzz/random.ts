/** Random numbers from a seed, and what mutation does with them: the same on every machine. */

/** A whole number from 0 to below `bound`. */
export type Random = (bound: number) => number;

/** xorshift32 after a seed of any whole number. */
export function randomOf(seed: number): Random {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) | 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % Math.max(1, bound);
  };
}

/** @throws RangeError where there is nothing to choose from */
export function pick<T>(choices: readonly T[], random: Random): T {
  const at = random(choices.length);
  for (const chosen of choices.slice(at, at + 1)) return chosen;
  throw new RangeError('nothing to choose from');
}

/** Numbers at which formats and programs change their mind. */
const EDGES: readonly number[] = [
  0,
  1,
  2,
  127,
  128,
  255,
  256,
  16_383,
  16_384,
  65_535,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  2 ** 40,
  2 ** 53 - 1,
];

/** A number near `value`, at an edge, or a small one. */
export function otherNumber(value: number, random: Random): number {
  const kind = random(5);
  if (kind === 0) return pick(EDGES, random);
  if (kind === 1) return random(8);
  if (kind === 2) return value + 1;
  return Math.max(0, kind === 3 ? value - 1 : value + random(64) - 32);
}

/** A copy of `list` in which one member was removed, doubled, exchanged or changed by `change`. */
export function mutateList<T>(
  list: readonly T[],
  random: Random,
  change: (member: T) => T,
  others: readonly T[] = list,
): T[] {
  const changed = [...list];
  const at = random(list.length);
  const member = list[at];
  const kind = random(8);
  if (kind === 0) changed.splice(at, 1);
  else if (kind === 1 && others.length > 0) changed.splice(at, 0, pick(others, random));
  else if (kind === 2 && member !== undefined) changed.splice(random(list.length), 0, member);
  else if (member !== undefined) changed[at] = change(member);
  return changed;
}
