/** The document of a site that takes long to open is made before it is opened, of a large one with the help of a thread. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { NOBODY, type Payer } from '../../src/sites/charged-work.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { PreparedSites } from '../../src/sites/prepared-sites.ts';
import { DamageError, type LoadedSite } from '../../src/sites/records.ts';
import { type SiteStore, StoreError } from '../../src/sites/store.ts';
import { commit } from '../support/commit.ts';
import { withFolder } from '../support/folder.ts';
import { randomOf } from '../support/made-update.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';
import { withStore, writeTexts } from '../support/with-store.ts';

const PARTS = Array.from({ length: 8 }, (_, index) => String(index).repeat(200_000));
const TEXT = PARTS.toReversed().join('');
const LARGE = 2_000_000;

/** Sites that are merged when the test says so, and read at once. */
class Merging {
  readonly asked: string[] = [];
  readonly read: string[] = [];
  settle: (result: LoadedSite | Error) => void = () => {};

  merged(name: string): Promise<LoadedSite> {
    this.asked.push(name);
    return new Promise((resolve, reject) => {
      this.settle = (result) => (result instanceof Error ? reject(result) : resolve(result));
    });
  }

  latest(name: string): LoadedSite {
    this.read.push(name);
    return MERGED;
  }
}

function chargedTo(charge: (ms: number) => void): Payer {
  const run = <Result>(work: () => Result): Result => {
    const started = performance.now();
    const result = work();
    charge(performance.now() - started);
    return result;
  };
  return { ...NOBODY, charge, run };
}

/** A document of over 1.25 MB. */
function large(): Uint8Array {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, 'x'.repeat(5 * 262_144));
  return Y.encodeStateAsUpdate(doc);
}

const MERGED: LoadedSite = { updates: [large()], seq: 7 };

/** The thread runs: on a busy machine it takes longer to start than anybody waits for it. */
async function start(store: SiteStore): Promise<void> {
  do await store.prepare('garden');
  while (store.load('garden').tail === undefined);
}

test('what the thread merged opens as the site is, and is compacted like any other', () =>
  withStore(async (store) => {
    const { seq } = await writeTexts(store, PARTS);
    await start(store);
    const preparing = store.prepare('garden');
    assert.instance(preparing, Promise);
    await preparing;
    assert.is(store.prepare('garden'), undefined, 'it is ready');
    const live = new LiveDocument('garden', store, limitsWith());
    assert.is(live.damage, undefined);
    assert.is(live.seq, seq);
    assert.is(live.doc.getText('index.html').toString(), TEXT);
    await commit(live, 'edit', ['Ada'], () => live.doc.getText('index.html').insert(0, 'more '));
    await live.compact();
    const { updates } = store.load('garden');
    assert.is(updates.length, 1, 'the edits that the thread had merged are compacted, too');
  }));

test('it is given once, with how much of it is not in the stored state', () =>
  withStore(async (store) => {
    await writeTexts(store, PARTS);
    await start(store);
    await store.prepare('garden');
    const { updates, tail } = store.load('garden');
    assert.is(updates.length, 1);
    assert.is(tail?.entries, PARTS.length - 1);
    assert.ok((tail?.bytes ?? 0) > 7 * 200_000);
    assert.is(store.load('garden').updates.length, PARTS.length);
  }));

test('an edit that was stored meanwhile is not left out', () =>
  withStore(async (store) => {
    await writeTexts(store, PARTS);
    await start(store);
    const live = new LiveDocument('garden', store, limitsWith());
    await store.prepare('garden');
    await commit(live, 'edit', ['Ada'], () => live.doc.getText('index.html').insert(0, 'new '));
    const opened = new LiveDocument('garden', store, limitsWith());
    assert.is(opened.doc.getText('index.html').toString(), `new ${TEXT}`);
  }));

test('nothing is prepared of small, unknown and damaged sites, or of one that was made small', () =>
  withStore(async (store) => {
    await writeTexts(store, ['a small site']);
    assert.is(store.prepare('garden'), undefined);
    assert.is(store.prepare('nowhere'), undefined);
    const live = new LiveDocument('garden', store, limitsWith());
    const text = live.doc.getText('index.html');
    await commit(live, 'edit', ['Ada'], () => text.insert(0, 'x'.repeat(LARGE)));
    await store.prepare('garden');
    await commit(live, 'edit', ['Ada'], () => text.delete(0, text.length));
    await live.compact();
    assert.is(store.prepare('garden'), undefined, 'its history is large, its state is not');
    store.setAside('garden', 'the site cannot be opened');
    assert.is(store.prepare('garden'), undefined);
  }));

