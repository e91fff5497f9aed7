/** What every store of sites does (src/sites/store.ts), as tests: each reads back what was written, also opened anew. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { editsOf, seal, unsealRun } from '../../src/sites/records.ts';
import { type AccessRecord, OPEN_ACCESS } from '../../src/sites/site-access.ts';
import { type SiteStore, StoreError } from '../../src/sites/store.ts';
import { commit } from './commit.ts';
import { randomFrom } from './history-check.ts';
import { COMMENT } from './stored.ts';

export interface OpenStore {
  readonly store: SiteStore;
  close(): Promise<void>;
}

/** Where a store lasts: what was written by one that was opened there is in the next one. */
export interface StorePlace {
  open(): Promise<OpenStore>;
  remove(): Promise<void>;
}

const FILE = 'index.html';
const HOUR_MS = 3_600_000;
const timed = <Result>(work: () => Result): Result => work();

const MEMBER = {
  id: 'm1',
  name: 'Ada',
  createdMs: 1,
  passkeys: [],
  sessions: [{ author: 'a', startedMs: 2, seenMs: 3 }],
  codes: ['hash'],
};

const PEOPLE = ['m1', 'm2', 'm3'];

const open = (store: SiteStore, name: string) => new LiveDocument(name, store, limitsWith());

const write = (live: LiveDocument, text: string): Promise<Uint8Array | undefined> =>
  commit(live, 'import', ['a'], () => live.doc.getText(FILE).insert(0, text));

const textOf = (store: SiteStore, name: string): string =>
  open(store, name).doc.getText(FILE).toString();

const textAt = (store: SiteStore, name: string, at: number): string => {
  const doc = new Y.Doc();
  for (const update of store.loadAt(name, at)) Y.applyUpdate(doc, update);
  return doc.getText(FILE).toString();
};

const compact = (store: SiteStore, live: LiveDocument): Promise<number | undefined> =>
  store.compact(live.name, live.seq, Y.encodeStateAsUpdate(live.doc), true);

/** All that a store gives about its sites. */
function contentsOf(store: SiteStore): unknown {
  const sites = [...store.sites.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    sites: sites.map((record) => ({
      record,
      text: textOf(store, record.name),
      versions: Array.from({ length: record.seq }, (_, index) =>
        textAt(store, record.name, index + 1),
      ),
      heads: [...store.heads(record.name)],
      labels: [...store.labels(record.name)],
      comments: [...store.comments(record.name)],
      access: store.access.get(record.name),
    })),
    members: [...store.members.values()],
    found: PEOPLE.map((id) => [...store.find('person', id)]),
    blocks: [...store.blocks],
    damaged: [...store.damaged],
  };
}

/** Runs `work` on a store, and `check` on that and on what is there when it was opened anew. */
async function lasting(
  make: () => Promise<StorePlace>,
  work: (store: SiteStore) => Promise<void>,
  check: (store: SiteStore) => void,
): Promise<void> {
  const place = await make();
  try {
    const first = await place.open();
    await work(first.store);
    check(first.store);
    const contents = contentsOf(first.store);
    await first.close();
    const second = await place.open();
    check(second.store);
    assert.equal(contentsOf(second.store), contents);
    await second.close();
  } finally {
    await place.remove();
  }
}

