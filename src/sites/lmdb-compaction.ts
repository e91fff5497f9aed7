/** What compacting a site writes: its log in larger, compressed runs, a state to open from, now and then a keyframe. */
import { setImmediate } from 'node:timers/promises';
import type { EditRun, LogEntry } from '../shared/site/edit-log.ts';
import type { LmdbLog } from './lmdb-log.ts';
import type { Key, TableName, Tables, Write } from './lmdb-tables.ts';
import {
  editsOf,
  type StoredState,
  sealCompressed,
  sealKeyframe,
  sealState,
  unsealState,
} from './records.ts';
import { groupEdits } from './timeline.ts';

/** A run is closed at this many edits or bytes, so that a part of it is read soon. */
const RUN_EDITS = 2_000;
const RUN_BYTES = 131_072;
/** A keyframe is written when so many edits, or bytes of them, follow the last one, and more bytes than it takes itself. */
const KEYFRAME_EDITS = 4_096;
const KEYFRAME_BYTES = 262_144;
/** Reading more values at a time would hold up the event loop. */
const RUNS_A_TURN = 256;

export interface Compaction {
  readonly writes: readonly Write[];
  /** Bytes the values take more than before. */
  readonly grown: number;
  /** Bytes of the stored state. */
  readonly stateBytes: number;
}

interface Stored {
  readonly key: number;
  readonly bytes: number;
  readonly entries: readonly LogEntry[];
}

/** Calls `take` with each value of the log from edit `from` on up to edit `to`, a few of them in one turn of the event loop. */
async function forEachRun(
  log: LmdbLog,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
  take: (run: EditRun, bytes: number) => void,
): Promise<void> {
  for (let next = from; ; ) {
    let left = RUNS_A_TURN;
    for (const { run, bytes } of log.runs(name, next)) {
      if (run.from > to) return;
      take(run, bytes);
      next = run.to + 1;
      left -= 1;
      if (left === 0) break;
    }
    if (left > 0) return;
    await setImmediate();
  }
}

/** Everything since the last compaction up to edit `seq`, and the run before if there is room in it. */
async function looseRuns(
  log: LmdbLog,
  name: string,
  compacted: number,
  seq: number,
): Promise<Stored[]> {
  const loose: Stored[] = [];
  await forEachRun(log, name, { from: Math.max(1, compacted), to: seq }, (run, bytes) => {
    const isClosed = run.compressed && (run.to - run.from + 1 >= RUN_EDITS || bytes >= RUN_BYTES);
    if (!isClosed) loose.push({ key: run.to, bytes, entries: editsOf(run) });
  });
  return loose;
}

function cutIntoRuns(entries: readonly LogEntry[]): LogEntry[][] {
  const runs: LogEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last === undefined || last.length >= RUN_EDITS || bytes >= RUN_BYTES) {
      runs.push([entry]);
      bytes = 0;
    } else {
      last.push(entry);
    }
    bytes += entry.update.length;
  }
  return runs;
}

/** Throws `DamageError`. */
export async function compaction(
  { states }: Tables,
  log: LmdbLog,
  name: string,
  state: StoredState,
): Promise<Compaction> {
  const old = states.get(name);
  const compacted = old === undefined ? 0 : unsealState(old).seq;
  const oldStateBytes = old?.length ?? 0;
  const writes: Write[] = [];
  let grown = -oldStateBytes;
  const put = (table: TableName, key: Key, value: Uint8Array) => {
    writes.push([table, key, value]);
    grown += value.length;
  };
  const sealed = sealState(state);
  put('states', name, sealed);
  const labels = log.labels(name);
  const loose = await looseRuns(log, name, compacted, state.seq);
  const runs = cutIntoRuns(loose.flatMap(({ entries }) => entries));
  const ends = new Set(runs.map((run) => run.at(-1)?.to));
  for (const { key, bytes } of loose) {
    grown -= bytes;
    if (!ends.has(key)) writes.push(['log', [name, key]]);
  }
  for (const run of runs) {
    await setImmediate();
    const heads = run.map(({ update: _, ...head }) => head);
    const versions = groupEdits(heads, (to) => labels.has(to));
    put('log', [name, run.at(-1)?.to ?? 0], await sealCompressed(run, versions));
  }
  const last = log.keyframeSeq(name);
  let since = grown + oldStateBytes - sealed.length;
  await forEachRun(log, name, { from: last + 1, to: state.seq }, (_, bytes) => {
    since += bytes;
  });
  if (state.seq - last >= KEYFRAME_EDITS || since >= KEYFRAME_BYTES) {
    const keyframe = await sealKeyframe(state);
    if (since > keyframe.length) put('keyframes', [name, state.seq], keyframe);
  }
  return { writes, grown, stateBytes: sealed.length };
}
