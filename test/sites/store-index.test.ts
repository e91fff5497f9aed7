/** The index of a store: finds what scanning all records would, whoever wrote them and however the store came about. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitsWith } from '../../src/limits.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Key, lmdbOptions, type Tables } from '../../src/sites/lmdb-tables.ts';
import { Members } from '../../src/sites/members.ts';
import { OPEN_ACCESS } from '../../src/sites/site-access.ts';
import { checkStore } from '../../src/sites/store-check.ts';
import { exportStore, importStore } from '../../src/sites/store-file.ts';
import { openTables } from '../../src/sites/store-format.ts';
import { commit } from '../support/commit.ts';
import { withFolder } from '../support/folder.ts';
import { writeManySites, writeOwners } from '../support/many-sites.ts';
import { Editor, withSites } from '../support/sites.ts';

const ADA = {
  id: 'ada-id',
  name: 'Ada',
  formerNames: ['Countess'],
  createdMs: 1,
  passkeys: [{ id: 'key', key: 'COSE', counter: 0, transports: [], addedMs: 1, suspended: false }],
  sessions: [{ author: 'laptop', startedMs: 2, seenMs: 3 }],
  codes: ['hash'],
};

const person = (id: string) => ({ id, name: id });

async function withStore(
  directory: string,
  body: (store: LmdbStore) => void | Promise<void>,
): Promise<void> {
  const store = new LmdbStore({ directory });
  try {
    await body(store);
  } finally {
    await store.close();
  }
}

async function withTables(directory: string, body: (tables: Tables) => void): Promise<void> {
  const root = open<Buffer, Key>(lmdbOptions(directory, false));
  body(openTables(root));
  await root.close();
}

const found = (store: LmdbStore, ...[kind, what]: Parameters<LmdbStore['find']>): string[] => [
  ...store.find(kind, what),
];

/** A site of Ada's that Bob edits, and Ada. */
async function fill(store: LmdbStore): Promise<void> {
  const live = new LiveDocument('ada', store, limitsWith());
  await commit(live, 'import', ['a'], () => live.doc.getText('index.html').insert(0, 'x'));
  await store.saveAccess('ada', { ...OPEN_ACCESS, owner: person(ADA.id), people: [person('bob')] });
  await store.saveMember(ADA);
}

function seesAll(store: LmdbStore): void {
  assert.equal(found(store, 'person', ADA.id), ['ada']);
  assert.equal(found(store, 'person', 'bob'), ['ada']);
  const members = new Members(store);
  assert.is(members.ofSession('laptop', 3)?.id, ADA.id);
  assert.is(members.ofPasskey('key')?.member.id, ADA.id);
  assert.is(members.ofCode('hash')?.id, ADA.id);
  assert.is(members.called('Countess')?.id, ADA.id);
  for (const like of ['Ada', 'аdа', 'COUNTESS']) assert.ok(members.isTaken(like), like);
  assert.not(members.isTaken('Ada', ADA.id));
  assert.not(members.isTaken('Bob'));
}

const SITES = ['a', 'b', 'c', 'é\0', 'x'.repeat(200)];
const PEOPLE = ['p', 'pp', 'p\0q', '', 'q'.repeat(43), 'z\u{10fffe}', 'y'.repeat(2_000)];

test('whatever is written in any order, all sites of a person are found, and no others', () =>
  withFolder((directory) =>
    withStore(directory, (store) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              site: fc.constantFrom(...SITES),
              owner: fc.option(fc.constantFrom(...PEOPLE), { nil: undefined }),
              people: fc.array(fc.constantFrom(...PEOPLE), { maxLength: 3 }),
              purged: fc.boolean(),
            }),
            { maxLength: 12 },
          ),
          async (changes) => {
            for (const { site, owner, people, purged } of changes) {
              const about = { ...OPEN_ACCESS, people: people.map(person) };
              const owned = owner === undefined ? about : { ...about, owner: person(owner) };
              if (purged) await store.purge(site);
              else await store.saveAccess(site, owned);
            }
            for (const id of PEOPLE) {
              const theirs = SITES.filter((site) => {
                const access = store.access.get(site);
                return [access?.owner, ...(access?.people ?? [])].some((one) => one?.id === id);
              });
              const isFound = id !== '' && id.length < 2_000;
              assert.equal(found(store, 'person', id).sort(), isFound ? theirs.sort() : [], id);
            }
          },
        ),
        { numRuns: 60 },
      ),
    ),
  ));

