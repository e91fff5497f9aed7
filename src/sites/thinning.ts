/**
 * Thins a history: the edits of each version become one. Every version stays, with its authors, times, size and text, and
 * so does what was there before every deletion worth a version and at every change of author (timeline.ts); what can no
 * longer be opened are the steps within a version.
 */
import type { EntryHead, LogEntry } from '../shared/site/edit-log.ts';
import { joinUpdates } from './join-updates.ts';
import type { LmdbLog } from './lmdb-log.ts';
import type { Write } from './lmdb-tables.ts';
import { editsOf, sealCompressed } from './records.ts';
import { continues, groupEdits, joinHeads } from './timeline.ts';

/** So much is written at a time. */
const WRITE_BYTES = 4_194_304;

/** What thinning a history took away. */
export interface Thinned {
  /** Edits that can no longer be opened by themselves. */
  readonly edits: number;
  readonly bytes: number;
}

/**
 * The edits of each version as one.
 *
 * @param isKept whether the text after edit `to` is needed by itself
 */
function thinEdits(entries: readonly LogEntry[], isKept: (to: number) => boolean): LogEntry[] {
  const groups: { head: EntryHead; readonly updates: Uint8Array[] }[] = [];
  for (const { update, ...head } of entries) {
    const last = groups.at(-1);
    if (last !== undefined && continues(last.head, head, isKept(last.head.to))) {
      last.head = joinHeads(last.head, head);
      last.updates.push(update);
    } else {
      groups.push({ head, updates: [update] });
    }
  }
  return groups.map(({ head, updates: [first, ...more] }) => {
    const update =
      first !== undefined && more.length === 0
        ? first
        : joinUpdates(first ? [first, ...more] : more);
    return { ...head, update };
  });
}

/** Does work and charges whoever asked for it with what it takes. */
export type Timed = <Result>(work: () => Result) => Result;

/**
 * Thins the stored log of a site, value by value. Throws `DamageError`.
 *
 * @param timed does the work on the event loop, a few milliseconds each time
 * @param write stores what is smaller now, and by how much
 */
export async function thinLog(
  log: LmdbLog,
  name: string,
  timed: Timed,
  write: (writes: readonly Write[], freed: number) => Promise<void>,
): Promise<Thinned> {
  const labels = log.labels(name);
  const frames = new Set(log.keyframeSeqs(name));
  let edits = 0;
  let bytes = 0;
  let writes: Write[] = [];
  let [freed, written] = [0, 0];
  const store = async () => {
    if (writes.length > 0) await write(writes, freed);
    writes = [];
    [freed, written] = [0, 0];
  };
  for (let next = log.firstRun(name, 1); next; next = log.firstRun(name, next.run.to + 1)) {
    const { run } = next;
    const entries = timed(() => editsOf(run));
    const thin = timed(() => thinEdits(entries, (to) => labels.has(to) || frames.has(to)));
    if (thin.length < entries.length) {
      const heads = thin.map(({ update: _, ...head }) => head);
      const versions = groupEdits(heads, (to) => labels.has(to));
      const sealed = await sealCompressed(thin, versions);
      const saved = next.bytes - sealed.length;
      if (saved > 0) {
        writes.push(['log', [name, run.to], sealed]);
        edits += entries.length - thin.length;
        bytes += saved;
        freed += saved;
        written += sealed.length;
      }
    }
    if (written > WRITE_BYTES) await store();
    await new Promise(setImmediate);
  }
  await store();
  return { edits, bytes };
}
