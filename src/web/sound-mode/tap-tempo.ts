/** The tempo that a person taps. */

/** A longer pause begins anew: slower than any instrument, 20 beats a minute. */
const MAX_BEAT_MS = 3_000;
/** Of so many beats the median counts, so that one late tap is forgiven. */
const MAX_BEATS = 5;
/** A beat this much longer or shorter than those before is another tempo. */
const SAME_TEMPO = 1.5;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0;
  return (low + high) / 2;
}

export class TapTempo {
  #last_ms: number | undefined;
  #beats_ms: number[] = [];

  /** @returns beats per minute, or undefined at the first tap */
  tap(now_ms: number): number | undefined {
    const beat_ms = now_ms - (this.#last_ms ?? Number.NEGATIVE_INFINITY);
    this.#last_ms = now_ms;
    if (beat_ms > MAX_BEAT_MS || beat_ms <= 0) {
      this.#beats_ms = [];
      return undefined;
    }
    const usual_ms = median(this.#beats_ms);
    const isSame = beat_ms < usual_ms * SAME_TEMPO && beat_ms > usual_ms / SAME_TEMPO;
    this.#beats_ms = [...(isSame ? this.#beats_ms : []), beat_ms].slice(-MAX_BEATS);
    return 60_000 / median(this.#beats_ms);
  }
}
