/** Large sites are compacted in a thread of its own, with the same values as small ones on the event loop. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { EMPTY_SITE } from '../../src/shared/site/document.ts';
import { BackgroundThread } from '../../src/sites/background-thread.ts';
import { finished } from '../../src/sites/charged-work.ts';
import { Compactor } from '../../src/sites/compactor.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { compaction } from '../../src/sites/lmdb-compaction.ts';
import { LmdbLog } from '../../src/sites/lmdb-log.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Key, lmdbOptions, type Write } from '../../src/sites/lmdb-tables.ts';
import { mergedDocument } from '../../src/sites/merged-document.ts';
import { DamageError, unsealState } from '../../src/sites/records.ts';
import { StoreError } from '../../src/sites/store.ts';
import { openTables } from '../../src/sites/store-format.ts';
import { commit } from '../support/commit.ts';
import { amid, backwards } from '../support/made-update.ts';
import { Editor, startSites } from '../support/sites.ts';
import { until } from '../support/until.ts';
import { withStore, writeTexts } from '../support/with-store.ts';

const asHex = (writes: readonly Write[]) =>
  writes.map(([table, key, value]) => [table, key, value && Buffer.from(value).toString('hex')]);

const TIMES = { startedMs: 1, endedMs: 1, kind: 'edit', authors: [] } as const;

const assertRejects = async (compactor: Compactor, seq: number, why: string): Promise<void> => {
  const given = await compactor.compaction('garden', seq, undefined).then(
    () => 'compacted',
    (error: unknown) => error,
  );
  assert.instance(given, DamageError);
  assert.is(String(given), `DamageError: ${why}`);
};

const LARGE = Array.from({ length: 8 }, (_, index) => String(index).repeat(200_000));

test('the thread gives what compaction gives here, and reads what was written last', () =>
  withStore(async (store, directory) => {
    const tables = openTables(open<Buffer, Key>(lmdbOptions(directory, false)));
    const log = new LmdbLog(tables);
    const compactor = new Compactor({ tables, log, directory, flush: true });
    for (const texts of [LARGE.slice(0, 2), LARGE.slice(2)]) {
      const { update, seq } = await writeTexts(store, texts);
      const expected = await compaction(tables, log, 'garden', {
        seq,
        update,
      });
      const { writes, grown, stateBytes } = await compactor.compaction('garden', seq, undefined);
      assert.is(grown, expected.grown);
      assert.is(stateBytes, expected.stateBytes);
      assert.equal(asHex(writes), asHex(expected.writes));
    }
    await compactor.close();
  }));

/** Counts how many values of a log are read at most in one turn of the event loop. */
class CountingLog extends LmdbLog {
  most = 0;
  #read = 0;

