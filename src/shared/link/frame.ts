/**
 * Frames of the serial wire (PROTOCOL.md, "The serial wire"): COBS of version, type, sequence, body and CRC-32,
 * then one zero byte. The same bytes as firmware/device/frame.h.
 */
import {
  WIRE_CRC_BYTES,
  WIRE_HEAD_BYTES,
  WIRE_MAX_BODY_BYTES,
  WIRE_VERSION,
} from '../../../build/ts/contract.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { crc32 } from '../crc32.ts';
import { cobsDecode, cobsEncode } from './cobs.ts';

const MAX_RAW_BYTES = WIRE_HEAD_BYTES + WIRE_MAX_BODY_BYTES + WIRE_CRC_BYTES;
const MAX_FRAME_BYTES = MAX_RAW_BYTES + Math.floor(MAX_RAW_BYTES / 254) + 1;

export interface Frame {
  /** 0…255; answers have bit 7 set. */
  readonly type: number;
  /** 1…255, chosen for a request and repeated in its answer; 0 for events. */
  readonly sequence: number;
  readonly body: Uint8Array;
}

/** Why a received frame was dropped. */
export type FrameFault = 'broken' | 'too_long' | 'bad_crc' | 'bad_version';

/** The bytes of one frame with its zero. @throws RangeError when the body is too long. */
export function encodeFrame(frame: Frame): Uint8Array {
  if (frame.body.length > WIRE_MAX_BODY_BYTES) {
    throw new RangeError(
      `a body must be at most ${WIRE_MAX_BODY_BYTES} bytes, got ${frame.body.length}`,
    );
  }
  const raw = new ByteWriter().u8(WIRE_VERSION).u8(frame.type).u8(frame.sequence).bytes(frame.body);
  raw.u32(crc32(raw.done()));
  return new ByteWriter().bytes(cobsEncode(raw.done())).u8(0).done();
}

function decodeBlock(block: Uint8Array): Frame | FrameFault {
  if (block.length > MAX_FRAME_BYTES) return 'too_long';
  const raw = cobsDecode(block);
  if (raw === undefined || raw.length < WIRE_HEAD_BYTES + WIRE_CRC_BYTES) return 'broken';
  const end = raw.length - WIRE_CRC_BYTES;
  const sent = new ByteReader(raw.subarray(end)).u32();
  if (sent !== crc32(raw.subarray(0, end))) return 'bad_crc';
  const [version, type = 0, sequence = 0] = raw;
  if (version !== WIRE_VERSION) return 'bad_version';
  return { type, sequence, body: raw.slice(WIRE_HEAD_BYTES, end) };
}

/** Splits a byte stream into frames. Anything else is counted and skipped up to the next zero. */
export class FrameReceiver {
  readonly faults: Record<FrameFault, number> = {
    broken: 0,
    too_long: 0,
    bad_crc: 0,
    bad_version: 0,
  };
  #block: number[] = [];

  /** Takes received bytes in pieces of any size; gives the frames they completed. */
  take(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (const byte of bytes) {
      if (byte !== 0) {
        // One byte over the limit is enough to tell; the rest of an endless frame is not kept.
        if (this.#block.length <= MAX_FRAME_BYTES) this.#block.push(byte);
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
