/**
 * When the next turn of a site begins. A turn writes to everyone who is there, whether it has one edit or ten: with
 * fifty people that is most of what an edit costs.
 */

/** Fewer changes than one to so many people are few, */
const PEOPLE_A_CHANGE = 8;
/** and wait until this long after the last turn began: less than a frame of a screen. */
export const APART_MS = 12;

/** What waits for a turn, and for whom. */
export interface Waiting {
  /** Edits and states of people. */
  readonly changes: number;
  readonly people: number;
  /** Someone waits for an answer. */
  readonly urgent: boolean;
}

export class TurnPace {
  readonly #waiting: () => Waiting;
  #begunMs = Number.NEGATIVE_INFINITY;
  #begin: (() => void) | undefined;

  constructor(waiting: () => Waiting) {
    this.#waiting = waiting;
  }

  /** Resolves when a turn should begin, which is then the last one. */
  async next(): Promise<void> {
    const leftMs = this.#begunMs + APART_MS - performance.now();
    if (leftMs > 0 && this.#isFew) {
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

  /** Something came or someone left. */
  changed(): void {
    if (!this.#isFew) this.#begin?.();
  }

  get #isFew(): boolean {
    const { changes, people, urgent } = this.#waiting();
    return !urgent && changes * PEOPLE_A_CHANGE < people;
  }
}
