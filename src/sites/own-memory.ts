/** What can be handed to another thread instead of being copied. */

/** A smaller value shares its memory with others, or is copied as fast. */
const LARGE_BYTES = 65_536;

/** The memory of large values that is theirs alone, as `postMessage` takes it over. */
export function ownMemory(values: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  const own = new Set<ArrayBuffer>();
  for (const value of values) {
    if (value === undefined || value.length < LARGE_BYTES) continue;
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === value.length) own.add(buffer);
  }
  return [...own];
}
