/** How long to wait before connecting again: longer each time, until a connection lasts. */

/** As y-websocket begins: a server that restarts, or another one, may take over at once. */
const MIN_MS = 100;
const GROWTH = 1.7;
const MAX_MS = 15_000;
/** A server that closes sooner than this after it let someone in would be asked ten times a second. */
const LASTS_MS = 1_000;

export class Retry {
  #ms = MIN_MS;
  #openedMs: number | undefined;

  /** Someone asks for a connection now, or the network came back. */
  reset(): void {
    this.#ms = MIN_MS;
  }

  /** @param now milliseconds, as each time after it */
  opened(now: number): void {
    this.#openedMs = now;
  }

  /**
   * Milliseconds to wait, from half to one and a half times as many as it is about: everyone is cut off at the same
   * moment when a server ends.
   *
   * @param random from 0 to 1
   */
  next(now: number, random: number): number {
    if (this.#openedMs !== undefined && now - this.#openedMs >= LASTS_MS) this.reset();
    this.#openedMs = undefined;
    const delay = this.#ms * (0.5 + random);
    this.#ms = Math.min(this.#ms * GROWTH, MAX_MS);
    return delay;
  }
}
