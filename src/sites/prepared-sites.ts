/**
 * Documents of sites that take long to open are made before they are opened, a few milliseconds in each turn of the event
 * loop. A large one is first read and merged in a thread, after which making it takes a third of the time.
 */
import { LRUCache } from 'lru-cache';
import { lengthOf } from '../shared/parts.ts';
import { inTurns, type Payer } from './charged-work.ts';
import type { Compactor } from './compactor.ts';
import type { LmdbLog } from './lmdb-log.ts';
import { MAX_OPEN_STEPS, type Merged, merging } from './merged-document.ts';
import type { LoadedSite } from './records.ts';

/** Smaller sites are read here, within a few milliseconds. */
export const LARGE_BYTES = 1_048_576;
/** Smaller sites are made within a few milliseconds, */
const SMALL_BYTES = 65_536;
/** unless they took as many merge steps, some 10 ms. */
const MANY_STEPS = 100_000;
/** Sites of which is remembered what they take. Of others it is known only that they are no larger than their history. */
const KNOWN = 4_096;
/** What was prepared is dropped if nobody takes it within this time. */
const KEPT_MS = 2_000;
/** What the thread reads and merges in a millisecond, if it has a processor, which it often has not. */
export const BYTES_PER_MS = 262_144;

/** A site, and its document. */
export interface PreparedSite extends LoadedSite {
  readonly merged: Merged;
}

interface Ready {
  /** Undefined if it could not be prepared. */
  readonly site: PreparedSite | undefined;
  readonly dropping: NodeJS.Timeout;
}

interface Known {
  /** Bytes of the latest state and of the edits since. */
  readonly bytes: number;
  /** Merge steps it took. */
  readonly steps: number;
}

export class PreparedSites {
  readonly #thread: Pick<Compactor, 'merged'>;
  readonly #log: Pick<LmdbLog, 'latest'>;
  readonly #keptMs: number;
  readonly #known = new LRUCache<string, Known>({ max: KNOWN });
  readonly #underWay = new Map<string, Promise<void>>();
  /** Sites that were changed while they were prepared. */
  readonly #outdated = new Set<string>();
  readonly #ready = new Map<string, Ready>();

  /**
   * @param thread merges large sites
   * @param log where others are read
   * @param keptMs how long what was prepared is kept, in milliseconds
   */
  constructor(thread: Pick<Compactor, 'merged'>, log: Pick<LmdbLog, 'latest'>, keptMs = KEPT_MS) {
    this.#thread = thread;
    this.#log = log;
    this.#keptMs = keptMs;
  }

  /** Bytes of the latest state of a site and of the edits since. */
  measured(name: string, bytes: number): void {
    this.#known.set(name, { steps: 0, ...this.#known.get(name), bytes });
  }

  /** So many bytes of edits were added. */
  grown(name: string, bytes: number): void {
    const known = this.#known.get(name);
    if (known !== undefined) this.measured(name, known.bytes + bytes);
  }

  /** All there is of a site becomes a state. Call what it returns with the bytes of that: edits may be added meanwhile. */
  compacting(name: string): (stateBytes: number) => void {
    const before = this.#known.get(name)?.bytes ?? 0;
    return (stateBytes) => {
      const added = (this.#known.get(name)?.bytes ?? 0) - before;
      // Fewer, if it was measured again after the state was stored.
      this.measured(name, stateBytes + Math.max(0, added));
    };
  }

  /** Merge steps that its document took. */
  took(name: string, steps: number): void {
    const known = this.#known.get(name);
    if (known !== undefined) this.#known.set(name, { ...known, steps });
  }

  /**
   * Undefined if a site can be opened now, else resolves then.
   *
   * @param historyBytes of all that is stored of it
   * @param payer for whom this is done, if this call causes it
   */
  prepare(name: string, historyBytes: number, payer: Payer): Promise<void> | undefined {
    const { bytes, steps } = this.#known.get(name) ?? { bytes: historyBytes, steps: 0 };
    const isCheap = bytes < SMALL_BYTES && steps < MANY_STEPS;
    if (isCheap || this.#ready.has(name)) return undefined;
    const known = this.#underWay.get(name);
    if (known !== undefined) return known;
    const preparing = this.#prepare(name, bytes, payer).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, preparing);
    return preparing;
  }

  async #prepare(name: string, bytes: number, payer: Payer): Promise<void> {
    // Opening it unprepared will show what is wrong with it.
    const made = await this.#make(name, bytes, payer).catch(() => undefined);
    const isOutdated = this.#outdated.delete(name);
    if (isOutdated) made?.merged.doc.destroy();
    const dropping = setTimeout(() => this.#drop(name), this.#keptMs);
    dropping.unref();
    this.#ready.set(name, { site: isOutdated ? undefined : made, dropping });
  }

  async #make(name: string, bytes: number, payer: Payer): Promise<PreparedSite | undefined> {
    const loaded = (await this.#mergeLarge(name, bytes, payer)) ?? this.#log.latest(name);
    if (loaded.damage !== undefined) return undefined;
    return { ...loaded, merged: await inTurns(merging(loaded.updates, MAX_OPEN_STEPS), payer) };
  }

  /** Undefined for a smaller site, and where the thread cannot. */
  async #mergeLarge(name: string, bytes: number, payer: Payer): Promise<LoadedSite | undefined> {
    if (bytes < LARGE_BYTES) return undefined;
    const loaded = await this.#thread.merged(name).catch(() => undefined);
    if (loaded !== undefined) payer.charge(lengthOf(loaded.updates) / BYTES_PER_MS);
    return loaded;
  }

  #drop(name: string): void {
    this.#take(name)?.merged.doc.destroy();
  }

  #take(name: string): PreparedSite | undefined {
    const ready = this.#ready.get(name);
    clearTimeout(ready?.dropping);
    this.#ready.delete(name);
    return ready?.site;
  }

  /** What was prepared of a site, if its last edit is `seq` still. */
  take(name: string, seq: number): PreparedSite | undefined {
    const site = this.#take(name);
    if (site?.seq === seq) return site;
    site?.merged.doc.destroy();
    return undefined;
  }

  /** Whatever was prepared of a site, or is being, is not what it is now. */
  forget(name: string): void {
    this.#drop(name);
    if (this.#underWay.has(name)) this.#outdated.add(name);
    this.#known.delete(name);
  }
}
