/** The layout of the store in LMDB, for the main thread and the writer thread. */
import type { Database, RootDatabaseOptionsWithPath } from 'lmdb';
import * as v from 'valibot';

/**
 * `sites`: name → record · `log`: [name, last edit] → entry · `states`: name → state ·
 * `keyframes`: [name, edit] → state · `labels`: [name, last edit] → label · `access`: name → who may edit ·
 * `comments`: [name, number] → comment · `members`: id → member · `blocks`: address → until · `meta`: `format`, the
 * stamp of the index, and a scratch key for probing.
 */
export const TABLES = [
  'sites',
  'log',
  'states',
  'keyframes',
  'labels',
  'access',
  'comments',
  'members',
  'blocks',
  'meta',
] as const;
export type TableName = (typeof TABLES)[number];
/** Tables with one value for each name, */
export const SINGLE = ['sites', 'states', 'access', 'members', 'blocks'] as const;
/** and tables with several, each with a number. */
export const SEVERAL = ['log', 'keyframes', 'labels', 'comments'] as const;
/** Tables whose records belong to no site. */
export const OTHERS = ['members', 'blocks'] as const;
/** Made from the others (store-index.ts): nobody writes to it, and no export or database has it. */
export const INDEX = 'index';

export type Key = string | (string | number)[];

/** LMDB has no longer keys, in bytes, and throws where it is asked for one. */
export const MAX_KEY_BYTES = 1_900;

export type Tables = Readonly<Record<TableName | typeof INDEX, Database<Buffer, Key>>>;

/** No value: the key is removed. */
export type Write = readonly [table: TableName, key: Key, value?: Uint8Array];

/** Whose value a key is of: a site's in most tables. */
export const nameOf = (key: Key): string => (typeof key === 'string' ? key : String(key[0]));

export interface WriteRequest {
  readonly id: number;
  readonly bytes: number;
  readonly writes: readonly Write[];
}

/** What the writing thread is told: requests, or the number of the one to write the rest and close the files. */
export type WriterMessage = readonly WriteRequest[] | { readonly close: number };

/** What the writing thread answers: the requests that are done, and why if they failed. */
export const WriteAnswer = v.object({
  ids: v.array(v.number()),
  error: v.optional(v.string()),
});

/** @param flush whether each commit is on disk when it returns; default true */
export function lmdbOptions(
  directory: string,
  readOnly: boolean,
  flush = true,
): RootDatabaseOptionsWithPath {
  return {
    path: directory,
    noSubdir: false,
    maxDbs: TABLES.length + 2,
    // A commit returns after the data and then the page that names it are flushed, in that order.
    overlappingSync: false,
    noSync: !flush,
    readOnly,
  };
}
