/**
 * Pages made on demand and kept while they are current; the least recently used go first. A limit of bytes is divided
 * between large documents and all others, so that a few large ones do not displace many; there, the headers of pages
 * stay for longer than their documents, so that asking for headers only does not make pages anew. Documents that nobody
 * asks for any more can be dropped before the limit is reached.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Page, PageHead, Sendable } from './page.ts';

interface Versioned<Value> {
  readonly value: Value;
  readonly version: string | number;
}

interface Kept extends Versioned<Page> {
  /** In which round, from one `dropUnused` to the next, it was last asked for. */
  round: number;
}

type Pages = LRUCache<string, Kept>;

/** Headers that are kept without their documents, a kilobyte or two each. */
const HEADS = 4_096;
/** A document is large that takes more than this share of the bytes. */
const LARGE = 1 / 32;

export class PageCache {
  readonly #pages: Pages;
  readonly #large: Pages | undefined;
  readonly #largeBytes: number;
  #round = 0;
  readonly #heads = new LRUCache<string, Versioned<PageHead>>({ max: HEADS });

  /** @param limit most pages kept, or most bytes of pages put with a size */
  constructor(limit: { readonly max: number } | { readonly maxSize: number }) {
    if ('max' in limit) {
      this.#pages = new LRUCache(limit);
      this.#largeBytes = 0;
    } else {
      const dispose = (page: Kept, key: string, why: string) => {
        if (why === 'evict') this.#keepHead(key, page);
      };
      const maxSize = Math.floor(limit.maxSize / 2);
      this.#pages = new LRUCache({ maxSize, dispose });
      this.#large = new LRUCache({ maxSize, dispose });
      this.#largeBytes = limit.maxSize * LARGE;
    }
  }

  /** The page of `key`, if it is the one of this version; with a `request` perhaps only what answers that. */
  get(key: string, version: string | number): Page | undefined;
  get(key: string, version: string | number, request: IncomingMessage): Sendable | undefined;
  get(key: string, version: string | number, request?: IncomingMessage): Sendable | undefined {
    const page = this.#pages.get(key) ?? this.#large?.get(key);
    if (page?.version === version) {
      page.round = this.#round;
      return page.value;
    }
    if (request === undefined) return undefined;
    const head = this.#heads.get(key);
    return head?.version === version && head.value.canAnswer(request) ? head.value : undefined;
  }

  /** Keeps a page in place of an older version; `bytes` counts where the cache has a limit of bytes. */
  put(key: string, version: string | number, page: Page, bytes?: number): Page {
    const size = bytes === undefined ? {} : { size: bytes };
    const isLarge = this.#large !== undefined && (bytes ?? 0) > this.#largeBytes;
    const [into, other] = isLarge ? [this.#large, this.#pages] : [this.#pages, this.#large];
    other?.delete(key);
    into?.set(key, { value: page, version, round: this.#round }, size);
    return page;
  }

  /** Drops what nobody asked for since this was called the time before last; headers stay. */
  dropUnused(): void {
    for (const pages of [this.#pages, this.#large]) {
      for (const [key, page] of [...(pages?.entries() ?? [])]) {
        if (page.round >= this.#round) continue;
        this.#keepHead(key, page);
        pages?.delete(key);
      }
    }
    this.#round += 1;
  }

  #keepHead(key: string, { value, version }: Versioned<Page>): void {
    const older = this.#heads.get(key);
    const same = older?.version === version ? older.value : undefined;
    this.#heads.set(key, { value: value.head(same), version });
  }

  get size(): number {
    return this.#pages.size + (this.#large?.size ?? 0);
  }
}
