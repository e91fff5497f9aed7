/** A site's document while it is open: a change that cannot be applied or stored is undone. */
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import type { Limits } from '../limits.ts';
import { lengthOf } from '../shared/parts.ts';
import { readDisplayName, readSite, type SiteContent, writeSite } from '../shared/site/document.ts';
import type { EditSize } from '../shared/site/edit-log.ts';
import { applyGuarded, MAX_STEPS } from '../shared/site/integration-guard.ts';
import type { VersionKind } from '../shared/site/version.ts';
import { inTurns, type Steps } from './charged-work.ts';
import { contentBytes } from './content-size.ts';
import { sizeOf } from './edit-size.ts';
import { joinUpdates } from './join-updates.ts';
import { MAX_OPEN_STEPS, type Merged, mergedDocument, merging } from './merged-document.ts';
import { DamageError, type LoadedSite, type SiteRecord, tailOf } from './records.ts';
import type { SiteStore } from './store.ts';
import type { Thinned, Timed } from './thinning.ts';
import { UpdateDecoder } from './update-decoder.ts';

/** The log is compacted once it has this many entries or bytes since the last stored state, */
const COMPACT_ENTRIES = 500;
const COMPACT_BYTES = 1_048_576;
/** and makes up this share of the whole, so that the cost of compaction stays in proportion to what was written; */
const COMPACT_SHARE = 1 / 2;
/** but always at this many entries, which still open within a few hundredths of a second. */
const MAX_ENTRIES = 4_000;
/** A site closed with fewer entries than this opens fast enough without compaction. */
const CLOSE_ENTRIES = 32;
/** Encoding a state of so many bytes, with the edits since, takes some ten milliseconds: a thread does it. */
const LARGE_BYTES = 262_144;
/** An edit with more merge steps than this is rejected once those of its site add up to half of what may be opened. */
const CHEAP_EDIT_STEPS = 2_000;
/** Memory that Yjs takes for an item besides its text, measured with 300,000 of one character. */
const ITEM_BYTES = 256;
/** The history of a site may take this many times its own size limit. */
const HISTORY_FACTOR = 32;
/** so much more is kept for versions that its owner restores when it is full. */
const RESERVE_FACTOR = 4;

export type DocumentLimits = Pick<Limits, 'site_bytes'>;

/** What one person, or the server, changed in one go. */
export interface Change {
  readonly update: Uint8Array;
  readonly size: EditSize;
}

/** A change, and whose it is. */
export interface AuthoredChange extends Change {
  readonly authors: readonly string[];
  /** The author's connection; undefined for the server itself. */
  readonly by?: number;
}

/** What is stored of a site up to edit `seq`; no content where it cannot be opened. */
export interface StoredContent {
  readonly content: SiteContent | undefined;
  readonly seq: number;
}

/** In whose name the server makes an edit. */
export interface EditAuthor {
  readonly name: string;
  /** As that of a `Participant`; nobody's if missing. */
  readonly number?: number;
}

