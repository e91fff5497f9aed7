/** The tables in PostgreSQL, and how they are brought to this version. */
import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import { DatabaseError } from './pg-connect.ts';
import { STORE_FORMAT } from './records.ts';

/** The locks of this program in a database; those of its nodes have a class of their own. */
export const LOCK = { program: 1_163_084_627, nodes: 1_163_084_628, own: 1, migrate: 2 } as const;

/**
 * `store`: one row, with what is added to the number of a transaction to give the number of its batch · `batches`: by
 * whom each of the latest was written, what it removed, and a random token, by which a copy knows that this is its
 * past · `items`: the sealed values, as in LMDB (lmdb-tables.ts), and the batch in which each was written · `nodes`: a
 * row for each start of a server, with its epoch, how many batches it wrote, until when it is believed to be alive and
 * since when it has its lock · `claims`: which node owns which site.
 */
const MIGRATIONS: readonly [string, ...string[]] = [
  `CREATE SCHEMA ensemble;
   CREATE TABLE ensemble.store (
     one boolean PRIMARY KEY DEFAULT true CHECK (one),
     id text NOT NULL, format integer NOT NULL, sealed integer NOT NULL,
     epoch text NOT NULL, batch bigint NOT NULL, owner text NOT NULL);
   CREATE TABLE ensemble.epochs (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     epoch text NOT NULL UNIQUE, first_batch bigint NOT NULL,
     owner text NOT NULL, started timestamptz NOT NULL DEFAULT now());
   CREATE TABLE ensemble.items (
     name text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, place bigint NOT NULL,
     value bytea NOT NULL, PRIMARY KEY (name, kind, place));
   ALTER TABLE ensemble.items ALTER COLUMN value SET STORAGE EXTERNAL;
   CREATE TABLE ensemble.changes (name text COLLATE "C" PRIMARY KEY, batch bigint NOT NULL);
   CREATE INDEX ON ensemble.changes (batch);`,
  `ALTER TABLE ensemble.items ADD COLUMN batch bigint NOT NULL DEFAULT 0;
   CREATE INDEX ON ensemble.items (batch);
   DROP TABLE ensemble.changes;
   DROP TABLE ensemble.epochs;
   ALTER TABLE ensemble.store DROP COLUMN epoch, DROP COLUMN owner;
   CREATE TABLE ensemble.batches (
     batch bigint PRIMARY KEY, node bigint NOT NULL, token uuid NOT NULL DEFAULT gen_random_uuid(),
     gone_kinds text[] NOT NULL, gone_names text[] NOT NULL, gone_places bigint[] NOT NULL);
   CREATE TABLE ensemble.nodes (
     number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     epoch uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), owner text NOT NULL, address text NOT NULL,
     written bigint NOT NULL DEFAULT 0, lease interval NOT NULL, expires timestamptz NOT NULL,
     ended boolean NOT NULL DEFAULT false, started timestamptz NOT NULL DEFAULT now());
   CREATE UNIQUE INDEX ON ensemble.nodes (address) WHERE NOT ended AND address <> '';
   CREATE TABLE ensemble.claims (
     site text COLLATE "C" PRIMARY KEY, node bigint NOT NULL, since timestamptz NOT NULL DEFAULT now());
   CREATE INDEX ON ensemble.claims (node);`,
  // Servers that still take batch numbers from the store cannot run beside servers of this version.
  `UPDATE ensemble.nodes SET ended = true;
   ALTER TABLE ensemble.nodes ADD COLUMN locked timestamptz NOT NULL DEFAULT now();
   ALTER TABLE ensemble.store RENAME COLUMN batch TO batch_offset;`,
];
const SCHEMA_FORMAT = MIGRATIONS.length;

const Found = v.tuple([v.object({ ours: v.boolean(), schema: v.boolean(), others: v.boolean() })]);
const Formats = v.tuple([v.object({ format: v.number(), sealed: v.number() })]);

function foreign(what: string): DatabaseError {
  return new DatabaseError(
    'E_DATABASE_FOREIGN',
    `${what} belongs to another program. Create a database for Ensemble and name it in DATABASE_URL.`,
  );
}

