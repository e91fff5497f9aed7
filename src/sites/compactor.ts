/** Compacts sites, large ones in a thread of its own (compaction-thread.ts), so that nobody waits for it. */
import * as v from 'valibot';
import { BackgroundThread, ThreadError } from './background-thread.ts';
import { type Compaction, compaction } from './lmdb-compaction.ts';
import type { LmdbLog } from './lmdb-log.ts';
import { TABLES } from './lmdb-tables.ts';
import { ownMemory } from './own-memory.ts';
import { DamageError, type StoredState } from './records.ts';
import { StoreError } from './store.ts';
import type { Tables } from './store-format.ts';

/** What the thread is asked. */
export interface CompactionRequest {
  readonly name: string;
  readonly state: StoredState;
}

const Key = v.union([v.string(), v.array(v.union([v.string(), v.number()]))]);
const Written = v.strictTuple([v.picklist(TABLES), Key, v.instance(Uint8Array)]);
const Removed = v.strictTuple([v.picklist(TABLES), Key]);
const CompactionSchema = v.object({
  writes: v.array(v.union([Written, Removed])),
  grown: v.number(),
});

export interface CompactorOptions {
  readonly tables: Tables;
  readonly log: LmdbLog;
  /** Where the tables are, and whether they are flushed: the thread opens them, too. */
  readonly directory: string;
  readonly flush: boolean;
}

/** A site of so many bytes takes some ten milliseconds. */
const LARGE_BYTES = 262_144;

export class Compactor {
  readonly #options: CompactorOptions;
  readonly #thread: BackgroundThread;

  constructor(options: CompactorOptions) {
    const { directory, flush } = options;
    this.#options = options;
    this.#thread = new BackgroundThread('compaction-thread', { directory, flush });
  }

  /**
   * What compacting a site writes. The bytes of its state are handed over. Throws `DamageError` and `StoreError`.
   * @param bytes that the site takes so far
   */
  async compaction(name: string, state: StoredState, bytes: number): Promise<Compaction> {
    const { tables, log } = this.#options;
    if (bytes + state.update.length < LARGE_BYTES) return compaction(tables, log, name, state);
    const request: CompactionRequest = { name, state };
    try {
      const answer = await this.#thread.ask(request, ownMemory([state.update]));
      return v.parse(CompactionSchema, answer);
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      throw error.name === 'DamageError'
        ? new DamageError(error.message)
        : new StoreError(error.message);
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