test('what a member no longer has finds nobody, and somebody else may have it', () =>
  withFolder((directory) =>
    withStore(directory, async (store) => {
      await fill(store);
      const { formerNames: _, ...rest } = ADA;
      const members = new Members(store);
      assert.is(members.ofSession('laptop', 3)?.id, ADA.id);
      await members.save({ ...rest, name: 'Grace', sessions: [], passkeys: [], codes: [] });
      assert.is(members.ofSession('laptop', 3), undefined);
      assert.is(members.ofPasskey('key'), undefined);
      assert.is(members.ofCode('hash'), undefined);
      assert.not(members.isTaken('Ada'));
      assert.ok(members.isTaken('Grace'));
      await members.save({ ...ADA, id: 'other' });
      assert.is(members.ofSession('laptop', 3)?.id, 'other');
    }),
  ));

test('an index of another kind, or one that an earlier program did not keep up, is made anew', () =>
  withFolder(async (directory) => {
    await withStore(directory, fill);
    const spoilings: ((tables: Tables) => void)[] = [
      ({ meta }) => meta.removeSync('index'),
      ({ meta }) => meta.putSync('index', Buffer.from('1 unicode 1.0')),
      ({ meta }) => meta.putSync('format', Buffer.from('5')),
    ];
    for (const spoil of spoilings) {
      await withTables(directory, (tables) => {
        tables.index.clearSync();
        tables.index.putSync(['person', ADA.id, 'not-hers'], Buffer.alloc(0));
        spoil(tables);
      });
      await withStore(directory, seesAll);
    }
  }));

test('a store that was imported finds all of it', () =>
  withFolder((from) =>
    withFolder(async (to) => {
      await withStore(from, fill);
      const file = path.join(from, 'all.txt');
      await exportStore(from, file, ['ada'], true);
      await importStore(to, file);
      await withStore(to, seesAll);
    }),
  ));

test('a broken page of the index costs nothing: the store is copied without, and has a new one', () =>
  withFolder(async (directory) => {
    await withStore(directory, async (store) => {
      await fill(store);
      for (let index = 0; index < 300; index++) {
        const people = [person(`someone-${index}`)];
        await store.saveAccess('ada', { ...OPEN_ACCESS, owner: person(ADA.id), people });
      }
      const people = Array.from({ length: 200 }, (_, index) => person(`someone-${index}`));
      const owner = person(ADA.id);
      await store.saveAccess('ada', { ...OPEN_ACCESS, owner, people: [person('bob'), ...people] });
    });
    const file = path.join(directory, 'data.mdb');
    const bytes = readFileSync(file);
    // Only the index has this text more than once in a page, between its kind and its site.
    const words = 'person\0someone-';
    let broken = 0;
    for (let at = bytes.indexOf(words); at >= 0; at = bytes.indexOf(words, at + 1)) {
      const page = at - (at % 4_096);
      bytes.fill(0xa5, page + 8, page + 200);
      broken += 1;
    }
    assert.ok(broken > 0);
    writeFileSync(file, bytes);
    const { damaged, keptAs } = checkStore(directory, true);
    assert.ok(keptAs);
    assert.equal([...damaged], []);
    await withStore(directory, (store) => {
      seesAll(store);
      assert.equal(found(store, 'person', 'someone-7'), ['ada']);
    });
  }));

