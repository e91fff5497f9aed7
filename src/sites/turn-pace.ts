/**
 * When the next turn of a site begins. A turn writes to everyone who is there, whether it has one edit or ten: with
 * fifty people that is most of what an edit costs. So where turns take time, edits wait for each other.
 */
import { type Clock, Pace } from './pace.ts';

/** A turn with fewer changes than people begins this many times as long after the last one began as that one took, */
export const APART_TIMES = 2;
/** but no longer after it than this: less than a frame of a screen. */
export const MAX_APART_MS = 12;

/** What waits for a turn, and for whom. */
export interface Waiting {
  /** Edits and states of people. */
  readonly changes: number;
  readonly people: number;
  /** Someone waits for an answer. */
  readonly urgent: boolean;
}

const isFew = ({ changes, people, urgent }: Waiting): boolean => !urgent && changes < people;

export class TurnPace {
  readonly #now: Clock;
  readonly #pace: Pace;
  #apartMs = 0;

  /** @param now gives milliseconds; default `performance.now` */
  constructor(waiting: () => Waiting, now: Clock = () => performance.now()) {
    this.#now = now;
    const apart = () => this.#apartMs;
    this.#pace = new Pace(apart, () => isFew(waiting()), now);
  }

  /** Something came or went. */
  changed(): void {
    this.#pace.changed();
  }

  /** Takes a turn when it should begin. */
  async take<Result>(turn: () => Promise<Result>): Promise<Result> {
    await this.#pace.next();
    const begun = this.#now();
    try {
      return await turn();
    } finally {
      this.#apartMs = Math.min(MAX_APART_MS, APART_TIMES * (this.#now() - begun));
    }
  }
}
