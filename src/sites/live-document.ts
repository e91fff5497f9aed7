/**
 * A site's document while it is open: every change is on disk before anybody hears of it, and what could not be
 * stored is taken back.
 */
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import type { Limits } from '../limits.ts';
import { readDisplayName } from './document.ts';
import { joinUpdates } from './join-updates.ts';
import type { VersionKind } from './protocol.ts';
import type { SiteRecord } from './records.ts';
import type { SiteStore } from './store.ts';

/** The log behind the state grows to this many entries or bytes before it is compacted, */
const COMPACT_ENTRIES = 500;
const COMPACT_BYTES = 1_048_576;
/** and to this share of the whole, so that what compaction costs stays in proportion to what was written; */
const COMPACT_SHARE = 1 / 4;
/** but to no more entries than open within a few hundredths of a second. */
const MOST_ENTRIES = 4_000;
/** A site left with fewer entries than this opens fast enough as it is. */
const LEAVE_ENTRIES = 32;
/** History may take this many times what a site may hold. */
const HISTORY_FACTOR = 32;

export type DocumentLimits = Pick<Limits, 'site_bytes'>;

/** An update passed the check and yet broke the document; the document was taken back. */
export class BrokenUpdate extends Error {
  override readonly name = 'BrokenUpdate';
  readonly code = 'E_UPDATE_BROKEN';
}

