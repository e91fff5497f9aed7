/** The tables of a store, and how data of an older format becomes data of this one. */
import type { Database, RootDatabase } from 'lmdb';
import * as v from 'valibot';
import { INDEX, type Key, TABLES, type Tables, type Write } from './lmdb-tables.ts';
import { ensureIndex, isIndexed, reindex } from './store-index.ts';

/** Of the tables. Values, exports and databases have a format of their own, `STORE_FORMAT`. */
export const TABLES_FORMAT = 6;

/** Changes the data of format `n` (the index) to format n + 1, within the transaction of the upgrade. */
export type Migration = (tables: Tables) => void;

/** The tables of an open store by name. */
export function openTables(root: RootDatabase<Buffer, Key>): Tables {
  const table = (name: keyof Tables) => root.openDB<Buffer, Key>({ name, encoding: 'binary' });
  const [sites, log, states, keyframes, labels, access, comments, members, blocks, meta] = TABLES;
  return {
    sites: table(sites),
    log: table(log),
    states: table(states),
    keyframes: table(keyframes),
    labels: table(labels),
    access: table(access),
    comments: table(comments),
    members: table(members),
    blocks: table(blocks),
    meta: table(meta),
    index: table(INDEX),
  };
}

/** Stores and removes values, and what the index has of them, within a transaction. */
export function applyWrites(tables: Tables, writes: readonly Write[]): void {
  for (const [table, key, value] of writes) {
    if (isIndexed(table)) reindex(tables, table, String(key), value);
    if (value === undefined) tables[table].removeSync(key);
    else tables[table].putSync(key, Buffer.from(value.buffer, value.byteOffset, value.length));
  }
}

const Count = v.pipe(v.number(), v.minValue(0));
const Stats = v.object({
  pageSize: Count,
  entryCount: Count,
  treeBranchPageCount: Count,
  treeLeafPageCount: Count,
  overflowPages: Count,
});

/** How many values a table has. */
export const entryCount = (table: Database<Buffer, Key>): number =>
  v.parse(Stats, table.getStats()).entryCount;

/** Bytes of all pages in use, which is what the tables take on disk; pages that were freed are used again. */
export function usedBytes(tables: Tables): number {
  return Object.values(tables).reduce((sum, table) => {
    const stats = v.parse(Stats, table.getStats());
    const pages = stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages;
    return sum + pages * stats.pageSize;
  }, 0);
}

/**
 * Format 2 has other values for new edits and keyframes, and reads those of format 1 as they are. Format 3 has one more
 * table, `access`, which earlier programs would ignore: what is not in it may be edited by everyone, as before.
 * Format 4 has `members` besides, format 5 `comments`. Format 6 has the index, which earlier programs would leave as it
 * is: whatever they have written since is not in it.
 */
const MIGRATIONS: ReadonlyMap<number, Migration> = new Map<number, Migration>([
  [1, () => {}],
  [2, () => {}],
  [3, () => {}],
  [4, () => {}],
  [5, ({ meta }) => meta.removeSync('index')],
]);

/** What is written to the copy of a database alone would be lost, and keep the copy from following. */
export function refuseCopy({ meta }: Tables): void {
  if (meta.get('postgres') === undefined) return;
  throw new Error(
    'This folder is the copy of a PostgreSQL database, which only the server that uses the database may change. Set DATABASE_URL, or name another folder; moderate with --server.',
  );
}

export interface UpgradeOptions {
  /** By the format they start from. */
  readonly migrations?: ReadonlyMap<number, Migration>;
  readonly format?: number;
}

/** Whether a later version has written the data. */
export const isNewer = ({ meta }: Tables): boolean =>
  Number(meta.get('format')?.toString() ?? 0) > TABLES_FORMAT;

/** Brings the data to `format` in one transaction. Throws a sentence where it is of a newer format, or of none. */
export function upgradeStore(
  root: RootDatabase<Buffer, Key>,
  tables: Tables,
  { migrations = MIGRATIONS, format: wanted = TABLES_FORMAT }: UpgradeOptions = {},
  writable = true,
): void {
  const { meta } = tables;
  const stored = meta.get('format')?.toString();
  let format = stored === undefined ? wanted : Number(stored);
  if (!Number.isSafeInteger(format) || format > wanted) {
    throw new Error(
      `The store has format ${stored}, but this version supports formats up to ${wanted}. Use the version that wrote it, or a later one.`,
    );
  }
  if (!writable) {
    if (format === wanted) return;
    throw new Error(
      `The store has format ${format}, which an earlier version wrote, and this command changes nothing. Back it up with that version, or copy the folder; then start the server once, which upgrades it to format ${wanted}.`,
    );
  }
  if (stored !== String(wanted)) {
    root.transactionSync(() => {
      for (; format < wanted; format++) {
        const migrate = migrations.get(format);
        if (migrate === undefined) {
          throw new Error(`The store has format ${format}, which no release has used.`);
        }
        migrate(tables);
      }
      meta.putSync('format', Buffer.from(String(wanted)));
    });
  }
  ensureIndex(root, tables);
}
