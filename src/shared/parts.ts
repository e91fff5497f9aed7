/** Bytes and texts that are in several parts. */

/** Length of all parts together: bytes, UTF-16 code units or elements. */
export const lengthOf = (parts: readonly { readonly length: number }[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0);

/** Parts as one, copied. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