test('those who open a site together wait for the same thread, and one of them is charged', async () => {
  const merging = new Merging();
  const sites = new PreparedSites(merging, merging);
  const charged: [string, number][] = [];
  const wait = (who: string) =>
    sites.prepare(
      'garden',
      LARGE,
      chargedTo((ms) => charged.push([who, ms])),
    );
  const waiting = [wait('Ada'), wait('Grace')];
  merging.settle(MERGED);
  await Promise.all(waiting);
  assert.equal(merging.asked, ['garden']);
  const [[first, ms] = ['', 0], ...rest] = charged;
  assert.is(first, 'Ada');
  assert.is(Math.round(ms), 5, 'what the thread did');
  assert.ok(rest.length > 0 && rest.every(([who]) => who === 'Ada'), 'and making the document');
  assert.is(sites.take('garden', 7)?.seq, 7);
  assert.is(sites.take('garden', 7), undefined);
});

test('what the thread cannot merge is read without it', async () => {
  const failing = new Merging();
  const sites = new PreparedSites(failing, failing);
  const preparing = sites.prepare('garden', LARGE, NOBODY);
  failing.settle(new Error('the thread has no time'));
  await preparing;
  assert.equal(failing.read, ['garden']);
  assert.is(sites.prepare('garden', LARGE, NOBODY), undefined);
  assert.is(sites.take('garden', 7)?.merged.doc.getText('index.html').length, 5 * 262_144);
});

test('a damaged site is not prepared, nor one that cannot be merged: opening it shows what is wrong', async () => {
  for (const stored of [
    { ...MERGED, damage: 'edits 3 to 4 are missing' },
    { ...MERGED, updates: [new Uint8Array(20_000).fill(255)] },
  ]) {
    const merging = new Merging();
    merging.latest = () => stored;
    const sites = new PreparedSites(merging, merging);
    await sites.prepare('garden', 100_000, NOBODY);
    assert.equal(merging.asked, [], 'it is not large');
    assert.is(sites.prepare('garden', 100_000, NOBODY), undefined);
    assert.is(sites.take('garden', 7), undefined);
  }
});

test('a site that took many merge steps is prepared, however small', async () => {
  const merging = new Merging();
  const sites = new PreparedSites(merging, merging);
  sites.took('garden', 400_000);
  assert.is(sites.prepare('garden', 1_000, NOBODY), undefined, 'of which nothing is known');
  sites.measured('garden', 1_000);
  sites.took('garden', 400_000);
  sites.grown('garden', 10);
  await sites.prepare('garden', 1_000, NOBODY);
  assert.equal(merging.read, ['garden']);
  sites.measured('garden', 1_000);
  sites.took('garden', 12);
  sites.take('garden', 7);
  assert.is(sites.prepare('garden', 1_000, NOBODY), undefined, 'until it took fewer');
});

test('what nobody takes is dropped, and so is what is not the site any more', async () => {
  const merging = new Merging();
  const sites = new PreparedSites(merging, merging, 5);
  const prepare = async () => {
    const preparing = sites.prepare('garden', LARGE, NOBODY);
    merging.settle(MERGED);
    await preparing;
  };
  await prepare();
  await until(() => sites.prepare('garden', LARGE, NOBODY) !== undefined);
  assert.is(merging.asked.length, 2);
  const lasting = new PreparedSites(merging, merging);
  const preparing = lasting.prepare('garden', LARGE, NOBODY);
  merging.settle(MERGED);
  await preparing;
  lasting.forget('garden');
  assert.is(lasting.take('garden', 7), undefined);
});

test('what the thread reads while a site is deleted and made anew is not that site', async () => {
  const merging = new Merging();
  const sites = new PreparedSites(merging, merging);
  const preparing = sites.prepare('garden', LARGE, NOBODY);
  sites.forget('garden');
  merging.settle(MERGED);
  await preparing;
  assert.is(sites.take('garden', 7), undefined);
  const again = sites.prepare('garden', LARGE, NOBODY);
  merging.settle(MERGED);
  await again;
  assert.is(sites.take('garden', 7)?.seq, 7);
});

test('a site is as large as it was measured, and what was added since', () => {
  const sites = new PreparedSites(new Merging(), new Merging());
  sites.measured('garden', 1_000);
  assert.is(sites.prepare('garden', LARGE, NOBODY), undefined);
  sites.grown('garden', LARGE);
  assert.instance(sites.prepare('garden', LARGE, NOBODY), Promise);
});

test('a site that is measured while it is compacted is at least as large as its state', () => {
  const sites = new PreparedSites(new Merging(), new Merging());
  sites.measured('garden', 2 * LARGE);
  const compacted = sites.compacting('garden');
  sites.measured('garden', LARGE);
  compacted(LARGE);
  assert.instance(sites.prepare('garden', LARGE, NOBODY), Promise);
});

test('a site that grows while it is compacted counts as large', () =>
  withStore(async (store) => {
    const { update, seq } = await writeTexts(store, ['small', 'smaller still']);
    const compacting = store.compact('garden', seq, update);
    await writeTexts(store, [TEXT]);
    await compacting;
    await store.prepare('garden');
    assert.is(store.prepare('garden'), undefined, 'it is ready');
    assert.ok(store.load('garden').merged, 'and was prepared before');
  }));

