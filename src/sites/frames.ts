/**
 * Puts a message into a WebSocket frame once, so that the same bytes go to every reader of a site.
 * Server frames are not masked and here never split or compressed (RFC 6455 §5.2).
 */
import { lengthOf } from '../shared/parts.ts';

const FINAL_BINARY = 0x82;

/** A larger message is not copied behind its head. */
const LARGE_BYTES = 65_536;

/** Bytes to be written one after the other. */
export type Frames = readonly Uint8Array[];

/** Longer frames that many readers are sent are not copied for each of them, so that a relay can pass them on once. */
const SHARED_BYTES = 1_024;

/** Frames for one reader. Short ones are copied into one buffer, which is faster to write than two. */
export const joined = (frames: Frames): Frames =>
  lengthOf(frames) < SHARED_BYTES ? [Buffer.concat(frames)] : frames;

/** A binary message as one unmasked, final frame. A large one may not be changed afterwards. */
export function binaryFrame(payload: Uint8Array): Frames {
  const { length } = payload;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const isLarge = length >= LARGE_BYTES;
  const frame = Buffer.allocUnsafe(isLarge ? head : head + length);
  frame[0] = FINAL_BINARY;
  if (head === 2) {
    frame[1] = length;
  } else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  if (isLarge) return [frame, payload];
  frame.set(payload, head);
  return [frame];
}
