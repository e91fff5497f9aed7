/**
 * The copy of a database in a folder, which the server that owns the database reads: an LMDB store with a stamp that
 * says up to which batch it follows which database. It can be deleted at any time; the next start makes it again.
 */
import { open, type RootDatabase } from 'lmdb';
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import { span } from './lmdb-log.ts';
import { type Key, lmdbOptions, TABLES, type TableName, type Write } from './lmdb-tables.ts';
import { placeOf } from './pg-batch.ts';
import type { Head } from './pg-schema.ts';
import { stampOf } from './pg-writer.ts';
import { STORE_FORMAT } from './records.ts';
import { openTables, type Tables } from './store-format.ts';

/** Values, and changed names, that are read at a time. */
const PAGE = 500;
const NAMES = 50;

const Stamp = v.object({ id: v.string(), epoch: v.string(), batch: v.number() });

/** Tables with one value for each name, and with several. */
const SINGLE = ['sites', 'states', 'access', 'members', 'blocks'] as const;
const SEVERAL = ['log', 'keyframes', 'labels', 'comments'] as const;
const isSingle = (kind: TableName): boolean => SINGLE.some((one) => one === kind);

const Items = v.array(
  v.object({
    name: v.string(),
    kind: v.picklist(TABLES),
    place: v.pipe(v.string(), v.transform(Number), v.safeInteger()),
    value: v.instance(Uint8Array),
  }),
);
type Item = v.InferOutput<typeof Items>[number];

const keyOf = ({ kind, name, place }: Item): Key => (isSingle(kind) ? name : [name, place]);

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

function put(tables: Tables, items: readonly Item[]): void {
  for (const item of items) {
    const { value, kind } = item;
    tables[kind].putSync(keyOf(item), Buffer.from(value.buffer, value.byteOffset, value.length));
  }
}

function writeMeta(tables: Tables, [, key, value]: Write): void {
  if (value !== undefined) tables.meta.putSync(key, Buffer.from(value));
  tables.meta.putSync('format', Buffer.from(String(STORE_FORMAT)));
}

/** Makes the copy anew. Without its stamp until it is complete. */
async function copyAll(
  root: RootDatabase<Buffer, Key>,
  tables: Tables,
  client: ClientBase,
): Promise<void> {
  for (const name of TABLES) tables[name].clearSync();
  for await (const items of allItems(client)) root.transactionSync(() => put(tables, items));
}

const Names = v.array(v.object({ name: v.string() }));

/** Takes over what was changed after batch `since`. Repeating it does no harm. */
async function copyChanges(
  root: RootDatabase<Buffer, Key>,
  tables: Tables,
  client: ClientBase,
  since: number,
): Promise<void> {
  const { rows } = await client.query(
    'SELECT name FROM ensemble.changes WHERE batch > $1 ORDER BY name',
    [since],
  );
  const changed = v.parse(Names, rows).map(({ name }) => name);
  for (let at = 0; at < changed.length; at += NAMES) {
    const names = changed.slice(at, at + NAMES);
    const found = await client.query(
      `SELECT name, kind, place, value FROM ensemble.items WHERE name = ANY($1) AND kind <> 'meta'`,
      [names],
    );
    const items = v.parse(Items, found.rows);
    root.transactionSync(() => {
      for (const name of names) {
        for (const kind of SINGLE) tables[kind].removeSync(name);
        for (const kind of SEVERAL) {
          for (const key of [...tables[kind].getKeys(span(name))]) tables[kind].removeSync(key);
        }
      }
      put(tables, items);
    });
  }
}

const Follows = v.tuple([v.object({ follows: v.boolean() })]);

/** The last batch of a copy that this database continues; undefined if it has to be made anew. */
async function lastBatch(
  tables: Tables,
  client: ClientBase,
  head: Head,
): Promise<number | undefined> {
  const stored = tables.meta.get('postgres');
  if (stored === undefined) return undefined;
  const { id, epoch, batch } = v.parse(Stamp, JSON.parse(stored.toString()));
  if (id !== head.id) return undefined;
  // A database restored from a backup has epochs that end before the copy's last batch, or lacks the epoch.
  const { rows } = await client.query(
    `SELECT COALESCE((SELECT $2::bigint BETWEEN e.first_batch AND COALESCE(
        (SELECT min(n.first_batch) FROM ensemble.epochs n WHERE n.number > e.number), $3::bigint)
      FROM ensemble.epochs e WHERE e.epoch = $1), false) AS follows`,
    [epoch, batch, head.batch],
  );
  return v.parse(Follows, rows)[0].follows ? batch : undefined;
}

/** How the copy was brought up to date. */
export type Followed = 'new' | 'behind' | 'current';

/** Brings the copy in `directory` up to the database, which this process owns. */
export async function followDatabase(
  directory: string,
  client: ClientBase,
  head: Head,
): Promise<Followed> {
  const root = open<Buffer, Key>(lmdbOptions(directory, false));
  try {
    const tables = openTables(root);
    const since = await lastBatch(tables, client, head);
    if (since === undefined) await copyAll(root, tables, client);
    else if (since < head.batch) await copyChanges(root, tables, client, since);
    root.transactionSync(() => writeMeta(tables, stampOf(head, head.batch)));
    return since === undefined ? 'new' : since < head.batch ? 'behind' : 'current';
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
