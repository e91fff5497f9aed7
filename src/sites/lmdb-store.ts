/**
 * Stores sites in LMDB: for each a log of all edits, compressed as they age; the latest state; and keyframes, so that
 * old versions can be read without replaying everything before them.
 */
import { open, type RootDatabase } from 'lmdb';
import type { EntryHead, LogEntry } from '../shared/site/edit-log.ts';
import type { CommentRecord } from './comment-record.ts';
import { Compactor } from './compactor.ts';
import { type Compaction, compaction } from './lmdb-compaction.ts';
import { LAST, LmdbLog, span } from './lmdb-log.ts';
import { pruning } from './lmdb-pruning.ts';
import { type Key, lmdbOptions, type Write } from './lmdb-tables.ts';
import type { MemberRecord } from './member-record.ts';
import {
  DamageError,
  type LabelRecord,
  type SiteRecord,
  type StoredState,
  sealAccess,
  sealBlock,
  sealComment,
  sealEdits,
  sealLabel,
  sealMember,
  sealSite,
  sealState,
  unsealAccess,
  unsealBlock,
  unsealMember,
  unsealSite,
  unsealState,
} from './records.ts';
import type { AccessRecord } from './site-access.ts';
import { type Followed, type LoadedSite, type SiteStore, StoreError } from './store.ts';
import { follow } from './store-following.ts';
import {
  openTables,
  refuseCopy,
  type Tables,
  type UpgradeOptions,
  upgradeStore,
  usedBytes,
} from './store-format.ts';
import { type Thinned, type Timed, thinLog } from './thinning.ts';
import type { WriteThrough } from './write-through.ts';
import { WriterThread } from './writer-thread.ts';

/** A site of so many bytes is compacted in a thread of its own: it takes some ten milliseconds. */
const LARGE_BYTES = 1_048_576;
/** How often the store is measured at most. */
const MEASURE_MS = 500;

export interface LmdbStoreOptions extends UpgradeOptions {
  readonly directory: string;
  /** True if the disk is read-only. Default false. */
  readonly readOnly?: boolean;
  /** Damage found before opening (store-check.ts). */
  readonly damaged?: ReadonlyMap<string, string>;
  /** Whether each write is on disk when it is done (copy-flushing.ts). Default true. */
  readonly flush?: boolean;
  /** Where writes go before they are written here. Default nowhere else. */
  readonly through?: (writeHere: (writes: readonly Write[]) => Promise<void>) => WriteThrough;
}

const missingEdits = (from: number, to: number): string => `edits ${from} to ${to} are missing`;

export class LmdbStore implements SiteStore {
  readonly sites: Map<string, SiteRecord> = new Map();
  readonly damaged: Map<string, string>;
  readonly access: Map<string, AccessRecord> = new Map();
  readonly members: Map<string, MemberRecord> = new Map();
  readonly blocks: Map<string, number> = new Map();
  readonly writable: boolean;
  #measured = 0;
  /** What was announced since the store was measured, and in the time before that: it may not be on disk yet. */
  #announced: readonly [number, number] = [0, 0];
  #measuredMs = Number.NEGATIVE_INFINITY;
  readonly #root: RootDatabase<Buffer, Key>;
  readonly #tables: Tables;
  readonly #log: LmdbLog;
  readonly #writer: WriterThread | undefined;
  readonly #through: WriteThrough | undefined;
  readonly #compactor: Compactor;
  readonly #setAside = new Map<string, string>();
  #closing: Promise<void> | undefined;
  #followed: (followed: Followed) => void = () => {};

