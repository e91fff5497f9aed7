/** What a player chose beside the examples, and its bytes behind them in taught files and links: a scale, then locks. */
import type { ByteReader, ByteWriter } from './bytes.ts';
import { type Locks, readLocks, writeLocks } from './locks.ts';
import { isScale, NO_SCALE, type ScaleBits } from './scale.ts';

export interface Choices {
  /** Params kept out of learning. */
  readonly locks: Locks;
  /** What pitches settle on. */
  readonly scale: ScaleBits;
}

export const NO_CHOICES: Choices = { locks: new Map(), scale: NO_SCALE };

/** The latest version of a file that holds choices: 1 has none, 2 locks, 3 a scale and perhaps locks. */
export const CHOICES_VERSION = 3;

/** The version of a file that holds these: the lowest that can. */
export function versionOf({ locks, scale }: Choices): number {
  if (scale !== NO_SCALE) return CHOICES_VERSION;
  return locks.size > 0 ? 2 : 1;
}

/** Writes nothing if there are none. @throws RangeError when the scale is none, a lock is of no param, or a value no unit value */
export function writeChoices(to: ByteWriter, params: number, { locks, scale }: Choices): void {
  if (!isScale(scale)) throw new RangeError(`not a scale: ${scale}`);
  if (scale !== NO_SCALE) to.u16(scale);
  writeLocks(to, params, locks);
}

/**
 * Reads what `writeChoices` wrote in a file of this version; undefined if it never writes this.
 *
 * @param behind bytes that follow the choices
 * @throws RangeError when bytes are missing
 */
export function readChoices(
  from: ByteReader,
  params: number,
  version: number,
  behind = 0,
): Choices | undefined {
  if (version === 1) return NO_CHOICES;
  const scale = version === 2 ? NO_SCALE : from.u16();
  if (version > 2 && (scale === NO_SCALE || !isScale(scale))) return undefined;
  if (version > 2 && from.left === behind) return { ...NO_CHOICES, scale };
  const locks = readLocks(from, params);
  return locks === undefined ? undefined : { locks, scale };
}
