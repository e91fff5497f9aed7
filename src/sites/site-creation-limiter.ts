/**
 * Counts the sites each address creates per hour, and those being created; forgets addresses when the hour is over.
 * A site counts from the moment its creation is admitted, not when it is on disk: else many at once would all be admitted.
 */

const HOUR_MS = 3_600_000;

export class SiteCreationLimiter {
  readonly #perHour: number;
  readonly #created = new Map<string, ReadonlyMap<string, number>>();
  /** Sites that are not on disk yet, and who creates them. */
  readonly #creating = new Map<string, string>();

  constructor(perHour: number) {
    this.#perHour = perHour;
  }

  may(address: string, now = Date.now()): boolean {
    return this.#recent(address, now).size < this.#perHour;
  }

  /** Sites that were admitted and are not on disk yet. */
  get creating(): ReadonlyMap<string, string> {
    return this.#creating;
  }

  /** A creation was admitted. An empty address is the server itself, which has no limit. */
  begin(address: string, site: string, now = Date.now()): void {
    if (this.#creating.has(site)) return;
    this.#creating.set(site, address);
    if (address !== '') {
      this.#created.set(address, new Map(this.#recent(address, now)).set(site, now));
    }
  }

  /** The site is on disk, or it could not be created and does not count. */
  end(site: string, created: boolean): void {
    const address = this.#creating.get(site);
    this.#creating.delete(site);
    if (created || address === undefined || address === '') return;
    const left = new Map(this.#created.get(address));
    left.delete(site);
    this.#created.set(address, left);
  }

  /** Forgets what no longer counts. */
  tidy(now = Date.now()): void {
    for (const address of this.#created.keys()) {
      const recent = this.#recent(address, now);
      if (recent.size === 0) this.#created.delete(address);
      else this.#created.set(address, recent);
    }
  }

  get addresses(): number {
    return this.#created.size;
  }

  #recent(address: string, now: number): ReadonlyMap<string, number> {
    const created = this.#created.get(address) ?? new Map<string, number>();
    return new Map([...created].filter(([, at]) => now - at < HOUR_MS));
  }
}