  /** Opens or creates the store. Throws a sentence if its format is too new. */
  constructor(options: LmdbStoreOptions) {
    const { directory, readOnly = false, flush = true } = options;
    this.writable = !readOnly;
    this.damaged = new Map(options.damaged);
    this.#root = open<Buffer, Key>(lmdbOptions(directory, readOnly, flush));
    this.#tables = openTables(this.#root);
    this.#log = new LmdbLog(this.#tables);
    if (this.writable && options.through === undefined) refuseCopy(this.#tables);
    upgradeStore(this.#root, this.#tables, options, this.writable);
    this.#readSites();
    for (const { key, value } of this.#tables.members.getRange()) {
      this.members.set(String(key), unsealMember(value));
    }
    for (const { key, value } of this.#tables.blocks.getRange()) {
      const untilMs = unsealBlock(value);
      if (untilMs > Date.now()) this.blocks.set(String(key), untilMs);
    }
    this.#writer = readOnly
      ? undefined
      : new WriterThread(directory, () => this.#root.resetReadTxn(), flush);
    this.#compactor = new Compactor(directory, flush);
    this.#through = options.through?.((writes) => this.#writeHere(writes));
  }

  get bytes(): number {
    const now = performance.now();
    if (now - this.#measuredMs >= MEASURE_MS) {
      this.#measuredMs = now;
      this.#measured = usedBytes(this.#tables);
      this.#announced = [0, this.#announced[0]];
    }
    return this.#measured + this.#announced[0] + this.#announced[1];
  }

  announce(bytes: number): void {
    const [now, before] = this.#announced;
    this.#announced = [now + bytes, before];
  }

  #readSites(): void {
    for (const { key, value } of this.#tables.sites.getRange()) {
      const name = String(key);
      try {
        const record = unsealSite(value);
        this.sites.set(name, record);
      } catch (error) {
        this.damaged.set(name, sentence(error));
      }
    }
    this.#readAccess();
  }

  /** A site whose access cannot be read is damaged: nobody edits it until an operator has looked. */
  #readAccess(): void {
    for (const { key, value } of this.#tables.access.getRange()) {
      const name = String(key);
      try {
        this.access.set(name, unsealAccess(value));
      } catch (error) {
        this.damaged.set(name, sentence(error));
      }
    }
  }

  #write(writes: readonly Write[]): Promise<void> {
    return this.#through?.write(writes) ?? this.#writeHere(writes, true);
  }

