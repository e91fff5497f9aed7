/** Counts each participant's messages with edits, and says how many of them are safely on disk. */
import type { Participant } from './participant.ts';

interface Counts {
  received: number;
  processed: number;
  acknowledged: number;
  /** Some were dropped: none are acknowledged until a `step-2` brings them again. */
  incomplete: boolean;
}

export class Acknowledgements {
  readonly #counts = new WeakMap<Participant, Counts>();

  #of(participant: Participant): Counts {
    let counts = this.#counts.get(participant);
    if (counts === undefined) {
      counts = { received: 0, processed: 0, acknowledged: 0, incomplete: false };
      this.#counts.set(participant, counts);
    }
    return counts;
  }

  /** Counts one more message; gives its number, from 1. */
  receive(from: Participant): number {
    const counts = this.#of(from);
    counts.received += 1;
    return counts.received;
  }

  /** Message `number` and all before it were stored, or dropped, or found empty. */
  process(from: Participant, number: number): void {
    const counts = this.#of(from);
    counts.processed = Math.max(counts.processed, number);
  }

  /** An edit was dropped. True if none was missing before. */
  drop(from: Participant): boolean {
    const counts = this.#of(from);
    const first = !counts.incomplete;
    counts.incomplete = true;
    return first;
  }

  /** A `step-2` brought everything that was missing. */
  complete(from: Participant): void {
    this.#of(from).incomplete = false;
  }

  /** How many messages can now be acknowledged, undefined if no more than before. */
  due(to: Participant): number | undefined {
    const { processed, acknowledged, incomplete } = this.#of(to);
    return incomplete || processed === acknowledged ? undefined : processed;
  }

  acknowledge(to: Participant, count: number): void {
    this.#of(to).acknowledged = count;
  }
}
