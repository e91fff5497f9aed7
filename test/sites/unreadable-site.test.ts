/** A stored site whose edits take too long to merge, as an earlier version let in: it delays nobody and can be repaired. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import * as Y from 'yjs';
import { runStore } from '../../scripts/store/command.ts';
import { encodeUpdate } from '../../src/shared/site/protocol.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { OPEN_ACCESS } from '../../src/sites/site-access.ts';
import { Authenticator, join } from '../support/authenticator.ts';
import { identify, newDevice } from '../support/identity.ts';
import { amid, backwards } from '../support/made-update.ts';
import { ask } from '../support/raw.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const ITEMS = 3_000;
const OPERATOR = { keys: { operator: 'op' } };

/** Edits 1 to 3 of the site: a text, and two that cost each other nine million steps. */
function poison(): Uint8Array[] {
  const doc = new Y.Doc();
  doc.clientID = 3;
  doc.getText('index.html').insert(0, '<p>hello');
  return [Y.encodeStateAsUpdate(doc), backwards(5, ITEMS, [3, 0]), amid(9, ITEMS, [3, 3])];
}

async function withPoison(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-poison-'));
  const store = new LmdbStore({ directory });
  const record = {
    name: 'ada',
    incarnation: 'first',
    createdMs: 1,
    editedMs: 1,
    bytes: 0,
    displayName: '',
    locked: false,
    hidden: false,
    removedMs: 0,
  };
  try {
    for (const [at, update] of poison().entries()) {
      const [seq, startedMs] = [at + 1, 1 + at * 600_000];
      const head = { from: seq, to: seq, startedMs, endedMs: startedMs, kind: 'edit' } as const;
      await store.append({ ...record, seq }, { ...head, authors: ['Mallory'], update });
    }
    await store.close();
    await body(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test('the edit that would make it so is refused, its sender is closed, and others go on', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    const mallory = await new Editor(port, 'ada').ready();
    for (const update of poison()) mallory.ws.send(encodeUpdate(update));
    assert.is(await mallory.gone(), 4400);
    ada.insert('still ');
    await ada.save();
    const reader = await new Editor(port, 'ada').ready();
    assert.is(reader.text(), ada.text());
    assert.ok(ada.text().startsWith('still '));
  }));

test('it is shown as damaged, gives its editors nothing, and is opened only once', () =>
  withPoison((directory) =>
    withSites({ directory, ...OPERATOR }, async ({ port, sites, logged }) => {
      assert.match((await ask(port, '/member/ada')).body, /Its stored data is damaged/);
      const editor = await new Editor(port, 'ada').ready();
      assert.is(editor.permission?.reason, 'damaged');
      assert.is(editor.text(), '');
      editor.insert('x');
      editor.cut();
      const before = performance.now();
      for (let again = 0; again < 20; again++) await ask(port, '/member/ada');
      assert.ok(performance.now() - before < 5_000);
      const other = await new Editor(port, 'other').ready();
      other.insert('fine');
      await other.save();
      assert.ok(logged.some(({ message }) => message === 'stored site is damaged'));
      assert.is(sites.rooms.store.sites.get('ada')?.seq, 3);
    }),
  ));

test('an operator restores a version in the editor; what is written then lasts, history included', () =>
  withPoison(async (directory) => {
    await withSites({ directory, ...OPERATOR }, async ({ port, sites }) => {
      const anyone = await new Editor(port, 'ada').ready();
      assert.not((await anyone.request({ op: 'restore', at: 1 })).ok);
      const operator = await new Editor(port, 'ada', { key: 'op', name: 'Olga' }).ready();
      const late = await operator.request({ op: 'restore', at: 3 });
      assert.is(late.value['code'], 'damaged');
      assert.ok((await operator.request({ op: 'restore', at: 1 })).ok);
      assert.is(await operator.gone(), 4503);
      assert.is(await anyone.gone(), 4503);
      assert.match((await ask(port, '/member/ada')).body, /hello/);
      assert.is.not(sites.rooms.store.sites.get('ada')?.incarnation, 'first');
      const back = await new Editor(port, 'ada').ready();
      back.insert('now ', 3);
      await back.save();
      back.cut();
      await until(() => sites.rooms.open === 0);
    });
    await withSites({ directory }, async ({ port }) => {
      const editor = await new Editor(port, 'ada').ready();
      assert.is(editor.text(), '<p>now hello');
      const { value } = await editor.request({ op: 'history' });
      const versions = Array.isArray(value['versions']) ? value['versions'] : [];
      assert.equal(
        versions.map(({ to, kind }) => [to, kind]),
        [
          [5, 'edit'],
          [4, 'restore'],
          [3, 'edit'],
          [2, 'edit'],
          [1, 'edit'],
        ],
      );
    });
  }));

test('so does its owner, from before it was so', () =>
  withPoison((directory) =>
    withSites({ directory }, async ({ port, sites }) => {
      const { store } = sites.rooms;
      const ada = await new Editor(port, 'other', { name: 'Ada' }).ready();
      const device = await newDevice();
      const author = await identify(ada, device);
      await join(ada, port, 'Ada', new Authenticator());
      const { member } = (await ada.request({ op: 'member' })).value;
      const { id } = v.parse(v.object({ id: v.string() }), member);
      await store.saveAccess('ada', { ...OPEN_ACCESS, owner: { id, name: 'Ada' } });
      const anyone = await new Editor(port, 'ada').ready();
      assert.is((await anyone.request({ op: 'restore', at: 1 })).value['code'], 'access');
      const owner = await new Editor(port, 'ada').ready();
      assert.is(await identify(owner, device), author);
      assert.ok((await owner.request({ op: 'restore', at: 1 })).ok);
      assert.is(await owner.gone(), 4503);
      assert.match((await ask(port, '/member/ada')).body, /hello/);
    }),
  ));

test('the command line restores it too', () =>
  withPoison(async (directory) => {
    const said: string[] = [];
    const run = (...words: readonly string[]) =>
      runStore([...words, '--data-dir', directory], (line) => said.push(line));
    assert.is(await run('revert', 'ada', '1'), 0);
    assert.is(await run('verify'), 0);
    await withSites({ directory }, async ({ port }) => {
      assert.is((await new Editor(port, 'ada').ready()).text(), '<p>hello');
    });
  }));

test.run();
