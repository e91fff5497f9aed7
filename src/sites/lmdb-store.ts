/**
 * Keeps sites in LMDB: a log of edits for each, joined into versions as they age; a state to open from; and
 * keyframes so that old versions are read without replaying all that came before.
 */
import type { Worker } from 'node:worker_threads';
import { type Database, open, type RootDatabase } from 'lmdb';
import * as v from 'valibot';
import { joinUpdates } from './join-updates.ts';
import { type Key, lmdbOptions, TABLES, type Table, type Write } from './lmdb-tables.ts';
import {
  DamageError,
  type LabelRecord,
  type LogEntry,
  type SiteRecord,
  STORE_FORMAT,
  sealBlock,
  sealEntry,
  sealLabel,
  sealSite,
  sealState,
  unsealBlock,
  unsealEntry,
  unsealLabel,
  unsealSite,
  unsealState,
} from './records.ts';
import { startThread } from './sibling.ts';
import { type LoadedSite, type SiteStore, StoreError } from './store.ts';
import { type EntryHead, groupEntries } from './timeline.ts';

/** A keyframe is written when the log since the last one is longer than this and twice the state. */
const KEYFRAME_BYTES = 262_144;

/** Changes the data of format `n` (the index) to format n + 1, within the transaction of the upgrade. */
export type Migration = (tables: Tables) => void;
export type Tables = Readonly<Record<Table, Database<Buffer, Key>>>;

export interface LmdbStoreOptions {
  readonly directory: string;
  /** The disk cannot be written: serve what is there. Default false. */
  readonly readOnly?: boolean;
  /** What a check before opening found (store-check.ts). */
  readonly damaged?: ReadonlyMap<string, string>;
  /** By the format they start from; for tests of the upgrade itself. */
  readonly migrations?: ReadonlyMap<number, Migration>;
  readonly format?: number;
}

const Answer = v.object({
  ids: v.array(v.number()),
  error: v.optional(v.string()),
  closed: v.optional(v.boolean()),
});

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

const LAST = Number.MAX_SAFE_INTEGER;
const span = (name: string, from = 0) => ({ start: [name, from], end: [name, LAST] });

export class LmdbStore implements SiteStore {
  readonly sites: Map<string, SiteRecord> = new Map();
  readonly damaged: Map<string, string>;
  readonly blocks: Map<string, number> = new Map();
  readonly writable: boolean;
  bytes = 0;
  readonly #root: RootDatabase<Buffer, Key>;
  readonly #tables: Tables;
  readonly #writer: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #closed: () => void = () => {};
  #closing: Promise<void> | undefined;

  /** Opens or creates the store. Throws a sentence where its data is of a newer format. */
  constructor(options: LmdbStoreOptions) {
    const { directory, readOnly = false } = options;
    this.writable = !readOnly;
    this.damaged = new Map(options.damaged);
    this.#root = open<Buffer, Key>(lmdbOptions(directory, readOnly));
    this.#tables = openTables(this.#root);
    this.#upgrade(options.migrations ?? new Map(), options.format ?? STORE_FORMAT);
    this.#readSites();
    for (const { key, value } of this.#tables.blocks.getRange()) {
      const untilMs = unsealBlock(value);
      if (untilMs > Date.now()) this.blocks.set(String(key), untilMs);
    }
    this.#writer = readOnly ? undefined : this.#startWriter(directory);
  }

