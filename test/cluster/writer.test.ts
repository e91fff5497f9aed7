/** How one server writes to PostgreSQL: all of a batch or nothing, once, and only while it is the owner. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type JoinedDatabase, joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { commitBatch } from '../../src/sites/pg-batch.ts';
import { connect } from '../../src/sites/pg-connect.ts';
import { PgWriter } from '../../src/sites/pg-writer.ts';
import { StoreError } from '../../src/sites/store.ts';
import { closing } from '../support/closing.ts';
import { startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres();

test('a batch whose answer was lost is found in the database, and not stored twice', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  const { client, head, node } = await joinDatabase(url);
  const here: string[] = [];
  const silent = { info: () => {}, error: () => {} };
  let connections = 0;
  const writer = new PgWriter({
    client,
    head,
    node,
    log: silent,
    replaced: () => assert.unreachable(),
    connect: () => {
      connections += 1;
      return connect(url);
    },
    writeHere: async (writes) => void here.push(...writes.map(([, key]) => String(key))),
  });
  // Stored, and then the connection breaks before the answer is read.
  const query = client.query.bind(client);
  let lost = false;
  Object.assign(client, {
    query: async (...args: Parameters<typeof query>) => {
      const result = await query(...args);
      if (!JSON.stringify(args).includes('"name":"commit"')) return result;
      lost = true;
      await client.end();
      throw new Error('Connection terminated unexpectedly');
    },
  });
  await writer.write([['sites', 'ada', Buffer.from('once')]]);
  assert.ok(lost);
  assert.is(connections >= 1, true);
  assert.equal(here, ['ada', 'postgres']);
  await writer.write([['sites', 'bob', Buffer.from('next')]]);
  await writer.close();
  const stored = `SELECT batch FROM ensemble.batches WHERE node = ${node.number}`;
  assert.is((await postgres.query(database, stored)).length, 2);
});

test('the statement that stores a batch is planned once for a connection', async () => {
  const url = postgres.url(await postgres.database());
  const joined = await joinDatabase(url);
  const writer = new PgWriter({
    ...joined,
    log: { info: () => {}, error: () => {} },
    replaced: () => assert.unreachable(),
    connect: () => connect(url),
    writeHere: async () => {},
  });
  for (const name of ['ada', 'bob', 'eve']) {
    await writer.write([['sites', name, Buffer.from(name)]]);
  }
  const { rows } = await joined.client.query(
    `SELECT generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements WHERE name = 'commit'`,
  );
  assert.equal(rows, [{ generic: 3, custom: 0 }]);
  await writer.close();
});

test('what many sites write after each other is one batch', async () => {
  const url = postgres.url(await postgres.database());
  const writer = new PgWriter({
    ...(await joinDatabase(url)),
    log: { info: () => {}, error: () => {} },
    replaced: () => assert.unreachable(),
    connect: () => connect(url),
    writeHere: async () => {},
  });
  const write = (site: string) => writer.write([['sites', site, Buffer.from(site)]]);
  let batches = 0;
  // A busy machine may take longer for the first batch than the second waits.
  for (let attempt = 0; attempt < 20 && batches !== 2; attempt++) {
    const before = writer.copied;
    await Promise.all(Array.from({ length: 100 }, (_, index) => write(`site-${index % 2}`)));
    const one = write('one');
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    await Promise.all([one, write('another')]);
    batches = writer.copied - before;
  }
  assert.is(batches, 2);
  await writer.close();
});

test('a server that was replaced stores nothing more, and says so', async () => {
  const url = postgres.url(await postgres.database());
  const old = await joinDatabase(url);
  let replaced = false;
  const said: string[] = [];
  // It is frozen, and so does not come back before its successor is there.
  let wake = () => {};
  const awake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const writer = new PgWriter({
    ...old,
    log: { info: () => {}, error: (_facts, message) => void said.push(message) },
    replaced: () => {
      replaced = true;
    },
    connect: () => awake.then(() => connect(url)),
    writeHere: async () => {},
    beatMs: 3_600_000,
  });
  await writer.write([['sites', 'ada', Buffer.from('first')]]);
  // Its connection ends, as after a pause that was too long, and another server takes over.
  await endConnections(new URL(url).pathname.slice(1));
  const successor = await takeOver(url);
  assert.is(
    await commitBatch(successor.client, old.node, 2, [['sites', 'ada', Buffer.from('late')]]),
    undefined,
    'a node that has ended',
  );
  assert.is(
    await commitBatch(successor.client, successor.node, 0, [
      ['sites', 'ada', Buffer.from('again')],
    ]),
    undefined,
    'an old number',
  );
  wake();
  await writer.write([['sites', 'ada', Buffer.from('late')]]).then(
    () => assert.unreachable(),
    (error: unknown) => assert.instance(error, StoreError),
  );
  assert.ok(replaced);
  assert.ok(said.includes('another server has taken over; stopping'));
  await successor.client.end();
  const rows = await postgres.query(
    new URL(url).pathname.slice(1),
    `SELECT convert_from(value, 'UTF8') AS value FROM ensemble.items`,
  );
  assert.equal(rows, [{ value: 'first' }]);
});

/** Ends the connections to a database, as when they are cut. */
async function endConnections(database: string): Promise<void> {
  await postgres.query(
    'postgres',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
  );
}

