/** A loop of gestures as a text that browsers keep: base64 of its length, then five bytes a gesture, little-endian. */
import { decodeBase64, encodeBase64 } from './base64.ts';
import {
  type Gesture,
  type Loop,
  MAX_GESTURES,
  MAX_LOOP_MS,
  type TimedGesture,
} from './gesture-loop.ts';

const HEAD_BYTES = 2;
/** When, then the index of a channel with its unit value, or the bytes of a message, whose first has its top bit set. */
const GESTURE_BYTES = 5;
const MESSAGE_BIT = 0x80;

/** Times are kept to the millisecond. */
export function packLoop({ length_ms, gestures }: Loop): string {
  const bytes = new Uint8Array(HEAD_BYTES + GESTURE_BYTES * gestures.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.round(length_ms), true);
  for (const [number, { at_ms, gesture }] of gestures.entries()) {
    const at = HEAD_BYTES + GESTURE_BYTES * number;
    view.setUint16(at, Math.round(at_ms), true);
    if ('message' in gesture) {
      bytes.set(gesture.message.slice(0, 3), at + 2);
    } else {
      bytes[at + 2] = gesture.index;
      view.setUint16(at + 3, gesture.unit, true);
    }
  }
  return encodeBase64(bytes);
}

/**
 * @param channels how many the instrument has
 * @returns undefined if the text is not a loop for it
 */
export function unpackLoop(text: string, channels: number): Loop | undefined {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = decodeBase64(text);
  } catch {
    return undefined;
  }
  const count = (bytes.length - HEAD_BYTES) / GESTURE_BYTES;
  if (!Number.isInteger(count) || count < 1 || count > 2 * MAX_GESTURES) return undefined;
  const view = new DataView(bytes.buffer);
  const length_ms = view.getUint16(0, true);
  const gestures = Array.from({ length: count }, (_, number): TimedGesture => {
    const at = HEAD_BYTES + GESTURE_BYTES * number;
    const [first = 0, second = 0, third = 0] = bytes.subarray(at + 2, at + GESTURE_BYTES);
    const gesture: Gesture =
      first >= MESSAGE_BIT
        ? { message: [first, second, third] }
        : { index: first, unit: view.getUint16(at + 3, true) };
    return { at_ms: view.getUint16(at, true), gesture };
  });
  const fits = ({ at_ms, gesture }: TimedGesture, number: number): boolean =>
    at_ms <= length_ms &&
    at_ms >= (gestures[number - 1]?.at_ms ?? 0) &&
    ('message' in gesture || (gesture.index < channels && gesture.unit <= 32_768));
  const isLoop = length_ms >= 1 && length_ms <= MAX_LOOP_MS && gestures.every(fits);
  return isLoop ? { length_ms, gestures } : undefined;
}
