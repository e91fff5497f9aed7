/** How many bytes all sites take, measured now and then, with what was announced since and may not be on disk yet. */
import type { Tables } from './lmdb-tables.ts';
import { usedBytes } from './store-format.ts';

/** How often it is measured at most. */
const MEASURE_MS = 500;

export class StoreSize {
  readonly #tables: Tables;
  #measured = 0;
  #measuredMs = Number.NEGATIVE_INFINITY;
  /** What was announced since it was measured, and in the time before that. */
  #announced: readonly [number, number] = [0, 0];

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  get bytes(): number {
    const now = performance.now();
    if (now - this.#measuredMs >= MEASURE_MS) {
      this.#measuredMs = now;
      this.#measured = usedBytes(this.#tables);
      this.#announced = [0, this.#announced[0]];
    }
    return this.#measured + this.#announced[0] + this.#announced[1];
  }

  announce(bytes: number): void {
    const [now, before] = this.#announced;
    this.#announced = [now + bytes, before];
  }
}
