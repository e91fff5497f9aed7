/** The thread in which large sites are compacted (compactor.ts). It reads the store; what it gives is written elsewhere. */
import { workerData } from 'node:worker_threads';
import { open } from 'lmdb';
import * as v from 'valibot';
import { answerQuestions } from './background-thread.ts';
import type { CompactionRequest } from './compactor.ts';
import { compaction } from './lmdb-compaction.ts';
import { LmdbLog } from './lmdb-log.ts';
import { type Key, lmdbOptions } from './lmdb-tables.ts';
import { ownMemory } from './own-memory.ts';
import { openTables } from './store-format.ts';

const { directory, flush } = v.parse(
  v.object({ directory: v.string(), flush: v.boolean() }),
  workerData,
);
// The environment of the process, which it opened like this.
const root = open<Buffer, Key>(lmdbOptions(directory, false, flush));
const tables = openTables(root);

answerQuestions(
  async ({ name, state }: CompactionRequest) => {
    root.resetReadTxn();
    const made = await compaction(tables, new LmdbLog(tables), name, state);
    return { answer: made, transfer: ownMemory(made.writes.map(([, , value]) => value)) };
  },
  () => root.close(),
);
