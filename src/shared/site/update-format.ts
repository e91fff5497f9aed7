/** The bytes of Yjs' updates (UpdateEncoderV1), as far as sites have them. */
import * as decoding from 'lib0/decoding';

/** The first byte of a range that was collected as garbage. */
export const GC = 0;
/** The whole first byte of a gap: with other bits set, one reader of Yjs takes it for a gap and another for an item. */
export const SKIP = 10;
/** Deletions, text of files, and values of maps; editors make neither formats nor embeds, which would hang others. */
export const CONTENT = { deleted: 1, string: 4, any: 8 } as const;
export const CONTENT_BITS = 0x1f;
/** What an item names: the items that it stands between, or else a root, and a key of that. */
export const HAS_ORIGIN = 0x80;
export const HAS_RIGHT_ORIGIN = 0x40;
export const HAS_PARENT_SUB = 0x20;

/** Of a text, read together: memory for all of a long one takes some 20 ms to get. */
const PIECE_BYTES = 65_536;
/** As Yjs reads texts. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/** Reads a text and gives its length in UTF-16. Throws where the bytes are none, or break off. */
export function readTextLength(decoder: decoding.Decoder): number {
  const { arr } = decoder;
  const end = decoding.readVarUint(decoder) + decoder.pos;
  if (end > arr.length) throw new RangeError('a text breaks off');
  let length = 0;
  while (decoder.pos < end) {
    let to = Math.min(decoder.pos + PIECE_BYTES, end);
    // Not within a character, of which three bytes at most continue it.
    for (let back = 0; to < end && back < 3 && isContinuation(arr[to]); back++) to -= 1;
    length += UTF8.decode(arr.subarray(decoder.pos, to)).length;
    decoder.pos = to;
  }
  return length;
}
