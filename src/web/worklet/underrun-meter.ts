/**
 * Measures how far the audio thread falls behind real time. Counting frames does not show it, because a browser
 * renders every frame, however late; so frames are compared with the clock.
 */

/**
 * A block is compared with the most punctual one of the last half second to second. An audio device that ran out of
 * samples goes on from there and never makes up for the pause: it is told once, and forgotten with its window.
 */
const WINDOW_MS = 500;
/** The clock may run slower than the audio device by this much per block and still count as on time. */
const DRIFT_MS = 0.005;

export class UnderrunMeter {
  /** The least offset between clock and frames in the window before, and in the present one. */
  #before_ms = Number.POSITIVE_INFINITY;
  #least_ms = Number.POSITIVE_INFINITY;
  #windowEnds_ms = Number.NEGATIVE_INFINITY;
  #maxLate_ms = 0;

  /** Records the start of a block: `clock_ms` now, `frame` since the start of the context. */
  block(clock_ms: number, frame: number, rate_hz: number): void {
    const offset_ms = clock_ms - (1000 * frame) / rate_hz;
    this.#before_ms += DRIFT_MS;
    this.#least_ms = Math.min(this.#least_ms + DRIFT_MS, offset_ms);
    this.#maxLate_ms = Math.max(
      this.#maxLate_ms,
      offset_ms - Math.min(this.#before_ms, this.#least_ms),
    );
    if (clock_ms < this.#windowEnds_ms) return;
    this.#windowEnds_ms = clock_ms + WINDOW_MS;
    this.#before_ms = this.#least_ms;
    this.#least_ms = offset_ms;
  }

  /** The greatest delay since the last call, in milliseconds. */
  take(): number {
    const late_ms = this.#maxLate_ms;
    this.#maxLate_ms = 0;
    return late_ms;
  }
}
