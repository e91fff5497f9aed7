/**
 * Plays a stream of samples at another rate, by a clock of its own: an asynchronous sample-rate converter. A windowed
 * sinc interpolates (J. O. Smith, "Digital Audio Resampling Home Page", CCRMA), and the rate follows how much waits.
 */

/** Zero crossings of the sinc on each side. */
const CROSSINGS = 32;
const TAPS = 2 * CROSSINGS;
/** Between samples, the kernel is tabled at so many places, and interpolated. */
const PHASES = 256;
/** The part of the lower rate's band that passes: the rest is where the filter falls. */
const PASSBAND = 0.92;
/** Samples kept on each side; a power of two. */
const KEPT = 2 ** 15;
/** How much waits at first, and at most: each time that it was too little, half as much again. */
const [FIRST_WAIT_S, MAX_WAIT_S] = [0.02, 0.15];
/** More than this above the wait is skipped, as after a pause of the player. */
const EXCESS_S = 0.1;
/** The rate follows what waits, averaged over about 200 calls, within this time and share. */
const FOLLOWS_S = 4;
const MAX_CHANGE = 0.005;
const AVERAGED = 1 / 200;

/** Row p has the weights of the samples around a place p/PHASES of the way between the middle two. */
function kernel(cutoff: number): Float32Array {
  const table = new Float32Array((PHASES + 1) * TAPS);
  for (let phase = 0; phase <= PHASES; phase += 1) {
    for (let tap = 0; tap < TAPS; tap += 1) {
      const away = tap - (CROSSINGS - 1) - phase / PHASES;
      const x = Math.PI * cutoff * away;
      const angle = (Math.PI * away) / CROSSINGS;
      const window = 0.42 + 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle);
      table[phase * TAPS + tap] = cutoff * window * (x === 0 ? 1 : Math.sin(x) / x);
    }
  }
  return table;
}

export class AsyncResampler {
  readonly #from_hz: number;
  readonly #ratio: number;
  readonly #kernel: Float32Array;
  readonly #left = new Float32Array(KEPT);
  readonly #right = new Float32Array(KEPT);
  /** Samples since the start: how many came, and where it plays. */
  #written = 0;
  #read = 0;
  #plays = false;
  /** Samples that should wait, and that did on average. */
  #wanted: number;
  #average = 0;

  constructor(from_hz: number, to_hz: number) {
    this.#from_hz = from_hz;
    this.#ratio = from_hz / to_hz;
    this.#kernel = kernel(PASSBAND * Math.min(1, to_hz / from_hz));
    this.#wanted = FIRST_WAIT_S * from_hz;
  }

  push(left: Float32Array, right: Float32Array): void {
    for (let at = 0; at < left.length; at += 1) {
      const place = (this.#written + at) & (KEPT - 1);
      this.#left[place] = left[at] ?? 0;
      this.#right[place] = right[at] ?? 0;
    }
    this.#written += left.length;
  }

  /** Fills both sides; with silence while too little waits. */
  pull(left: Float32Array, right: Float32Array): void {
    const needed = left.length * this.#ratio * (1 + MAX_CHANGE);
    if (!this.#isReady(needed)) {
      left.fill(0);
      right.fill(0);
      return;
    }
    this.#average += (this.#waiting - this.#average) * AVERAGED;
    const change = (this.#average - this.#wanted) / (this.#from_hz * FOLLOWS_S);
    const step = this.#ratio * (1 + Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, change)));
    for (let at = 0; at < left.length; at += 1) {
      this.#interpolate(left, right, at);
      this.#read += step;
    }
  }

  get #waiting(): number {
    return this.#written - CROSSINGS - this.#read;
  }

  #isReady(needed: number): boolean {
    if (this.#plays && this.#waiting < needed) {
      this.#plays = false;
      this.#wanted = Math.min(1.5 * this.#wanted, MAX_WAIT_S * this.#from_hz);
    }
    const isLate = this.#waiting > this.#wanted + EXCESS_S * this.#from_hz;
    if ((this.#plays && !isLate) || this.#waiting < Math.max(needed, this.#wanted)) {
      return this.#plays;
    }
    this.#plays = true;
    this.#read = this.#written - CROSSINGS - this.#wanted;
    this.#average = this.#wanted;
    return true;
  }

  #interpolate(left: Float32Array, right: Float32Array, at: number): void {
    const whole = Math.floor(this.#read);
    const place = (this.#read - whole) * PHASES;
    const phase = Math.floor(place);
    const part = place - phase;
    let [sumLeft, sumRight] = [0, 0];
    for (let tap = 0; tap < TAPS; tap += 1) {
      const row = phase * TAPS + tap;
      const [low = 0, high = 0] = [this.#kernel[row], this.#kernel[row + TAPS]];
      const weight = low + part * (high - low);
      const sample = (whole + tap - (CROSSINGS - 1)) & (KEPT - 1);
      sumLeft += weight * (this.#left[sample] ?? 0);
      sumRight += weight * (this.#right[sample] ?? 0);
    }
    left[at] = sumLeft;
    right[at] = sumRight;
  }
}
