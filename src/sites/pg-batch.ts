/** Writes of a store as one statement: everything of a batch is stored, or nothing, and only by who owns it. */
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import type { Key, Write } from './lmdb-tables.ts';
import { BLOCKS, MEMBERS } from './pg-claims.ts';
import type { Node } from './pg-nodes.ts';
import { type Batch, BigInteger, IS_SETTLED } from './pg-schema.ts';

/** Key of values that have no number. */
const NO_PLACE = 0;
/** So many settled batches are kept, for copies that follow; one that is further behind is made anew. */
const KEPT_BATCHES = 100_000;
/** Each time a node has written this many batches, it deletes those that are no longer kept. */
const FORGET_EVERY = 1_000;

export interface Place {
  readonly kind: string;
  readonly name: string;
  readonly place: number;
}

export function placeOf(kind: string, key: Key): Place {
  if (typeof key === 'string') return { kind, name: key, place: NO_PLACE };
  return { kind, name: String(key[0]), place: Number(key[1]) };
}

/** The claim that a value belongs to; probes belong to none. */
function claimOf({ kind, name }: Place): string | undefined {
  if (kind === 'meta') return undefined;
  if (kind === 'members') return MEMBERS;
  return kind === 'blocks' ? BLOCKS : name;
}

/**
 * $1 epoch, $2 how many batches this node has then written, $3–$5 what is removed, $6–$9 what is stored, $10 the claims
 * it needs. The update is the fence. It finds its row only if nobody has ended this node, this is the batch after its
 * last one, and every claim is its own; everything else depends on it. Whoever takes over ends the node in that row, so
 * one of the two waits for the other. Nodes do not wait for each other: the number of a batch comes from its transaction,
 * so `headOf` can tell up to which batch everything has been stored.
 */
const COMMIT = `WITH me AS (
    UPDATE ensemble.nodes n SET written = $2, expires = now() + lease
    WHERE epoch = $1 AND written = $2::bigint - 1 AND NOT ended AND NOT EXISTS (
      SELECT FROM unnest($10::text[]) AS needed(site) WHERE NOT EXISTS (
        SELECT FROM ensemble.claims c WHERE c.site = needed.site AND c.node = n.number))
    RETURNING number
  ), fence AS (
    SELECT number, batch_offset + pg_current_xact_id()::text::bigint AS batch FROM me, ensemble.store
  ), removed AS (
    DELETE FROM ensemble.items i
    USING unnest($3::text[], $4::text[], $5::bigint[]) AS gone(kind, name, place)
    WHERE i.kind = gone.kind AND i.name = gone.name AND i.place = gone.place
      AND EXISTS (SELECT FROM fence)
  ), stored AS (
    INSERT INTO ensemble.items (kind, name, place, value, batch)
    SELECT kind, name, place, value, batch
    FROM unnest($6::text[], $7::text[], $8::bigint[], $9::bytea[]) AS kept(kind, name, place, value), fence
    ON CONFLICT (name, kind, place) DO UPDATE SET value = excluded.value, batch = excluded.batch
  ), forgotten AS (
    DELETE FROM ensemble.batches
    WHERE (SELECT $2 % ${FORGET_EVERY} = 0 FROM fence) AND batch < (SELECT min(batch) FROM (
      SELECT batch FROM ensemble.batches WHERE ${IS_SETTLED} ORDER BY batch DESC LIMIT ${KEPT_BATCHES}) AS kept)
  ), noted AS (
    INSERT INTO ensemble.batches (batch, node, gone_kinds, gone_names, gone_places)
    SELECT batch, number, $3, $4, $5 FROM fence RETURNING batch, token
  )
  SELECT batch, token FROM noted`;

/** Prepares a connection for `commitBatch`, whose planning takes longer than running it and always has the same result. */
export async function planOnce(client: ClientBase): Promise<void> {
  await client.query('SET plan_cache_mode = force_generic_plan');
}

const Batches = v.array(v.object({ batch: BigInteger, token: v.string() }));

type Last = Place & { readonly value: Uint8Array | undefined };

/** The last write of each key, since a statement can change a row once. */
function lastOfEach(writes: readonly Write[]): Last[] {
  const last = new Map<string, Last>();
  for (const [kind, key, value] of writes) {
    const at = placeOf(kind, key);
    last.set(`${at.kind}\n${at.name}\n${at.place}`, { ...at, value });
  }
  return [...last.values()];
}

/** The claims that writes need. */
function claimsOf(all: readonly Place[]): string[] {
  return [...new Set(all.map(claimOf))].filter((site) => site !== undefined);
}

/** Type number of bytea. */
const BYTEA = 17;

/**
 * A bytea[] as PostgreSQL receives one in binary form (array_recv): dimensions, whether there are nulls, the type; length
 * and lower bound of the dimension; then each value after its length. As text it would take twice the bytes.
 */
function byteaArray(values: readonly Uint8Array[]): Buffer {
  const bytes = values.reduce((sum, { length }) => sum + 4 + length, 20);
  const array = Buffer.allocUnsafe(bytes);
  let at = 0;
  const number = (value: number) => {
    at = array.writeInt32BE(value, at);
  };
  for (const value of [1, 0, BYTEA, values.length, 1]) number(value);
  for (const value of values) {
    number(value.length);
    array.set(value, at);
    at += value.length;
  }
  return array;
}

const columnsOf = (places: readonly Place[]) => [
  places.map(({ kind }) => kind),
  places.map(({ name }) => name),
  places.map(({ place }) => place),
];

const valuesOf = (kept: readonly Last[]): Buffer =>
  byteaArray(kept.map(({ value }) => value ?? new Uint8Array()));

/**
 * Stores the `written`th batch of a node.
 *
 * @returns undefined if this node may not write it; then nothing was stored
 */
export async function commitBatch(
  client: ClientBase,
  { epoch, address }: Node,
  written: number,
  writes: readonly Write[],
): Promise<Batch | undefined> {
  const all = lastOfEach(writes);
  const gone = all.filter(({ value }) => value === undefined);
  const kept = all.filter(({ value }) => value !== undefined);
  // A node that has the store to itself claims nothing.
  const claims = address === '' ? [] : claimsOf(all);
  const { rows } = await client.query({
    name: 'commit',
    text: COMMIT,
    values: [epoch, written, ...columnsOf(gone), ...columnsOf(kept), valuesOf(kept), claims],
  });
  return v.parse(Batches, rows)[0];
}

/**
 * Stores more values with a batch, of which nothing was stored before: a batch has the number of its transaction, so one
 * transaction has one batch.
 */
export async function addToBatch(
  client: ClientBase,
  { batch }: Batch,
  writes: readonly Write[],
): Promise<void> {
  const kept = lastOfEach(writes);
  await client.query(
    `INSERT INTO ensemble.items (kind, name, place, value, batch)
     SELECT kind, name, place, value, $5
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[]) AS kept(kind, name, place, value)`,
    [...columnsOf(kept), valuesOf(kept), batch],
  );
}

/** The last batch of a node, if it is kept. */
export async function lastBatchOf(
  client: ClientBase,
  { number }: Node,
): Promise<Batch | undefined> {
  const { rows } = await client.query(
    'SELECT batch, token FROM ensemble.batches WHERE node = $1 ORDER BY batch DESC LIMIT 1',
    [number],
  );
  return v.parse(Batches, rows)[0];
}
