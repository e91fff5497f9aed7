/** How the store is laid out in LMDB, for the thread that reads and the thread that writes. */
import type { RootDatabaseOptionsWithPath } from 'lmdb';

/**
 * `sites`: name → record · `log`: [name, last edit] → entry · `states`: name → state ·
 * `keyframes`: [name, edit] → state · `labels`: [name, last edit] → label · `blocks`: address → until ·
 * `meta`: `format`, and a scratch key for probing.
 */
export const TABLES = ['sites', 'log', 'states', 'keyframes', 'labels', 'blocks', 'meta'] as const;
export type Table = (typeof TABLES)[number];

export type Key = string | (string | number)[];

/** No value: the key is removed. */
export type Write = readonly [table: Table, key: Key, value?: Uint8Array];

export interface WriteRequest {
  readonly id: number;
  readonly bytes: number;
  readonly writes: readonly Write[];
}

export function lmdbOptions(directory: string, readOnly: boolean): RootDatabaseOptionsWithPath {
  return {
    path: directory,
    noSubdir: false,
    maxDbs: TABLES.length + 1,
    // A commit returns after the data and then the page that names it are flushed, in that order.
    overlappingSync: false,
    readOnly,
  };
}
