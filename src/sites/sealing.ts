/**
 * Seals large edits a few milliseconds in each turn of the event loop: memory that is written for the first time is slow,
 * so that 7 MB take some 50 ms.
 */
import { crc32 } from 'node:zlib';
import { lengthOf } from '../shared/parts.ts';
import { encodeEdits, type LogEntry } from '../shared/site/edit-log.ts';
import { inTurns, NOBODY, type Steps } from './charged-work.ts';
import { SUM_BYTES } from './records.ts';

const PIECE_BYTES = 65_536;
/** Everyone in the site waits for it. */
const FIRST = { ...NOBODY, priority: () => Number.MAX_SAFE_INTEGER };

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES);
  }
}

/** As `seal` does. */
function sealing(parts: readonly Uint8Array[]): Steps<Buffer> {
  const sealed = Buffer.allocUnsafeSlow(SUM_BYTES + lengthOf(parts));
  const pieces = piecesOf(parts);
  let at = SUM_BYTES;
  let sum = 0;
  return (isOver) => {
    do {
      const { value: piece, done } = pieces.next();
      if (done) {
        sealed.writeUInt32LE(sum, 0);
        return { value: sealed };
      }
      sealed.set(piece, at);
      sum = crc32(piece, sum);
      at += piece.length;
    } while (!isOver());
    return undefined;
  };
}

/** As `sealEdits` does. */
export const sealInTurns = (entries: readonly LogEntry[]): Promise<Buffer> =>
  inTurns(sealing(encodeEdits(entries)), FIRST);
