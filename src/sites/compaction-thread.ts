/**
 * The thread in which large sites are compacted, and merged before they are opened or a version of them is shown
 * (compactor.ts). It reads the store; what it gives is written elsewhere.
 */
import { workerData } from 'node:worker_threads';
import { open } from 'lmdb';
import * as v from 'valibot';
import * as Y from 'yjs';
import { type Answer, answerQuestions } from './background-thread.ts';
import type { ThreadRequest } from './compactor.ts';
import { compaction } from './lmdb-compaction.ts';
import { LmdbLog, missingEdits } from './lmdb-log.ts';
import { type Key, lmdbOptions } from './lmdb-tables.ts';
import { mergedDocument } from './merged-document.ts';
import { ownMemory } from './own-memory.ts';
import { DamageError, type LoadedSite, type StoredState, tailOf } from './records.ts';
import { openTables } from './store-format.ts';

const { directory, flush } = v.parse(
  v.object({ directory: v.string(), flush: v.boolean() }),
  workerData,
);
// The environment of the process, which it opened like this.
const root = open<Buffer, Key>(lmdbOptions(directory, false, flush));
const tables = openTables(root);

/** What updates make up, as one. Throws what `mergedDocument` throws. */
function merged(updates: readonly Uint8Array[], maxSteps?: number): Uint8Array {
  const { doc } = mergedDocument(updates, maxSteps);
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}

/**
 * The state of a site after edit `seq`, however many steps merging takes: the server took as many for the same edits.
 * Throws `DamageError`, and what `mergedDocument` throws.
 */
function stateOf(log: LmdbLog, name: string, seq: number): StoredState {
  const { updates, seq: last, damage } = log.latest(name, seq);
  if (damage !== undefined) throw new DamageError(damage);
  if (last < seq) throw new DamageError(missingEdits(last + 1, seq));
  return { seq, update: merged(updates, Number.POSITIVE_INFINITY) };
}

/** A site as it is stored, as one update. Throws `DamageError`, and what `mergedDocument` throws. */
function latestOf(log: LmdbLog, name: string): LoadedSite {
  const { updates, seq, damage } = log.latest(name);
  if (damage !== undefined) throw new DamageError(damage);
  const [first, ...others] = updates;
  // A state is one already. It lies in memory that the store reads into.
  const isOne = first !== undefined && others.length === 0;
  const update = isOne ? new Uint8Array(first) : merged(updates);
  return { updates: [update], seq, tail: tailOf(updates) };
}

answerQuestions(
  async (request: ThreadRequest): Promise<Answer> => {
    root.resetReadTxn();
    const log = new LmdbLog(tables);
    const { name } = request;
    switch (request.what) {
      case 'latest': {
        const answer = latestOf(log, name);
        return { answer, transfer: ownMemory(answer.updates) };
      }
      case 'version': {
        const answer = merged(log.loadAt(name, request.seq));
        return { answer, transfer: ownMemory([answer]) };
      }
      case 'compaction': {
        const answer = await compaction(tables, log, name, stateOf(log, name, request.seq));
        return { answer, transfer: ownMemory(answer.writes.map(([, , value]) => value)) };
      }
    }
  },
  () => root.close(),
);
