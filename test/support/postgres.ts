/** The PostgreSQL server of a test, with one new database for each. */
import type pg from 'pg';
import * as temporary from '../../scripts/postgres.ts';
import { connect } from '../../src/sites/pg-connect.ts';
import { freePort } from './free-port.ts';

export const startPostgres = async (): ReturnType<typeof temporary.startPostgres> =>
  temporary.startPostgres(await freePort());

/** Runs `body` with a connection to a database. */
export async function withClient<Result>(
  url: string,
  body: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(url);
  try {
    return await body(client);
  } finally {
    await client.end();
  }
}
