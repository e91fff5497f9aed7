/** Stores that earlier programs wrote, kept as they wrote them: each opens, is migrated, and has all it had. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { readSite } from '../../src/shared/site/document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { sealSite, unsealSite } from '../../src/sites/records.ts';
import { checkStore } from '../../src/sites/store-check.ts';
import { type Migration, TABLES_FORMAT } from '../../src/sites/store-format.ts';
import { Editor, withSites } from '../support/sites.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');

/** Runs `body` with a folder that holds the store of this format, as it was written then. */
async function withFormat(format: number, body: (directory: string) => Promise<void>) {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-format-'));
  try {
    const packed = readFileSync(path.join(FIXTURES, `format-${format}.mdb.gz`));
    writeFileSync(path.join(directory, 'data.mdb'), gunzipSync(packed));
    await body(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const documentOf = (updates: readonly Uint8Array[]): Y.Doc => {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc;
};

/** What is in each of the fixtures: two people's site with a name for its second edit, and one that is hidden. */
function seesAll(store: LmdbStore): void {
  assert.equal([...store.sites.keys()], ['ada', 'bob']);
  const site = readSite(documentOf(store.load('ada').updates));
  assert.is(site.files['index.html'], '<h1>Ada</h1>');
  assert.is(site.displayName, 'Ada’s site');
  assert.equal([...(site.assets[0]?.bytes ?? [])], [137, 80, 78, 71]);
  assert.equal([...(site.instruments[0]?.taught ?? [])], [1, 2, 3]);
  const second = readSite(documentOf(store.loadAt('ada', 2)));
  assert.is(second.files['index.html'], '<h1>Ada</h1><p>by Bob</p>');
  assert.is(readSite(documentOf(store.loadAt('ada', 3))).files['index.html'].length, 325);
  assert.is(store.labels('ada').get(2)?.label, 'Second');
  const heads = [...store.heads('ada')];
  assert.equal(
    heads.map(({ from, to, kind, authors }) => [from, to, kind, authors.join()]),
    [
      [1, 2, 'edit', 'Ada,Bob'],
      [3, 3, 'edit', 'Ada'],
      [4, 4, 'restore', 'Ada'],
    ],
  );
  const bob = store.sites.get('bob');
  assert.equal([bob?.locked, bob?.hidden, bob?.removedMs], [true, true, 0]);
  assert.equal([...store.blocks], [['192.0.2.1', Date.UTC(2200, 0, 1)]]);
}

/** Whom format 4 has besides. */
const GRACE = {
  id: 'GracesId',
  name: 'Grace',
  createdMs: Date.UTC(2026, 10, 22),
  passkeys: [
    {
      id: 'key1',
      key: 'COSE',
      counter: 7,
      transports: [],
      addedMs: Date.UTC(2026, 10, 22),
      suspended: false,
    },
  ],
  sessions: [
    { author: 'laptop', startedMs: Date.UTC(2026, 10, 22), seenMs: Date.UTC(2026, 10, 23) },
  ],
  codes: ['hash1', 'hash2'],
};

/** What format 5 has besides. */
function seesComments(store: LmdbStore): void {
  const atMs = Date.UTC(2026, 10, 23);
  const bob = { thread: 1, author: 'BobsId', by: 'Bob', member: false, atMs, text: '' };
  const start = { client: 1, clock: 0 };
  const end = { client: 1, clock: 3 };
  assert.equal(
    [...store.comments('ada')],
    [
      [
        1,
        {
          thread: 1,
          kind: 'comment',
          author: 'GracesId',
          by: 'Grace',
          member: true,
          atMs,
          text: 'Which?',
          anchor: { root: 'index.html', start, end },
          quote: '<h1>',
          file: 'index.html',
        },
      ],
      [2, { ...bob, kind: 'comment', deleted: { by: 'Ada', atMs } }],
      [3, { ...bob, kind: 'resolve' }],
    ],
  );
}

/** What format 3 has besides. */
function seesAccess(store: LmdbStore): void {
  assert.equal(store.access.get('ada'), {
    editors: 'invited',
    listed: false,
    editLink: false,
    owner: { id: 'AdasId', name: 'Ada' },
    people: [{ id: 'BobsId', name: 'Bob' }],
    removed: ['EvesId'],
    links: [
      {
        id: 'link1',
        hash: 'x'.repeat(43),
        once: true,
        name: 'Cleo',
        expiresMs: Date.UTC(2200, 0, 1),
      },
    ],
    changedMs: Date.UTC(2026, 10, 22),
  });
}

for (let format = 1; format <= TABLES_FORMAT; format++) {
  test(`a store of format ${format} has all it had, and people go on with it`, () =>
    withFormat(format, async (directory) => {
      assert.equal([...checkStore(directory, true).damaged], []);
      const store = new LmdbStore({ directory });
      seesAll(store);
      if (format >= 3) seesAccess(store);
      else assert.is(store.access.size, 0);
      assert.equal([...store.members.values()], format >= 4 ? [GRACE] : []);
      assert.equal([...store.find('person', 'BobsId')], format >= 3 ? ['ada'] : []);
      assert.equal([...store.find('session', 'laptop')], format >= 4 ? ['GracesId'] : []);
      if (format >= 5) seesComments(store);
      else assert.is(store.comments('ada').size, 0);
      await store.close();
      await withSites({ directory, checked: true }, async ({ port }) => {
        const ada = await new Editor(port, 'ada').ready();
        if (format >= 3) return assert.is(ada.permission?.reason, 'invited');
        ada.insert('<p>today</p>', ada.text().length);
        await ada.save();
        assert.is(ada.text(), '<h1>Ada</h1><p>today</p>');
      });
    }));
}

/** Formats of the future: every site gets a name, those without one their own. */
const named: Migration = ({ sites }) => {
  for (const { key, value } of sites.getRange()) {
    const record = unsealSite(value);
    sites.putSync(key, sealSite({ ...record, displayName: record.displayName || record.name }));
  }
};

test('a store of format 1 is migrated when it is opened, once, and keeps the rest', () =>
  withFormat(1, async (directory) => {
    let ran = 0;
    const step: Migration = (tables) => {
      ran += 1;
      named(tables);
    };
    const migrations = new Map([[1, step]]);
    for (let opening = 0; opening < 2; opening++) {
      const store = new LmdbStore({ directory, migrations, format: 2 });
      seesAll(store);
      assert.is(store.sites.get('bob')?.displayName, 'bob');
      await store.close();
      assert.is(ran, 1);
    }
    assert.throws(
      () => new LmdbStore({ directory, format: 1 }),
      /has format 2, but this version supports formats up to 1/,
    );
  }));

test('a migration that fails half-way leaves the store as it was', () =>
  withFormat(1, async (directory) => {
    const fails: Migration = (tables) => {
      named(tables);
      throw new Error('half-way');
    };
    const options = { directory, migrations: new Map([[1, fails]]), format: 2 };
    assert.throws(() => new LmdbStore(options), /half-way/);
    const store = new LmdbStore({ directory, format: 1 });
    seesAll(store);
    assert.is(store.sites.get('bob')?.displayName, '');
    await store.close();
  }));

test.run();
