/** Bytes and texts that are in several parts. */

/** Length of all parts together: bytes, UTF-16 code units or elements. */
export const lengthOf = (parts: readonly { readonly length: number }[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0);

/** Copies parts, one after the other, to a place in `all`. */
export function copyParts(parts: readonly Uint8Array[], all: Uint8Array, at = 0): void {
  let next = at;
  for (const part of parts) {
    all.set(part, next);
    next += part.length;
  }
}

/** Parts as one, copied. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(lengthOf(parts));
  copyParts(parts, all);
  return all;
}
