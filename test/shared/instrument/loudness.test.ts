/** The loudness meter against the reference tones of ITU-R BS.1770-4 and EBU Tech 3341. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { METER_RATE_HZ, measureLoudness } from '../../../src/shared/instrument/loudness.ts';

/** A sine, section by section of [seconds, level in dBFS]. */
function tone(hz: number, sections: readonly (readonly [number, number])[]): Float64Array {
  const frames = sections.map(([seconds]) => Math.round(seconds * METER_RATE_HZ));
  const out = new Float64Array(frames.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const [index, [, db]] of sections.entries()) {
    for (const end = at + (frames[index] ?? 0); at < end; at += 1) {
      out[at] = 10 ** (db / 20) * Math.sin((2 * Math.PI * hz * at) / METER_RATE_HZ);
    }
  }
  return out;
}

const near = (got: number, want: number, within = 0.1): void =>
  assert.ok(Math.abs(got - want) <= within, `${got} instead of ${want}`);

test('BS.1770-4: 997 Hz at full scale in one channel is -3.01 LKFS', () => {
  near(measureLoudness([tone(997, [[5, 0]])]).integrated, -3.01, 0.02);
});

const SEQUENCES: readonly (readonly [string, readonly (readonly [number, number])[], number])[] = [
  ['case 1: -23 dBFS', [[20, -23]], -23],
  ['case 2: -33 dBFS', [[20, -33]], -33],
  [
    'case 3: the softer ends are gated',
    [
      [10, -36],
      [60, -23],
      [10, -36],
    ],
    -23,
  ],
  [
    'case 4: near silence is gated',
    [
      [10, -72],
      [10, -36],
      [60, -23],
      [10, -36],
      [10, -72],
    ],
    -23,
  ],
  [
    'case 5: what is 6 dB softer counts',
    [
      [20, -26],
      [20.1, -20],
      [20, -26],
    ],
    -23,
  ],
];

for (const [name, sections, want] of SEQUENCES) {
  test(`EBU Tech 3341, ${name}`, () => {
    const sound = tone(1000, sections);
    near(measureLoudness([sound, sound]).integrated, want);
  });
}

test('short-term loudness is that of the loudest three seconds', () => {
  const sound = tone(1000, [
    [3, -40],
    [3, -20],
    [3, -40],
  ]);
  near(measureLoudness([sound, sound]).shortTerm, -20);
});

test('a low tone counts less and a high one more', () => {
  const low = tone(40, [[5, -20]]);
  const high = tone(5000, [[5, -20]]);
  assert.ok(measureLoudness([low, low]).integrated < -24);
  assert.ok(measureLoudness([high, high]).integrated > -18);
});

test('silence has no loudness', () => {
  const { integrated, shortTerm } = measureLoudness([new Float32Array(96000)]);
  assert.is(integrated, Number.NEGATIVE_INFINITY);
  assert.is(shortTerm, Number.NEGATIVE_INFINITY);
});

test.run();
