/** A store that is as it was closed is opened at once and checked while it is in use; any other one is checked before. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { markClosed, takeClosedMark } from '../../src/sites/closed-store.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Key, lmdbOptions } from '../../src/sites/lmdb-tables.ts';
import { checkInUse } from '../../src/sites/store-check.ts';
import { withFolder } from '../support/folder.ts';
import { manyNamed, writeManySites } from '../support/many-sites.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const PAGE_BYTES = 4_096;
const hasMark = (directory: string): boolean => existsSync(path.join(directory, 'closed'));
const data = (directory: string): string => path.join(directory, 'data.mdb');

/** Changes one byte of a site's log. */
async function damage(directory: string, name: string): Promise<void> {
  const root = open<Buffer, Key>(lmdbOptions(directory, false));
  const log = root.openDB<Buffer, Key>({ name: 'log', encoding: 'binary' });
  const value = Buffer.from(log.get([name, 1]) ?? Buffer.alloc(0));
  value[value.length - 1] = (value[value.length - 1] ?? 0) ^ 1;
  log.putSync([name, 1], value);
  await root.close();
}

test('the mark counts once, and only for the very file that was closed', () =>
  withFolder(async (directory) => {
    assert.not(takeClosedMark(directory), 'there is no store');
    await writeManySites(directory, 3);
    assert.not(takeClosedMark(directory), 'nobody has closed it');
    markClosed(directory);
    assert.ok(takeClosedMark(directory));
    assert.not(takeClosedMark(directory));

    markClosed(directory);
    const { atime, mtime } = statSync(data(directory));
    appendFileSync(data(directory), 'x');
    utimesSync(data(directory), atime, mtime);
    assert.not(takeClosedMark(directory), 'it is longer');

    markClosed(directory);
    await damage(directory, manyNamed(1));
    assert.not(takeClosedMark(directory), 'a byte of it is another');

    markClosed(directory);
    copyFileSync(data(directory), `${data(directory)}.copy`);
    renameSync(`${data(directory)}.copy`, data(directory));
    assert.not(takeClosedMark(directory), 'it is a copy');
  }));

test('a store opens and closes where something else has the name of its mark, which stays', () =>
  withFolder(async (directory) => {
    const notes = path.join(directory, 'closed/notes.txt');
    mkdirSync(path.dirname(notes));
    writeFileSync(notes, 'not ours');
    for (const _ of ['new', 'stored']) {
      await withSites({ directory, checked: true }, async ({ port }) => {
        await (await new Editor(port, 'ada').ready()).save();
      });
    }
    assert.is(readFileSync(notes, 'utf8'), 'not ours');
    assert.not(takeClosedMark(directory), 'so it is checked before each start');
  }));

test('a store is marked while nobody has it open', () =>
  withFolder(async (directory) => {
    for (const _ of ['new', 'checked before', 'as it was closed']) {
      await withSites({ directory, checked: true }, async ({ port }) => {
        assert.not(hasMark(directory));
        const editor = await new Editor(port, 'ada').ready();
        editor.insert('more ');
        await editor.save();
      });
      assert.ok(hasMark(directory));
    }
  }));

test('what is damaged in a store that is in use is found, named and logged, and it is checked before the next start', () =>
  withFolder(async (directory) => {
    await writeManySites(directory, 5);
    await damage(directory, manyNamed(3));
    markClosed(directory);
    const inUse = { directory, checked: true, checkDelayMs: 0 };
    await withSites(inUse, async ({ sites, logged }) => {
      const { damaged } = sites.rooms.store;
      assert.is(damaged.size, 0);
      await until(() => damaged.size > 0);
      assert.equal([...damaged.keys()], [manyNamed(3)]);
      assert.is(logged.filter(({ message }) => message === 'stored site is damaged').length, 1);
      assert.match(JSON.stringify(await sites.health()), /damaged sites: 1;/);
    });
    assert.not(hasMark(directory));
  }));

test('a store of which more than values is damaged is named while it is in use, and repaired by the next start', () =>
  withFolder(async (directory) => {
    await writeManySites(directory, 300);
    const bytes = readFileSync(data(directory));
    const page = bytes.indexOf('One of very many sites');
    const from = page - (page % PAGE_BYTES);
    bytes.fill(0xa5, from + 8, from + 200);
    writeFileSync(data(directory), bytes);
    markClosed(directory);
    const inUse = { directory, checked: true, checkDelayMs: 0 };
    await withSites(inUse, async ({ logged, sites }) => {
      await until(() =>
        logged.some(({ message }) => /restart the server, which repairs/.test(message)),
      );
      assert.match(JSON.stringify(sites.health()), /restart the server/);
    });
    assert.not(hasMark(directory));
    await withSites(inUse, async ({ logged }) => {
      assert.ok(logged.some(({ message }) => /everything intact was copied/.test(message)));
    });
    assert.ok(readdirSync(directory).some((name) => name.startsWith('damaged-')));
  }));

test('a store that is written while it is checked is sound', () =>
  withFolder(async (directory) => {
    await writeManySites(directory, 5_000);
    const store = new LmdbStore({ directory });
    let isOver = false;
    const write = async (first: number): Promise<void> => {
      for (let index = first; !isOver; index = (index + 10) % 5_000) {
        const record = store.sites.get(manyNamed(index));
        if (record === undefined) throw new Error(`${manyNamed(index)} is gone`);
        const seq = record.seq + 1;
        const times = { from: seq, to: seq, startedMs: seq, endedMs: seq };
        const update = new Uint8Array(100);
        await store.append({ ...record, seq }, { ...times, kind: 'edit', authors: [], update });
      }
    };
    const writing = Array.from({ length: 10 }, (_, first) => write(first));
    for (let time = 0; time < 3; time++) {
      assert.equal(await checkInUse(directory, new AbortController().signal), new Map());
    }
    isOver = true;
    await Promise.all(writing);
    await store.close();
  }));

test('a store that cannot be checked while it is in use is checked by the next start', () =>
  withFolder(async (directory) => {
    await writeManySites(directory, 5);
    markClosed(directory);
    const inUse = { directory, checked: true, checkDelayMs: 0 };
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    try {
      await withSites(inUse, async ({ logged, sites }) => {
        await until(() => logged.some(({ message }) => /could not be checked/.test(message)));
        assert.equal(await sites.health(), { writable: true });
      });
    } finally {
      process.execPath = execPath;
    }
    assert.not(hasMark(directory));
    await withSites(inUse, async () => {});
    assert.ok(hasMark(directory));
  }));

test.run();