function testEdits(make: () => Promise<StorePlace>): void {
  test('edits of many sites that were stored at once last, each with its history', () => {
    const names = Array.from({ length: 20 }, (_, index) => `site-${index}`);
    return lasting(
      make,
      async (store) => {
        const lives = names.map((name) => open(store, name));
        for (const round of ['b', 'a']) {
          await Promise.all(lives.map((live) => write(live, `${round} ${live.name} `)));
        }
      },
      (store) => {
        assert.equal([...store.sites.keys()].sort(), [...names].sort());
        for (const name of names) {
          assert.is(textOf(store, name), `a ${name} b ${name} `);
          assert.is(textAt(store, name, 1), `b ${name} `);
          assert.is(store.load(name).seq, 2);
          assert.equal(
            [...store.heads(name)].map(({ to }) => to),
            [1, 2],
          );
          assert.equal(
            [...store.headsBefore(name)].map(({ to }) => to),
            [2, 1],
          );
          assert.is(store.headOf(name, 2)?.from, 2);
        }
        assert.ok(store.bytes > 0);
      },
    );
  });

  test('a compacted site opens as it was, and every edit of it can be read, a few at a time', () =>
    lasting(
      make,
      async (store) => {
        const live = open(store, 'ada');
        for (let edit = 1; edit <= 60; edit++) {
          await write(live, `${edit} `);
          if (edit % 25 === 0) await compact(store, live);
        }
      },
      (store) => {
        assert.ok(textOf(store, 'ada').startsWith('60 59 '));
        assert.is(textAt(store, 'ada', 3), '3 2 1 ');
        const read: number[] = [];
        while (read.length < 60) {
          const { values, to } = store.storedEdits('ada', read.length + 1, 100);
          const runs = values.map((value) => unsealRun(seal(value)));
          const edits = runs.flatMap(editsOf).map((edit) => edit.to);
          read.push(...edits.filter((edit) => edit > read.length));
          assert.is(read.length, to);
        }
        assert.equal(
          read,
          Array.from({ length: 60 }, (_, index) => index + 1),
        );
      },
    ));
}

function testShortened(make: () => Promise<StorePlace>): void {
  test('a site begins anew, forgets what was before, and goes', () =>
    lasting(
      make,
      async (store) => {
        for (const name of ['anew', 'pruned', 'gone', 'thin']) {
          const live = open(store, name);
          for (let edit = 0; edit < 9; edit++) await write(live, `${edit} `);
          const update = Y.encodeStateAsUpdate(live.doc);
          const record = store.sites.get(name);
          if (record === undefined) throw new Error('there is no site');
          const at = { startedMs: 5, endedMs: 6, kind: 'restore' as const, authors: ['a'] };
          if (name === 'anew') {
            await store.restart({ ...record, seq: 10 }, { from: 10, to: 10, ...at, update });
          }
          if (name === 'pruned') await store.prune(record, { from: 1, to: 9, ...at, update });
          if (name === 'gone') await store.purge(name);
          if (name === 'thin') await store.thin(name, timed);
        }
      },
      (store) => {
        assert.equal([...store.sites.keys()].sort(), ['anew', 'pruned', 'thin']);
        assert.is(store.sites.get('anew')?.seq, 10);
        for (const name of ['anew', 'pruned', 'thin']) {
          assert.is(textOf(store, name), '8 7 6 5 4 3 2 1 0 ');
        }
        assert.equal(
          [...store.heads('pruned')].map(({ from, to }) => [from, to]),
          [[1, 9]],
        );
        assert.equal(store.load('gone'), { updates: [], seq: 0 });
        assert.equal([...store.heads('gone')], []);
      },
    ));
}

