/**
 * Params kept out of learning, by index, and the value that each is locked at; and their bytes, as taught files and links
 * hold them: a bit for each param, from the lowest of the first byte on, then the unit value of each that is set.
 */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';

/** Unit values 0…32768 by the index of the param. */
export type Locks = ReadonlyMap<number, number>;

const indices = (params: number): number[] => Array.from({ length: params }, (_, index) => index);

/** Writes nothing if there are none. @throws RangeError when a lock is of no param, or a value no unit value */
export function writeLocks(to: ByteWriter, params: number, locks: Locks): void {
  if (locks.size === 0) return;
  for (const [index, unit] of locks) {
    const valid = Number.isInteger(unit) && unit >= 0 && unit <= UNIT_ONE;
    if (!Number.isInteger(index) || index < 0 || index >= params || !valid) {
      throw new RangeError(`not a lock of one of ${params} params: ${index} at ${unit}`);
    }
  }
  const bits = new Uint8Array(Math.ceil(params / 8));
  for (const index of locks.keys()) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  to.bytes(bits);
  for (const index of indices(params)) {
    const unit = locks.get(index);
    if (unit !== undefined) to.u16(unit);
  }
}

/** Reads what `writeLocks` wrote; undefined if it never writes this. @throws RangeError when bytes are missing */
export function readLocks(from: ByteReader, params: number): Locks | undefined {
  const bits = from.bytes(Math.ceil(params / 8));
  const locked = indices(8 * bits.length).filter(
    (index) => ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0,
  );
  const locks = new Map(locked.map((index) => [index, from.u16()]));
  const valid = [...locks].every(([index, unit]) => index < params && unit <= UNIT_ONE);
  return valid && locks.size > 0 ? locks : undefined;
}
