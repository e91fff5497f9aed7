/** Pages made on demand and kept while they are true; the least recently asked for goes first. */
import type { Page } from '../http/page.ts';

interface Kept {
  readonly page: Page;
  readonly revision: number;
}

export class PageCache {
  readonly #kept = new Map<string, Kept>();
  readonly #limit: number;

  /** @param limit pages kept at most */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The page of `key`, made anew where there is none or the revision is another. */
  get(key: string, revision: number, make: () => Page): Page {
    const kept = this.#kept.get(key);
    if (kept?.revision === revision) {
      // Only a cache that is nearly full needs an order of use.
      if (this.#kept.size * 2 > this.#limit) {
        this.#kept.delete(key);
        this.#kept.set(key, kept);
      }
      return kept.page;
    }
    const page = make();
    this.#kept.delete(key);
    this.#kept.set(key, { page, revision });
    if (this.#kept.size > this.#limit) {
      for (const oldest of this.#kept.keys()) {
        this.#kept.delete(oldest);
        break;
      }
    }
    return page;
  }

  get size(): number {
    return this.#kept.size;
  }
}
