/**
 * Long work in slices, each a task of its own, so that keys, messages and frames are handled between them. A timer
 * would wait 4 ms between two slices, and a second in a hidden page.
 */

/** How long a key may wait behind a slice. */
const SLICE_MS = 0.5;

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
    this.#channel.port2.postMessage(undefined);
  }

  stop(): void {
    this.#wanted = false;
  }
}
