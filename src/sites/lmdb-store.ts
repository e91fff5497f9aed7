/**
 * Stores sites in LMDB: for each a log of all edits, compressed as they age; the latest state; and keyframes, so that
 * old versions can be read without replaying everything before them.
 */
import { open, type RootDatabase } from 'lmdb';
import { lengthOf } from '../shared/parts.ts';
import type { EntryHead, LogEntry } from '../shared/site/edit-log.ts';
import { inTurns, NOBODY } from './charged-work.ts';
import type { CommentRecord } from './comment-record.ts';
import { Compactor } from './compactor.ts';
import { DamagedSites } from './damaged-sites.ts';
import { type Listing, openListing } from './listing.ts';
import { LAST, LmdbLog, missingEdits, span } from './lmdb-log.ts';
import { pruning } from './lmdb-pruning.ts';
import { type Key, lmdbOptions, nameOf, SEVERAL, type Tables, type Write } from './lmdb-tables.ts';
import type { MemberRecord } from './member-record.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { accessRecords, memberRecords } from './people-records.ts';
import { LARGE_BYTES, PreparedSites } from './prepared-sites.ts';
import {
  type LabelRecord,
  type LoadedSite,
  type SiteRecord,
  sealAccess,
  sealBlock,
  sealComment,
  sealEdits,
  sealingEdits,
  sealLabel,
  sealMember,
  sealState,
  withBytes,
} from './records.ts';
import type { AccessRecord } from './site-access.ts';
import { SiteRecords } from './site-records.ts';
import { type Followed, type SiteStore, StoreError, type Watcher } from './store.ts';
import { openTables, refuseCopy, type UpgradeOptions, upgradeStore } from './store-format.ts';
import { find, type IndexKind } from './store-index.ts';
import { StoreSize } from './store-size.ts';
import { StoredBlocks } from './stored-blocks.ts';
import type { StoredRecords } from './stored-records.ts';
import { type Thinned, type Timed, thinLog } from './thinning.ts';
import type { WriteThrough } from './write-through.ts';
import { WriterThread } from './writer-thread.ts';

/** Everyone in the site waits. */
const FIRST = { ...NOBODY, priority: () => Number.MAX_SAFE_INTEGER };

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

export class LmdbStore implements SiteStore {
  readonly sites: SiteRecords;
  readonly damaged: DamagedSites;
  readonly access: StoredRecords<AccessRecord>;
  readonly members: StoredRecords<MemberRecord>;
  readonly blocks: StoredBlocks;
  readonly writable: boolean;
  readonly #root: RootDatabase<Buffer, Key>;
  readonly #tables: Tables;
  readonly #size: StoreSize;
  readonly #log: LmdbLog;
  readonly #writer: WriterThread | undefined;
  readonly #through: WriteThrough | undefined;
  readonly #compactor: Compactor;
  readonly #prepared: PreparedSites;
  /** What changes values of the log of a site, instead of adding to them. */
  readonly #rewriting = new OneAtATime();
  readonly #setAside = new Map<string, string>();
  #stopping = false;
  #closing: Promise<void> | undefined;
  #followed: (followed: Followed) => void = () => {};
  readonly #directory: string;
  readonly #closed = new AbortController();