  #upgrade(migrations: ReadonlyMap<number, Migration>, wanted: number): void {
    const { meta } = this.#tables;
    const stored = meta.get('format')?.toString();
    let format = stored === undefined ? wanted : Number(stored);
    if (!Number.isSafeInteger(format) || format > wanted) {
      throw new Error(
        `The store has format ${stored}; this program knows formats up to ${wanted}. Use the program that wrote it, or a later one.`,
      );
    }
    if (!this.writable) {
      if (format < wanted) throw new Error('The store must be upgraded, and cannot be written.');
      return;
    }
    if (stored !== undefined && format === wanted) return;
    this.#root.transactionSync(() => {
      for (; format < wanted; format++) {
        const migrate = migrations.get(format);
        if (migrate === undefined)
          throw new Error(`The store has format ${format}, of no release.`);
        migrate(this.#tables);
      }
      meta.putSync('format', Buffer.from(String(wanted)));
    });
  }

  #readSites(): void {
    for (const { key, value } of this.#tables.sites.getRange()) {
      const name = String(key);
      try {
        const record = unsealSite(value);
        this.sites.set(name, record);
        this.bytes += record.bytes;
      } catch (error) {
        this.damaged.set(name, sentence(error));
      }
    }
  }

  #startWriter(directory: string): Worker {
    const writer = startThread('lmdb-writer', { directory });
    writer.on('message', (message: unknown) => {
      const { ids, error, closed } = v.parse(Answer, message);
      this.#root.resetReadTxn();
      for (const id of ids) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error === undefined) waiting?.resolve();
        else waiting?.reject(new StoreError(error));
      }
      if (this.#waiting.size === 0) writer.unref();
      if (closed) this.#closed();
    });
    const stopped = (why: string) => {
      for (const { reject } of this.#waiting.values()) reject(new StoreError(why));
      this.#waiting.clear();
    };
    writer.on('error', (error) => stopped(sentence(error)));
    writer.on('exit', () => stopped('the writing thread has ended'));
    writer.unref();
    return writer;
  }

  #write(writes: readonly Write[]): Promise<void> {
    const writer = this.#writer;
    if (writer === undefined) return Promise.reject(new StoreError('the store is read-only'));
    const id = this.#nextId++;
    const bytes = writes.reduce((sum, [, , value]) => sum + (value?.length ?? 0), 0);
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) writer.ref();
      this.#waiting.set(id, { resolve, reject });
      writer.postMessage({ id, bytes, writes });
    });
  }

  #remember(record: SiteRecord): void {
    this.bytes += record.bytes - (this.sites.get(record.name)?.bytes ?? 0);
    this.sites.set(record.name, record);
  }

  load(name: string): LoadedSite {
    const updates: Uint8Array[] = [];
    let seq = 0;
    const sealed = this.#tables.states.get(name);
    if (sealed !== undefined) {
      try {
        const state = unsealState(sealed);
        updates.push(state.update);
        seq = state.seq;
      } catch {
        // The log holds all that the state holds, so nothing is lost yet.
      }
    }
    try {
      for (const entry of this.#entries(name, seq + 1)) {
        updates.push(entry.update);
        seq = entry.to;
      }
    } catch (error) {
      this.damaged.set(name, sentence(error));
    }
    const expected = this.sites.get(name)?.seq ?? seq;
    if (seq < expected && !this.damaged.has(name)) {
      this.damaged.set(name, `edits ${seq + 1} to ${expected} are missing`);
    }
    const damage = this.damaged.get(name);
    return { updates, seq, ...(damage !== undefined && { damage }) };
  }

  loadAt(name: string, seq: number): readonly Uint8Array[] {
    const updates: Uint8Array[] = [];
    let from = 1;
    const before = { start: [name, seq], end: [name, 0], reverse: true, limit: 1 };
    for (const { value } of this.#tables.keyframes.getRange(before)) {
      const frame = unsealState(value);
      updates.push(frame.update);
      from = frame.seq + 1;
    }
    for (const entry of this.#entries(name, from)) {
      if (entry.to > seq) break;
      updates.push(entry.update);
    }
    return updates;
  }

  *#entries(name: string, from: number): Generator<LogEntry> {
    for (const { value } of this.#tables.log.getRange(span(name, from))) yield unsealEntry(value);
  }

  heads(name: string, from = 1): EntryHead[] {
    const heads: EntryHead[] = [];
    for (const { update: _, ...head } of this.#entries(name, from)) heads.push(head);
    return heads;
  }

  labels(name: string): ReadonlyMap<number, LabelRecord> {
    const labels = new Map<number, LabelRecord>();
    for (const { key, value } of this.#tables.labels.getRange(span(name))) {
      if (Array.isArray(key)) labels.set(Number(key[1]), unsealLabel(value));
    }
    return labels;
  }

  async append(record: SiteRecord, entry: LogEntry): Promise<void> {
    const sealed = sealEntry(entry);
    const bytes = (this.sites.get(record.name)?.bytes ?? 0) + sealed.length;
    const stored = { ...record, bytes };
    await this.#write([
      ['log', [record.name, entry.to], sealed],
      ['sites', record.name, sealSite(stored)],
    ]);
    this.#remember(stored);
  }

  async save(record: SiteRecord): Promise<void> {
    await this.#write([['sites', record.name, sealSite(record)]]);
    this.#remember(record);
  }

  async label(name: string, to: number, label: LabelRecord | undefined): Promise<void> {
    await this.#write([label ? ['labels', [name, to], sealLabel(label)] : ['labels', [name, to]]]);
  }

  async compact(name: string, seq: number, state: Uint8Array): Promise<void> {
    const record = this.sites.get(name);
    if (record === undefined || this.damaged.has(name)) return;
    const { states, keyframes } = this.#tables;
    const writes: Write[] = [];
    let grown = 0;
    const put = (table: Table, key: Key, value: Uint8Array | undefined, old: number) => {
      writes.push(value === undefined ? [table, key] : [table, key, value]);
      grown += (value?.length ?? 0) - old;
    };
    const old = states.get(name);
    const compacted = old === undefined ? 0 : unsealState(old).seq;
    put('states', name, sealState({ seq, update: state }), old?.length ?? 0);
    this.#joinVersions(name, compacted, put);
    let keyframe = 0;
    for (const key of keyframes.getKeys({
      ...span(name),
      start: [name, LAST],
      end: [name, 0],
      reverse: true,
      limit: 1,
    })) {
      keyframe = Array.isArray(key) ? Number(key[1]) : 0;
    }
    if (this.#logBytes(name, keyframe + 1) > Math.max(KEYFRAME_BYTES, 2 * state.length)) {
      put('keyframes', [name, seq], sealState({ seq, update: state }), 0);
    }
    const stored = { ...record, bytes: Math.max(0, record.bytes + grown) };
    writes.push(['sites', name, sealSite(stored)]);
    await this.#write(writes);
    this.#remember(stored);
  }

  /** Joins the entries of each version since the last compaction, the version it fell into included. */
  #joinVersions(
    name: string,
    compacted: number,
    put: (table: Table, key: Key, value: Uint8Array | undefined, old: number) => void,
  ): void {
    const labels = this.labels(name);
    const entries = [...this.#entries(name, Math.max(1, compacted))];
    for (const { head, entries: group } of groupEntries(entries, (to) => labels.has(to))) {
      if (group.length < 2) continue;
      for (const { to } of group) {
        const length = this.#tables.log.get([name, to])?.length ?? 0;
        put('log', [name, to], undefined, length);
      }
      const update = joinUpdates(group.map((entry) => entry.update));
      put('log', [name, head.to], sealEntry({ ...head, update }), 0);
    }
  }

  #logBytes(name: string, from: number): number {
    let bytes = 0;
    for (const { value } of this.#tables.log.getRange(span(name, from))) bytes += value.length;
    return bytes;
  }

  async purge(name: string): Promise<void> {
    const writes: Write[] = [
      ['sites', name],
      ['states', name],
    ];
    for (const table of ['log', 'keyframes', 'labels'] as const) {
      for (const key of this.#tables[table].getKeys(span(name))) writes.push([table, key]);
    }
    await this.#write(writes);
    this.bytes -= this.sites.get(name)?.bytes ?? 0;
    this.sites.delete(name);
    this.damaged.delete(name);
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

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const writer = this.#writer;
    if (writer !== undefined) {
      const closed = new Promise<void>((resolve) => {
        this.#closed = resolve;
      });
      writer.ref();
      writer.postMessage('close');
      await closed;
    }
    await this.#root.close();
  }
}

/** The tables of an open store by name. */
export function openTables(root: RootDatabase<Buffer, Key>): Tables {
  const table = (name: Table) => root.openDB<Buffer, Key>({ name, encoding: 'binary' });
  const [sites, log, states, keyframes, labels, blocks, meta] = TABLES;
  return {
    sites: table(sites),
    log: table(log),
    states: table(states),
    keyframes: table(keyframes),
    labels: table(labels),
    blocks: table(blocks),
    meta: table(meta),
  };
}

function sentence(error: unknown): string {
  return error instanceof DamageError || error instanceof Error ? error.message : String(error);
}
