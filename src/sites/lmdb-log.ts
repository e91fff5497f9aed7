/** Reads the log of a site in LMDB: its edits, and the versions they make up, without more of it than is asked for. */
import { lengthOf } from '../shared/parts.ts';
import type { EditRun, EntryHead, LogEntry } from '../shared/site/edit-log.ts';
import type { CommentRecord } from './comment-record.ts';
import {
  DamageError,
  editsOf,
  type LabelRecord,
  type LoadedSite,
  type StoredState,
  unseal,
  unsealComment,
  unsealLabel,
  unsealRun,
  unsealState,
} from './records.ts';
import type { Tables } from './store-format.ts';

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

/** A value of the log, and what it is. */
interface Stored {
  readonly value: Uint8Array;
  readonly run: EditRun;
}

export class LmdbLog {
  readonly #tables: Tables;
  /** The edits that were read last: one answer needs the same ones several times, and there may be thousands. */
  #last: { readonly value: Uint8Array; readonly edits: readonly LogEntry[] } | undefined;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  *#stored(name: string, from: number): Generator<Stored> {
    for (const { value } of this.#tables.log.getRange(span(name, from))) {
      yield { value, run: unsealRun(value) };
    }
  }

  /** The values of the log, from the one that holds edit `from` on. */
  *runs(name: string, from = 0): Generator<{ readonly run: EditRun; readonly bytes: number }> {
    for (const { run, value } of this.#stored(name, from)) yield { run, bytes: value.length };
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
  #headsOf(stored: Stored, labels: ReadonlyMap<number, LabelRecord>): readonly EntryHead[] {
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
    for (const stored of this.#stored(name, from)) {
      for (const entry of this.#editsOf(stored)) if (entry.to >= from) yield entry;
    }
  }

  *heads(name: string, labels: ReadonlyMap<number, LabelRecord>, from = 1): Generator<EntryHead> {
    for (const stored of this.#stored(name, from)) {
      const isInside = stored.run.from < from;
      const heads = isInside ? this.#editsOf(stored) : this.#headsOf(stored, labels);
      for (const head of heads) if (head.to >= from) yield withoutUpdate(head);
    }
  }

  *headsBefore(
    name: string,
    labels: ReadonlyMap<number, LabelRecord>,
    before = LAST,
  ): Generator<EntryHead> {
    const inside = this.#endsBefore(name, before) ? undefined : this.#storedOf(name, before);
    if (inside !== undefined && inside.run.from < before) {
      for (const head of this.#editsOf(inside).toReversed()) {
        if (head.to < before) yield withoutUpdate(head);
      }
    }
    for (const { value } of this.#tables.log.getRange(back(name, before - 1))) {
      const heads = this.#headsOf({ value, run: unsealRun(value) }, labels);
      for (let at = heads.length - 1; at >= 0; at--) {
        const head = heads[at];
        if (head !== undefined) yield withoutUpdate(head);
      }
    }
  }

  /** Whether a value of the log ends where edit `at` begins, which is told without reading one: it may be large. */
  #endsBefore(name: string, at: number): boolean {
    for (const key of this.#tables.log.getKeys({ ...back(name, at - 1), limit: 1 })) {
      return Array.isArray(key) && key[1] === at - 1;
    }
    return false;
  }

  headOf(name: string, at: number): EntryHead | undefined {
    const stored = this.#storedOf(name, at);
    const head = stored && this.#editHeadsOf(stored).find(({ to }) => to >= at);
    return head && head.from <= at ? withoutUpdate(head) : undefined;
  }

  /** Each edit of a value. That of a large one is compressed by itself, and is its only version. */
  #editHeadsOf(stored: Stored): readonly EntryHead[] {
    const { from, to, compressed, heads } = stored.run;
    const isOne = compressed && from === to && heads.length === 1;
    return isOne ? heads : this.#editsOf(stored);
  }

  /** The value that holds edit `at`, or the next. */
  #storedOf(name: string, at: number): Stored | undefined {
    for (const { value } of this.#tables.log.getRange({ ...span(name, at), limit: 1 })) {
      return { value, run: unsealRun(value) };
    }
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
      to = Array.isArray(key) ? Number(key[1]) : to;
    }
    return { values, to };
  }

  labels(name: string): ReadonlyMap<number, LabelRecord> {
    const labels = new Map<number, LabelRecord>();
    for (const { key, value } of this.#tables.labels.getRange(span(name))) {
      if (Array.isArray(key)) labels.set(Number(key[1]), unsealLabel(value));
    }
    return labels;
  }

  comments(name: string): ReadonlyMap<number, CommentRecord> {
    const comments = new Map<number, CommentRecord>();
    for (const { key, value } of this.#tables.comments.getRange(span(name))) {
      if (Array.isArray(key)) comments.set(Number(key[1]), unsealComment(value));
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
      return Array.isArray(key) ? Number(key[1]) : 0;
    }
    return 0;
  }

  /** Numbers of the edits of all keyframes. */
  keyframeSeqs(name: string): number[] {
    return [...this.#tables.keyframes.getKeys(span(name))].map((key) =>
      Array.isArray(key) ? Number(key[1]) : 0,
    );
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
