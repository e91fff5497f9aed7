/** Reads the log of a site in LMDB: its edits, and the versions they make up, without more of it than is asked for. */
import type { RangeOptions } from 'lmdb';
import { LRUCache } from 'lru-cache';
import { lengthOf } from '../shared/parts.ts';
import type { EditRun, EntryHead, LogEntry } from '../shared/site/edit-log.ts';
import type { CommentRecord } from './comment-record.ts';
import { type Key, nameOf, type Tables, type Write } from './lmdb-tables.ts';
import {
  DamageError,
  editsOf,
  type LabelRecord,
  type LoadedSite,
  runOf,
  type StoredState,
  unseal,
  unsealComment,
  unsealLabel,
  unsealRun,
  unsealState,
} from './records.ts';

export const LAST = Number.MAX_SAFE_INTEGER;

export const missingEdits = (from: number, to: number): string =>
  `edits ${from} to ${to} are missing`;

/** The keys of a site's values from edit `from` on. */
export const span = (name: string, from = 0) => ({ start: [name, from], end: [name, LAST] });

/** The same, latest first, from edit `to` back. */
const back = (name: string, to: number) => ({ start: [name, to], end: [name, 0], reverse: true });

/** Whether one of the versions in a value of the log got a name after they were grouped. */
function isSplit({ heads }: EditRun, labels: ReadonlyMap<number, LabelRecord>): boolean {
  return heads.some(({ from, to }) => {
    for (const at of labels.keys()) if (from <= at && at < to) return true;
    return false;
  });
}

/** Larger values are read again rather than kept. */
const KEPT_BYTES = 1_048_576;
/** Sites of whose large values the edits are known. */
const KNOWN_SITES = 256;

/** Number of the last edit of a value of the log. */
const lastOf = (key: Key): number => (Array.isArray(key) ? Number(key[1]) : 0);

/** A value of the log, and what it is. */
interface Stored {
  readonly value: Uint8Array;
  readonly run: EditRun;
}

/** The edits of a large value. */
interface Known {
  readonly known: readonly EntryHead[];
}

/** The edits of a run, if they are told without inflating it: a large edit is compressed by itself. */
function toldEdits(run: EditRun): readonly EntryHead[] | undefined {
  if (!run.compressed) return editsOf(run).map(withoutUpdate);
  return run.from === run.to && run.heads.length === 1 ? run.heads : undefined;
}

/** The edits of a large value that was sealed here, if they are told like that. */
function largeEdits(value: Uint8Array | undefined): readonly EntryHead[] | undefined {
  if (value === undefined || value.length <= KEPT_BYTES) return undefined;
  try {
    return toldEdits(runOf(value));
  } catch {
    // Reading it will show what is wrong with it.
    return undefined;
  }
}

export class LmdbLog {
  readonly #tables: Tables;
  /** The edits that were read last: one answer needs the same ones several times, and there may be thousands. */
  #last: { readonly value: Uint8Array; readonly edits: readonly LogEntry[] } | undefined;
  /** Edits of large values, which take some 50 ms to read, by site and last edit. */
  readonly #known = new LRUCache<string, Map<number, readonly EntryHead[]>>({ max: KNOWN_SITES });

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** These are about to be written. Call what it returns when they are. */
  writing(writes: readonly Write[]): () => void {
    const known = new Map<Write, readonly EntryHead[]>();
    for (const write of writes) {
      const [table, , value] = write;
      const edits = table === 'log' ? largeEdits(value) : undefined;
      if (edits !== undefined) known.set(write, edits);
    }
    return () => {
      for (const write of writes) {
        const [table, key] = write;
        if (table !== 'log') continue;
        const edits = known.get(write);
        if (edits === undefined) this.#known.get(nameOf(key))?.delete(lastOf(key));
        else this.#know(nameOf(key), lastOf(key), edits);
      }
    };
  }

