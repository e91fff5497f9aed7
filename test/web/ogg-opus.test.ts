/** Ogg files of Opus packets, read again by the rules of RFC 3533 and RFC 7845. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { oggOpus } from '../../src/web/editor/ogg-opus.ts';

interface Page {
  readonly flags: number;
  readonly position: bigint;
  readonly serial: number;
  readonly number: number;
  readonly packets: readonly Buffer[];
}

/** RFC 3533, 6, bit by bit. */
function checksum(bytes: Buffer): number {
  let crc = 0n;
  for (const byte of bytes) {
    crc ^= BigInt(byte) << 24n;
    for (let bit = 0; bit < 8; bit += 1) {
      crc <<= 1n;
      if (crc & 0x1_0000_0000n) crc ^= 0x1_04c1_1db7n;
    }
  }
  return Number(crc);
}

function packetsIn(segments: Buffer, data: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  let [from, to] = [0, 0];
  for (const segment of segments) {
    to += segment;
    if (segment === 255) continue;
    packets.push(data.subarray(from, to));
    from = to;
  }
  assert.is(from, data.length, 'the last packet of a page ends in it');
  return packets;
}

function read(file: Buffer): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < file.length; ) {
    assert.is(file.toString('latin1', at, at + 4), 'OggS');
    const count = file[at + 26] ?? 0;
    const segments = file.subarray(at + 27, at + 27 + count);
    const length = segments.reduce((sum, one) => sum + one, 0);
    const page = Buffer.from(file.subarray(at, at + 27 + count + length));
    const stated = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    assert.is(checksum(page), stated);
    pages.push({
      flags: page[5] ?? 0,
      position: page.readBigUInt64LE(6),
      serial: page.readUInt32LE(14),
      number: page.readUInt32LE(18),
      packets: packetsIn(segments, page.subarray(27 + count)),
    });
    at += page.length;
  }
  return pages;
}

const SAMPLES = 960;

function fileOf(lengths: readonly number[], length: number): Page[] {
  const packets = lengths.map((size, at) => ({
    bytes: new Uint8Array(size).fill(at % 251),
    samples: SAMPLES,
  }));
  return read(Buffer.concat(oggOpus({ channels: 2, preSkip: 312, length, packets })));
}

test('the first pages say what the sound is, and who wrote it', () => {
  const [head, tags] = fileOf([10], 500);
  assert.is(head?.flags, 2);
  const [facts] = head?.packets ?? [];
  assert.is(facts?.toString('latin1', 0, 8), 'OpusHead');
  assert.equal([...(facts?.subarray(8, 12) ?? [])], [1, 2, 312 & 255, 312 >> 8]);
  assert.is(facts?.readUInt32LE(12), 48_000);
  assert.is(facts?.length, 19);
  const [comment] = tags?.packets ?? [];
  assert.is(comment?.toString('latin1', 0, 8), 'OpusTags');
  assert.is(comment?.readUInt32LE(12 + (comment?.readUInt32LE(8) ?? 0)), 0, 'no comments');
  assert.equal([head?.position, tags?.position], [0n, 0n]);
});

test('packets of any size come back whole and in order', () => {
  const sizes = [0, 1, 254, 255, 256, 509, 510, 511, 1275];
  const lengths = Array.from({ length: 400 }, (_, at) => sizes[at % sizes.length] ?? 0);
  const pages = fileOf(lengths, 400 * SAMPLES - 312);
  const packets = pages.slice(2).flatMap((page) => page.packets);
  assert.equal(
    packets.map(({ length }) => length),
    lengths,
  );
  for (const [at, packet] of packets.entries()) assert.ok(packet.every((one) => one === at % 251));
  assert.equal(
    pages.map(({ number }) => number),
    pages.map((_, at) => at),
  );
  assert.is(new Set(pages.map(({ serial }) => serial)).size, 1);
});

test('positions count samples, a page has about a second, and the last one says where the sound ends', () => {
  const pages = fileOf(
    Array.from({ length: 120 }, () => 300),
    114_000,
  );
  assert.equal(
    pages.slice(2).map(({ position, flags }) => [position, flags]),
    [
      [48_000n, 0],
      [96_000n, 0],
      [114_312n, 4],
    ],
  );
});

test.run();
