import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WIRE_MAX_BODY_BYTES } from '../../../build/ts/contract.ts';
import { crc32 } from '../../../src/shared/crc32.ts';
import { cobsDecode, cobsEncode } from '../../../src/shared/link/cobs.ts';
import { encodeFrame, FrameReceiver } from '../../../src/shared/link/frame.ts';

const bytesOf = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes);
const run = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('crc32 gives the check value of its standard', () => {
  assert.is(crc32(new TextEncoder().encode('123456789')), 0xcbf43926);
});

test('crc32 agrees with zlib on any bytes', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});

/** The examples of the COBS paper and the lengths around a full run of 254. */
const COBS: readonly (readonly [string, number[], number[]])[] = [
  ['nothing', [], [1]],
  ['a zero', [0], [1, 1]],
  ['two zeros', [0, 0], [1, 1, 1]],
  ['a zero inside', [0x11, 0x22, 0, 0x33], [3, 0x11, 0x22, 2, 0x33]],
  ['no zero', [1, 2, 3], [4, 1, 2, 3]],
  ['a zero at the end', [0x11, 0], [2, 0x11, 1]],
  ['253 and a zero', [...run(1, 253), 0], [254, ...run(1, 253), 1]],
  ['254 bytes', run(1, 254), [255, ...run(1, 254), 1]],
  ['255 bytes', run(1, 255), [255, ...run(1, 254), 2, 255]],
];
for (const [name, plain, stuffed] of COBS) {
  test(`COBS: ${name}`, () => {
    assert.equal([...cobsEncode(bytesOf(...plain))], stuffed);
    assert.equal([...(cobsDecode(bytesOf(...stuffed)) ?? [])], plain);
  });
}

test('COBS gives back any bytes and never holds a zero', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1200 }), (bytes) => {
      const stuffed = cobsEncode(bytes);
      assert.not.ok(stuffed.includes(0));
      assert.equal(cobsDecode(stuffed), bytes);
    }),
  );
});

test('COBS refuses a zero and a run that leads beyond the end', () => {
  assert.is(cobsDecode(bytesOf(0)), undefined);
  assert.is(cobsDecode(bytesOf(3, 1)), undefined);
  assert.is(cobsDecode(bytesOf(3, 0, 1)), undefined);
});

const frame = fc.record(
  {
    type: fc.nat(255),
    sequence: fc.nat(255),
    body: fc.uint8Array({ maxLength: WIRE_MAX_BODY_BYTES }),
  },
  { noNullPrototype: true },
);

test('frames arrive whole through pieces of any size', () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      (sent, step) => {
        const wire = Uint8Array.from(sent.flatMap((each) => [...encodeFrame(each)]));
        const receiver = new FrameReceiver();
        const got = [];
        for (let at = 0; at < wire.length; at += step) {
          got.push(...receiver.take(wire.subarray(at, at + step)));
        }
        assert.equal(got, sent);
      },
    ),
  );
});

test('a flipped bit loses its frame only, and is counted', () => {
  fc.assert(
    fc.property(frame, fc.nat(), fc.integer({ min: 0, max: 7 }), (sent, place, bit) => {
      const wire = encodeFrame(sent);
      const at = place % (wire.length - 1);
      wire[at] = (wire[at] ?? 0) ^ (1 << bit);
      const receiver = new FrameReceiver();
      const got = receiver.take(wire);
      const next = receiver.take(encodeFrame({ type: 7, sequence: 9, body: bytesOf(1, 0, 2) }));
      const faults = Object.values(receiver.faults).reduce((sum, count) => sum + count, 0);
      assert.is(got.length, 0);
      assert.ok(faults > 0);
      assert.equal(next, [{ type: 7, sequence: 9, body: bytesOf(1, 0, 2) }]);
    }),
  );
});

test('an endless frame is dropped without being kept', () => {
  const receiver = new FrameReceiver();
  for (let i = 0; i < 100; i += 1) receiver.take(new Uint8Array(10_000).fill(1));
  assert.equal(receiver.take(bytesOf(0)), []);
  assert.is(receiver.faults.too_long, 1);
});

test('a frame of another version is refused by name', () => {
  const wire = encodeFrame({ type: 1, sequence: 1, body: bytesOf() });
  const raw = cobsDecode(wire.subarray(0, -1)) ?? bytesOf();
  raw[0] = 2;
  new DataView(raw.buffer).setUint32(3, crc32(raw.subarray(0, 3)), true);
  const receiver = new FrameReceiver();
  receiver.take(bytesOf(...cobsEncode(raw), 0));
  assert.is(receiver.faults.bad_version, 1);
});

test('a body over the limit is refused before it is sent', () => {
  const body = new Uint8Array(WIRE_MAX_BODY_BYTES + 1);
  assert.throws(
    () => encodeFrame({ type: 1, sequence: 1, body }),
    (error: unknown) => error instanceof RangeError && error.message.includes('512'),
  );
});

test.run();
