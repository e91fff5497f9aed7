/**
 * Spaces the turns of a site. A turn costs the same whether it stores and tells one edit or fifty, so while many
 * write each gathers what comes within a few milliseconds; after a pause, however short, the next starts at once.
 */

/** From the start of one turn to the start of the next, at least; far below what a person notices. */
const APART_MS = 3;

export class Pace {
  #startedMs = Number.NEGATIVE_INFINITY;

  /** Resolves when the next turn may start; what arrived in this turn of the event loop is then there. */
  async turn(): Promise<void> {
    const leftMs = this.#startedMs + APART_MS - performance.now();
    await new Promise((resolve) => {
      if (leftMs <= 0) setImmediate(resolve);
      else setTimeout(resolve, leftMs);
    });
    this.#startedMs = performance.now();
  }
}
