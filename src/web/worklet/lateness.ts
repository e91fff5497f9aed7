/**
 * How far the audio thread falls behind real time. Frames never tell: a browser renders every one of them, however
 * late, and what came too late for the device is silence there. So the clock on the wall is held against them.
 */

/** The clock may run slower than the device by this much a block and still count as on time. */
const DRIFT_MS = 0.005;

export class Lateness {
  #best = Number.POSITIVE_INFINITY;
  #most = 0;

  /** Takes note that a block begins: `clock_ms` on the wall, `frame` since the start of the context. */
  block(clock_ms: number, frame: number, rate_hz: number): void {
    const behind = clock_ms - (1000 * frame) / rate_hz;
    this.#best = Math.min(this.#best + DRIFT_MS, behind);
    this.#most = Math.max(this.#most, behind - this.#best);
  }

  /** Milliseconds it was behind its own best at most since the last time this was asked. */
  take(): number {
    const most = this.#most;
    this.#most = 0;
    return most;
  }
}
