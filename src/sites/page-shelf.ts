/** Keeps the published pages that were asked for lately, up to a number of bytes. */
import type { Page } from '../http/page.ts';

interface Shelved {
  readonly version: string;
  readonly page: Page;
  readonly bytes: number;
}

/** A page is kept in its plain form and in up to two compressed ones, at about half each. */
const COPIES = 2;

export class PageShelf {
  readonly #most: number;
  readonly #pages = new Map<string, Shelved>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The page kept under `key`, if it is of this version of the site. */
  get(key: string, version: string): Page | undefined {
    const found = this.#pages.get(key);
    if (found?.version !== version) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, found);
    return found.page;
  }

  put(key: string, version: string, page: Page, characters: number): Page {
    this.#drop(key);
    const shelved = { version, page, bytes: characters * COPIES };
    this.#pages.set(key, shelved);
    this.#bytes += shelved.bytes;
    for (const [oldest] of this.#pages) {
      if (this.#bytes <= this.#most || oldest === key) break;
      this.#drop(oldest);
    }
    return page;
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.bytes ?? 0;
    this.#pages.delete(key);
  }
}
