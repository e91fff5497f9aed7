/**
 * A site's document while it is open: every change is on disk before anybody hears of it, and what could not be
 * stored is taken back.
 */
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import type { Limits } from '../limits.ts';
import { readDisplayName } from './document.ts';
import type { VersionKind } from './protocol.ts';
import type { SiteRecord } from './records.ts';
import type { SiteStore } from './store.ts';

/** The log behind the state grows to this many entries before it is compacted. */
const COMPACT_ENTRIES = 500;
const COMPACT_BYTES = 1_048_576;
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
  #merged: Uint8Array | undefined;
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
    doc.on('update', (update: Uint8Array) => {
      this.#merged = update;
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
   */
  async commit(
    kind: VersionKind,
    authors: readonly string[],
    change: () => void,
  ): Promise<Uint8Array | undefined> {
    this.#merged = undefined;
    // An edit of our own bears this document's client id, which Yjs expects of local changes only.
    Y.transact(this.doc, change, this, kind !== 'edit');
    if (this.#broken) {
      this.#takeBack();
      throw new BrokenUpdate('an update broke the document');
    }
    const update = this.#takeMerged();
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

  /** What the last change amounted to, as Yjs reported it. */
  #takeMerged(): Uint8Array | undefined {
    const update = this.#merged;
    this.#merged = undefined;
    return update;
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
    const entries = leaving ? LEAVE_ENTRIES : COMPACT_ENTRIES;
    const bytes = leaving ? Math.min(COMPACT_BYTES, this.#sizeBound / 2 + 65_536) : COMPACT_BYTES;
    if (this.damage !== undefined || (this.#tailEntries < entries && this.#tailBytes < bytes))
      return;
    const state = Y.encodeStateAsUpdate(this.doc);
    await this.#store.compact(this.name, this.#seq, state);
    this.#sizeBound = state.length;
    this.#tailEntries = 0;
    this.#tailBytes = 0;
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
