/** `npm run store -- copy`: a store goes into a database and back, byte for byte. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { runStore } from '../../scripts/store/command.ts';
import { limitsWith } from '../../src/limits.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Key, lmdbOptions, TABLES } from '../../src/sites/lmdb-tables.ts';
import { joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { openTables } from '../../src/sites/store-format.ts';
import { closing } from '../support/closing.ts';
import { commit } from '../support/commit.ts';
import { startPostgres } from '../support/postgres.ts';
import { COMMENT } from '../support/stored.ts';

const postgres = await startPostgres();
const root = mkdtempSync(path.join(tmpdir(), 'ensemble-copy-'));
let folders = 0;
const folder = () => path.join(root, String(++folders));

async function fill(directory: string): Promise<void> {
  const store = new LmdbStore({ directory });
  for (const name of ['ada', 'bob', 'z.z-z_9']) {
    const live = new LiveDocument(name, store, limitsWith());
    for (let edit = 0; edit < 60; edit++) {
      await commit(live, 'import', ['a'], () =>
        live.doc.getText('index.html').insert(0, `${edit} `),
      );
    }
    await store.compact(name, live.seq, Y.encodeStateAsUpdate(live.doc));
    await store.label(name, 3, { label: 'a', by: 'b', atMs: 5 });
    await store.saveComments(name, new Map([[1, COMMENT]]));
  }
  await store.block('192.0.2.7', Date.now() + 3_600_000);
  await store.close();
}

async function valuesOf(directory: string): Promise<string[]> {
  const store = open<Buffer, Key>(lmdbOptions(directory, true));
  const tables = openTables(store);
  const values = TABLES.flatMap((table) =>
    [...tables[table].getRange()].map(
      ({ key, value }) => `${table} ${JSON.stringify(key)} ${value.toString('base64')}`,
    ),
  );
  await store.close();
  return values;
}

const copy = async (way: string, directory: string, url: string): Promise<string> => {
  const lines: string[] = [];
  await runStore(
    ['copy', way, '--data-dir', directory],
    (line) => lines.push(line),
    'data',
    '',
    url,
  );
  return lines.join('\n');
};

const refused = (promise: Promise<unknown>, says: RegExp): Promise<void> =>
  promise.then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), says),
  );

test('a store goes into a database and back, byte for byte', async () => {
  const [here, back] = [folder(), folder()];
  const url = postgres.url(await postgres.database());
  await fill(here);
  assert.is(await copy('to-database', here, url), '3 sites copied into the database and compared');
  assert.is(await copy('from-database', back, url), `3 sites copied into ${back} and compared`);
  assert.equal(await valuesOf(back), await valuesOf(here));
  assert.is(await runStore(['verify', '--data-dir', back], () => {}), 0);
});

test('a store of many batches goes into a database in one piece, and a server can follow it', async () => {
  const [here, back] = [folder(), folder()];
  const database = await postgres.database();
  const url = postgres.url(database);
  // Each value more than a batch.
  const store = new LmdbStore({ directory: here });
  for (const name of ['ada', 'bob', 'cyd']) {
    const live = new LiveDocument(name, store, limitsWith());
    await commit(live, 'import', ['a'], () =>
      live.doc.getText('index.html').insert(0, name.repeat(2_000_000)),
    );
  }
  await store.close();
  assert.is(await copy('to-database', here, url), '3 sites copied into the database and compared');
  assert.is(await copy('from-database', back, url), `3 sites copied into ${back} and compared`);
  assert.equal(await valuesOf(back), await valuesOf(here));
  const [first] = await postgres.query(
    database,
    'SELECT count(DISTINCT i.batch) AS batches, count(b.batch) AS known FROM ensemble.items i LEFT JOIN ensemble.batches b USING (batch)',
  );
  assert.equal(first, { batches: '1', known: '6' });
});

test('nothing is written over: not a database with sites, not a folder with a store', async () => {
  const here = folder();
  const url = postgres.url(await postgres.database());
  await fill(here);
  await copy('to-database', here, url);
  await refused(copy('to-database', here, url), /has sites; copy into an empty one/);
  await refused(copy('from-database', here, url), /There is a store in/);
});

test('a copy that differs is not made', async () => {
  const [here, back] = [folder(), folder()];
  const database = await postgres.database();
  await fill(here);
  await copy('to-database', here, postgres.url(database));
  // What the database gives back is no longer what was stored.
  await postgres.query(
    database,
    `ALTER TABLE ensemble.items RENAME TO stored;
     CREATE VIEW ensemble.items AS SELECT name, kind, place,
       CASE WHEN random() < 0.5 THEN value ELSE value || '\\x00' END AS value FROM ensemble.stored`,
  );
  await refused(
    copy('from-database', back, postgres.url(database)),
    /not what was copied: .* differs/,
  );
  assert.not.ok(existsSync(path.join(back, 'data.mdb')));
});

test('what the database refuses is quoted, and nothing is copied', async () => {
  const here = folder();
  const database = await postgres.database();
  const url = postgres.url(database);
  await fill(here);
  // Makes the tables.
  const { client } = await joinDatabase(url);
  await client.end();
  await postgres.query(
    database,
    `CREATE FUNCTION ensemble.refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'not today'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON ensemble.items EXECUTE FUNCTION ensemble.refuse()`,
  );
  await refused(
    copy('to-database', here, url),
    /refuses what Ensemble asks of it \(P0001: not today\)/,
  );
  assert.equal(await postgres.query(database, 'SELECT 1 FROM ensemble.items'), []);
});

test('wrong usage is a sentence', async () => {
  await refused(copy('sideways', folder(), 'x'), /copy needs to-database or from-database/);
  await refused(copy('to-database', folder(), 'x'), /no store in/);
  await refused(copy('from-database', folder(), ''), /Set DATABASE_URL/);
  await refused(copy('from-database', folder(), 'x'), /must look like/);
});

closing(() => postgres.kill(), root);

test.run();
