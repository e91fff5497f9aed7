/** The tables in PostgreSQL, how they are brought to this version, and which server owns them. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import { DatabaseError } from './pg-connect.ts';
import { STORE_FORMAT } from './records.ts';

/** The lock of this program in a database. */
const LOCK = { program: 1_163_084_627, own: 1 } as const;

/**
 * `store`: one row, with the number of the last batch and the token of the server that may write the next ·
 * `epochs`: a row for each start of a server · `items`: the sealed values, as in LMDB (lmdb-tables.ts) ·
 * `changes`: the batch in which a site, member or address was last changed.
 */
const MIGRATIONS: readonly string[] = [
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
];
const HANDOVER_MS = 3_000;
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
async function formatOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query(`SELECT
    to_regclass('ensemble.store') IS NOT NULL AND to_regclass('ensemble.epochs') IS NOT NULL AS ours,
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
): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Creates the tables, or brings them to this version. Only the owner does. */
async function migrate(client: ClientBase): Promise<void> {
  await within(client, async () => {
    const format = await formatOf(client);
    for (const step of MIGRATIONS.slice(format)) await client.query(step);
    if (format === 0) {
      await client.query(
        `INSERT INTO ensemble.store (id, format, sealed, epoch, batch, owner) VALUES ($1, $2, $3, '', 0, '')`,
        [randomUUID(), SCHEMA_FORMAT, STORE_FORMAT],
      );
    }
    await client.query('UPDATE ensemble.store SET format = $1, sealed = $2', [
      SCHEMA_FORMAT,
      STORE_FORMAT,
    ]);
  });
}

const Locked = v.tuple([v.object({ locked: v.boolean() })]);

/** Whether this connection has the store to itself now, until it ends. */
export async function lockStore(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS locked', [
    LOCK.program,
    LOCK.own,
  ]);
  return v.parse(Locked, rows)[0].locked;
}

/** Where the store is: its last batch, and whose token may write the next. */
export interface Head {
  readonly id: string;
  readonly epoch: string;
  readonly batch: number;
  readonly owner: string;
}

const Heads = v.tuple([
  v.object({
    id: v.string(),
    epoch: v.string(),
    batch: v.pipe(v.string(), v.transform(Number), v.safeInteger()),
    owner: v.string(),
  }),
]);

export async function headOf(client: ClientBase): Promise<Head> {
  const { rows } = await client.query('SELECT id, epoch, batch, owner FROM ensemble.store');
  return v.parse(Heads, rows)[0];
}

/** Makes this process the owner, and brings the tables to this version. @throws DatabaseError if another server is */
export async function own(client: ClientBase): Promise<Head> {
  // A server that just ended may hold it for another moment.
  const end = performance.now() + HANDOVER_MS;
  while (!(await lockStore(client))) {
    if (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const owner = (await formatOf(client)) === 0 ? '' : (await headOf(client)).owner;
    throw new DatabaseError(
      'E_DATABASE_IN_USE',
      `The database of DATABASE_URL is in use by ${owner || 'another server'}. Stop that server, or wait until it has ended.`,
    );
  }
  await migrate(client);
  const epoch = randomUUID();
  const owner = `${hostname()} (process ${process.pid})`;
  await within(client, async () => {
    await client.query(
      `INSERT INTO ensemble.epochs (epoch, first_batch, owner) SELECT $1, batch, $2 FROM ensemble.store`,
      [epoch, owner],
    );
    await client.query('UPDATE ensemble.store SET epoch = $1, owner = $2', [epoch, owner]);
  });
  return headOf(client);
}
