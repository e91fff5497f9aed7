/**
 * Frames of the instrument's serial protocol (PROTOCOL.md, "The instrument's wire"): COBS of version,
 * type, sequence, body and CRC-32, ended by one zero byte. The same bytes as firmware/device/frame.h.
 */
import { crc32 } from '../crc32.ts';
import { cobsDecode, cobsEncode } from './cobs.ts';

const LINK_VERSION = 1;
/** Longest body of a frame, in bytes. */
export const BODY_MAX_BYTES = 512;
const HEAD_BYTES = 3;
const CRC_BYTES = 4;
const RAW_MAX_BYTES = HEAD_BYTES + BODY_MAX_BYTES + CRC_BYTES;
const WIRE_MAX_BYTES = RAW_MAX_BYTES + Math.floor(RAW_MAX_BYTES / 254) + 1;

export interface Frame {
  /** 0…255; answers have bit 7 set. */
  readonly type: number;
  /** 0…255, chosen by the asker and repeated in the answer; 0 for messages nobody asked for. */
  readonly sequence: number;
  readonly body: Uint8Array;
}

/** Why a received frame was thrown away. */
export type FrameFault = 'broken' | 'too_long' | 'bad_crc' | 'bad_version';

/** The bytes of one frame, ending zero included. Throws RangeError where the body is too long. */
export function encodeFrame(frame: Frame): Uint8Array {
  if (frame.body.length > BODY_MAX_BYTES) {
    throw new RangeError(`a body has at most ${BODY_MAX_BYTES} bytes, not ${frame.body.length}`);
  }
  const raw = new Uint8Array(HEAD_BYTES + frame.body.length + CRC_BYTES);
  raw.set([LINK_VERSION, frame.type, frame.sequence]);
  raw.set(frame.body, HEAD_BYTES);
  const end = raw.length - CRC_BYTES;
  new DataView(raw.buffer).setUint32(end, crc32(raw.subarray(0, end)), true);
  const stuffed = cobsEncode(raw);
  const wire = new Uint8Array(stuffed.length + 1);
  wire.set(stuffed);
  return wire;
}

function decodeBlock(block: Uint8Array): Frame | FrameFault {
  if (block.length > WIRE_MAX_BYTES) return 'too_long';
  const raw = cobsDecode(block);
  if (raw === undefined || raw.length < HEAD_BYTES + CRC_BYTES) return 'broken';
  const end = raw.length - CRC_BYTES;
  const sent = new DataView(raw.buffer, raw.byteOffset).getUint32(end, true);
  if (sent !== crc32(raw.subarray(0, end))) return 'bad_crc';
  const [version, type = 0, sequence = 0] = raw;
  if (version !== LINK_VERSION) return 'bad_version';
  return { type, sequence, body: raw.slice(HEAD_BYTES, end) };
}

/** Cuts a byte stream into frames; what is no frame is counted, and the next zero begins anew. */
export class FrameReceiver {
  readonly faults: Record<FrameFault, number> = {
    broken: 0,
    too_long: 0,
    bad_crc: 0,
    bad_version: 0,
  };
  #block: number[] = [];

  /** Takes bytes as they came off the wire, in pieces of any size; gives the frames they completed. */
  take(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (const byte of bytes) {
      if (byte !== 0) {
        // One byte over the limit is enough to know; the rest of an endless frame is not kept.
        if (this.#block.length <= WIRE_MAX_BYTES) this.#block.push(byte);
        continue;
      }
      if (this.#block.length > 0) {
        const result = decodeBlock(Uint8Array.from(this.#block));
        if (typeof result === 'string') this.faults[result] += 1;
        else frames.push(result);
      }
      this.#block = [];
    }
    return frames;
  }
}
