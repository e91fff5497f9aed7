/** What the copy of a server among others has after it ended at any moment: all of the database, at the next start. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitsWith } from '../../src/limits.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Key, lmdbOptions, type Tables } from '../../src/sites/lmdb-tables.ts';
import { type JoinedDatabase, joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { PgCluster } from '../../src/sites/pg-cluster.ts';
import { connect } from '../../src/sites/pg-connect.ts';
import { difference, type Followed, followDatabase } from '../../src/sites/pg-copy.ts';
import { PgWriter } from '../../src/sites/pg-writer.ts';
import { OPEN_ACCESS } from '../../src/sites/site-access.ts';
import { StoreError } from '../../src/sites/store.ts';
import { openTables } from '../../src/sites/store-format.ts';
import { closing } from '../support/closing.ts';
import { commit } from '../support/commit.ts';
import { startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres();
const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-following-'));
const log = { info: () => {}, error: () => {} };

/** From now on what is sent is done, and the connection is lost before its answer comes. */
function loseAnswers({ client }: JoinedDatabase): () => boolean {
  const query = client.query.bind(client);
  let isLost = false;
  Object.assign(client, {
    query: async (...args: Parameters<typeof query>) => {
      await query(...args);
      isLost = true;
      await client.end();
      throw new Error('Connection terminated unexpectedly');
    },
  });
  return () => isLost;
}

/** How a start brings the copy in `directory` up to the database, and where it then differs from it. */
async function afterStart(url: string): Promise<{ how: Followed; differs: string | undefined }> {
  const { client } = await joinDatabase(url, { address: 'b:1' });
  const { how } = await followDatabase(directory, client);
  const root = open<Buffer, Key>(lmdbOptions(directory, true));
  try {
    return { how, differs: await difference(openTables(root), client) };
  } finally {
    await root.close();
    await client.end();
  }
}

/** The parts of a server among others that write and follow; it owns `ada`. */
async function startServer(url: string) {
  const joined = await joinDatabase(url, { address: 'a:1' });
  const { head } = await followDatabase(directory, joined.client);
  const options = { ...joined, head, log, replaced: () => assert.unreachable() };
  const away = () => Promise.reject(new Error('away'));
  let writer: PgWriter | undefined;
  const store = new LmdbStore({
    directory,
    through: (writeHere) => {
      writer = new PgWriter({ ...options, connect: away, writeHere });
      return writer;
    },
  });
  const cluster = new PgCluster({
    ...options,
    connect: () => connect(url),
    follow: (writes) => store.follow(writes),
    copied: () => writer?.copied ?? 0,
    known: () => {},
  });
  await cluster.claim('ada');
  const live = new LiveDocument('ada', store, limitsWith());
  const write = (text: string) =>
    commit(live, 'edit', ['a'], () => live.doc.getText('index.html').insert(0, text));
  return { joined, store, cluster, write };
}

/** Changes the copy as another version of the program would. */
async function changeCopy(change: (tables: Tables) => void): Promise<void> {
  const root = open<Buffer, Key>(lmdbOptions(directory, false));
  change(openTables(root));
  await root.close();
}

test('a server that ends before it knows that it stored a batch has it after the next start', async () => {
  const url = postgres.url(await postgres.database());
  const { joined, store, cluster, write } = await startServer(url);
  await write('known ');
  const isLost = loseAnswers(joined);
  const refused = write('in doubt ').then(
    () => assert.unreachable(),
    (error: unknown) => assert.instance(error, StoreError),
  );
  await until(isLost);
  // Its other connection sees the batch, and whatever others wrote.
  await cluster.follow();
  await cluster.close();
  store.giveUp();
  await refused;
  await store.close();
  assert.equal(await afterStart(url), { how: 'behind', differs: undefined });
});

test('a server whose copy has all that it stored reads none of it again at the next start', async () => {
  const url = postgres.url(await postgres.database());
  const { store, cluster, write } = await startServer(url);
  for (const text of ['one ', 'two ']) {
    await write(text);
    await cluster.follow();
  }
  await cluster.close();
  await store.close();
  assert.equal(await afterStart(url), { how: 'current', differs: undefined });
});

test('what a standby that takes over lacks does not stay in the copy', async () => {
  const database = await postgres.database();
  const url = postgres.url(database);
  const { store, cluster, write } = await startServer(url);
  await write('one ');
  await cluster.follow();
  postgres.run('pg_dump', ['--format=custom', `--file=${database}.dump`, url]);
  // Its own batch is in the copy, which does not follow any more.
  await cluster.close();
  await write('lost ');
  await store.close();
  const standby = postgres.url(await postgres.database());
  postgres.run('pg_restore', [`--dbname=${standby}`, `${database}.dump`]);
  assert.equal(await afterStart(standby), { how: 'new', differs: undefined });
});

test('a copy that an earlier version used meanwhile finds all, and one of a later version is made anew', async () => {
  const url = postgres.url(await postgres.database());
  const person = { id: 'p1', name: 'Ada' };
  const first = await startServer(url);
  await first.write('one ');
  await first.store.saveAccess('ada', { ...OPEN_ACCESS, owner: person });
  const stop = async ({ store, cluster }: Awaited<ReturnType<typeof startServer>>) => {
    await cluster.close();
    await store.close();
  };
  await stop(first);
  for (const [format, how] of [
    ['5', 'behind'],
    ['5', 'current'],
    ['99', 'new'],
  ] as const) {
    await changeCopy(({ index, meta }) => {
      index.clearSync();
      meta.putSync('format', Buffer.from(format));
    });
    assert.equal(await afterStart(url), { how, differs: undefined });
    const again = await startServer(url);
    assert.equal([...again.store.find('person', person.id)], ['ada'], how);
    await stop(again);
  }
});

closing(() => postgres.kill(), directory);

test.run();
