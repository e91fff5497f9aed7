/**
 * Large sites are read and merged in a thread before they are opened: the event loop then only decodes their state, which
 * takes a third of the time.
 */
import { LRUCache } from 'lru-cache';
import { lengthOf } from '../shared/parts.ts';
import type { LoadedSite } from './records.ts';

/** Smaller sites open within a few milliseconds. */
export const LARGE_BYTES = 1_048_576;
/** Sites whose size is remembered. Of others it is known only that they are no larger than their history. */
const SIZES = 4_096;
/** What was prepared is dropped if nobody takes it within this time. */
const KEPT_MS = 2_000;
/** What the thread reads and merges in a millisecond, if it has a processor, which it often has not. */
export const BYTES_PER_MS = 262_144;

interface Ready {
  /** Undefined if it could not be prepared. */
  readonly loaded: LoadedSite | undefined;
  readonly dropping: NodeJS.Timeout;
}

export class PreparedSites {
  readonly #merge: (name: string) => Promise<LoadedSite>;
  readonly #keptMs: number;
  readonly #sizes = new LRUCache<string, number>({ max: SIZES });
  readonly #underWay = new Map<string, Promise<void>>();
  /** Sites that were changed while the thread was reading them. */
  readonly #outdated = new Set<string>();
  readonly #ready = new Map<string, Ready>();

  /** @param keptMs how long what was prepared is kept, in milliseconds */
  constructor(merge: (name: string) => Promise<LoadedSite>, keptMs = KEPT_MS) {
    this.#merge = merge;
    this.#keptMs = keptMs;
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
    // Opening it without the thread will show what is wrong with it.
    const merged = await this.#merge(name).catch(() => undefined);
    if (merged !== undefined) charge(lengthOf(merged.updates) / BYTES_PER_MS);
    const loaded = this.#outdated.delete(name) ? undefined : merged;
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
