/** A loop of gestures as kept text: what is packed comes back, and what is no loop is refused. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { packLoop, unpackLoop } from '../../src/web/sound-mode/packed-loop.ts';

const CHANNELS = 4;
const byte = (most: number) => fc.integer({ min: 0, max: most });
const gesture = fc.oneof(
  fc.record({ index: byte(CHANNELS - 1), unit: byte(32_768) }, { noNullPrototype: true }),
  fc
    .tuple(fc.integer({ min: 0x80, max: 0xef }), byte(127), byte(127))
    .map(([status, first, second]) => ({ message: [status, first, second] as const })),
);
const loop = fc
  .record({
    length_ms: fc.integer({ min: 1, max: 30_000 }),
    gestures: fc.array(gesture, { minLength: 1, maxLength: 60 }),
    places: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
  })
  .map(({ length_ms, gestures, places }) => {
    const times = places.map((place) => Math.floor(place * length_ms)).sort((a, b) => a - b);
    return {
      length_ms,
      gestures: gestures.map((one, at) => ({ at_ms: times[at] ?? 0, gesture: one })),
    };
  });

test('what is packed comes back', () => {
  fc.assert(
    fc.property(loop, (given) => assert.equal(unpackLoop(packLoop(given), CHANNELS), given)),
  );
});

test('what is no loop for this instrument is refused, whatever it is', () => {
  const one = { length_ms: 100, gestures: [{ at_ms: 50, gesture: { index: 3, unit: 9 } }] };
  const packed = packLoop(one);
  assert.equal(unpackLoop(packed, CHANNELS), one);
  assert.is(unpackLoop(packed, 3), undefined);
  for (const [length_ms, at_ms, unit] of [
    [0, 0, 9],
    [30_001, 0, 9],
    [100, 101, 9],
    [100, 0, 32_769],
  ] as const) {
    const wrong = { length_ms, gestures: [{ at_ms, gesture: { index: 0, unit } }] };
    assert.is(unpackLoop(packLoop(wrong), CHANNELS), undefined);
  }
  const [first] = one.gestures;
  if (first === undefined) return;
  const backwards = { length_ms: 100, gestures: [first, { ...first, at_ms: 20 }] };
  assert.is(unpackLoop(packLoop(backwards), CHANNELS), undefined);
  for (const text of ['', 'no loop', packed.slice(4), btoa('\0')]) {
    assert.is(unpackLoop(text, CHANNELS), undefined);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const found = unpackLoop(Buffer.from(bytes).toString('base64'), CHANNELS);
      if (found !== undefined) assert.ok(found.gestures.length > 0);
    }),
  );
});

test.run();
