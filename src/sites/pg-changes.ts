/** What the servers of a database have stored since a batch. */
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import { type Key, SINGLE, TABLES, type TableName, type Write } from './lmdb-tables.ts';
import { type Node, Written, writtenSql } from './pg-nodes.ts';
import { type Batch, BigInteger, HEAD, type Head, HeadRow } from './pg-schema.ts';

/** Values that are read at a time. */
export const PAGE = 500;
/** Batches whose values are asked for at a time. */
export const BATCHES = 1_000;

const isSingle = (kind: TableName): boolean => SINGLE.some((one) => one === kind);

export const Items = v.array(
  v.object({
    name: v.string(),
    kind: v.picklist(TABLES),
    place: BigInteger,
    value: v.instance(Uint8Array),
  }),
);
export type Item = v.InferOutput<typeof Items>[number];

export const keyOf = ({ kind, name, place }: Omit<Item, 'value'>): Key =>
  isSingle(kind) ? name : [name, place];

/** SQL that says whether a batch is in this database's past. */
const followsSql = (batch: string, token: string): string =>
  `EXISTS (SELECT FROM ensemble.batches WHERE batch = ${batch} AND token = ${token}) AS follows`;
const Follows = v.object({ follows: v.boolean() });

/** Whether a batch is in this database's past: one restored from a backup, or a standby that lacked it, has another. */
export async function hasBatch(client: ClientBase, { batch, token }: Batch): Promise<boolean> {
  const { rows } = await client.query(`SELECT ${followsSql('$1', '$2')}`, [batch, token]);
  return v.parse(v.tuple([Follows]), rows)[0].follows;
}

const NewBatchSchema = v.object({ batch: v.number(), node: v.number(), removes: v.boolean() });
/** A batch, the node that stored it, and whether it removed anything. */
export type NewBatch = Readonly<v.InferOutput<typeof NewBatchSchema>>;

/** The latest batch seen of each node, by its number; a node stores its batches one after another. */
export type SeenBatches = ReadonlyMap<number, number>;

/** What has been seen once `batches` are, as far as it is after batch `since`. */
export const seenAfter = (
  since: number,
  seen: SeenBatches,
  batches: readonly NewBatch[],
): SeenBatches => {
  const all = [...seen, ...batches.map(({ node, batch }) => [node, batch] as const)];
  return new Map(all.filter(([, batch]) => batch > since));
};

/** The batches after $1 in their order, without those that were seen: of each node in $2, up to its batch in $3. */
const NEW_BATCHES = `SELECT coalesce(json_agg(json_build_object(
    'batch', batch, 'node', node, 'removes', gone_kinds <> '{}') ORDER BY batch), '[]') AS batches
  FROM ensemble.batches b WHERE batch > $1 AND NOT EXISTS (
    SELECT FROM unnest($2::bigint[], $3::bigint[]) AS seen(node, batch)
    WHERE seen.node = b.node AND seen.batch >= b.batch)`;
const NewBatches = v.object({ batches: v.array(NewBatchSchema) });

/** The batches after `since` that have not been seen, in their order. */
export async function batchesAfter(
  client: ClientBase,
  since: number,
  seen: SeenBatches = new Map(),
): Promise<NewBatch[]> {
  const { rows } = await client.query(NEW_BATCHES, [since, [...seen.keys()], [...seen.values()]]);
  return v.parse(v.tuple([NewBatches]), rows)[0].batches;
}

/** What a node that follows has to know. */
export interface News {
  readonly head: Head;
  /** Whether the batch it has followed to is in this database's past. */
  readonly follows: boolean;
  /** How many batches it has written itself; undefined if it was ended. */
  readonly written: number | undefined;
  /** The batches after that one that it has not seen. */
  readonly batches: readonly NewBatch[];
}

const NEWS = `SELECT head.*, (${NEW_BATCHES}),
    ${followsSql('$1', '$4')},
    ${writtenSql('$5', '$6')}
  FROM (${HEAD}) AS head`;
const NewsRows = v.tuple([
  v.object({
    ...HeadRow.entries,
    ...NewBatches.entries,
    ...Follows.entries,
    ...Written.entries,
  }),
]);

/** The news, of one moment, of a node that has followed up to a batch and seen some after it. */
export async function newsAfter(
  client: ClientBase,
  { batch, token }: Batch,
  seen: SeenBatches,
  { number, epoch }: Node,
): Promise<News> {
  const { rows } = await client.query(NEWS, [
    batch,
    [...seen.keys()],
    [...seen.values()],
    token,
    number,
    epoch,
  ]);
  const [{ follows, written, batches, ...head }] = v.parse(NewsRows, rows);
  return { head, follows, written: written ?? undefined, batches };
}

const Gone = v.array(v.object({ kind: v.picklist(TABLES), name: v.string(), place: BigInteger }));
const Changed = v.array(v.object({ ...Items.item.entries, batch: BigInteger }));

/** What batches removed, unless it has been stored again. */
async function goneBy(client: ClientBase, batches: readonly number[]): Promise<Write[]> {
  const { rows } = await client.query(
    `SELECT DISTINCT kind, name, place
     FROM ensemble.batches, unnest(gone_kinds, gone_names, gone_places) AS gone(kind, name, place)
     WHERE batch = ANY($1::bigint[]) AND kind <> 'meta' AND NOT EXISTS (
       SELECT FROM ensemble.items i WHERE (i.kind, i.name, i.place) = (gone.kind, gone.name, gone.place))`,
    [batches],
  );
  return v.parse(Gone, rows).map((gone) => [gone.kind, keyOf(gone)]);
}

/** What batches stored, unless a later one has changed it. */
async function* keptBy(client: ClientBase, batches: readonly number[]): AsyncGenerator<Write[]> {
  let after: readonly [number, string, string, number] = [-1, '', '', -1];
  for (let isMore = true; isMore; ) {
    const { rows } = await client.query(
      `SELECT name, kind, place, value, batch FROM ensemble.items
       WHERE batch = ANY($1::bigint[]) AND (batch, kind, name, place) > ($2, $3, $4, $5) AND kind <> 'meta'
       ORDER BY batch, kind, name, place LIMIT ${PAGE}`,
      [batches, ...after],
    );
    const items = v.parse(Changed, rows);
    yield items.map((item) => [item.kind, keyOf(item), item.value]);
    const last = items.at(-1);
    if (last !== undefined) after = [last.batch, last.kind, last.name, last.place];
    isMore = items.length === PAGE;
  }
}

/**
 * What batches changed, as it is now. Only within one snapshot of the database, in which no key is both gone and there:
 * the order is of no importance, and repeating it does no harm.
 */
export async function* changesOf(
  client: ClientBase,
  batches: readonly NewBatch[],
): AsyncGenerator<Write[]> {
  for (let start = 0; start < batches.length; start += BATCHES) {
    const some = batches.slice(start, start + BATCHES);
    const removing = some.filter(({ removes }) => removes).map(({ batch }) => batch);
    if (removing.length > 0) yield await goneBy(client, removing);
    yield* keptBy(
      client,
      some.map(({ batch }) => batch),
    );
  }
}