function testRecords(make: () => Promise<StorePlace>): void {
  test('what is decided and said about sites and people lasts, and so does its removal', () =>
    lasting(
      make,
      async (store) => {
        await write(open(store, 'ada'), 'x');
        const record = store.sites.get('ada');
        if (record === undefined) throw new Error('there is no site');
        await store.save({ ...record, hidden: true });
        await store.saveAccess('ada', { ...OPEN_ACCESS, listed: false, changedMs: 7 });
        await store.label('ada', 1, { label: 'kept', by: 'b', atMs: 5 });
        await store.label('ada', 2, { label: 'removed', by: 'b', atMs: 5 });
        await store.label('ada', 2, undefined);
        await store.saveComments(
          'ada',
          new Map([
            [1, COMMENT],
            [2, COMMENT],
          ]),
        );
        await store.saveComments(
          'ada',
          new Map([
            [2, undefined],
            [3, { ...COMMENT, text: 'Ho' }],
          ]),
        );
        await store.saveMember({ ...MEMBER, name: 'Before' });
        await store.saveMember(MEMBER);
        await store.block('192.0.2.7', Date.now() + HOUR_MS);
        await store.block('192.0.2.8', Date.now() + HOUR_MS);
        await store.block('192.0.2.8', 0);
        await store.probe();
      },
      (store) => {
        assert.ok(store.sites.get('ada')?.hidden);
        assert.equal(store.access.get('ada'), { ...OPEN_ACCESS, listed: false, changedMs: 7 });
        assert.equal([...store.labels('ada')], [[1, { label: 'kept', by: 'b', atMs: 5 }]]);
        assert.equal(
          [...store.comments('ada').entries()],
          [
            [1, COMMENT],
            [3, { ...COMMENT, text: 'Ho' }],
          ],
        );
        assert.equal([...store.members.values()], [MEMBER]);
        assert.equal([...store.blocks.keys()], ['192.0.2.7']);
      },
    ));

  test('a store that is closed refuses writes as one that failed, and has nothing of them', async () => {
    const place = await make();
    try {
      const first = await place.open();
      await write(open(first.store, 'ada'), 'x');
      await first.close();
      const second = await place.open();
      const live = open(second.store, 'ada');
      second.store.giveUp();
      await second.close();
      await write(live, 'late').then(
        () => assert.unreachable(),
        (error: unknown) => assert.instance(error, StoreError),
      );
      const third = await place.open();
      assert.is(textOf(third.store, 'ada'), 'x');
      await third.close();
    } finally {
      await place.remove();
    }
  });
}

/** Who may edit, at random. */
const accessOf = (changedMs: number, random: () => number): AccessRecord => {
  const people = PEOPLE.filter(() => random() < 0.5).map((id) => ({ id, name: id }));
  return { ...OPEN_ACCESS, people, changedMs };
};

/** Whether the sites of each person are found, and no others. */
function findsPeople(store: SiteStore): void {
  for (const id of PEOPLE) {
    const theirs = [...store.sites.keys()].filter((site) =>
      store.access.get(site)?.people.some((person) => person.id === id),
    );
    assert.equal([...store.find('person', id)].sort(), theirs.sort());
  }
}

/** One random change of a site. */
async function change(store: SiteStore, name: string, random: () => number): Promise<void> {
  const live = open(store, name);
  const chance = random();
  const record = store.sites.get(name);
  if (record === undefined || chance < 0.55) {
    await write(live, `${Math.floor(random() * 1_000)} `);
  } else if (chance < 0.65) await compact(store, live);
  else if (chance < 0.75) await store.label(name, live.seq, { label: 'l', by: 'b', atMs: 1 });
  else if (chance < 0.82) await store.saveComments(name, new Map([[live.seq, COMMENT]]));
  else if (chance < 0.88) await store.saveAccess(name, accessOf(live.seq, random));
  else if (chance < 0.94) await store.thin(name, timed);
  else await store.purge(name);
}

/** Registers the tests. @param make a new place for a store */
export function storeSuite(make: () => Promise<StorePlace>): void {
  testEdits(make);
  testShortened(make);
  testRecords(make);
  const seed = Number(process.env['SEED'] ?? 1 + (Date.now() % 1_000_000));
  test(`after any changes, several at a time, a store that is opened anew is as it was; seed ${seed}`, () => {
    const random = randomFrom(seed);
    return lasting(
      make,
      async (store) => {
        for (let round = 0; round < 40; round++) {
          const names = ['ada', 'bob', 'cyd', 'dan'].filter(() => random() < 0.7);
          await Promise.all(names.map((name) => change(store, name, random)));
        }
      },
      (store) => {
        assert.equal([...store.damaged], []);
        findsPeople(store);
      },
    );
  });
}
