/** What pruning a site writes: one edit in place of the history up to it, with the edits after it as they were. */
import type { LogEntry } from '../shared/site/edit-log.ts';
import { span } from './lmdb-log.ts';
import type { Tables, Write } from './lmdb-tables.ts';
import { editsOf, sealEdits, unsealRun } from './records.ts';

/** Values that are looked at without a pause: copying a full history at once would block the event loop. */
const VALUES_AT_ONCE = 64;

export interface Pruning {
  readonly writes: readonly Write[];
  /** Bytes the values take less than before. */
  readonly freed: number;
}

/** @param entry the history up to `entry.to` as one edit */
export async function pruning(tables: Tables, name: string, entry: LogEntry): Promise<Pruning> {
  const writes: Write[] = [];
  let freed = 0;
  const add = (to: number, entries: readonly LogEntry[]) => {
    const sealed = sealEdits(entries);
    freed -= sealed.length;
    writes.push(['log', [name, to], sealed]);
  };
  for (const table of ['log', 'keyframes', 'labels'] as const) {
    let from = 0;
    for (let more = true; more; ) {
      const range = { ...span(name, from), end: [name, entry.to], limit: VALUES_AT_ONCE };
      const values = [...tables[table].getRange(range)];
      for (const { key, value } of values) {
        writes.push([table, key]);
        if (table !== 'labels') freed += value.length;
        from = Array.isArray(key) ? Number(key[1]) + 1 : from;
      }
      more = values.length === VALUES_AT_ONCE;
      if (more) await new Promise(setImmediate);
    }
  }
  for (const { value } of tables.log.getRange({ ...span(name, entry.to + 1), limit: 1 })) {
    const run = unsealRun(value);
    if (run.from > entry.to) continue;
    freed += value.length;
    add(
      run.to,
      editsOf(run).filter(({ from }) => from > entry.to),
    );
  }
  freed += tables.log.get([name, entry.to])?.length ?? 0;
  add(entry.to, [entry]);
  return { writes, freed };
}
