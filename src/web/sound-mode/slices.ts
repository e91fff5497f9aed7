/**
 * Long work in slices, each a task of its own, so that keys, messages and frames are handled between them. A timer
 * would wait 4 ms between two slices, and a second in a hidden page.
 */

/** How long a key may wait behind a slice. */
const SLICE_MS = 0.5;
/**
 * After a note, slices are this far apart for a while: a page that never rests is made to wait by the system, for
 * several milliseconds, and a key with it.
 */
const REST_MS = 1;
const PLAYING_MS = 1000;

let playedAt_ms = Number.NEGATIVE_INFINITY;

/** Says that a note was played, and that the next may come soon. */
export function notePlayed(): void {
  playedAt_ms = performance.now();
}

/** A hidden page's timers run once in a second. */
const rests = (): boolean => !document.hidden && performance.now() < playedAt_ms + PLAYING_MS;

/** Does a part of the work, until `isOver` says that the time of the slice is over. @returns whether there is more to do */
export type Slice = (isOver: () => boolean) => boolean;

export class Slices {
  readonly #slice: Slice;
  readonly #channel = new MessageChannel();
  #wanted = false;
  #waiting = false;

  constructor(slice: Slice) {
    this.#slice = slice;
    this.#channel.port1.onmessage = () => {
      this.#waiting = false;
      if (this.#wanted) this.run();
    };
  }

  /** Does the first slice at once. */
  run(): void {
    const end = performance.now() + SLICE_MS;
    this.#wanted = false;
    if (this.#slice(() => performance.now() >= end)) this.start();
  }

  /** Does the first slice soon, unless slices are being done. */
  start(): void {
    this.#wanted = true;
    if (this.#waiting) return;
    this.#waiting = true;
    if (rests()) setTimeout(() => this.#post(), REST_MS);
    else this.#post();
  }

  #post(): void {
    this.#channel.port2.postMessage(undefined);
  }

  stop(): void {
    this.#wanted = false;
  }
}
