/** A stream of samples at another rate and by another clock: as clean as it was, and never far behind. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AsyncResampler } from '../../src/web/worklet/async-resampler.ts';

const TO_HZ = 48_000;
const BLOCK = 128;

interface Stream {
  readonly from_hz: number;
  readonly seconds: number;
  /** Sample `n` of the stream. */
  readonly wave: (n: number) => number;
  /** How much faster its clock runs than it says. */
  readonly drift?: number;
  /** Its blocks come together by so many. */
  readonly burst?: number;
  /** Nothing comes in these seconds. */
  readonly gap?: readonly [from_s: number, to_s: number];
}

/** Plays a stream. @returns what is heard, and how many samples had come before each block of it */
function played({ from_hz, seconds, wave, drift = 0, burst = 1, gap = [0, 0] }: Stream) {
  const resampler = new AsyncResampler(from_hz, TO_HZ);
  const heard = new Float32Array(Math.floor((seconds * TO_HZ) / BLOCK) * BLOCK);
  const came: number[] = [];
  let sent = 0;
  for (let at = 0; at < heard.length; at += BLOCK) {
    const now_s = at / TO_HZ;
    const due = Math.floor((now_s * from_hz * (1 + drift)) / (BLOCK * burst)) * BLOCK * burst;
    const isMissing = now_s >= gap[0] && now_s < gap[1];
    for (; sent < due && !isMissing; sent += BLOCK) {
      const block = Float32Array.from({ length: BLOCK }, (_, offset) => wave(sent + offset));
      resampler.push(block, block);
    }
    came.push(sent);
    const right = new Float32Array(BLOCK);
    resampler.pull(heard.subarray(at, at + BLOCK), right);
    assert.equal(right, heard.subarray(at, at + BLOCK));
  }
  return { heard, came };
}

const sine = (hz: number, from_hz: number) => (n: number) =>
  Math.sin((2 * Math.PI * hz * n) / from_hz);

const level = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);

/** What is left of samples once the sine of so many radians a sample that is most like them is taken away. */
function rest(samples: Float32Array, turn: number): number {
  const left = Float32Array.from(samples);
  // Repeated, as over some periods and a part, sine and cosine are not quite independent.
  for (const wave of [Math.sin, Math.cos, Math.sin, Math.cos, Math.sin, Math.cos]) {
    const share =
      left.reduce((sum, one, at) => sum + one * wave(turn * at), 0) /
      left.reduce((sum, _, at) => sum + wave(turn * at) ** 2, 0);
    for (const [at, one] of left.entries()) left[at] = one - share * wave(turn * at);
  }
  return level(left);
}

/** What is left of a tone without its sine, relative to it; its pitch may be off by a tenth of a percent. */
function impurity(samples: Float32Array, hz: number): number {
  let [best, least] = [hz, Number.POSITIVE_INFINITY];
  for (const step of [2e-5, 1e-6]) {
    const middle = best;
    for (let steps = -50; steps <= 50; steps += 1) {
      const tried = middle * (1 + steps * step);
      const left = rest(samples, (2 * Math.PI * tried) / TO_HZ);
      if (left < least) [best, least] = [tried, left];
    }
  }
  return least / level(samples);
}

for (const [from_hz, hz] of [
  [44_100, 440],
  [44_100, 10_000],
  [16_000, 1_000],
  [96_000, 5_000],
  [192_000, 1_000],
] as const) {
  test(`a tone of ${hz} Hz at ${from_hz} Hz stays a tone of the same pitch and level`, () => {
    const { heard } = played({ from_hz, seconds: 1.1, wave: sine(hz, from_hz) });
    const end = heard.subarray(TO_HZ, TO_HZ + 2_000);
    assert.ok(Math.abs(level(end) - Math.SQRT1_2) < 0.002, `level ${level(end)}`);
    const left = impurity(end, hz);
    assert.ok(left < 0.001, `${left} of it is something else`);
  });
}

test('what the lower rate cannot have is left out', () => {
  const { heard } = played({ from_hz: 96_000, seconds: 1, wave: sine(30_000, 96_000) });
  assert.ok(level(heard.subarray(TO_HZ / 2)) < 0.001);
});

for (const [drift, burst] of [
  [0, 1],
  [0.0003, 4],
  [-0.0003, 4],
  [0.0003, 16],
] as const) {
  test(`a clock that is off by ${drift * 1e6} ppm, in bursts of ${burst}, is followed without a gap`, () => {
    const from_hz = 44_100;
    const stream = { from_hz, seconds: 30, drift, burst };
    // Each sample says which one it is.
    const { heard, came } = played({ ...stream, wave: (n) => n * 1e-6 });
    const behind = came.map((sent, block) => (sent - 1e6 * (heard[block * BLOCK] ?? 0)) / from_hz);
    const settled = behind.slice(behind.length / 6);
    assert.ok(Math.min(...settled) > 0, 'never silent and never ahead');
    assert.ok(Math.max(...settled) < 0.13, `${Math.max(...settled)} s behind`);
    const ends = heard.subarray(heard.length / 6);
    let most = 0;
    for (let at = 1; at < ends.length; at += 1) {
      most = Math.max(most, Math.abs(1e6 * ((ends[at] ?? 0) - (ends[at - 1] ?? 0)) - 0.918_75));
    }
    assert.ok(most < 1, `a step is off by ${most} samples`);
  });
}

test('while nothing comes it is silent, and then goes on where the stream is', () => {
  const from_hz = 44_100;
  const { heard, came } = played({ from_hz, seconds: 3, wave: (n) => n * 1e-6, gap: [1, 2] });
  assert.is(level(heard.subarray(1.2 * TO_HZ, 1.9 * TO_HZ)), 0);
  const behind_s = ((came.at(-1) ?? 0) - 1e6 * (heard.at(-1) ?? 0)) / from_hz;
  assert.ok(behind_s > 0 && behind_s < 0.06, `${behind_s} s behind`);
});

test.run();
