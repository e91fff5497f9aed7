/** A damaged store is found before it is served: what is damaged is named, the rest is there to edit. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isSiteName } from '../../src/sites/damaged-sites.ts';
import { lockData } from '../../src/sites/data-lock.ts';
import { type Key, lmdbOptions } from '../../src/sites/lmdb-tables.ts';
import { breakPages, fillPages, nameOf, textOf } from '../support/broken-store.ts';
import { withFolder } from '../support/folder.ts';
import { ask } from '../support/raw.ts';
import { Editor, startSites, withSites } from '../support/sites.ts';

test('a value that is not what was written damages its site only, which can be read up to there', () =>
  withFolder(async (directory) => {
    await withSites({ directory }, async ({ port }) => {
      for (const name of ['ada', 'bob']) {
        const editor = await new Editor(port, name).ready();
        editor.insert('first ');
        await editor.save();
        editor.insert('second ');
        await editor.save();
      }
    });
    const root = open<Buffer, Key>(lmdbOptions(directory, false));
    const log = root.openDB<Buffer, Key>({ name: 'log', encoding: 'binary' });
    const value = Buffer.from(log.get(['bob', 2]) ?? Buffer.alloc(0));
    value[value.length - 1] = (value[value.length - 1] ?? 0) ^ 1;
    log.putSync(['bob', 2], value);
    await root.close();
    await withSites({ directory, checked: true }, async ({ port, sites }) => {
      assert.equal([...sites.rooms.store.damaged.keys()], ['bob']);
      const bob = await new Editor(port, 'bob').ready();
      assert.equal(bob.permission, { access: 'read', reason: 'damaged' });
      assert.is(bob.text(), 'first ');
      const ada = await new Editor(port, 'ada').ready();
      ada.insert('third ');
      await ada.save();
      assert.is(ada.text(), 'third second first ');
      assert.ok((await ask(port, '/member/ada')).body.includes('third second first'));
      assert.match(JSON.stringify(await sites.health()), /bob|damaged/);
    });
  }));

test('a site of which nothing can be read is a problem to programs, and a page to browsers', () =>
  withFolder(async (directory) => {
    await withSites({ directory }, async ({ port }) => {
      const bob = await new Editor(port, 'bob').ready();
      bob.insert('lost');
      await bob.save();
    });
    const root = open<Buffer, Key>(lmdbOptions(directory, false));
    root.openDB<Buffer, Key>({ name: 'sites', encoding: 'binary' }).putSync('bob', Buffer.of(9));
    await root.close();
    await withSites({ directory, checked: true }, async ({ port }) => {
      const program = await ask(port, '/member/bob');
      assert.is(program.status, 500);
      assert.match(program.body, ':site-damaged"');
      const browser = await ask(port, '/member/bob', { headers: 'Accept: text/html\r\n' });
      assert.is(browser.status, 500);
      assert.match(browser.body, '<h1>This site can’t be shown</h1>');
    });
  }));

for (const [what, lost, reads] of [
  ['the last edit that is missing', 3, 'second first '],
  ['an edit that is missing between others', 2, 'first '],
] as const) {
  test(`${what} is named, and its site is read up to there`, () =>
    withFolder(async (directory) => {
      await withSites({ directory }, async ({ port }) => {
        const editor = await new Editor(port, 'bob').ready();
        for (const word of ['first ', 'second ', 'third ']) {
          editor.insert(word);
          await editor.save();
        }
        await (await new Editor(port, 'ada').ready()).save();
      });
      const root = open<Buffer, Key>(lmdbOptions(directory, false));
      const log = root.openDB<Buffer, Key>({ name: 'log', encoding: 'binary' });
      log.removeSync(['bob', lost]);
      await root.close();
      await withSites({ directory, checked: true }, async ({ port, sites }) => {
        const bob = await new Editor(port, 'bob').ready();
        const { damaged } = sites.rooms.store;
        assert.equal([...damaged], [['bob', `edits ${lost} to ${lost} are missing`]]);
        assert.is(bob.text(), reads);
      });
    }));
}

test('a page of the store that is broken costs what is on it; it is named, and the rest goes on in a new store', () =>
  withFolder(async (directory) => {
    await fillPages(directory);
    const file = path.join(directory, 'data.mdb');
    assert.ok(breakPages(file, `${nameOf(30)} says`) > 0);
    const broken = readFileSync(file);
    await withSites({ directory, checked: true }, async ({ port, sites, logged }) => {
      const { damaged } = sites.rooms.store;
      assert.ok(damaged.has(nameOf(30)), JSON.stringify([...damaged]));
      assert.ok(damaged.size <= 6, `a page is not ${damaged.size} sites`);
      assert.ok(logged.some(({ message }) => /everything intact was copied/.test(message)));
      assert.is(
        logged.filter(({ message }) => /stored (site|record) is damaged/.test(message)).length,
        damaged.size,
      );
      for (let site = 0; site < 60; site++) {
        const { body } = await ask(port, `/member/${nameOf(site)}`);
        assert.is(body.includes(`${nameOf(site)} says`), !damaged.has(nameOf(site)), nameOf(site));
      }
      const sound = await new Editor(port, nameOf(0)).ready();
      sound.insert('still ');
      await sound.save();
      assert.match(
        JSON.stringify(await sites.health()),
        new RegExp(`damaged sites: ${[...damaged.keys()].filter(isSiteName).length}[,;]`),
      );
    });
    const kept = readdirSync(directory).find((name) => name.startsWith('damaged-')) ?? '';
    assert.equal(readFileSync(path.join(directory, kept, 'data.mdb')).equals(broken), true);
    await withSites({ directory, checked: true }, async ({ port, sites }) => {
      assert.is((await new Editor(port, nameOf(0)).ready()).text(), `still ${textOf(0)}`);
      assert.is(
        sites.rooms.store.damaged.size,
        0,
        'what was left out of the new store is in the old',
      );
    });
  }));

test('a file that is no store at all is refused with a sentence, left as it is, and not kept locked', () =>
  withFolder(async (directory) => {
    writeFileSync(path.join(directory, 'data.mdb'), Buffer.alloc(65_536, 7));
    const started = await startSites({ directory, checked: true }).then(
      () => 'it started',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    assert.match(started, /cannot be read .*Restore data\.mdb from a backup/);
    assert.ok(existsSync(path.join(directory, 'data.mdb')));
    lockData(directory)();
  }));

test('a folder is one server’s until that closes', () =>
  withFolder(async (directory) => {
    const start = () =>
      startSites({ directory, checked: true }).then(
        (running) => running.close().then(() => 'it started'),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    await withSites({ directory, checked: true }, async ({ port }) => {
      await (await new Editor(port, 'ada').ready()).save();
      assert.match(await start(), /in use by process \d+\. .*DATA_DIR/);
    });
    assert.is(await start(), 'it started');
  }));

test.run();