export class LiveDocument {
  readonly name: string;
  /** What was found wrong with the stored site; it is then for reading only. */
  readonly damage: string | undefined;
  doc: Y.Doc;
  readonly #store: SiteStore;
  readonly #limits: DocumentLimits;
  readonly #newIncarnation = randomUUID();
  #seq = 0;
  /** What Yjs reported of the change being made. */
  #noted: Uint8Array[] = [];
  /** What the change being made amounts to, where that is known without Yjs. */
  #exact: readonly Uint8Array[] = [];
  readonly #note = (update: Uint8Array): void => {
    this.#noted.push(update);
  };
  #broken = false;
  /** The document's encoded size is at most this. */
  #sizeBound = 0;
  #tailEntries = 0;
  #tailBytes = 0;

  constructor(name: string, store: SiteStore, limits: DocumentLimits) {
    this.name = name;
    this.#store = store;
    this.#limits = limits;
    const loaded = store.load(name);
    this.damage = loaded.damage;
    this.doc = this.#open(loaded);
  }

  get record(): SiteRecord | undefined {
    return this.#store.sites.get(this.name);
  }

  /** Number of the latest stored edit. */
  get seq(): number {
    return this.#seq;
  }

  get incarnation(): string {
    return this.record?.incarnation ?? this.#newIncarnation;
  }

  /** The log has grown as long as it may. */
  get historyFull(): boolean {
    return (this.record?.bytes ?? 0) > this.#limits.site_bytes * HISTORY_FACTOR;
  }

  #open({ updates, seq }: ReturnType<SiteStore['load']>): Y.Doc {
    const doc = documentOf(updates);
    this.#seq = seq;
    this.#tailEntries = Math.max(0, updates.length - 1);
    this.#tailBytes = updates.slice(1).reduce((sum, { length }) => sum + length, 0);
    this.#sizeBound = updates.reduce((sum, { length }) => sum + length, 0);
    // Yjs works out an update only for those who listen when a transaction ends.
    doc.on('afterTransaction', ({ origin }) => {
      if (origin === this && this.#exact.length > 0) doc.off('update', this.#note);
      else doc.on('update', this.#note);
    });
    return doc;
  }

  /** Back to what is on disk. */
  #takeBack(): void {
    this.doc.destroy();
    this.doc = this.#open(this.#store.load(this.name));
    this.#broken = false;
  }

  /** Whether the document stays within a site's size with `bytes` more. */
  fits(bytes: number): boolean {
    const most = this.#limits.site_bytes;
    if (this.#sizeBound + bytes > most) {
      this.#sizeBound = Y.encodeStateAsUpdate(this.doc).length;
    }
    return this.#sizeBound + bytes <= most;
  }

  /**
   * Applies an update within the change of `commit`. Gives what has to wait for edits that are missing, as v2
   * updates; Yjs would keep it in the document, where it could not be told whose it is.
   */
  apply(update: Uint8Array, version: 1 | 2): Uint8Array[] {
    try {
      if (version === 1) Y.applyUpdate(this.doc, update);
      else Y.applyUpdateV2(this.doc, update);
    } catch {
      this.#broken = true;
      throw new BrokenUpdate('the update cannot be applied');
    }
    const { store } = this.doc;
    const waiting = [store.pendingStructs?.update, store.pendingDs];
    store.pendingStructs = null;
    store.pendingDs = null;
    return waiting.filter((part) => part !== undefined && part !== null);
  }

  /**
   * Makes `change` to the document as one edit, and stores it. Gives the edit as one update once it is on
   * disk, undefined where nothing changed. Where it cannot be stored, or broke the document, the document
   * is as before and the error (`StoreError`, `BrokenUpdate`) is thrown.
   *
   * @param exactly gives, after the change, the updates it amounts to, where the caller knows. To work that out
   *   takes Yjs longer the longer the text is that an edit continues.
   */
  async commit(
    kind: VersionKind,
    authors: readonly string[],
    change: () => void,
    exactly: () => readonly Uint8Array[] = () => [],
  ): Promise<Uint8Array | undefined> {
    this.#exact = [];
    this.#noted = [];
    const changeAndTell = () => {
      change();
      this.#exact = exactly();
    };
    // An edit of our own bears this document's client id, which Yjs expects of local changes only.
    Y.transact(this.doc, changeAndTell, this, kind !== 'edit');
    if (this.#broken) {
      this.#takeBack();
      throw new BrokenUpdate('an update broke the document');
    }
    const update = this.#takeUpdate();
    if (update === undefined) return undefined;
    const seq = this.#seq + 1;
    const now = Date.now();
    const record = this.#nextRecord(seq, now);
    try {
      const head = { from: seq, to: seq, startedMs: now, endedMs: now, kind, authors };
      await this.#store.append(record, { ...head, update });
    } catch (error) {
      this.#takeBack();
      throw error;
    }
    this.#seq = seq;
    this.#sizeBound += update.length;
    this.#tailEntries += 1;
    this.#tailBytes += update.length;
    return update;
  }

  /** What the last change amounted to. Yjs reports more than once where it tidies formatting after a change. */
  #takeUpdate(): Uint8Array | undefined {
    const updates = [...this.#exact, ...this.#noted];
    this.#exact = [];
    this.#noted = [];
    return updates.length === 0 ? undefined : joinUpdates(updates);
  }

  #nextRecord(seq: number, editedMs: number): SiteRecord {
    const fresh = {
      name: this.name,
      incarnation: this.#newIncarnation,
      createdMs: editedMs,
      bytes: 0,
      locked: false,
      hidden: false,
      removedMs: 0,
    };
    const displayName = readDisplayName(this.doc);
    return { ...fresh, ...this.record, editedMs, seq, displayName };
  }

  /** Compacts the stored site where its log has become long; `leaving`: where opening it again gains by it. */
  async compact(leaving: boolean): Promise<void> {
    if (this.damage !== undefined || !(leaving ? this.#opensBetter : this.#tailIsLong)) return;
    const state = Y.encodeStateAsUpdate(this.doc);
    await this.#store.compact(this.name, this.#seq, state);
    this.#sizeBound = state.length;
    this.#tailEntries = 0;
    this.#tailBytes = 0;
  }

  get #opensBetter(): boolean {
    const bytes = Math.min(COMPACT_BYTES, this.#sizeBound / 2 + 65_536);
    return this.#tailEntries >= LEAVE_ENTRIES || this.#tailBytes >= bytes;
  }

  get #tailIsLong(): boolean {
    if (this.#tailEntries >= MOST_ENTRIES) return true;
    const long = this.#tailEntries >= COMPACT_ENTRIES || this.#tailBytes >= COMPACT_BYTES;
    return long && this.#tailBytes >= this.#sizeBound * COMPACT_SHARE;
  }

  /** The document as it was after edit `seq`, apart from this one. Throws `DamageError`. */
  at(seq: number): Y.Doc {
    return documentOf(this.#store.loadAt(this.name, seq));
  }

  destroy(): void {
    this.doc.destroy();
  }
}

function documentOf(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}