  #know(name: string, to: number, edits: readonly EntryHead[]): void {
    const ofSite = this.#known.get(name) ?? new Map<number, readonly EntryHead[]>();
    ofSite.set(to, edits);
    this.#known.set(name, ofSite);
  }

  #storedAs(name: string, value: Uint8Array): Stored {
    const run = unsealRun(value);
    const edits = value.length > KEPT_BYTES ? toldEdits(run) : undefined;
    if (edits !== undefined) this.#know(name, run.to, edits);
    return { value, run };
  }

  *#stored(name: string, range: RangeOptions): Generator<Stored> {
    for (const { value } of this.#tables.log.getRange(range)) yield this.#storedAs(name, value);
  }

  /** The same, but large values of which the edits are known are not read. */
  *#versions(name: string, range: RangeOptions): Generator<Stored | Known> {
    const known = this.#known.get(name);
    if (known === undefined || known.size === 0) {
      yield* this.#stored(name, range);
      return;
    }
    const transaction = this.#tables.log.useReadTransaction();
    try {
      for (const key of this.#tables.log.getKeys({ ...range, transaction })) {
        const edits = known.get(lastOf(key));
        const value = edits === undefined && this.#tables.log.get(key, { transaction });
        if (edits !== undefined) yield { known: edits };
        else if (value) yield this.#storedAs(name, value);
      }
    } finally {
      transaction.done();
    }
  }

  /** The values of the log, from the one that holds edit `from` on. */
  *runs(name: string, from = 0): Generator<{ readonly run: EditRun; readonly bytes: number }> {
    for (const { run, value } of this.#stored(name, span(name, from))) {
      yield { run, bytes: value.length };
    }
  }

  #editsOf({ run, value }: Stored): readonly LogEntry[] {
    if (this.#last !== undefined && Buffer.compare(this.#last.value, value) === 0) {
      return this.#last.edits;
    }
    const edits = editsOf(run);
    const bytes = lengthOf(edits.map(({ update }) => update));
    if (run.compressed && bytes <= KEPT_BYTES) this.#last = { value: Buffer.from(value), edits };
    return edits;
  }

  /** The versions of a value; its edits where it has none, or one of them was split. */
  #headsOf(stored: Stored | Known, labels: ReadonlyMap<number, LabelRecord>): readonly EntryHead[] {
    if ('known' in stored) return stored.known;
    const { run } = stored;
    const isGrouped = run.compressed && run.heads.length > 0 && !isSplit(run, labels);
    return isGrouped ? run.heads : this.#editsOf(stored);
  }

  /** The value that holds edit `from`, or the next. */
  firstRun(
    name: string,
    from: number,
  ): { readonly run: EditRun; readonly bytes: number } | undefined {
    const stored = this.#storedOf(name, from);
    return stored && { run: stored.run, bytes: stored.value.length };
  }

  /** The edits from the one that holds edit `from` on. */
  *entries(name: string, from = 0): Generator<LogEntry> {
    for (const stored of this.#stored(name, span(name, from))) {
      for (const entry of this.#editsOf(stored)) if (entry.to >= from) yield entry;
    }
  }

  *heads(name: string, labels: ReadonlyMap<number, LabelRecord>, from = 1): Generator<EntryHead> {
    for (const stored of this.#versions(name, span(name, from))) {
      const isInside = !('known' in stored) && stored.run.from < from;
      const heads = isInside ? this.#editsOf(stored) : this.#headsOf(stored, labels);
      for (const head of heads) if (head.to >= from) yield withoutUpdate(head);
    }
  }

  *headsBefore(
    name: string,
    labels: ReadonlyMap<number, LabelRecord>,
    before = LAST,
  ): Generator<EntryHead> {
    const inside = this.#endsBefore(name, before) ? undefined : this.#versionsOf(name, before);
    if (inside !== undefined && ('known' in inside || inside.run.from < before)) {
      const edits = 'known' in inside ? inside.known : this.#editsOf(inside);
      for (const head of edits.toReversed()) {
        if (head.to < before) yield withoutUpdate(head);
      }
    }
    for (const stored of this.#versions(name, back(name, before - 1))) {
      const heads = this.#headsOf(stored, labels);
      for (let at = heads.length - 1; at >= 0; at--) {
        const head = heads[at];
        if (head !== undefined) yield withoutUpdate(head);
      }
    }
  }

  /** Whether a value of the log ends where edit `at` begins, which is told without reading one: it may be large. */
  #endsBefore(name: string, at: number): boolean {
    for (const key of this.#tables.log.getKeys({ ...back(name, at - 1), limit: 1 })) {
      return lastOf(key) === at - 1;
    }
    return false;
  }

  headOf(name: string, at: number): EntryHead | undefined {
    const stored = this.#versionsOf(name, at);
    if (stored === undefined) return undefined;
    const edits =
      'known' in stored ? stored.known : (toldEdits(stored.run) ?? this.#editsOf(stored));
    const head = edits.find(({ to }) => to >= at);
    return head && head.from <= at ? withoutUpdate(head) : undefined;
  }

  /** The value that holds edit `at`, or the next. */
  #storedOf(name: string, at: number): Stored | undefined {
    for (const stored of this.#stored(name, { ...span(name, at), limit: 1 })) return stored;
    return undefined;
  }

  /** The same, but not read if its edits are known. */
  #versionsOf(name: string, at: number): Stored | Known | undefined {
    for (const stored of this.#versions(name, { ...span(name, at), limit: 1 })) return stored;
    return undefined;
  }

  /** The values from the one that holds edit `from` on, as they are stored: at least one, and no more than `bytes`. */
  stored(name: string, from: number, bytes: number): { values: Uint8Array[]; to: number } {
    const values: Uint8Array[] = [];
    let to = 0;
    let left = bytes;
    for (const { key, value } of this.#tables.log.getRange(span(name, from))) {
      left -= value.length;
      if (left < 0 && values.length > 0) break;
      values.push(unseal(value));
      to = lastOf(key);
    }
    return { values, to };
  }

  labels(name: string): ReadonlyMap<number, LabelRecord> {
    const labels = new Map<number, LabelRecord>();
    for (const { key, value } of this.#tables.labels.getRange(span(name))) {
      labels.set(lastOf(key), unsealLabel(value));
    }
    return labels;
  }

  comments(name: string): ReadonlyMap<number, CommentRecord> {
    const comments = new Map<number, CommentRecord>();
    for (const { key, value } of this.#tables.comments.getRange(span(name))) {
      comments.set(lastOf(key), unsealComment(value));
    }
    return comments;
  }

  /** The last keyframe up to edit `seq`. Throws `DamageError`. */
  keyframe(name: string, seq: number): StoredState | undefined {
    for (const { value } of this.#tables.keyframes.getRange({ ...back(name, seq), limit: 1 })) {
      return unsealState(value);
    }
    return undefined;
  }

  /** Number of the edit of the last keyframe; 0 if there is none. */
  keyframeSeq(name: string): number {
    for (const key of this.#tables.keyframes.getKeys({ ...back(name, LAST), limit: 1 })) {
      return lastOf(key);
    }
    return 0;
  }

  /** Numbers of the edits of all keyframes. */
  keyframeSeqs(name: string): number[] {
    return [...this.#tables.keyframes.getKeys(span(name))].map(lastOf);
  }

  /** The latest state up to edit `to`, and the edits from there up to it. */
  latest(name: string, to = LAST): LoadedSite {
    const updates: Uint8Array[] = [];
    let seq = 0;
    try {
      const state = this.#state(name, to);
      if (state !== undefined) {
        updates.push(state.update);
        seq = state.seq;
      }
      for (const entry of this.entries(name, seq + 1)) {
        if (entry.to > to) break;
        if (entry.from > seq + 1) throw new DamageError(missingEdits(seq + 1, entry.from - 1));
        updates.push(entry.update);
        seq = entry.to;
      }
    } catch (error) {
      return { updates, seq, damage: sentence(error) };
    }
    return { updates, seq };
  }

  #state(name: string, to: number): StoredState | undefined {
    const sealed = this.#tables.states.get(name);
    if (sealed !== undefined) {
      try {
        const state = unsealState(sealed);
        if (state.seq <= to) return state;
      } catch {
        // A keyframe and the log hold all that the state holds, so nothing is lost yet.
      }
    }
    return this.keyframe(name, to);
  }

  loadAt(name: string, seq: number): readonly Uint8Array[] {
    const { updates, damage } = this.latest(name, seq);
    if (damage !== undefined) throw new DamageError(damage);
    return updates;
  }
}

function withoutUpdate(entry: EntryHead | LogEntry): EntryHead {
  if (!('update' in entry)) return entry;
  const { update: _, ...head } = entry;
  return head;
}

export const sentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