/** Owns the database as soon as the connection before has ended. */
async function takeOver(url: string): Promise<JoinedDatabase> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await joinDatabase(url);
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

test('a server that has nothing to write notices as well that it was replaced', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  let replaced = false;
  const writer = new PgWriter({
    ...(await joinDatabase(url)),
    log: { info: () => {}, error: () => {} },
    replaced: () => {
      replaced = true;
    },
    connect: () => connect(url),
    writeHere: async () => {},
    beatMs: 20,
  });
  // As the start of another server does, while this one is cut off.
  await postgres.query(database, 'UPDATE ensemble.nodes SET ended = true');
  await endConnections(database);
  await until(() => replaced);
  await writer.close();
});

test('a server that has nothing to write notices at once that its connection has ended, and comes back', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  const said: string[] = [];
  const say = (_facts: object, message: string) => void said.push(message);
  const writer = new PgWriter({
    ...(await joinDatabase(url)),
    log: { info: say, error: say },
    replaced: () => assert.unreachable(),
    connect: () => connect(url),
    writeHere: async () => {},
    beatMs: 3_600_000,
  });
  for (const times of [1, 2]) {
    await endConnections(database);
    await until(() => said.length === 2 * times);
    assert.equal(said.slice(-2), ['lost the database; edits wait', 'the database is back']);
  }
  await writer.close();
  assert.is(said.length, 4);
});

test('a write that the database refuses fails by itself, and the next one succeeds', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  const owned = await joinDatabase(url);
  const said: string[] = [];
  const log = {
    info: () => {},
    error: (_facts: object, message: string) => void said.push(message),
  };
  const writer = new PgWriter({
    ...owned,
    log,
    replaced: () => assert.unreachable(),
    connect: () => connect(url),
    writeHere: async () => {},
  });
  await postgres.query(database, 'ALTER TABLE ensemble.items ADD CHECK (length(value) < 100)');
  await writer.write([['sites', 'ada', Buffer.alloc(200)]]).then(
    () => assert.unreachable(),
    (error: unknown) => {
      assert.instance(error, StoreError);
      assert.match(String(error), /refuses to write \(23514\)/);
    },
  );
  await postgres.query(
    database,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON ensemble.items EXECUTE FUNCTION full_disk()`,
  );
  await writer.write([['sites', 'ada', Buffer.alloc(10)]]).then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), /refuses to write \(53100\); its disk is full/),
  );
  await postgres.query(database, 'DROP FUNCTION full_disk CASCADE');
  await writer.write([['sites', 'ada', Buffer.alloc(10)]]);
  assert.equal(said, []);
  await writer.close();
});

closing(() => postgres.kill());

test.run();