/** The format of the tables, 0 if there are none. @throws DatabaseError if what is there is not ours */
export async function formatOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query(`SELECT
    to_regclass('ensemble.store') IS NOT NULL AND to_regclass('ensemble.items') IS NOT NULL AS ours,
    to_regnamespace('ensemble') IS NOT NULL AS schema,
    EXISTS (SELECT FROM pg_tables WHERE schemaname = 'public') AS others`);
  const [{ ours, schema, others }] = v.parse(Found, rows);
  if (!ours) {
    if (schema) throw foreign('The schema "ensemble" of the database');
    if (others) throw foreign('The database of DATABASE_URL');
    return 0;
  }
  const found = await client.query('SELECT format, sealed FROM ensemble.store');
  const parsed = v.safeParse(Formats, found.rows);
  if (!parsed.success) throw foreign('The schema "ensemble" of the database');
  const [{ format, sealed }] = parsed.output;
  if (format > SCHEMA_FORMAT || sealed > STORE_FORMAT) {
    throw new DatabaseError(
      'E_DATABASE_FORMAT',
      `The database has format ${format}.${sealed}, but this version supports formats up to ${SCHEMA_FORMAT}.${STORE_FORMAT}. Use the version that wrote it, or a later one.`,
    );
  }
  return format;
}

/** Runs `work` in a transaction. */
export async function within<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  kind = '',
): Promise<Result> {
  await client.query(`BEGIN ${kind}`);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Runs `work` on the database as it is at one moment. */
export const inSnapshot = <Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> => within(client, work, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');

/** Creates the tables, or brings them to this version; several servers may start at once. */
export async function migrate(client: ClientBase): Promise<void> {
  await within(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCK.program, LOCK.migrate]);
    const format = await formatOf(client);
    const [create, ...others] = MIGRATIONS;
    if (format === 0) {
      await client.query(create);
      await client.query(
        `INSERT INTO ensemble.store (id, format, sealed, epoch, batch, owner) VALUES ($1, 1, $2, '', 0, '')`,
        [randomUUID(), STORE_FORMAT],
      );
    }
    for (const step of others.slice(Math.max(0, format - 1))) await client.query(step);
    if (format < SCHEMA_FORMAT) {
      await client.query(
        `INSERT INTO ensemble.batches (batch, node, gone_kinds, gone_names, gone_places)
         SELECT batch_offset, 0, '{}', '{}', '{}' FROM ensemble.store ON CONFLICT DO NOTHING`,
      );
      await client.query('UPDATE ensemble.store SET format = $1, sealed = $2', [
        SCHEMA_FORMAT,
        STORE_FORMAT,
      ]);
    }
    await client.query(GO_ON);
  });
}

/** Keeps batch numbers rising after a backup is restored into another PostgreSQL, whose transaction numbers may be lower. */
const GO_ON = `UPDATE ensemble.store SET batch_offset = last.batch
  FROM (SELECT max(batch) AS batch FROM ensemble.batches) AS last
  WHERE last.batch >= batch_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;

/** A batch, and the token by which it is known again. */
export interface Batch {
  readonly batch: number;
  readonly token: string;
}

/** Everything up to this batch is stored; no batch before it can still appear. */
export interface Head extends Batch {
  readonly id: string;
  /** No later batch is visible. If one is, an earlier batch is still being stored. */
  readonly isLast: boolean;
}

export const BigInteger = v.pipe(v.string(), v.transform(Number), v.safeInteger());
export const HeadRow = v.object({
  id: v.string(),
  batch: BigInteger,
  token: v.string(),
  isLast: v.boolean(),
});
const Heads = v.tuple([HeadRow]);

/** SQL condition on a batch: it is older than every open write transaction, including those of other programs. */
export const IS_SETTLED = `batch < (
  SELECT batch_offset + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM ensemble.store)`;

/** SQL that gives the head. */
export const HEAD = `SELECT id, head.batch, token, head.batch = (SELECT max(batch) FROM ensemble.batches) AS "isLast"
  FROM ensemble.store, (
    SELECT batch, token FROM ensemble.batches WHERE ${IS_SETTLED} ORDER BY batch DESC LIMIT 1) AS head`;

/** The latest batch before which nothing is still being stored. */
export async function headOf(client: ClientBase): Promise<Head> {
  const { rows } = await client.query(HEAD);
  return v.parse(Heads, rows)[0];
}