test('people and pages get a large site as it is, and its server reads it in the thread only', () =>
  withSites({}, async ({ port, sites }) => {
    const { store } = sites.rooms;
    const ada = await new Editor(port, 'garden').ready();
    for (const part of PARTS) ada.insert(part);
    await ada.save();
    ada.cut();
    await until(() => sites.rooms.open === 0);
    await start(store);
    const read: number[] = [];
    const load = store.load.bind(store);
    store.load = (name) => {
      const loaded = load(name);
      if (name === 'garden') read.push(loaded.updates.length);
      return loaded;
    };
    const page = await (await fetch(`http://127.0.0.1:${port}/member/garden`)).text();
    assert.ok(page.includes(PARTS[7] ?? ''), 'the page');
    const editors = [new Editor(port, 'garden'), new Editor(port, 'garden', { plain: true })];
    for (const editor of editors) assert.is((await editor.ready()).text(), TEXT);
    assert.equal(read, [1, 1], 'opened for the page, and for the two people');
    for (const editor of editors) editor.cut();
  }));

/** A text of many pieces, each beside others of an earlier moment: long to make, few bytes. */
function scattered(): Uint8Array {
  const doc = new Y.Doc();
  const text = doc.getText('index.html');
  const random = randomOf(1);
  doc.transact(() => {
    for (let i = 0; i < 20_000; i++) text.insert(random(text.length + 1), 'x');
  });
  return Y.encodeStateAsUpdate(doc);
}

/** Writes a site that takes long to open into a folder. */
async function writeScattered(directory: string): Promise<void> {
  await withSites({ directory }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'garden').ready();
    Y.applyUpdate(ada.doc, scattered());
    await ada.save();
    ada.cut();
    await until(() => sites.rooms.open === 0);
  });
}

test('whoever used up their time for opening a site is let in as soon as it is open', () =>
  withFolder(async (directory) => {
    await writeScattered(directory);
    // Paid back only long after what was made is dropped.
    const limits = { work_ms_per_address: 1, work_ms_per_site: 1 };
    await withSites({ directory, limits }, async ({ port, sites }) => {
      const grace = new Editor(port, 'garden', { name: 'Grace' });
      await until(() => grace.permission !== undefined || grace.closed !== undefined);
      assert.is(grace.closed, undefined);
      assert.is(sites.rooms.open, 1);
      grace.cut();
    });
  }));

test('a site that takes long to open goes back to what is stored in several turns, too', () =>
  withStore(async (store) => {
    const live = new LiveDocument('garden', store, limitsWith());
    await commit(live, 'import', ['Ada'], () => Y.applyUpdate(live.doc, scattered()));
    const stored = Y.encodeStateAsUpdate(live.doc);
    const { append } = store;
    store.append = () => Promise.reject(new StoreError('the disk is full'));
    const add = () => live.doc.getText('index.html').insert(0, 'lost');
    let turns = 0;
    let isOver = false;
    const others = () => {
      turns += 1;
      if (!isOver) setImmediate(others);
    };
    setImmediate(others);
    const refused = await commit(live, 'edit', ['Ada'], add).catch((error: unknown) => error);
    isOver = true;
    store.append = append;
    assert.instance(refused, StoreError);
    assert.ok(turns > 1, `others had ${turns} turns`);
    assert.equal(Y.encodeStateAsUpdate(live.doc), stored);
    await commit(live, 'edit', ['Ada'], () => live.doc.getText('index.html').insert(0, 'y'));
    assert.is(live.doc.getText('index.html').toString().at(0), 'y');
  }));

/** What a version held that a request gave. */
function textIn(state: Uint8Array): string {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc.getText('index.html').toString();
}

test('a version of a large site is merged in the thread, to be shown and to be restored', () =>
  withSites({}, async ({ port, sites }) => {
    const { store } = sites.rooms;
    const ada = await new Editor(port, 'garden').ready();
    for (const part of PARTS) await insertAndSave(ada, part);
    let here = 0;
    const loadAt = store.loadAt.bind(store);
    store.loadAt = (name, seq) => {
      here += 1;
      return loadAt(name, seq);
    };
    const third = PARTS.slice(0, 3).toReversed().join('');
    const { ok, bytes } = await ada.request({ op: 'version', at: 3 });
    assert.ok(ok);
    assert.is(textIn(bytes), third);
    assert.ok((await ada.request({ op: 'restore', at: 3 })).ok);
    await until(() => ada.text() === third);
    assert.is(here, 0, 'nothing was merged on the event loop');
    store.mergeAt = () => Promise.reject(new StoreError('the thread has ended'));
    assert.is(
      textIn((await ada.request({ op: 'version', at: 2 })).bytes),
      `${PARTS[1]}${PARTS[0]}`,
    );
    assert.is(here, 1, 'without the thread it is merged here');
    store.mergeAt = () => Promise.reject(new DamageError('edits 1 to 2 are missing'));
    const { ok: given } = await ada.request({ op: 'version', at: 2 });
    assert.not(given);
    assert.is(here, 1);
    ada.cut();
  }));

async function insertAndSave(editor: Editor, text: string): Promise<void> {
  editor.insert(text);
  await editor.save();
}

test.run();
