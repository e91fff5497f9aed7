/** Opus packets as an Ogg file (RFC 3533, RFC 7845), which every browser plays. */
import { lengthOf } from '../../shared/parts.ts';

/** Opus counts time in samples of this rate, whatever was encoded. */
export const OPUS_RATE_HZ = 48_000;

export interface OpusSound {
  readonly channels: 1 | 2;
  /** Samples at the beginning that an encoder made up, and players leave out. */
  readonly preSkip: number;
  /** Samples of the sound itself. */
  readonly length: number;
  /** The packets in order, and the samples in each. */
  readonly packets: readonly { readonly bytes: Uint8Array; readonly samples: number }[];
}

const HEADER_BYTES = 27;
const MAX_SEGMENTS = 255;
const SEGMENT_BYTES = 255;
/** About a second, so that players find any place quickly. */
const PACKETS_PER_PAGE = 50;
const FIRST = 2;
const LAST = 4;
/** Of the one stream in the file. */
const SERIAL = 1;
const VENDOR = 'Ensemble';

/** RFC 3533, 6: the polynomial 0x04c11db7, no reflection, from zero. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0);
  return crc >>> 0;
}

/** The lengths of a packet's segments: the last is shorter than the others, if need be by having none. */
function segmentsOf({ length }: Uint8Array): number[] {
  const whole = Math.floor(length / SEGMENT_BYTES);
  return [...Array.from({ length: whole }, () => SEGMENT_BYTES), length % SEGMENT_BYTES];
}

interface PageFacts {
  readonly flags: number;
  /** Samples from the start to the end of the page. */
  readonly position: number;
  readonly number: number;
}

function pageOf(packets: readonly Uint8Array[], { flags, position, number }: PageFacts) {
  const segments = packets.flatMap(segmentsOf);
  const bytes = new Uint8Array(HEADER_BYTES + segments.length + lengthOf(packets));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('OggS'));
  view.setUint8(5, flags);
  view.setBigUint64(6, BigInt(position), true);
  view.setUint32(14, SERIAL, true);
  view.setUint32(18, number, true);
  view.setUint8(26, segments.length);
  bytes.set(segments, HEADER_BYTES);
  let at = HEADER_BYTES + segments.length;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  view.setUint32(22, checksum(bytes), true);
  return bytes;
}

/** RFC 7845, 5.1. */
function identification({ channels, preSkip }: OpusSound): Uint8Array {
  const bytes = new Uint8Array(19);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('OpusHead'));
  view.setUint8(8, 1);
  view.setUint8(9, channels);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, OPUS_RATE_HZ, true);
  return bytes;
}

/** RFC 7845, 5.2: who wrote the file, and no comments. */
function comments(): Uint8Array {
  const bytes = new Uint8Array(16 + VENDOR.length);
  bytes.set(new TextEncoder().encode('OpusTags'));
  new DataView(bytes.buffer).setUint32(8, VENDOR.length, true);
  bytes.set(new TextEncoder().encode(VENDOR), 12);
  return bytes;
}

/** Gives the parts of the file. */
export function oggOpus(sound: OpusSound): Uint8Array<ArrayBuffer>[] {
  const pages = [
    pageOf([identification(sound)], { flags: FIRST, position: 0, number: 0 }),
    pageOf([comments()], { flags: 0, position: 0, number: 1 }),
  ];
  const { packets, preSkip, length } = sound;
  let position = 0;
  let waiting: Uint8Array[] = [];
  let segments = 0;
  for (const [at, { bytes, samples }] of packets.entries()) {
    waiting.push(bytes);
    segments += segmentsOf(bytes).length;
    position += samples;
    const next = packets[at + 1]?.bytes;
    const isFull = next !== undefined && segments + segmentsOf(next).length > MAX_SEGMENTS;
    if (next !== undefined && !isFull && waiting.length < PACKETS_PER_PAGE) continue;
    // The last position says where the sound ends within its packet.
    const isLast = next === undefined;
    const end = isLast ? Math.min(position, preSkip + length) : position;
    pages.push(pageOf(waiting, { flags: isLast ? LAST : 0, position: end, number: pages.length }));
    waiting = [];
    segments = 0;
  }
  return pages;
}
