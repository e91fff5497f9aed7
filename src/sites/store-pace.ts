/**
 * When a store writes the next transaction. Where many sites are edited, each turn of each of them would be one of its
 * own, with its own flush: most of what an edit costs. As PostgreSQL does with `commit_delay`, a transaction then waits a
 * moment for others to join it. A site alone has one turn at a time, and waiting would gather nothing.
 */
import { nameOf, type Write } from './lmdb-tables.ts';
import { Pace } from './pace.ts';

/** Milliseconds from one transaction to the next where many sites write. */
export const APART_MS = 4;
/** A longer pause than so many of the times between transactions counts as this. */
const MAX_PAUSE = 5;
/** What the latest of these times counts in their mean. */
const WEIGHT = 1 / 16;
/** So many requests are worth a transaction. */
const MANY = 16;

export class StorePace {
  readonly #pace: Pace;
  readonly #maxMs: number;
  /** From a request to the next one for another site, on average. */
  #meanMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;
  #lastName = '';

  /**
   * @param apartMs milliseconds from the begin of one transaction to that of the next, if that would be worth it
   * @param waiting how many requests wait
   */
  constructor(apartMs: number, waiting: () => number) {
    this.#maxMs = apartMs * MAX_PAUSE;
    this.#meanMs = this.#maxMs;
    this.#pace = new Pace(apartMs, () => this.#meanMs * 2 <= apartMs && waiting() < MANY);
  }

  /** A request has arrived, and is among those that wait. */
  arrived([first]: readonly Write[]): void {
    const name = first === undefined ? '' : nameOf(first[1]);
    if (name !== this.#lastName) {
      const now = performance.now();
      const sinceMs = Math.min(this.#maxMs, now - this.#lastMs);
      this.#meanMs += (sinceMs - this.#meanMs) * WEIGHT;
      this.#lastMs = now;
      this.#lastName = name;
    }
    this.#pace.changed();
  }

  /** Resolves when the next transaction should begin. */
  next(): Promise<void> {
    return this.#pace.next();
  }
}
