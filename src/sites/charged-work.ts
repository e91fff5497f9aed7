/** What one request takes, done in turns of the event loop that have time for it and charged to whoever asked. */
import type { Asker, Costs } from '../cost-budget.ts';
import { eventLoop } from './event-loop.ts';

/** Steps go on for this long in one turn, milliseconds. */
export const SLICE_MS = 8;

/** Work that can be left for a while: goes on until it is over, or time is, and then gives nothing yet. */
export type Steps<Result> = (isOver: () => boolean) => { readonly value: Result } | undefined;

/** Finishes all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const last = steps(() => false);
    if (last !== undefined) return last.value;
  }
}

/** For whom work is done. */
export interface Payer {
  /** Does work now and charges what it takes until it returns or first waits. */
  run<Result>(work: () => Result): Result;
  /** Charges milliseconds that others worked. */
  charge(ms: number): void;
  /** That of the work among what else there is to do (event-loop.ts). */
  priority(): number;
}

/** The server itself. */
export const NOBODY: Payer = { run: (work) => work(), charge: () => {}, priority: () => 0 };

/** Finishes steps, a few milliseconds of them in each turn. */
export async function inTurns<Result>(steps: Steps<Result>, payer = NOBODY): Promise<Result> {
  for (;;) {
    await eventLoop.turn(() => payer.priority());
    const endMs = performance.now() + SLICE_MS;
    const last = payer.run(() => steps(() => performance.now() >= endMs));
    if (last !== undefined) return last.value;
  }
}

export class ChargedWork implements Payer {
  readonly #costs: Costs;
  readonly #asker: Asker;
  readonly #urgency: () => number;

  /** @param urgency of those who wait for it besides whoever asked, in milliseconds that they may spend; none by default */
  constructor(costs: Costs, asker: Asker, urgency = () => Number.NEGATIVE_INFINITY) {
    this.#costs = costs;
    this.#asker = asker;
    this.#urgency = urgency;
  }

  run<Result>(work: () => Result): Result {
    return this.#costs.run(this.#asker, work);
  }

  charge(ms: number): void {
    this.#costs.charge(this.#asker, ms);
  }

  priority(): number {
    return Math.max(this.#costs.addresses.left(this.#asker.address), this.#urgency());
  }

  /** Does `work` in a turn of its own; charges it until it returns or first waits. */
  async do<Result>(work: () => Result): Promise<Awaited<Result>> {
    await eventLoop.turn(() => this.priority());
    return await this.run(work);
  }

  /** Finishes `steps`, a few milliseconds of them in each turn. */
  finish<Result>(steps: Steps<Result>): Promise<Result> {
    return inTurns(steps, this);
  }
}
