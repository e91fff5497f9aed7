/** What one request takes, done in turns of the event loop that have time for it and charged to whoever asked. */
import type { Asker, Costs } from '../cost-budget.ts';
import { eventLoop } from './event-loop.ts';

/** Steps go on for this long in one turn, milliseconds. */
const SLICE_MS = 8;

export class ChargedWork {
  readonly #costs: Costs;
  readonly #asker: Asker;

  constructor(costs: Costs, asker: Asker) {
    this.#costs = costs;
    this.#asker = asker;
  }

  /** Does `work` in a turn of its own; charges it until it returns or first waits. */
  async do<Result>(work: () => Result): Promise<Awaited<Result>> {
    await eventLoop.turn(() => this.#costs.addresses.left(this.#asker.address));
    return await this.#costs.run(this.#asker, work);
  }

  /** Finishes `steps`, a few milliseconds of them in each turn. */
  async finish<Result>(steps: Generator<undefined, Result>): Promise<Result> {
    for (;;) {
      const last = await this.do(() => advance(steps, SLICE_MS));
      if (last !== undefined) return last.value;
    }
  }

  /** Finishes few `steps` at once. */
  finishNow<Result>(steps: Generator<undefined, Result>): Result {
    const last = this.#costs.run(this.#asker, () => advance(steps));
    if (last === undefined) throw new Error('steps have an end');
    return last.value;
  }
}

/** Takes steps while there is time. Undefined where more are left. */
function advance<Result>(
  steps: Generator<undefined, Result>,
  forMs = Number.POSITIVE_INFINITY,
): { readonly value: Result } | undefined {
  const end = performance.now() + forMs;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return { value };
    if (performance.now() >= end) return undefined;
  }
}
