/**
 * The copy of a database in a folder, which a server of the database reads: an LMDB store with a stamp that says up to
 * which batch it follows which database. It can be deleted at any time; the next start makes it again.
 */
import { open, type RootDatabase } from 'lmdb';
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import {
  type Key,
  lmdbOptions,
  TABLES,
  type TableName,
  type Tables,
  type Write,
} from './lmdb-tables.ts';
import { placeOf } from './pg-batch.ts';
import { type Batch, BigInteger, type Head, headOf, inSnapshot } from './pg-schema.ts';
import { stampOf } from './pg-writer.ts';
import { applyWrites, isNewer, openTables, upgradeStore } from './store-format.ts';

/** Values that are read at a time. */
const PAGE = 500;

const OwnStamp = v.object({ batch: v.number(), token: v.string() });
const Stamp = v.object({ id: v.string(), ...OwnStamp.entries });

/** Tables with one value for each name, and with several. */
const SINGLE = ['sites', 'states', 'access', 'members', 'blocks'] as const;
const SEVERAL = ['log', 'keyframes', 'labels', 'comments'] as const;
const isSingle = (kind: TableName): boolean => SINGLE.some((one) => one === kind);

const Items = v.array(
  v.object({
    name: v.string(),
    kind: v.picklist(TABLES),
    place: BigInteger,
    value: v.instance(Uint8Array),
  }),
);
type Item = v.InferOutput<typeof Items>[number];

const keyOf = ({ kind, name, place }: Omit<Item, 'value'>): Key =>
  isSingle(kind) ? name : [name, place];

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

const Follows = v.tuple([v.object({ follows: v.boolean() })]);

/** Whether a batch is in this database's past: one restored from a backup, or a standby that lacked it, has another. */
export async function hasBatch(client: ClientBase, { batch, token }: Batch): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT EXISTS (SELECT FROM ensemble.batches WHERE batch = $1 AND token = $2) AS follows',
    [batch, token],
  );
  return v.parse(Follows, rows)[0].follows;
}

const Gone = v.array(v.object({ kind: v.picklist(TABLES), name: v.string(), place: BigInteger }));
const Changed = v.array(v.object({ ...Items.item.entries, batch: BigInteger }));

/** The latest batch seen of each node, by its number; a node stores its batches one after another. */
export type SeenBatches = ReadonlyMap<number, number>;

const Latest = v.array(v.object({ node: BigInteger, batch: BigInteger }));

/** The latest batch of each node, of those after batch `since`. */
export async function latestAfter(client: ClientBase, since: number): Promise<SeenBatches> {
  const { rows } = await client.query(
    'SELECT node, max(batch) AS batch FROM ensemble.batches WHERE batch > $1 GROUP BY node',
    [since],
  );
  return new Map(v.parse(Latest, rows).map(({ node, batch }) => [node, batch]));
}

/** SQL condition on a batch: it is after $1 and, for each node in $2, after that node's batch in $3. */
const IS_NEW = `b.batch > $1 AND b.batch > ALL (
  SELECT seen.batch FROM unnest($2::bigint[], $3::bigint[]) AS seen(node, batch) WHERE seen.node = b.node)`;

/**
 * What was changed after batch `since`, in an order in which it can be repeated: what is gone, then what is there.
 * Only within one snapshot of the database.
 *
 * @param seen each node's batches up to these are left out; default none
 */
export async function* changesAfter(
  client: ClientBase,
  since: number,
  seen: SeenBatches = new Map(),
): AsyncGenerator<Write[]> {
  const known = [[...seen.keys()], [...seen.values()]];
  const { rows } = await client.query(
    `SELECT DISTINCT kind, name, place
     FROM ensemble.batches b, unnest(gone_kinds, gone_names, gone_places) AS gone(kind, name, place)
     WHERE ${IS_NEW} AND kind <> 'meta' AND NOT EXISTS (
       SELECT FROM ensemble.items i WHERE (i.kind, i.name, i.place) = (gone.kind, gone.name, gone.place))`,
    [since, ...known],
  );
  yield v.parse(Gone, rows).map((gone) => [gone.kind, keyOf(gone)]);
  let after: readonly [number, string, string, number] = [since, '\u{10ffff}', '', -1];
  for (;;) {
    const found = await client.query(
      `SELECT i.name, i.kind, i.place, i.value, i.batch
       FROM ensemble.items i JOIN ensemble.batches b USING (batch)
       WHERE i.batch >= $4 AND (i.batch, i.kind, i.name, i.place) > ($4, $5, $6, $7)
         AND ${IS_NEW} AND i.kind <> 'meta'
       ORDER BY i.batch, i.kind, i.name, i.place LIMIT ${PAGE}`,
      [since, ...known, ...after],
    );
    const items = v.parse(Changed, found.rows);
    const last = items.at(-1);
    if (last === undefined) return;
    after = [last.batch, last.kind, last.name, last.place];
    yield items.map((item) => [item.kind, keyOf(item), item.value]);
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
  for await (const writes of changesAfter(client, since)) {
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
