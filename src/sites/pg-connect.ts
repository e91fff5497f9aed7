/** A connection to PostgreSQL; what is wrong with it is said in a sentence, without address, password or SQL. */
import { readFileSync } from 'node:fs';
import type { Client, ClientConfig } from 'pg';
import * as v from 'valibot';
import { isDatabaseUrl } from '../database-url.ts';

/** The oldest major version that is tested. */
const OLDEST = 15;
const CONNECT_TIMEOUT_MS = 10_000;
/** A statement that is not answered by then has lost its connection. */
const QUERY_TIMEOUT_MS = 30_000;

export type DatabaseProblem =
  | 'E_DATABASE_URL'
  | 'E_DATABASE_UNREACHABLE'
  | 'E_DATABASE_LOGIN'
  | 'E_DATABASE_TLS'
  | 'E_DATABASE_VERSION'
  | 'E_DATABASE_FOREIGN'
  | 'E_DATABASE_FORMAT'
  | 'E_DATABASE_RIGHTS'
  | 'E_DATABASE_IN_USE'
  | 'E_NODE_ADDRESS'
  | 'E_DATABASE';

/** A database that cannot be used; the message is for the operator and contains no secret. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: DatabaseProblem;

  constructor(code: DatabaseProblem, message: string) {
    super(message);
    this.code = code;
  }
}

const Coded = v.looseObject({ code: v.string() });

/** The code of an error of PostgreSQL (five characters) or of the network; empty if it has none. */
export function codeOf(error: unknown): string {
  const parsed = v.safeParse(Coded, error);
  return parsed.success ? parsed.output.code : '';
}

/** Only errors that the database itself answers have a severity; those of the network may have five letters too. */
const Answer = v.looseObject({ code: v.string(), severity: v.string() });

/** The code of an error that the database has answered; empty for any other. */
export function answerOf(error: unknown): string {
  const parsed = v.safeParse(Answer, error);
  return parsed.success ? parsed.output.code : '';
}

/** SQLSTATE read_only_sql_transaction. */
export const READ_ONLY = '25006';
const LOGIN = new Set(['28P01', '28000', '3D000']);
/** Connections that are lost or refused, and databases that have too many, are starting or shutting down. */
const AWAY = /^(08|53|57)/;
const NO_TLS = /does not support SSL/;

/** What an error while connecting means. */
export function explain(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const code = codeOf(error);
  const why = code === '' ? '' : ` (${code})`;
  const message = error instanceof Error ? error.message : '';
  if (LOGIN.has(code) || /password/i.test(message)) {
    return new DatabaseError(
      'E_DATABASE_LOGIN',
      `PostgreSQL refuses the login of DATABASE_URL${why}. Check its user, password and database.`,
    );
  }
  if (code === '42501') {
    return new DatabaseError(
      'E_DATABASE_RIGHTS',
      'The user of DATABASE_URL may not create the schema "ensemble". Make it the owner of the database.',
    );
  }
  if (code === READ_ONLY) {
    return new DatabaseError(
      'E_DATABASE_RIGHTS',
      'The database of DATABASE_URL is read-only. Name one that accepts writes, not a standby.',
    );
  }
  if (NO_TLS.test(message) || /CERT|SIGNED|TLS|SSL/.test(code)) {
    return new DatabaseError(
      'E_DATABASE_TLS',
      `There is no trusted TLS connection to the database of DATABASE_URL${why}. Give the server a certificate for its name, or add ?sslmode=disable if the network between them is private.`,
    );
  }
  const answer = answerOf(error);
  if (answer !== '' && !AWAY.test(answer)) {
    return new DatabaseError(
      'E_DATABASE',
      `The database of DATABASE_URL refuses what Ensemble asks of it (${answer}: ${message}).`,
    );
  }
  return new DatabaseError(
    answer !== '' ? 'E_DATABASE' : 'E_DATABASE_UNREACHABLE',
    `The database of DATABASE_URL cannot be reached${why}. Check its address, and that PostgreSQL is running there.`,
  );
}

const isLocal = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\./.test(host);

function certificatesIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new DatabaseError('E_DATABASE_TLS', 'PGSSLROOTCERT names a file that cannot be read.');
  }
}

/** Settings of a connection. TLS with a verified certificate is used for every host but this one, unless `url` says otherwise. */
export function clientConfig(url: string): ClientConfig {
  if (!isDatabaseUrl(url)) {
    throw new DatabaseError(
      'E_DATABASE_URL',
      'DATABASE_URL must look like postgresql://user:password@host:5432/database.',
    );
  }
  const { hostname, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || (process.env['PGHOST'] ?? 'localhost');
  const chosen = ['sslmode', 'ssl', 'sslrootcert'].some((name) => searchParams.has(name));
  const decided = chosen || process.env['PGSSLMODE'] !== undefined || isLocal(host);
  const authority = process.env['PGSSLROOTCERT'];
  return {
    connectionString: url,
    application_name: 'ensemble',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    ...(!decided && {
      ssl: {
        rejectUnauthorized: true,
        ...(authority !== undefined && { ca: certificatesIn(authority) }),
      },
    }),
  };
}

const Setting = v.tuple([v.object({ read_only: v.string() })]);

/** @throws DatabaseError if the database is read-only, as a standby is */
export async function requireWrites(client: Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('transaction_read_only') AS read_only`,
  );
  const [{ read_only }] = v.parse(Setting, rows);
  if (read_only === 'on') throw explain({ code: READ_ONLY });
}

const Facts = v.tuple([v.object({ version: v.string(), durable: v.string() })]);

/** Refuses versions that are not tested. */
export function checkVersion(version: number): void {
  if (version >= OLDEST * 10_000) return;
  throw new DatabaseError(
    'E_DATABASE_VERSION',
    `The database of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; version ${OLDEST} or later is needed.`,
  );
}

/** Connects. @throws DatabaseError */
export async function connect(url: string): Promise<Client> {
  const config = clientConfig(url);
  const { default: pg } = await import('pg');
  const client = new pg.Client(config);
  // Without a listener a lost connection would end the process; whoever uses the client hears of it from its queries.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num') AS version, current_setting('synchronous_commit') AS durable`,
    );
    const [{ version, durable }] = v.parse(Facts, rows);
    checkVersion(Number(version));
    // An edit is shown once it is on disk; what waits for standbys besides is the operator's choice.
    if (durable === 'off' || durable === 'local') await client.query('SET synchronous_commit = on');
    // A node that was cut off holds its lock until the database notices.
    await client.query(
      'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3',
    );
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw explain(error);
  }
}