/** Spoils the value of a record. */
async function spoil(directory: string, table: 'access' | 'members' | 'blocks', key: string) {
  await withTables(directory, (tables) => tables[table].putSync(key, Buffer.from('no record')));
}

test('nobody edits or finds a site whose access cannot be read, and the others go on', () =>
  withFolder(async (directory) => {
    await withStore(directory, fill);
    await spoil(directory, 'access', 'ada');
    await withSites({ directory }, async ({ port, sites, logged }) => {
      assert.equal(sites.list({ search: '', offset: 0, count: 9 }).sites, []);
      const editor = await new Editor(port, 'ada').ready();
      assert.equal(editor.permission, { access: 'read', reason: 'damaged' });
      const problems = logged.filter(({ message }) => /damaged/.test(message));
      assert.is(problems.length, 1);
      const bob = await new Editor(port, 'bob').ready();
      bob.insert('fine');
      await bob.save();
    });
  }));

test('a site is known to be damaged when it is opened, though only its access is', () =>
  withFolder(async (directory) => {
    await withStore(directory, fill);
    await spoil(directory, 'access', 'ada');
    await withStore(directory, (store) => {
      assert.equal([...store.damaged], []);
      assert.ok(store.load('ada').damage);
      assert.is(store.access.get('ada')?.editors, 'invited');
      assert.is(store.access.get('ada')?.owner, undefined);
    });
  }));

test('a member whose record cannot be read is signed in nowhere, and nobody else gets the name', () =>
  withFolder(async (directory) => {
    await withStore(directory, fill);
    await spoil(directory, 'members', ADA.id);
    await spoil(directory, 'blocks', '192.0.2.9');
    await withStore(directory, (store) => {
      const members = new Members(store);
      assert.is(members.ofSession('laptop', 3), undefined);
      assert.ok(members.isTaken('Ada'));
      assert.equal([...store.damaged.keys()].sort(), ['blocked address', `member ${ADA.id}`]);
    });
  }));

test('damaged records of no site are named without an address, reported apart from sites, and not exported', () =>
  withFolder(async (directory) => {
    await withStore(directory, async (store) => {
      await fill(store);
      await store.saveMember({ ...ADA, id: 'intact', formerNames: [], name: 'Bob' });
    });
    await spoil(directory, 'members', ADA.id);
    await spoil(directory, 'blocks', '192.0.2.9');
    const names = ['blocked address', `member ${ADA.id}`];
    assert.equal([...checkStore(directory, false).damaged.keys()].sort(), names);
    await withSites({ directory, checked: true }, async ({ sites, logged }) => {
      const problems = logged.filter(({ message }) => /damaged/.test(message));
      assert.equal(
        problems.map(({ message }) => message),
        ['stored record is damaged', 'stored record is damaged'],
      );
      assert.not(JSON.stringify(logged).includes('192.0.2.9'));
      assert.is(sites.health().output, 'damaged records: 2; see the log');
    });
    const file = path.join(directory, 'all.txt');
    await exportStore(directory, file, ['ada'], true);
    await withFolder(async (to) => {
      await importStore(to, file);
      await withStore(to, (store) => {
        assert.equal(
          [...store.members.values()].map(({ id }) => id),
          ['intact'],
        );
        assert.equal(found(store, 'person', ADA.id), ['ada']);
      });
    });
  }));

test('an index of more records than one transaction takes has all of them', () =>
  withFolder(async (directory) => {
    const sites = 20_010;
    await writeManySites(directory, 1);
    await writeOwners(directory, sites);
    await withTables(directory, ({ index, meta }) => {
      index.clearSync();
      meta.removeSync('index');
    });
    await withStore(directory, (store) => {
      const owned = [...store.members.values()].flatMap(({ id }) => found(store, 'person', id));
      assert.is(new Set(owned).size, sites);
    });
  }));

test.run();