  override *runs(...[name, from]: Parameters<LmdbLog['runs']>): ReturnType<LmdbLog['runs']> {
    for (const run of super.runs(name, from)) {
      if (this.#read === 0) setImmediate(() => (this.#read = 0));
      this.#read += 1;
      this.most = Math.max(this.most, this.#read);
      yield run;
    }
  }
}

test('compaction reads a long log in several turns of the event loop, and makes one run of it', () =>
  withStore(async (store, directory) => {
    const tables = openTables(open<Buffer, Key>(lmdbOptions(directory, false)));
    const log = new CountingLog(tables);
    const texts = Array.from({ length: 600 }, (_, at) => `${at} `);
    const { update, seq } = await writeTexts(store, texts);
    const { writes } = await compaction(tables, log, 'garden', { seq, update });
    assert.equal([log.most, writes.filter(([table]) => table === 'log').length], [256, 600]);
    await store.compact('garden', seq, update);
    assert.equal(
      [...log.runs('garden')].map(({ run: { from, to, compressed } }) => [from, to, compressed]),
      [[1, 600, true]],
    );
    assert.is([...log.entries('garden')].length, 600);
  }));

test('merging that takes too long is given up, and what waits for it is not begun', () =>
  withStore(async (store, directory) => {
    await writeTexts(store, LARGE);
    const tables = openTables(open<Buffer, Key>(lmdbOptions(directory, false)));
    const options = { tables, log: new LmdbLog(tables), directory, flush: true };
    const hurried = new Compactor({ ...options, mergeMs: 1 });
    const asked: unknown[] = [];
    const { ask } = BackgroundThread.prototype;
    BackgroundThread.prototype.ask = function (question, transfer) {
      asked.push(question);
      return ask.call(this, question, transfer);
    };
    const merges = [hurried.merged('garden'), hurried.version('garden', 2)];
    for (const given of await Promise.allSettled(merges)) {
      assert.is(given.status, 'rejected');
      if (given.status === 'fulfilled') continue;
      assert.instance(given.reason, StoreError);
      assert.is(given.reason.message, 'the thread has no time to merge');
    }
    // The thread answers this after what it was asked before.
    await hurried.compaction('garden', LARGE.length, undefined);
    BackgroundThread.prototype.ask = ask;
    assert.is(asked.length, 2, 'the first merge, and the compaction');
    await hurried.close();
    const patient = new Compactor({ ...options, mergeMs: 60_000 });
    const [latest, version] = await Promise.all([
      patient.merged('garden'),
      patient.version('garden', 2),
    ]);
    assert.is(latest.seq, LARGE.length);
    assert.is(mergedDocument([version]).doc.getText('index.html').length, 400_000);
    await patient.close();
  }));

test('a large site that was compacted opens as it was, with each of its edits', () =>
  withStore(async (store) => {
    const { update } = await writeTexts(store, LARGE);
    const expected = new Y.Doc();
    Y.applyUpdate(expected, update);
    const bytes = await store.compact('garden', LARGE.length, undefined);
    const { updates, seq, damage } = store.load('garden');
    assert.is(damage, undefined);
    assert.is(seq, LARGE.length);
    assert.is(updates.length, 1);
    assert.ok((bytes ?? 0) >= (updates[0]?.length ?? 0), 'bytes of the state');
    for (const [at, text] of [
      [LARGE.length, LARGE.toReversed().join('')],
      [2, `${LARGE[1]}${LARGE[0]}`],
    ] as const) {
      const doc = new Y.Doc();
      for (const one of store.loadAt('garden', at)) Y.applyUpdate(doc, one);
      assert.is(doc.getText('index.html').toString(), text);
    }
  }));

test('the thread compacts up to the edit it was asked for, and nothing where an edit is missing', () =>
  withStore(async (store, directory) => {
    const tables = openTables(open<Buffer, Key>(lmdbOptions(directory, false)));
    const log = new LmdbLog(tables);
    const compactor = new Compactor({ tables, log, directory, flush: true });
    const { seq } = await writeTexts(store, LARGE.slice(0, 4));
    const { writes } = await compactor.compaction('garden', 2, undefined);
    const [, , state] = writes.find(([table]) => table === 'states') ?? [];
    const doc = new Y.Doc();
    Y.applyUpdate(doc, unsealState(state ?? new Uint8Array()).update);
    assert.is(doc.getText('index.html').toString(), `${LARGE[1]}${LARGE[0]}`);
    assert.ok(writes.every(([table, key]) => table !== 'log' || Number(key[1]) <= 2));
    await assertRejects(compactor, seq + 1, `edits ${seq + 1} to ${seq + 1} are missing`);
    const record = store.sites.get('garden');
    assert.ok(record !== undefined);
    const late = { ...TIMES, from: seq + 2, to: seq + 2, update: Uint8Array.of(0, 0) };
    await store.append({ ...record, seq: late.to }, late);
    await assertRejects(compactor, late.to, `edits ${seq + 1} to ${seq + 1} are missing`);
    await compactor.close();
  }));

test('a site is compacted even if its edits take longer to merge than opening it may', () =>
  withStore(async (store) => {
    const doc = new Y.Doc();
    doc.clientID = 3;
    doc.getText('index.html').insert(0, '<p>hello');
    const updates = [
      Y.encodeStateAsUpdate(doc),
      backwards(5, 300, [3, 0]),
      ...[9, 10, 11, 12].map((client) => amid(client, 300, [3, 3])),
      amid(13, 200, [3, 3]),
    ];
    const facts = { name: 'garden', incarnation: 'g', createdMs: 1, editedMs: 1, bytes: 0 };
    const record = { ...facts, displayName: '', locked: false, hidden: false, removedMs: 0 };
    for (const [at, update] of updates.entries()) {
      const seq = at + 1;
      await store.append({ ...record, seq }, { ...TIMES, from: seq, to: seq, update });
    }
    assert.throws(() => mergedDocument(updates), /take too long to merge/);
    await store.compact('garden', updates.length, undefined);
    const expected = new Y.Doc();
    for (const update of updates) Y.applyUpdate(expected, update);
    const { updates: stored } = store.load('garden');
    assert.is(stored.length, 1);
    const compacted = new Y.Doc();
    for (const update of stored) Y.applyUpdate(compacted, update);
    const texts = [compacted, expected].map((one) => one.getText('index.html').toString());
    assert.is(texts[0], texts[1]);
    assert.is(texts[0]?.length, 8 + 300 + 4 * 300 + 200);
  }));

test('where the thread cannot read the folder the site is compacted another time', () =>
  withStore(async (_, directory) => {
    const file = path.join(directory, 'file');
    writeFileSync(file, '');
    const tables = openTables(open<Buffer, Key>(lmdbOptions(directory, false)));
    const log = new LmdbLog(tables);
    const compactor = new Compactor({
      tables,
      log,
      directory: path.join(file, 'data'),
      flush: true,
    });
    const code = await compactor.compaction('garden', 1, undefined).then(
      () => 'compacted',
      ({ code: given }: { readonly code?: string }) => given,
    );
    assert.is(code, 'E_STORE_WRITE');
    await compactor.close();
  }));

/** Bytes of everything that is stored of the site. */
function storedBytes(directory: string): number {
  const { log, states, keyframes } = openTables(open<Buffer, Key>(lmdbOptions(directory, false)));
  const values = [...log.getRange(), ...states.getRange(), ...keyframes.getRange()];
  return values.reduce((sum, { value }) => sum + value.length, 0);
}

test('edits are stored while a site is compacted, and nothing of either is lost', () =>
  withStore(async (store, directory) => {
    const live = new LiveDocument('garden', store, limitsWith());
    const text = live.doc.getText('index.html');
    const add = (part: string) => commit(live, 'import', ['Ada'], () => text.insert(0, part));
    for (const part of LARGE) await add(part);
    const compacting = live.compactIfLong();
    for (const part of ['one ', 'two ', 'three ']) await add(part);
    assert.is(store.load('garden').updates.length, LARGE.length + 3, 'compacting takes longer');
    await compacting;
    await add('four ');
    const { seq, bytes } = store.sites.get('garden') ?? {};
    assert.is(seq, LARGE.length + 4);
    assert.is(bytes, storedBytes(directory));
    const reopened = new LiveDocument('garden', store, limitsWith());
    assert.is(reopened.damage, undefined);
    assert.is(reopened.doc.getText('index.html').toString(), text.toString());
    assert.is(store.load('garden').updates.length, 5);
    for (const [at, start] of [
      [LARGE.length, '7777'],
      [LARGE.length + 2, 'two one 7777'],
    ] as const) {
      assert.ok(finished(live.at(at)).getText('index.html').toString().startsWith(start));
    }
  }));

test('a site that is erased or begun anew while it is compacted stays so', () =>
  withStore(async (store, directory) => {
    for (const end of ['purge', 'restart'] as const) {
      const live = new LiveDocument('garden', store, limitsWith());
      const text = live.doc.getText('index.html');
      for (const part of LARGE) {
        await commit(live, 'import', ['Ada'], () => text.insert(0, part));
      }
      const compacting: Promise<unknown>[] = [live.compactIfLong()];
      const done =
        end === 'purge' ? store.purge('garden') : live.restart({ name: 'Ada' }, EMPTY_SITE);
      // This one waits for what was begun before it.
      compacting.push(store.compact('garden', live.seq, Y.encodeStateAsUpdate(live.doc)));
      await Promise.all([done, ...compacting]);
      const { updates, damage } = store.load('garden');
      assert.is(damage, undefined);
      assert.is(updates.length, end === 'purge' ? 0 : 1);
      assert.is(store.sites.get('garden')?.bytes ?? 0, storedBytes(directory));
    }
  }));

test('a site that everyone left is compacted; a server that stops leaves that for later', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-stopping-'));
  const running = await startSites({ directory });
  const { rooms } = running.sites;
  for (const name of ['left', 'stopped']) {
    const ada = new Editor(running.port, name);
    await ada.ready();
    for (let edit = 0; edit < 40; edit++) {
      ada.insert(`${edit} `);
      await ada.save();
    }
    if (name === 'left') {
      ada.cut();
      await until(() => rooms.find(name) === undefined);
    }
  }
  await running.close();
  const store = new LmdbStore({ directory });
  assert.is(store.load('left').updates.length, 1);
  const stopped = store.load('stopped');
  assert.is(stopped.updates.length, 40);
  assert.is(stopped.seq, 40);
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
