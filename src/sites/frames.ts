/**
 * Puts a message into a WebSocket frame once, so that the same bytes go to every reader of a site.
 * Server frames are not masked and here never split or compressed (RFC 6455 §5.2).
 */

const FINAL_BINARY = 0x82;

/** A binary message as one unmasked, final frame. */
export function binaryFrame(payload: Uint8Array): Buffer {
  const { length } = payload;
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
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
  frame.set(payload, head);
  return frame;
}
