/** Very many sites: their list is read by a process of its own while the server is in use, and their records when asked for. */
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readListing } from '../../src/sites/listing.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Key, lmdbOptions } from '../../src/sites/lmdb-tables.ts';
import { REMOVED_KEPT_MS } from '../../src/sites/rooms.ts';
import { withFolder } from '../support/folder.ts';
import { manyNamed, writeManySites } from '../support/many-sites.ts';
import { ask } from '../support/raw.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const MANY = 11_000;
const ALL = { search: '', offset: 0, count: 3 };

test('the server is in use while the list is read, and what changes meanwhile is in it', () =>
  withFolder(async (directory) => {
    await writeManySites(directory, MANY, (index) => ({
      ...(index === MANY - 1 && { hidden: true }),
      ...(index === MANY - 2 && { removedMs: 1 }),
    }));
    const root = open<Buffer, Key>(lmdbOptions(directory, false));
    const sites = root.openDB<Buffer, Key>({ name: 'sites', encoding: 'binary' });
    sites.putSync('spoiled', Buffer.from('no record'));
    await root.close();
    const { listing } = LmdbStore.prototype;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    LmdbStore.prototype.listing = async function (this: LmdbStore) {
      const read = await listing.call(this);
      await arrived;
      return read;
    };
    await withSites({ directory }, async ({ port, sites: running, logged }) => {
      LmdbStore.prototype.listing = listing;
      const { loading } = running;
      assert.ok(loading);
      const listed = ask(port, '/?q=site-77');
      const editor = await new Editor(port, manyNamed(7)).ready();
      editor.insert('edited ');
      await editor.save();
      const [first] = running.rooms.store.sites.keys();
      assert.is(first, manyNamed(0));
      const spoiled = await new Editor(port, 'spoiled').ready();
      assert.equal(spoiled.permission, { access: 'read', reason: 'damaged' });
      arrive();
      await loading;
      assert.is(running.loading, undefined);
      assert.match((await listed).body, /site-77/);
      const list = running.list(ALL);
      assert.is(list.total, MANY - 2);
      assert.equal(
        list.sites.map(({ username }) => username),
        [manyNamed(7), manyNamed(MANY - 3), manyNamed(MANY - 4)],
      );
      assert.equal(
        logged.filter(({ message }) => /damaged/.test(message)),
        [{ level: 'error', message: 'stored site is damaged' }],
      );
      assert.ok(running.rooms.store.damaged.has('spoiled'));
      await running.rooms.tidy(1 + REMOVED_KEPT_MS);
      await until(() => !running.rooms.store.sites.has(manyNamed(MANY - 2)));
      assert.equal([...running.rooms.store.sites.keys()].length, MANY);
    });
  }));

test('sites that are closed while their list is read end the process that reads it', () =>
  withFolder(async (directory) => {
    await writeManySites(directory, MANY);
    const store = new LmdbStore({ directory });
    const listing = store.listing();
    await store.close();
    assert.equal((await listing).chunks, []);
  }));

test('a list that no other process can read is read here', () =>
  withFolder(async (directory) => {
    await writeManySites(directory, MANY);
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    try {
      const { signal } = new AbortController();
      assert.match(String(await readListing(directory, signal).catch(String)), /ENOENT/);
      const store = new LmdbStore({ directory });
      const { chunks } = await store.listing();
      assert.is(
        chunks.reduce((sum, { edited }) => sum + edited.length, 0),
        MANY,
      );
      await store.close();
    } finally {
      process.execPath = execPath;
    }
  }));

test.run();