  #writeHere(writes: readonly Write[], gives = false): Promise<void> {
    const written = this.#writer?.write(writes, gives);
    return written ?? Promise.reject(new StoreError('the store is read-only'));
  }

  #remember(record: SiteRecord): void {
    this.sites.set(record.name, record);
  }

  load(name: string): LoadedSite {
    const why = this.#setAside.get(name);
    if (why !== undefined) {
      return { updates: [], seq: this.sites.get(name)?.seq ?? 0, damage: why };
    }
    const updates: Uint8Array[] = [];
    let seq = 0;
    try {
      const state = this.#latestState(name);
      if (state !== undefined) {
        updates.push(state.update);
        seq = state.seq;
      }
      for (const entry of this.#log.entries(name, seq + 1)) {
        if (entry.from > seq + 1) throw new DamageError(missingEdits(seq + 1, entry.from - 1));
        updates.push(entry.update);
        seq = entry.to;
      }
    } catch (error) {
      this.damaged.set(name, sentence(error));
    }
    const expected = this.sites.get(name)?.seq ?? seq;
    if (seq < expected && !this.damaged.has(name)) {
      this.damaged.set(name, missingEdits(seq + 1, expected));
    }
    const damage = this.damaged.get(name);
    return { updates, seq, ...(damage !== undefined && { damage }) };
  }

  #latestState(name: string): StoredState | undefined {
    const sealed = this.#tables.states.get(name);
    if (sealed !== undefined) {
      try {
        return unsealState(sealed);
      } catch {
        // A keyframe and the log hold all that the state holds, so nothing is lost yet.
      }
    }
    return this.#log.keyframe(name, LAST);
  }

  loadAt(name: string, seq: number): readonly Uint8Array[] {
    return this.#log.loadAt(name, seq);
  }

  heads(name: string, labels = this.labels(name), from = 1): Iterable<EntryHead> {
    return this.#log.heads(name, labels, from);
  }

  headsBefore(name: string, labels = this.labels(name), before = LAST): Iterable<EntryHead> {
    return this.#log.headsBefore(name, labels, before);
  }

  headOf(name: string, at: number): EntryHead | undefined {
    return this.#log.headOf(name, at);
  }

  storedEdits(name: string, from: number, bytes: number): { values: Uint8Array[]; to: number } {
    return this.#log.stored(name, from, bytes);
  }

  labels(name: string): ReadonlyMap<number, LabelRecord> {
    return this.#log.labels(name);
  }

  async append(record: SiteRecord, ...entries: readonly LogEntry[]): Promise<void> {
    const sealed = sealEdits(entries);
    const bytes = (this.sites.get(record.name)?.bytes ?? 0) + sealed.length;
    const stored = { ...record, bytes };
    await this.#write([
      ['log', [record.name, record.seq], sealed],
      ['sites', record.name, sealSite(stored)],
    ]);
    this.#remember(stored);
  }

  async restart(record: SiteRecord, entry: LogEntry): Promise<void> {
    const { name } = record;
    const sealed = sealEdits([entry]);
    const state = sealState({ seq: entry.to, update: entry.update });
    const old = this.#tables.states.get(name)?.length ?? 0;
    const bytes = (this.sites.get(name)?.bytes ?? 0) + sealed.length + 2 * state.length - old;
    const stored = { ...record, bytes };
    await this.#write([
      ['log', [name, entry.to], sealed],
      ['states', name, state],
      ['keyframes', [name, entry.to], state],
      ['sites', name, sealSite(stored)],
    ]);
    this.#setAside.delete(name);
    this.#remember(stored);
  }

  async prune({ name }: SiteRecord, entry: LogEntry): Promise<void> {
    const { writes, freed } = await pruning(this.#tables, name, entry);
    await this.#shrink(name, writes, freed);
  }

  thin(name: string, timed: Timed): Promise<Thinned> {
    const write = (writes: readonly Write[], freed: number) => this.#shrink(name, writes, freed);
    return thinLog(this.#log, name, timed, write);
  }

  async #shrink(name: string, writes: readonly Write[], freed: number): Promise<void> {
    const record = this.sites.get(name);
    if (record === undefined) return;
    const stored = { ...record, bytes: Math.max(0, record.bytes - freed) };
    await this.#write([...writes, ['sites', name, sealSite(stored)]]);
    this.#remember(stored);
  }

  setAside(name: string, why: string): void {
    this.#setAside.set(name, why);
  }

  async save(record: SiteRecord): Promise<void> {
    await this.#write([['sites', record.name, sealSite(record)]]);
    this.#remember(record);
  }

  async label(name: string, to: number, label: LabelRecord | undefined): Promise<void> {
    await this.#write([label ? ['labels', [name, to], sealLabel(label)] : ['labels', [name, to]]]);
  }

  comments(name: string): ReadonlyMap<number, CommentRecord> {
    return this.#log.comments(name);
  }

  async saveComments(
    name: string,
    changes: ReadonlyMap<number, CommentRecord | undefined>,
  ): Promise<void> {
    await this.#write(
      [...changes].map(([number, record]) =>
        record === undefined
          ? ['comments', [name, number]]
          : ['comments', [name, number], sealComment(record)],
      ),
    );
  }

  async compact(name: string, seq: number, update: Uint8Array): Promise<void> {
    if (!this.sites.has(name) || this.damaged.has(name)) return;
    const { writes, grown } = await this.#compaction(name, { seq, update });
    const record = this.sites.get(name);
    if (record === undefined) return;
    const stored = { ...record, bytes: Math.max(0, record.bytes + grown) };
    await this.#write([...writes, ['sites', name, sealSite(stored)]]);
    this.#remember(stored);
  }

  #compaction(name: string, state: StoredState): Promise<Compaction> {
    const bytes = this.sites.get(name)?.bytes ?? 0;
    return bytes + state.update.length < LARGE_BYTES
      ? compaction(this.#tables, this.#log, name, state)
      : this.#compactor.compaction(name, state);
  }

  async purge(name: string): Promise<void> {
    const writes: Write[] = [
      ['sites', name],
      ['states', name],
      ['access', name],
    ];
    for (const table of ['log', 'keyframes', 'labels', 'comments'] as const) {
      for (const key of this.#tables[table].getKeys(span(name))) writes.push([table, key]);
    }
    await this.#write(writes);
    this.sites.delete(name);
    this.access.delete(name);
    this.damaged.delete(name);
    this.#setAside.delete(name);
  }

  async saveAccess(name: string, record: AccessRecord): Promise<void> {
    await this.#write([['access', name, sealAccess(record)]]);
    this.access.set(name, record);
  }

  async saveMember(record: MemberRecord): Promise<void> {
    await this.#write([['members', record.id, sealMember(record)]]);
    this.members.set(record.id, record);
  }

  async block(address: string, untilMs: number): Promise<void> {
    const ended = untilMs <= Date.now();
    await this.#write([ended ? ['blocks', address] : ['blocks', address, sealBlock(untilMs)]]);
    if (ended) this.blocks.delete(address);
    else this.blocks.set(address, untilMs);
  }

  probe(): Promise<void> {
    return this.#write([['meta', 'probe', Buffer.alloc(4096)]]).then(() =>
      this.#write([['meta', 'probe']]),
    );
  }

  onFollow(listener: (followed: Followed) => void): void {
    this.#followed = listener;
  }

  /** Takes over what other processes have stored elsewhere. */
  async follow(writes: readonly Write[]): Promise<void> {
    await this.#writeHere(writes);
    for (const [table, key] of writes) if (table === 'sites') this.#setAside.delete(String(key));
    this.#followed(follow(this, writes));
  }

  onStall(listener: (error: StoreError) => void): void {
    if (this.#through !== undefined) this.#through.stalled = listener;
  }

  giveUp(): void {
    this.#through?.giveUp();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#compactor.close();
    await this.#through?.close();
    await this.#writer?.close();
    await this.#root.close();
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
