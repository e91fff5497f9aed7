/**
 * The copy of a database in a folder, which a server of the database reads: an LMDB store with a stamp that says up to
 * which batch it follows which database. It can be deleted at any time; the next start makes it again.
 */
import { open, type RootDatabase } from 'lmdb';
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import { type Key, lmdbOptions, SEVERAL, SINGLE, type Tables, type Write } from './lmdb-tables.ts';
import { placeOf } from './pg-batch.ts';
import { batchesAfter, changesOf, hasBatch, type Item, Items, keyOf, PAGE } from './pg-changes.ts';
import { type Head, headOf, inSnapshot } from './pg-schema.ts';
import { stampOf } from './pg-writer.ts';
import { applyWrites, isNewer, openTables, upgradeStore } from './store-format.ts';

const OwnStamp = v.object({ batch: v.number(), token: v.string() });
const Stamp = v.object({ id: v.string(), ...OwnStamp.entries });

/** Every value of the database in the order of its key; those of probes are none of a store. */
async function* allItems(client: ClientBase): AsyncGenerator<Item[]> {
  let after: readonly [string, string, number] = ['', '', -1];
  for (;;) {
    const { rows } = await client.query(
      `SELECT name, kind, place, value FROM ensemble.items
       WHERE (name, kind, place) > ($1, $2, $3) ORDER BY name, kind, place LIMIT ${PAGE}`,
      [...after],
    );
    const items = v.parse(Items, rows);
    const last = items.at(-1);
    if (last === undefined) return;
    after = [last.name, last.kind, last.place];
    yield items.filter(({ kind }) => kind !== 'meta');
  }
}

/** Makes the copy anew. Without its stamp until it is complete. */
async function copyAll(
  root: RootDatabase<Buffer, Key>,
  tables: Tables,
  client: ClientBase,
): Promise<void> {
  for (const table of Object.values(tables)) table.clearSync();
  upgradeStore(root, tables);
  for await (const items of allItems(client)) {
    const writes = items.map((item): Write => [item.kind, keyOf(item), item.value]);
    root.transactionSync(() => applyWrites(tables, writes));
  }
}

/** Takes over what was changed after batch `since`. Repeating it does no harm. */
async function copyChanges(
  root: RootDatabase<Buffer, Key>,
  tables: Tables,
  client: ClientBase,
  since: number,
): Promise<void> {
  upgradeStore(root, tables);
  for await (const writes of changesOf(client, await batchesAfter(client, since))) {
    root.transactionSync(() => applyWrites(tables, writes));
  }
}

/** The last batch of a copy that this database continues; undefined if it has to be made anew. */
async function lastBatch(
  tables: Tables,
  client: ClientBase,
  head: Head,
): Promise<number | undefined> {
  if (isNewer(tables)) return undefined;
  const read = (key: string): unknown => JSON.parse(tables.meta.get(key)?.toString() ?? 'null');
  const stamp = v.safeParse(Stamp, read('postgres'));
  if (!stamp.success || stamp.output.id !== head.id) return undefined;
  const { batch } = stamp.output;
  const own = v.safeParse(OwnStamp, read('own'));
  // What a server wrote itself goes beyond what it followed, and a standby that took over may lack it.
  const isBeyond = own.success && own.output.batch > batch;
  if (isBeyond && !(await hasBatch(client, own.output))) return undefined;
  return (await hasBatch(client, stamp.output)) ? batch : undefined;
}

/** How the copy was brought up to date. */
export type Followed = 'new' | 'behind' | 'current';

export interface FollowedTo {
  readonly how: Followed;
  /** The head that the copy now has. */
  readonly head: Head;
}

/** Brings the copy in `directory` up to the database. */
export async function followDatabase(directory: string, client: ClientBase): Promise<FollowedTo> {
  const root = open<Buffer, Key>(lmdbOptions(directory, false));
  try {
    const tables = openTables(root);
    return await inSnapshot(client, async () => {
      const head = await headOf(client);
      const since = await lastBatch(tables, client, head);
      if (since === undefined) await copyAll(root, tables, client);
      else if (since < head.batch || !head.isLast) await copyChanges(root, tables, client, since);
      root.transactionSync(() => applyWrites(tables, [stampOf(head)]));
      const how = since === undefined ? 'new' : since < head.batch ? 'behind' : 'current';
      return { how, head };
    });
  } finally {
    await root.close();
  }
}

/** The values of the store in `directory`, a few megabytes at a time. */
export function* storedWrites(tables: Tables, bytes: number): Generator<Write[]> {
  let writes: Write[] = [];
  let size = 0;
  for (const kind of [...SINGLE, ...SEVERAL]) {
    for (const { key, value } of tables[kind].getRange()) {
      writes.push([kind, key, Buffer.from(value)]);
      size += value.length;
      if (size < bytes) continue;
      yield writes;
      writes = [];
      size = 0;
    }
  }
  if (writes.length > 0) yield writes;
}

/** Whether folder and database hold the same values, byte for byte; a sentence where they do not. */
export async function difference(tables: Tables, client: ClientBase): Promise<string | undefined> {
  let there = 0;
  for await (const items of allItems(client)) {
    for (const item of items) {
      const value = tables[item.kind].get(keyOf(item));
      if (value === undefined || Buffer.compare(value, item.value) !== 0) {
        const { kind, name, place } = placeOf(item.kind, keyOf(item));
        return `${kind} ${name} ${place} differs`;
      }
    }
    there += items.length;
  }
  let here = 0;
  for (const writes of storedWrites(tables, 1)) here += writes.length;
  return here === there
    ? undefined
    : `there are ${here} values in the folder and ${there} in the database`;
}
