/** The thread in which large sites are compacted (compactor.ts). It reads the store; what it gives is written elsewhere. */
import { workerData } from 'node:worker_threads';
import { open } from 'lmdb';
import * as v from 'valibot';
import * as Y from 'yjs';
import { answerQuestions } from './background-thread.ts';
import type { CompactionRequest } from './compactor.ts';
import { compaction } from './lmdb-compaction.ts';
import { LmdbLog, missingEdits } from './lmdb-log.ts';
import { type Key, lmdbOptions } from './lmdb-tables.ts';
import { mergedDocument } from './merged-document.ts';
import { ownMemory } from './own-memory.ts';
import { DamageError, type StoredState } from './records.ts';
import { openTables } from './store-format.ts';

const { directory, flush } = v.parse(
  v.object({ directory: v.string(), flush: v.boolean() }),
  workerData,
);
// The environment of the process, which it opened like this.
const root = open<Buffer, Key>(lmdbOptions(directory, false, flush));
const tables = openTables(root);

/**
 * The state of a site after edit `seq`, however many steps merging takes: the server took as many for the same edits.
 * Throws `DamageError`, and what `mergedDocument` throws.
 */
function stateOf(log: LmdbLog, name: string, seq: number): StoredState {
  const { updates, seq: last, damage } = log.latest(name, seq);
  if (damage !== undefined) throw new DamageError(damage);
  if (last < seq) throw new DamageError(missingEdits(last + 1, seq));
  const { doc } = mergedDocument(updates, Number.POSITIVE_INFINITY);
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return { seq, update };
}

answerQuestions(
  async ({ name, seq }: CompactionRequest) => {
    root.resetReadTxn();
    const log = new LmdbLog(tables);
    const made = await compaction(tables, log, name, stateOf(log, name, seq));
    return { answer: made, transfer: ownMemory(made.writes.map(([, , value]) => value)) };
  },
  () => root.close(),
);