  /** Opens or creates the store. Throws a sentence if its format is too new. */
  constructor(options: LmdbStoreOptions) {
    const { directory, readOnly = false, flush = true } = options;
    this.#directory = directory;
    this.writable = !readOnly;
    this.damaged = new DamagedSites(options.damaged);
    this.#root = open<Buffer, Key>(lmdbOptions(directory, readOnly, flush));
    this.#tables = openTables(this.#root);
    this.#size = new StoreSize(this.#tables);
    this.#log = new LmdbLog(this.#tables);
    if (this.writable && options.through === undefined) refuseCopy(this.#tables);
    upgradeStore(this.#root, this.#tables, options, this.writable);
    this.sites = new SiteRecords(this.#tables, this.damaged, (writes) => this.#write(writes));
    this.access = accessRecords(this.#tables, this.damaged, (name) =>
      this.sites.watcher?.accessChanged(name),
    );
    this.members = memberRecords(this.#tables, this.damaged);
    this.blocks = new StoredBlocks(this.#tables, this.damaged);
    this.#writer = readOnly
      ? undefined
      : new WriterThread(directory, () => this.#root.resetReadTxn(), flush);
    this.#compactor = new Compactor({ tables: this.#tables, log: this.#log, directory, flush });
    this.#prepared = new PreparedSites(this.#compactor, this.#log);
    this.#through = options.through?.((writes) => this.#writeHere(writes));
  }

  get bytes(): number {
    return this.#size.bytes;
  }

  announce(bytes: number): void {
    this.#size.announce(bytes);
  }

  listing(): Listing | Promise<Listing> {
    return openListing({
      tables: this.#tables,
      directory: this.#directory,
      damaged: this.damaged,
      signal: this.#closed.signal,
    });
  }

  onDamage(listener: (site: string, damage: string) => void): void {
    for (const [site, damage] of this.damaged) listener(site, damage);
    this.damaged.found = listener;
  }

  watch(watcher: Watcher): void {
    this.sites.watcher = watcher;
  }

  #write(writes: readonly Write[]): Promise<void> {
    return this.#through?.write(writes) ?? this.#writeHere(writes, true);
  }

  async #writeHere(writes: readonly Write[], gives = false): Promise<void> {
    if (this.#writer === undefined) throw new StoreError('the store is read-only');
    const written = this.#log.writing(writes);
    await this.#writer.write(writes, gives);
    written();
  }

  load(name: string): LoadedSite {
    const record = this.sites.get(name);
    // Whether it can be read is known from then on.
    this.access.get(name);
    const why = this.#setAside.get(name);
    if (why !== undefined) return { updates: [], seq: record?.seq ?? 0, damage: why };
    const prepared = record && this.#prepared.take(name, record.seq);
    const { damage: found, ...loaded } = prepared ?? this.#log.latest(name);
    const { updates, seq, tail } = loaded;
    if (found !== undefined) this.damaged.set(name, found);
    if (record !== undefined && seq < record.seq && !this.damaged.has(name)) {
      this.damaged.set(name, missingEdits(seq + 1, record.seq));
    }
    const damage = this.damaged.get(name);
    this.#prepared.measured(name, lengthOf(updates) + (tail?.bytes ?? 0));
    return { ...loaded, ...(damage !== undefined && { damage }) };
  }

  took(name: string, steps: number): void {
    this.#prepared.took(name, steps);
  }

  prepare(name: string, payer = NOBODY): Promise<void> | undefined {
    const record = this.sites.get(name);
    const isSound = this.writable && !this.damaged.has(name) && !this.#setAside.has(name);
    if (record === undefined || !isSound || this.#stopping) return undefined;
    return this.#prepared.prepare(name, record.bytes, payer);
  }

  loadAt(name: string, seq: number): readonly Uint8Array[] {
    return this.#log.loadAt(name, seq);
  }

  mergeAt(name: string, seq: number): Promise<Uint8Array> | undefined {
    // An old version may be larger than the latest.
    const isSmall = this.sites.bytesOf(name) < LARGE_BYTES;
    return isSmall || !this.writable ? undefined : this.#compactor.version(name, seq);
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
    const { name, seq } = record;
    const isLarge = entries.some(({ update }) => update.length >= LARGE_BYTES);
    const sealed = isLarge ? await inTurns(sealingEdits(entries), FIRST) : sealEdits(entries);
    const { length } = sealed; // Writing hands its memory over.
    const stored = () => ({ ...record, bytes: this.sites.bytesOf(name) + length });
    await this.sites.store([['log', [name, seq], sealed]], stored(), stored);
    this.#prepared.grown(name, length);
  }

  restart(record: SiteRecord, entry: LogEntry): Promise<void> {
    const { name } = record;
    return this.#rewriting.run(name, async () => {
      const sealed = sealEdits([entry]);
      const state = sealState({ seq: entry.to, update: entry.update });
      const old = this.#tables.states.get(name)?.length ?? 0;
      const bytes = this.sites.bytesOf(name) + sealed.length + 2 * state.length - old;
      const stored = { ...record, bytes };
      const writes: Write[] = [
        ['log', [name, entry.to], sealed],
        ['states', name, state],
        ['keyframes', [name, entry.to], state],
      ];
      await this.sites.store(writes, stored);
      this.#setAside.delete(name);
      this.#prepared.forget(name);
    });
  }

  prune({ name }: SiteRecord, entry: LogEntry): Promise<void> {
    return this.#rewriting.run(name, async () => {
      const { writes, freed } = await pruning(this.#tables, name, entry);
      await this.#shrink(name, writes, freed);
    });
  }

  thin(name: string, timed: Timed): Promise<Thinned> {
    const write = (writes: readonly Write[], freed: number) => this.#shrink(name, writes, freed);
    return this.#rewriting.run(name, () => thinLog(this.#log, name, timed, write));
  }

  async #shrink(name: string, writes: readonly Write[], freed: number): Promise<void> {
    const stored = withBytes(this.sites.get(name), -freed);
    if (stored !== undefined) await this.sites.store(writes, stored);
  }

  setAside(name: string, why: string): void {
    this.#setAside.set(name, why);
  }

  save(record: SiteRecord): Promise<void> {
    return this.sites.store([], record);
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

  compact(
    name: string,
    seq: number,
    state: Uint8Array | undefined,
    isQuiet = false,
  ): Promise<number | undefined> {
    const incarnation = this.sites.get(name)?.incarnation;
    const compacted = this.#prepared.compacting(name);
    return this.#rewriting.run(name, async () => {
      // Whoever was first may have begun the site anew, or erased it.
      const isSame = incarnation !== undefined && this.sites.get(name)?.incarnation === incarnation;
      if (!isSame || this.damaged.has(name) || this.#stopping) return undefined;
      const { writes, grown, stateBytes } = await this.#compactor.compaction(name, seq, state);
      const stored = () => withBytes(this.sites.get(name), grown);
      const quiet = isQuiet ? stored() : undefined;
      if (quiet !== undefined) {
        await this.sites.store(writes, quiet, stored);
      } else {
        await this.#write(writes);
        this.sites.grow(name, grown);
      }
      compacted(stateBytes);
      return stateBytes;
    });
  }

  purge(name: string): Promise<void> {
    return this.#rewriting.run(name, async () => {
      const tables = ['states', 'access'] as const;
      const writes: Write[] = tables.map((table) => [table, name]);
      for (const table of SEVERAL) {
        for (const key of this.#tables[table].getKeys(span(name))) writes.push([table, key]);
      }
      const remove = () => this.sites.remove(name, writes);
      await this.access.change([name], remove, () => undefined);
      this.damaged.delete(name);
      this.#setAside.delete(name);
      this.#prepared.forget(name);
    });
  }

  saveAccess(name: string, record: AccessRecord): Promise<void> {
    const write = () => this.#write([['access', name, sealAccess(record)]]);
    return this.access.change([name], write, () => record);
  }

  saveMember(record: MemberRecord): Promise<void> {
    const write = () => this.#write([['members', record.id, sealMember(record)]]);
    return this.members.change([record.id], write, () => record);
  }

  find(kind: IndexKind, what: string): Iterable<string> {
    return find(this.#tables, kind, what);
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
    const named = (table: string) =>
      writes.flatMap(([of, key]) => (of === table ? [nameOf(key)] : []));
    const members = new Map(named('members').map((id) => [id, this.members.get(id)]));
    const write = async () => {
      await this.#writeHere(writes);
      for (const name of named('sites')) {
        this.damaged.delete(name);
        this.#setAside.delete(name);
        this.#prepared.forget(name);
      }
    };
    const withMembers = () => this.members.follow(writes, write);
    const withSites = () => this.sites.follow(writes, withMembers);
    await this.access.follow(writes, withSites);
    this.#followed({ members, blocks: this.blocks.follow(writes) });
  }

  onStall(listener: (error: StoreError) => void): void {
    if (this.#through !== undefined) this.#through.stalled = listener;
  }

  giveUp(): void {
    this.#stopping = true;
    this.#through?.giveUp();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#rewriting.settled();
    this.#closed.abort();
    await this.#compactor.close();
    await this.#through?.close();
    await this.#writer?.close();
    await this.#root.close();
  }
}
