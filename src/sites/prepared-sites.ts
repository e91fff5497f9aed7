/**
 * Large sites are read and merged in a thread before they are opened: the event loop then only decodes their state, which
 * takes a third of the time.
 */
import { LRUCache } from 'lru-cache';
import type { LoadedSite } from './records.ts';

/** Smaller sites open within a few milliseconds. */
export const LARGE_BYTES = 1_048_576;
/** Sites whose size is remembered. Of others it is known only that they are no larger than their history. */
const SIZES = 4_096;
/** Whoever has waited for so long opens the site without the thread, which has too much to do. */
const WAIT_MS = 4_000;
/** What was prepared is dropped if nobody takes it within this time. */
const KEPT_MS = 2_000;
/** What the thread reads and merges in a millisecond, if it has a processor, which it often has not. */
export const BYTES_PER_MS = 262_144;

interface Ready {
  /** Undefined if it could not be prepared. */
  readonly loaded: LoadedSite | undefined;
  readonly dropping: NodeJS.Timeout;
}

export const bytesIn = ({ updates }: LoadedSite): number =>
  updates.reduce((sum, { length }) => sum + length, 0);

export class PreparedSites {
  readonly #merge: (name: string) => Promise<LoadedSite>;
  readonly #waitMs: number;
  readonly #keptMs: number;
  readonly #sizes = new LRUCache<string, number>({ max: SIZES });
  readonly #underWay = new Map<string, Promise<void>>();
  /** Of those, which are not any more what the thread reads. */
  readonly #outdated = new Set<string>();
  readonly #ready = new Map<string, Ready>();

  /** @param timing default 4,000 and 2,000 ms */
  constructor(
    merge: (name: string) => Promise<LoadedSite>,
    timing: { readonly waitMs?: number; readonly keptMs?: number } = {},
  ) {
    this.#merge = merge;
    this.#waitMs = timing.waitMs ?? WAIT_MS;
    this.#keptMs = timing.keptMs ?? KEPT_MS;
  }

  /** Bytes of the latest state of a site and of the edits since. */
  measured(name: string, bytes: number): void {
    this.#sizes.set(name, bytes);
  }

  /** So many bytes of edits were added. */
  grown(name: string, bytes: number): void {
    const known = this.#sizes.get(name);
    if (known !== undefined) this.#sizes.set(name, known + bytes);
  }

  /**
   * Undefined if a site can be opened now, else resolves then.
   *
   * @param historyBytes of all that is stored of it
   * @param charge told how many milliseconds of work this is for the thread, if this call makes it work
   */
  prepare(
    name: string,
    historyBytes: number,
    charge: (ms: number) => void,
  ): Promise<void> | undefined {
    const bytes = this.#sizes.get(name) ?? historyBytes;
    if (bytes < LARGE_BYTES || this.#ready.has(name)) return undefined;
    const known = this.#underWay.get(name);
    if (known !== undefined) return known;
    const preparing = this.#prepare(name, charge).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, preparing);
    return preparing;
  }

  async #prepare(name: string, charge: (ms: number) => void): Promise<void> {
    let waiting: NodeJS.Timeout | undefined;
    const tooLong = new Promise<undefined>((resolve) => {
      waiting = setTimeout(resolve, this.#waitMs, undefined);
    });
    // Opening it will show what is wrong with it.
    const merged = this.#merge(name).catch(() => undefined);
    const given = await Promise.race([merged, tooLong]);
    clearTimeout(waiting);
    if (given !== undefined) charge(bytesIn(given) / BYTES_PER_MS);
    const loaded = this.#outdated.delete(name) ? undefined : given;
    const dropping = setTimeout(() => this.#ready.delete(name), this.#keptMs);
    dropping.unref();
    this.#ready.set(name, { loaded, dropping });
  }

  /** What was prepared of a site, if its last edit is `seq` still. */
  take(name: string, seq: number): LoadedSite | undefined {
    const ready = this.#ready.get(name);
    if (ready === undefined) return undefined;
    clearTimeout(ready.dropping);
    this.#ready.delete(name);
    return ready.loaded?.seq === seq ? ready.loaded : undefined;
  }

  /** Whatever was prepared of a site, or is being, is not what it is now. */
  forget(name: string): void {
    this.take(name, Number.NaN);
    if (this.#underWay.has(name)) this.#outdated.add(name);
    this.#sizes.delete(name);
  }
}
