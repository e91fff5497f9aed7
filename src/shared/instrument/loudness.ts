/** Loudness in LUFS as ITU-R BS.1770-4 and EBU Tech 3341 define it, for two channels at 48 kHz. */
import { toTheEnd } from './to-the-end.ts';

/** The sampling rate of the standard's coefficients. */
export const METER_RATE_HZ = 48000;

const STEP_FRAMES = METER_RATE_HZ / 10;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Table 1 of the standard: the head as a sphere. */
const SHELF: Biquad = {
  b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
  a: [-1.69065929318241, 0.73248077421585],
};
/** Table 2: the revised low-frequency B curve. */
const HIGH_PASS: Biquad = { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] };

/** A filter that goes on from sample to sample (transposed direct form II). */
class Filter {
  readonly #biquad: Biquad;
  #first = 0;
  #second = 0;

  constructor(biquad: Biquad) {
    this.#biquad = biquad;
  }

  next(x: number): number {
    const { b, a } = this.#biquad;
    const y = b[0] * x + this.#first;
    this.#first = b[1] * x - a[0] * y + this.#second;
    this.#second = b[2] * x - a[1] * y;
    return y;
  }
}

/** Mean squares of the weighted signal in steps of 100 ms, all channels together. */
function* stepPowers(channels: readonly ArrayLike<number>[]): Generator<undefined, number[]> {
  const frames = channels[0]?.length ?? 0;
  const sums = Array.from({ length: Math.floor(frames / STEP_FRAMES) }, () => 0);
  for (const channel of channels) {
    const [shelf, highPass] = [new Filter(SHELF), new Filter(HIGH_PASS)];
    for (const step of sums.keys()) {
      let sum = 0;
      for (let i = step * STEP_FRAMES; i < (step + 1) * STEP_FRAMES; i += 1) {
        sum += highPass.next(shelf.next(channel[i] ?? 0)) ** 2;
      }
      sums[step] = (sums[step] ?? 0) + sum;
      yield;
    }
  }
  return sums.map((sum) => sum / STEP_FRAMES);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);

/** Means over windows of so many steps. */
function windows(steps: readonly number[], length: number): number[] {
  const count = Math.max(0, steps.length - length + 1);
  return Array.from({ length: count }, (_, at) => mean(steps.slice(at, at + length)));
}

export interface Loudness {
  /** Gated, over everything; −Infinity for silence. */
  readonly integrated: number;
  /** The loudest three seconds, or all of a shorter sound; −Infinity for silence. */
  readonly shortTerm: number;
}

/** Measures a sound of at least 400 ms at METER_RATE_HZ; pauses after each tenth of a second of a channel. */
export function* measuring(channels: readonly ArrayLike<number>[]): Generator<undefined, Loudness> {
  const steps = yield* stepPowers(channels);
  const blocks = windows(steps, 4).filter((power) => loudnessOf(power) > ABSOLUTE_GATE);
  const gate = loudnessOf(mean(blocks)) + RELATIVE_GATE;
  const kept = blocks.filter((power) => loudnessOf(power) > gate);
  const short = windows(steps, Math.min(30, steps.length));
  return {
    integrated: kept.length === 0 ? Number.NEGATIVE_INFINITY : loudnessOf(mean(kept)),
    shortTerm: loudnessOf(Math.max(0, ...short)),
  };
}

/** Measures a sound of at least 400 ms at METER_RATE_HZ. */
export function measureLoudness(channels: readonly ArrayLike<number>[]): Loudness {
  return toTheEnd(measuring(channels));
}
