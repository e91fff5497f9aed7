/** When the next of several things of a kind begins: at once, or some time after the last one, while more may join it. */
export class Pace {
  readonly #apartMs: number;
  readonly #waits: () => boolean;
  #begunMs = Number.NEGATIVE_INFINITY;
  #begin: (() => void) | undefined;

  /**
   * @param apartMs milliseconds from the begin of one to that of the next, if that waits
   * @param waits whether what there is now is worth waiting for more
   */
  constructor(apartMs: number, waits: () => boolean) {
    this.#apartMs = apartMs;
    this.#waits = waits;
  }

  /** Resolves when the next one should begin, which is then the last one. */
  async next(): Promise<void> {
    const leftMs = this.#begunMs + this.#apartMs - performance.now();
    if (leftMs > 0 && this.#waits()) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((begin) => {
        this.#begin = begin;
        timer = setTimeout(begin, leftMs);
      });
      clearTimeout(timer);
      this.#begin = undefined;
    }
    this.#begunMs = performance.now();
  }

  /** Something came or went: what waits begins now if it waits for nothing more. */
  changed(): void {
    if (!this.#waits()) this.#begin?.();
  }
}
