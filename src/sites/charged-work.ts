/** What one request takes, done in turns of the event loop that have time for it and charged to whoever asked. */
import type { Asker, Costs } from '../cost-budget.ts';
import { eventLoop } from './event-loop.ts';

/** Steps go on for this long in one turn, milliseconds. */
const SLICE_MS = 8;

/** Work that can be left for a while: goes on until it is over, or time is, and then gives nothing yet. */
export type Steps<Result> = (isOver: () => boolean) => { readonly value: Result } | undefined;

/** Finishes all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const last = steps(() => false);
    if (last !== undefined) return last.value;
  }
}

/** For whom work is done that is not one request. */
export interface Payer {
  /** Told how many milliseconds each part of it took. Default nobody */
  readonly charge?: (ms: number) => void;
  /** That of the work among what else there is to do (event-loop.ts). Default 0 */
  readonly priority?: () => number;
}

/** Finishes steps, a few milliseconds of them in each turn. */
export async function inTurns<Result>(
  steps: Steps<Result>,
  { charge, priority }: Payer = {},
): Promise<Result> {
  for (;;) {
    await eventLoop.turn(priority);
    const startedMs = performance.now();
    const last = steps(() => performance.now() - startedMs >= SLICE_MS);
    charge?.(performance.now() - startedMs);
    if (last !== undefined) return last.value;
  }
}

export class ChargedWork {
  readonly #costs: Costs;
  readonly #asker: Asker;
  readonly #urgency: () => number;

  /** @param urgency of those who wait for it besides whoever asked, in milliseconds that they may spend; none by default */
  constructor(costs: Costs, asker: Asker, urgency = () => Number.NEGATIVE_INFINITY) {
    this.#costs = costs;
    this.#asker = asker;
    this.#urgency = urgency;
  }

  /** Does `work` in a turn of its own; charges it until it returns or first waits. */
  async do<Result>(work: () => Result): Promise<Awaited<Result>> {
    const { addresses } = this.#costs;
    await eventLoop.turn(() => Math.max(addresses.left(this.#asker.address), this.#urgency()));
    return await this.#costs.run(this.#asker, work);
  }

  /** Finishes `steps`, a few milliseconds of them in each turn. */
  async finish<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const last = await this.do(() => {
        const endMs = performance.now() + SLICE_MS;
        return steps(() => performance.now() >= endMs);
      });
      if (last !== undefined) return last.value;
    }
  }
}