export class LiveDocument {
  readonly name: string;
  /** What is damaged in the stored site, which is then read-only. */
  damage: string | undefined;
  doc: Y.Doc;
  readonly #store: SiteStore;
  readonly #limits: DocumentLimits;
  readonly #newIncarnation = randomUUID();
  #seq = 0;
  /** The updates Yjs reported for the change being made. */
  #observedUpdates: Uint8Array[] = [];
  /** The updates the change being made amounts to, if that is known without Yjs. */
  #knownUpdates: readonly Uint8Array[] = [];
  readonly #observe = (update: Uint8Array): void => {
    this.#observedUpdates.push(update);
  };
  #size: EditSize = { added: 0, removed: 0, cuts: false };
  /** Merge steps since the site was opened. */
  #steps = 0;
  /** The document's encoded size is at most this. */
  #sizeBound = 0;
  #tailEntries = 0;
  #tailBytes = 0;
  /** Resolves when the stored site is compacted, while edits go on. */
  #compacting: Promise<void> | undefined;

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

  /** All its values are sound, and yet it cannot be opened: `restart` repairs it. */
  get unreadable(): boolean {
    return this.damage !== undefined && !this.#store.damaged.has(this.name);
  }

  /** Number of the latest stored edit. */
  get seq(): number {
    return this.#seq;
  }

  /** Only while nothing is changed that is not stored yet. */
  get stored(): StoredContent {
    return { content: this.unreadable ? undefined : readSite(this.doc), seq: this.#seq };
  }

  get incarnation(): string {
    return this.record?.incarnation ?? this.#newIncarnation;
  }

  /** Approximate memory, in bytes. */
  get memoryBytes(): number {
    let items = 0;
    for (const ofClient of this.doc.store.clients.values()) items += ofClient.length;
    return this.#sizeBound + items * ITEM_BYTES;
  }

  /** The history has reached its limit. */
  get historyFull(): boolean {
    return (this.record?.bytes ?? 0) > this.#limits.site_bytes * HISTORY_FACTOR;
  }

  /** Whether there is room in a full history for another version that its owner restores. */
  get hasReserve(): boolean {
    const { site_bytes } = this.#limits;
    return (this.record?.bytes ?? 0) <= site_bytes * (HISTORY_FACTOR + RESERVE_FACTOR);
  }

  #open({ updates, seq, tail = tailOf(updates), merged }: LoadedSite): Y.Doc {
    const { doc, steps } = merged ?? this.#documentOf(updates);
    this.#steps = steps;
    this.#seq = seq;
    this.#tailEntries = tail.entries;
    this.#tailBytes = tail.bytes;
    this.#sizeBound = lengthOf(updates);
    // Yjs only works out an update if someone listens when a transaction ends.
    doc.on('afterTransaction', (transaction: Y.Transaction) => {
      const { origin } = transaction;
      if (origin === this) this.#size = sizeOf(transaction);
      if (origin === this && this.#knownUpdates.length > 0) doc.off('update', this.#observe);
      else doc.on('update', this.#observe);
    });
    return doc;
  }

  /** A stored site that cannot be opened counts as damaged; an operator can restore a version. */
  #documentOf(updates: readonly Uint8Array[]): Merged {
    try {
      return mergedDocument(updates);
    } catch (error) {
      this.damage = sentence(error);
      this.#store.setAside(this.name, this.damage);
      return mergedDocument([]);
    }
  }

  /** Goes back to what is on disk, which everyone in the site waits for: nothing is left to a thread. */
  async #revert(): Promise<void> {
    const loaded = this.#store.load(this.name);
    // Opening it in one go will show what is wrong with it.
    const merged = await inTurns(merging(loaded.updates, MAX_OPEN_STEPS)).catch(() => {});
    this.doc.destroy();
    this.doc = this.#open({ ...loaded, ...(merged && { merged }) });
  }

  /** Whether the document stays within the size limit with `bytes` more. */
  fits(bytes: number): boolean {
    const { site_bytes } = this.#limits;
    if (this.#sizeBound + bytes > site_bytes) {
      if (contentBytes(this.doc) + bytes > site_bytes) return false;
      this.#sizeBound = Y.encodeStateAsUpdate(this.doc).length;
    }
    return this.#sizeBound + bytes <= site_bytes;
  }

  /**
   * Applies an update, within `change`. Returns what has to wait for edits that are missing, as v2 updates: Yjs would
   * keep it in the document, where nobody could tell who sent it. Throws `UpdateError` if it cannot be applied: nothing
   * of the change is, then.
   */
  apply(update: Uint8Array, version: 1 | 2): Uint8Array[] {
    const left = Math.max(CHEAP_EDIT_STEPS, MAX_OPEN_STEPS / 2 - this.#steps);
    const maxSteps = Math.min(MAX_STEPS, left);
    this.#steps += applyGuarded(this.doc, update, { version, maxSteps, Decoder: UpdateDecoder });
    const { store } = this.doc;
    const waiting = [store.pendingStructs?.update, store.pendingDs];
    store.pendingStructs = null;
    store.pendingDs = null;
    return waiting.filter((part) => part !== undefined && part !== null);
  }

  /**
   * Makes a change in memory, as one transaction.
   *
   * @param make returns the updates the change amounts to if it knows them, else none: then Yjs works them out, which
   *   takes the longer the longer the text is that an edit continues.
   * @param isLocal true if the change carries the client id of this document
   * @returns the change, undefined if nothing changed
   */
  change(make: () => readonly Uint8Array[], isLocal = false): Change | undefined {
    this.#knownUpdates = [];
    this.#observedUpdates = [];
    const makeAndNote = () => {
      this.#knownUpdates = make();
    };
    Y.transact(this.doc, makeAndNote, this, isLocal);
    // Yjs also reports, in a second update, what it cleans up of formatting after a change.
    const updates = [...this.#knownUpdates, ...this.#observedUpdates];
    this.#knownUpdates = [];
    this.#observedUpdates = [];
    if (updates.length === 0) return undefined;
    return { update: joinUpdates(updates), size: this.#size };
  }

  /** Stores the changes just made; resolves once they are on disk. Undoes them and throws `StoreError` if it cannot. */
  async store(kind: VersionKind, changes: readonly AuthoredChange[]): Promise<void> {
    const seq = this.#seq + changes.length;
    const record = this.#nextRecord(seq);
    const { editedMs: now } = record;
    const entries = changes.map((change, index) => {
      const number = this.#seq + 1 + index;
      return { from: number, to: number, startedMs: now, endedMs: now, kind, ...change };
    });
    try {
      await this.#store.append(record, ...entries);
    } catch (error) {
      await this.#revert();
      throw error;
    }
    const bytes = lengthOf(changes.map(({ update }) => update));
    this.#seq = seq;
    this.#sizeBound += bytes;
    this.#tailEntries += 1;
    this.#tailBytes += bytes;
  }

  #nextRecord(seq: number): SiteRecord {
    // Times in a history never run backwards, whatever the clock does.
    const editedMs = Math.max(Date.now(), this.record?.editedMs ?? 0);
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

  /** Compacts the stored site if its log is long; edits may be stored meanwhile. Throws `StoreError`. */
  compactIfLong(): Promise<void> {
    if (this.#compacting !== undefined || this.damage !== undefined || !this.#tailIsLong) {
      return Promise.resolve();
    }
    const compacting = this.#compactNow(false).finally(() => {
      this.#compacting = undefined;
    });
    this.#compacting = compacting.catch(() => {});
    return compacting;
  }

  /** Compacts the stored site if it will open faster for it; not while edits are stored. Throws `StoreError`. */
  async compact(): Promise<void> {
    await this.#compacting;
    if (this.damage === undefined && this.#opensFaster) await this.#compactNow(true);
  }

  /** @param isQuiet whether no edits are stored meanwhile */
  async #compactNow(isQuiet: boolean): Promise<void> {
    const { doc, seq } = this;
    const [entries, bytes] = [this.#tailEntries, this.#tailBytes];
    const isLarge = this.#sizeBound + bytes >= LARGE_BYTES;
    const state = isLarge ? undefined : Y.encodeStateAsUpdate(doc);
    const length = await this.#store.compact(this.name, seq, state, isQuiet);
    // It was begun anew meanwhile, or erased, or another document was opened from what is stored.
    if (length === undefined || this.doc !== doc) return;
    this.#tailEntries -= entries;
    this.#tailBytes -= bytes;
    this.#sizeBound = Math.min(this.#sizeBound, length + this.#tailBytes);
  }

  get #opensFaster(): boolean {
    const bytes = Math.min(COMPACT_BYTES, this.#sizeBound / 2 + 65_536);
    return this.#tailEntries >= CLOSE_ENTRIES || this.#tailBytes >= bytes;
  }

  get #tailIsLong(): boolean {
    if (this.#tailEntries >= MAX_ENTRIES) return true;
    const long = this.#tailEntries >= COMPACT_ENTRIES || this.#tailBytes >= COMPACT_BYTES;
    return long && this.#tailBytes >= this.#sizeBound * COMPACT_SHARE;
  }

  /**
   * Stores `content` as a document of its own, with the history so far before it. Who has the old one has to begin
   * anew; this object is of no more use. Throws `StoreError` where it cannot be stored.
   */
  async restart({ name, number: by }: EditAuthor, content: SiteContent): Promise<void> {
    const { doc } = mergedDocument([]);
    writeSite(doc, content);
    const seq = this.#seq + 1;
    const record = {
      ...this.#nextRecord(seq),
      displayName: content.displayName,
      incarnation: randomUUID(),
    };
    const { editedMs: now } = record;
    const times = { startedMs: now, endedMs: now };
    const size = { added: textLength(content), removed: 0, cuts: true };
    const update = Y.encodeStateAsUpdate(doc);
    const what = { kind: 'restore', authors: [name], size, anew: true, update } as const;
    const entry = { from: seq, to: seq, ...times, ...what, ...(by !== undefined && { by }) };
    await this.#store.restart(record, entry);
    doc.destroy();
  }

  /**
   * Erases the history before edit `at`, which becomes the first version; false if it is that already. Throws
   * `DamageError` and `StoreError`.
   */
  async prune(at: number): Promise<boolean> {
    const { record } = this;
    const last = this.#store.headOf(this.name, at);
    const first = this.#store.headOf(this.name, 1);
    if (record === undefined || first === undefined || last === undefined || first.to >= last.to) {
      return false;
    }
    const doc = await inTurns(this.at(last.to));
    const update = Y.encodeStateAsUpdate(doc);
    const size = { added: textLength(readSite(doc)), removed: 0, cuts: true };
    doc.destroy();
    const { startedMs } = first;
    await this.#store.prune(record, { ...last, from: 1, startedMs, size, update });
    return true;
  }

  /** Joins the edits of each version, all of which stay. Throws `DamageError` and `StoreError`. */
  async thin(timed: Timed): Promise<Thinned> {
    await this.#compacting;
    if (this.damage === undefined && this.#tailEntries > 0) await this.#compactNow(true);
    return this.#store.thin(this.name, timed);
  }

  /** The document as it was after edit `seq`, as a separate one. Throws `DamageError`, also when its steps go on. */
  at(seq: number): Steps<Y.Doc> {
    const steps = merging(this.#store.loadAt(this.name, seq));
    return (isOver) => {
      try {
        const last = steps(isOver);
        return last && { value: last.value.doc };
      } catch (error) {
        throw new DamageError(sentence(error));
      }
    };
  }

  destroy(): void {
    this.#store.took(this.name, this.#steps);
    this.doc.destroy();
  }
}

const textLength = ({ files }: SiteContent): number => lengthOf(Object.values(files));

const sentence = (error: unknown): string =>
  `the site cannot be opened: ${error instanceof Error ? error.message : String(error)}`;
