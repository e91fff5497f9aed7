/** Counts what each address does within a time, such as the bytes of history it writes per hour, so that nobody does too much. */

export class WindowLimiter {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, { readonly sinceMs: number; readonly count: number }>();

  /** @param most for one address within `windowMs` of its first */
  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  may(address: string, now = Date.now()): boolean {
    return this.#recent(address, now).count < this.#most;
  }

  count(address: string, amount: number, now = Date.now()): void {
    const { sinceMs, count } = this.#recent(address, now);
    this.#counts.set(address, { sinceMs, count: count + amount });
  }

  /** Forgets addresses whose time is over. */
  tidy(now = Date.now()): void {
    for (const [address, { sinceMs }] of this.#counts) {
      if (now - sinceMs >= this.#windowMs) this.#counts.delete(address);
    }
  }

  #recent(address: string, now: number): { readonly sinceMs: number; readonly count: number } {
    const counted = this.#counts.get(address);
    if (counted !== undefined && now - counted.sinceMs < this.#windowMs) return counted;
    return { sinceMs: now, count: 0 };
  }
}
