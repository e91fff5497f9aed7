/** Compacts large sites in a thread of its own (compaction-thread.ts), so that nobody waits for it. */
import * as v from 'valibot';
import { BackgroundThread, ThreadError } from './background-thread.ts';
import type { Compaction } from './lmdb-compaction.ts';
import { TABLES } from './lmdb-tables.ts';
import { DamageError, type StoredState } from './records.ts';
import { StoreError } from './store.ts';

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

export class Compactor {
  readonly #thread: BackgroundThread;

  /** @param flush as it is for the thread that writes */
  constructor(directory: string, flush: boolean) {
    this.#thread = new BackgroundThread('compaction-thread', { directory, flush });
  }

  /** Whether a thread is there, which is so while and shortly after large sites are compacted. */
  get hasThread(): boolean {
    return this.#thread.isRunning;
  }

  /** As `compaction` on this thread; the bytes of the state are handed over. Throws `DamageError` and `StoreError`. */
  async compaction(name: string, state: StoredState): Promise<Compaction> {
    const request: CompactionRequest = { name, state };
    const { buffer } = state.update;
    const isAll = buffer instanceof ArrayBuffer && buffer.byteLength === state.update.length;
    try {
      return v.parse(CompactionSchema, await this.#thread.ask(request, isAll ? [buffer] : []));
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
