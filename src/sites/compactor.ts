/**
 * Compacts sites, large ones in a thread of its own (compaction-thread.ts), so that nobody waits. The thread also merges
 * sites that are to be opened, and versions that are to be shown.
 */
import * as v from 'valibot';
import { BackgroundThread, ThreadError } from './background-thread.ts';
import { type Compaction, compaction } from './lmdb-compaction.ts';
import type { LmdbLog } from './lmdb-log.ts';
import { TABLES, type Tables } from './lmdb-tables.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { DamageError, type LoadedSite } from './records.ts';
import { StoreError } from './store.ts';

/** What the thread is asked of a site: to compact it up to an edit, or what it is now, or was after an edit. */
export type ThreadRequest = { readonly name: string } & (
  | { readonly what: 'compaction' | 'version'; readonly seq: number }
  | { readonly what: 'latest' }
);

const Key = v.union([v.string(), v.array(v.union([v.string(), v.number()]))]);
const Written = v.strictTuple([v.picklist(TABLES), Key, v.instance(Uint8Array)]);
const Removed = v.strictTuple([v.picklist(TABLES), Key]);
const MergedSchema = v.object({
  updates: v.array(v.instance(Uint8Array)),
  seq: v.number(),
  tail: v.object({ entries: v.number(), bytes: v.number() }),
});
const CompactionSchema = v.object({
  writes: v.array(v.union([Written, Removed])),
  grown: v.number(),
  stateBytes: v.number(),
});

/** Whoever has waited for so long merges without the thread, which has too much to do. */
const MERGE_MS = 4_000;

export interface CompactorOptions {
  readonly tables: Tables;
  readonly log: LmdbLog;
  /** Where the tables are, and whether they are flushed: the thread opens them, too. */
  readonly directory: string;
  readonly flush: boolean;
  /** How long merging may take, in milliseconds. Default 4,000 */
  readonly mergeMs?: number;
}

export class Compactor {
  readonly #options: CompactorOptions;
  readonly #thread: BackgroundThread;
  /** Only one is in the thread, so that whoever opens a site waits for no more. */
  readonly #compactions = new OneAtATime();
  /** So that what nobody waits for any more is not begun. */
  readonly #merges = new OneAtATime();
  #closed = false;

  constructor(options: CompactorOptions) {
    const { directory, flush } = options;
    this.#options = options;
    this.#thread = new BackgroundThread('compaction-thread', { directory, flush });
  }

  /**
   * What compacting a site up to edit `seq` writes. Throws `DamageError` and `StoreError`.
   * @param update its state after that edit; undefined if the thread is to merge it from what is stored
   */
  async compaction(name: string, seq: number, update: Uint8Array | undefined): Promise<Compaction> {
    const { tables, log } = this.#options;
    if (update !== undefined) return compaction(tables, log, name, { seq, update });
    const compacted = await this.#compactions.run('', () =>
      this.#ask({ what: 'compaction', name, seq }),
    );
    return v.parse(CompactionSchema, compacted);
  }

  /** The latest document of a site as one update. Throws `DamageError` and `StoreError`. */
  async merged(name: string): Promise<LoadedSite> {
    return v.parse(MergedSchema, await this.#merge({ what: 'latest', name }));
  }

  /** The document of a site after edit `seq` as one update. Throws `DamageError` and `StoreError`. */
  async version(name: string, seq: number): Promise<Uint8Array> {
    return v.parse(v.instance(Uint8Array), await this.#merge({ what: 'version', name, seq }));
  }

  async #merge(request: ThreadRequest): Promise<unknown> {
    const { mergeMs = MERGE_MS } = this.#options;
    const endMs = performance.now() + mergeMs;
    const late = new StoreError('the thread has no time to merge');
    const merging = this.#merges.run('', async () => {
      if (this.#closed || performance.now() > endMs) throw late;
      return await this.#ask(request);
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(reject, mergeMs, late);
    });
    try {
      return await Promise.race([merging, tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask(request: ThreadRequest): Promise<unknown> {
    try {
      return await this.#thread.ask(request);
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      throw error.name === 'DamageError'
        ? new DamageError(error.message)
        : new StoreError(error.message);
    }
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#thread.close();
  }
}
