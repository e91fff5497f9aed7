/** Counts the sites an address creates in an hour; forgets addresses when the hour is over. */

const HOUR_MS = 3_600_000;

export class Growth {
  readonly #perHour: number;
  readonly #created = new Map<string, number[]>();

  constructor(perHour: number) {
    this.#perHour = perHour;
  }

  may(address: string, now = Date.now()): boolean {
    return this.#recent(address, now).length < this.#perHour;
  }

  created(address: string, now = Date.now()): void {
    this.#created.set(address, [...this.#recent(address, now), now]);
  }

  /** Forgets what no longer counts. */
  tidy(now = Date.now()): void {
    for (const address of this.#created.keys()) {
      const recent = this.#recent(address, now);
      if (recent.length === 0) this.#created.delete(address);
      else this.#created.set(address, recent);
    }
  }

  get addresses(): number {
    return this.#created.size;
  }

  #recent(address: string, now: number): number[] {
    return (this.#created.get(address) ?? []).filter((at) => now - at < HOUR_MS);
  }
}
