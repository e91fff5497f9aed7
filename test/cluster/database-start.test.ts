/** What stops a server that shall use a database: one sentence, a code that is not 0, and no secret. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle } from '../../scripts/bundle.ts';
import { joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { checkVersion, clientConfig, DatabaseError, explain } from '../../src/sites/pg-connect.ts';
import { closing } from '../support/closing.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres.ts';
import { start, waitFor } from '../support/program.ts';

const SECRET = 'a-secret-nobody-may-see';
const postgres = await startPostgres();

await bundle();

async function fails(url: string, code: string, says: RegExp): Promise<void> {
  try {
    const { client } = await joinDatabase(url);
    await client.end();
  } catch (error) {
    assert.instance(error, DatabaseError);
    assert.is(error instanceof DatabaseError && error.code, code);
    assert.match(String(error), says);
    assert.not.match(String(error), new RegExp(`${SECRET}|127\\.0\\.0\\.1|horse`));
    return;
  }
  assert.unreachable(`${code} was expected`);
}

test('each way in which a database cannot be used is a code and a sentence that names the setting', async () => {
  await fails(`http://x:${SECRET}@localhost/`, 'E_DATABASE_URL', /must look like/);
  await fails(SECRET, 'E_DATABASE_URL', /must look like/);
  const nowhere = `postgresql://x:${SECRET}@127.0.0.1:${await freePort()}/x`;
  await fails(nowhere, 'E_DATABASE_UNREACHABLE', /DATABASE_URL cannot be reached \(ECONNREFUSED\)/);
  await fails(postgres.url('postgres', SECRET), 'E_DATABASE_LOGIN', /refuses the login.*28P01/);
  await fails(postgres.url('none'), 'E_DATABASE_LOGIN', /refuses the login.*3D000/);
  await fails(`${postgres.url('postgres')}?sslmode=verify-full`, 'E_DATABASE_TLS', /TLS/);
});

test('something else that listens at the address is no database', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await fails(
    `postgresql://x:${SECRET}@127.0.0.1:${port}/x`,
    'E_DATABASE_UNREACHABLE',
    /cannot be reached/,
  );
  server.close();
});

test('the database of another program, and one of a newer version, are left untouched', async () => {
  const foreign = await postgres.database();
  await postgres.query(foreign, 'CREATE TABLE customers (name text)');
  await fails(postgres.url(foreign), 'E_DATABASE_FOREIGN', /belongs to another program/);
  const [schemas] = await postgres.query(
    foreign,
    `SELECT count(*)::int AS n FROM pg_namespace WHERE nspname = 'ensemble'`,
  );
  assert.equal(schemas, { n: 0 });
  const schema = await postgres.database();
  await postgres.query(schema, 'CREATE SCHEMA ensemble; CREATE TABLE ensemble.tickets (name text)');
  await fails(postgres.url(schema), 'E_DATABASE_FOREIGN', /schema "ensemble".*another program/);
  const newer = await postgres.database();
  const { client } = await joinDatabase(postgres.url(newer));
  await client.end();
  await postgres.query(newer, 'UPDATE ensemble.store SET format = 99');
  await fails(postgres.url(newer), 'E_DATABASE_FORMAT', /format 99\.\d+, .* up to/);
});

test('an owner without rights, and a database that is read-only', async () => {
  const locked = await postgres.database();
  await postgres.query(locked, `ALTER DATABASE ${locked} SET default_transaction_read_only = on`);
  await fails(postgres.url(locked), 'E_DATABASE_RIGHTS', /read-only/);
  await postgres.query('postgres', `CREATE ROLE guest LOGIN PASSWORD '${SECRET}'`);
  const url = postgres.url(await postgres.database()).replace(/\/\/.*@/, `//guest:${SECRET}@`);
  await fails(url, 'E_DATABASE_RIGHTS', /may not create the schema/);
});

test('versions before 15 are refused', () => {
  checkVersion(150_000);
  assert.throws(
    () => checkVersion(140_011),
    (error: unknown) =>
      error instanceof DatabaseError &&
      error.code === 'E_DATABASE_VERSION' &&
      /PostgreSQL 14; version 15/.test(error.message),
  );
});

test('a database on another computer needs TLS with a verified certificate, unless the address says otherwise', () => {
  const remote = 'postgresql://x:y@db.example.org/ensemble';
  assert.equal(clientConfig(remote).ssl, { rejectUnauthorized: true });
  assert.is(clientConfig(`${remote}?sslmode=disable`).ssl, undefined);
  assert.is(clientConfig('postgresql://x:y@127.0.0.1/ensemble').ssl, undefined);
  assert.is(clientConfig('postgresql:///ensemble?host=/run/postgresql').ssl, undefined);
  process.env['PGSSLROOTCERT'] = '/nowhere.pem';
  assert.throws(() => clientConfig(remote), /PGSSLROOTCERT names a file that cannot be read/);
  delete process.env['PGSSLROOTCERT'];
  const untrusted = Object.assign(new Error('self-signed'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  assert.is(explain(untrusted).code, 'E_DATABASE_TLS');
});

test('of two servers on one database the second one does not start, and takes over when the first one was killed', async () => {
  const url = postgres.url(await postgres.database());
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-second-'));
  const environment = { DATABASE_URL: url, PORT: '0' };
  const first = start([], environment);
  await waitFor(first, /listening/);
  const second = start([], { ...environment, DATA_DIR: folder });
  assert.is(await second.ended, 1);
  assert.match(second.output(), /in use by .*process \d+.*\. Stop that server/);
  first.child.kill('SIGKILL');
  await first.ended;
  for (let attempt = 0; ; attempt++) {
    // The address may leave the password to PGPASSWORD.
    const bare = url.replace(/:[^:@]*@/, '@');
    const PGPASSWORD = decodeURIComponent(new URL(url).password);
    const third = start([], { PORT: '0', DATABASE_URL: bare, PGPASSWORD, DATA_DIR: folder });
    const listens = await waitFor(third, /listening|in use by/);
    third.child.kill('SIGTERM');
    await third.ended;
    if (listens[0] === 'listening') break;
    assert.ok(attempt < 20, third.output());
  }
  rmSync(folder, { recursive: true, force: true });
});

test('the program says what is wrong with its database, without the password, and ends with a code', async () => {
  const wrong = start([], { DATABASE_URL: postgres.url('postgres', SECRET), PORT: '0' });
  assert.is(await wrong.ended, 1);
  assert.match(wrong.output(), /^PostgreSQL refuses the login of DATABASE_URL \(28P01\)\. Check/);
  assert.not.match(wrong.output(), new RegExp(SECRET));
});

closing(() => postgres.kill());

test.run();
