/**
 * When the next turn of a site begins. A turn writes to everyone who is there, whether it has one edit or ten: with
 * fifty people that is most of what an edit costs.
 */
import { Pace } from './pace.ts';

/** Fewer changes than people wait until this long after the last turn began: less than a frame of a screen. */
export const APART_MS = 12;

/** What waits for a turn, and for whom. */
export interface Waiting {
  /** Edits and states of people. */
  readonly changes: number;
  readonly people: number;
  /** Someone waits for an answer. */
  readonly urgent: boolean;
}

const isFew = ({ changes, people, urgent }: Waiting): boolean => !urgent && changes < people;

export const turnPace = (waiting: () => Waiting): Pace =>
  new Pace(APART_MS, () => isFew(waiting()));
