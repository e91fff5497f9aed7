/** Versions: grouped in time, named, read back, restored as a new edit, remixed under another name. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as encoding from 'lib0/encoding';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { readSite } from '../../src/shared/site/document.ts';
import type { EntryHead } from '../../src/shared/site/edit-log.ts';
import type { VersionKind } from '../../src/shared/site/version.ts';
import { finished } from '../../src/sites/charged-work.ts';
import { findVersion, listVersions } from '../../src/sites/history.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { continues, groupEdits } from '../../src/sites/timeline.ts';
import { commit } from '../support/commit.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const head = (seq: number, ms: number, rest: Partial<EntryHead> = {}): EntryHead => ({
  from: seq,
  to: seq,
  startedMs: ms,
  endedMs: ms,
  kind: 'edit',
  authors: ['a'],
  ...rest,
});

const sized = (added: number, removed: number, cuts: boolean) => ({ added, removed, cuts });

const follows: readonly (readonly [string, EntryHead, EntryHead, boolean, boolean])[] = [
  ['an edit within a minute', head(1, 0), head(2, 59_999), false, true],
  ['an edit after a pause', head(1, 0), head(2, 60_000), false, false],
  ['an edit after a label', head(1, 0), head(2, 1), true, false],
  ['a restore', head(1, 0), head(2, 1, { kind: 'restore' }), false, false],
  ['an edit after a restore', head(1, 0, { kind: 'restore' }), head(2, 1), false, false],
  ['an edit in the next five minutes', head(1, 299_000), head(2, 300_000), false, false],
  ['an edit by someone else', head(1, 0), head(2, 1, { authors: ['b'] }), false, false],
  [
    'an edit by someone of the same name',
    head(1, 0, { by: 1 }),
    head(2, 1, { by: 2 }),
    false,
    false,
  ],
  ['a deletion of much', head(1, 0), head(2, 1, { size: sized(0, 20, true) }), false, false],
  ['an edit after one', head(1, 0, { size: sized(0, 20, true) }), head(2, 1), false, true],
];
for (const [what, current, next, labelled, expected] of follows) {
  test(`${what} ${expected ? 'continues' : 'ends'} a version`, () => {
    assert.is(continues(current, next, labelled), expected);
  });
}

test('a version is as large as its edits, from the first to the last', () => {
  const edits = [
    head(1, 0, { size: sized(5, 1, true) }),
    head(2, 5, { size: sized(2, 3, false) }),
    head(3, 9, { authors: ['b'] }),
  ];
  assert.equal(
    groupEdits(edits, () => false),
    [{ ...head(1, 0), to: 2, endedMs: 5, size: sized(7, 4, true) }, edits[2]],
  );
});

async function typed(port: number, name: string, ...texts: string[]): Promise<Editor> {
  const editor = await new Editor(port, 'ada', { name }).ready();
  for (const text of texts) {
    editor.insert(text, editor.text().length);
    await editor.save();
  }
  return editor;
}

test('a labelled version ends there; each can be read, and restored as a new edit', async () => {
  await withSites({}, async ({ port }) => {
    const ada = await typed(port, 'Ada', '<p>', 'one');
    const named = await ada.request({ op: 'label', at: 2, label: ' The first \n' });
    assert.ok(named.ok, JSON.stringify(named.value));
    const bob = await typed(port, 'Bob', ' two');
    await until(() => ada.text() === '<p>one two');
    const { value } = await ada.request({ op: 'history' });
    assert.match(JSON.stringify(value), /"authors":\["Bob"\].*"authors":\["Ada"\].*The first/);
    const old = await ada.request({ op: 'version', at: 2 });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, old.bytes);
    assert.is(readSite(doc).files['index.html'], '<p>one');
    const restored = await bob.request({ op: 'restore', at: 1 });
    assert.match(JSON.stringify(restored.value), /"kind":"restore"/);
    await until(() => ada.text() === '<p>' && bob.text() === '<p>');
    const after = await ada.request({ op: 'history', limit: 1 });
    assert.match(JSON.stringify(after.value), /"authors":\["Bob"\],"kind":"restore".*"more":true/);
    const rest = await ada.request({ op: 'history', before: 4 });
    assert.match(JSON.stringify(rest.value), /"to":3.*"to":2/);
    const unnamed = await ada.request({ op: 'label', at: 2, label: '' });
    assert.not(JSON.stringify(unnamed.value).includes('The first'));
  });
});

test('versions outlive compaction and a restart, down to the first', async () => {
  await withSites({}, async ({ port, sites }) => {
    const texts = Array.from({ length: 60 }, (_, i) => `${i},`);
    const ada = await typed(port, 'Ada', ...texts);
    await ada.request({ op: 'label', at: 20, label: 'twenty' });
    const end = ada.text();
    ada.cut();
    await until(() => sites.rooms.open === 0);
    const bob = await new Editor(port, 'ada').ready();
    assert.is(bob.text(), end);
    const { value } = await bob.request({ op: 'history' });
    const versions = Array.isArray(value['versions']) ? value['versions'] : [];
    assert.is(versions.length, 2, JSON.stringify(value));
    const old = await bob.request({ op: 'version', at: 20 });
    const doc = new Y.Doc();
    Y.applyUpdate(doc, old.bytes);
    assert.is(doc.getText('index.html').toString(), texts.slice(0, 20).join(''));
  });
});

/** LMDB has no more readers than this at a time. */
const MANY = 200;

test('histories that are read a step at a time, while the site is edited and compacted, are complete', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-history-'));
  const store = new LmdbStore({ directory });
  const live = new LiveDocument('ada', store, limitsWith());
  const text = live.doc.getText('index.html');
  const add = (kind: VersionKind, name: string) =>
    commit(live, kind, [name], () => text.insert(0, `${name} `));
  for (let edit = 0; edit < 30; edit++) await add('edit', edit % 5 < 3 ? 'Ada' : 'Bob');
  const list = listVersions(store, 'ada', {});
  const expected = finished(list).versions;
  assert.is(expected.length, 12);
  const found = expected.map(({ from }) => finished(findVersion(store, 'ada', from)));
  assert.equal(
    found.map((one) => one?.version),
    expected,
  );
  const last = live.seq;
  const lists = Array.from({ length: MANY }, () =>
    listVersions(store, 'ada', { before: last + 1 }),
  );
  const finds = expected.map(({ from }) => findVersion(store, 'ada', from));
  for (const [index, steps] of lists.entries()) {
    for (let step = 0; step <= index % 12; step++)
      assert.is(
        steps(() => true),
        undefined,
      );
    finds[index]?.(() => true);
    // A version of its own, which ends the one before.
    if (index % 20 === 0) await add('import', 'Cyd');
    if (index % 60 === 0) await live.compact();
  }
  await live.compact();
  for (const steps of lists) assert.equal(finished(steps).versions, expected);
  assert.equal(finds.map(finished), found);
  const author = { author: 'Bob', limit: 3 };
  const bobs = finished(listVersions(store, 'ada', author));
  assert.equal([bobs.versions.length, bobs.more], [3, true]);
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

test('edits past the last are none, and whoever continues asks for the next', async () => {
  await withSites({}, async ({ port }) => {
    const ada = await typed(port, 'Ada', 'one', 'two', 'three');
    const all = await ada.request({ op: 'edits', from: 1 });
    assert.equal(all.value, { to: 3, more: false });
    for (const from of [4, 9]) {
      const past = await ada.request({ op: 'edits', from });
      assert.equal([past.value, past.bytes.length], [{ to: from - 1, more: false }, 0]);
    }
  });
});

test('a remix copies the site under a free name, and never over another', async () => {
  await withSites({}, async ({ port, sites }) => {
    const ada = await typed(port, 'Ada', '<p>mine');
    assert.ok((await ada.request({ op: 'remix', to: 'copy' })).ok);
    const copy = await new Editor(port, 'copy').ready();
    assert.is(copy.text(), '<p>mine');
    copy.insert('theirs ');
    await copy.save();
    assert.is((await ada.request({ op: 'remix', to: 'copy' })).value['code'], 'exists');
    assert.is((await ada.request({ op: 'remix', to: 'Not a name' })).value['code'], 'name');
    assert.is(copy.text(), 'theirs <p>mine');
    assert.is(sites.list({ search: '', offset: 0, count: 9 }).total, 2);
  });
});

/** A request as text, and code and sentence of its answer. */
const REFUSED: readonly (readonly [string, string, string])[] = [
  ['{"op":', 'json', 'The request is not JSON.'],
  ['5', 'request', 'The request must be an object, got 5.'],
  ['{}', 'request', '"op" is missing.'],
  ['{"op":"dance"}', 'op', '"op" must be the name of a request, got "dance".'],
  ['{"op":"version"}', 'request', '"at" is missing.'],
  ['{"op":"version","at":-1}', 'request', '"at" must be at least 1, got -1.'],
  ['{"op":"version","at":1.5}', 'request', '"at" must be a whole number, got 1.5.'],
  ['{"op":"version","at":"1"}', 'request', '"at" must be a number, got "1".'],
  ['{"op":"version","at":1,"of":2}', 'request', '"of" is not a field of this request.'],
  ['{"op":"history","limit":1000}', 'request', '"limit" must be at most 100, got 1000.'],
  [
    `{"op":"label","at":1,"label":"${'x'.repeat(90)}"}`,
    'request',
    '"label" must be at most 80 characters long, got 90.',
  ],
  [
    `{"op":"sites","search":["${'x'.repeat(90)}"]}`,
    'request',
    '"search" must be a text, got Array.',
  ],
  [
    '{"op":"set-access","editors":"all"}',
    'request',
    '"editors" must be one of "everyone", "link", "invited", got "all".',
  ],
  [
    '{"op":"comment","text":"","anchor":{"root":"","start":{"client":-1,"clock":0}}}',
    'request',
    '"anchor.start.client" must be at least 0, got -1.',
  ],
  [
    '{"op":"restore","at":1,"file":"-.html"}',
    'request',
    '"file" must be the name of a text file, got "-.html".',
  ],
  ['{"op":"unblock","address":"here"}', 'request', '"address" must be an IP address, got "here".'],
];

test('a request that is none is told where, what was expected, and what came', async () => {
  await withSites({}, async ({ port }) => {
    const ada = await typed(port, 'Ada', 'x');
    for (const [id, [json, code, message]] of REFUSED.entries()) {
      const encoder = encoding.createEncoder();
      encoding.writeVarUint(encoder, 68);
      encoding.writeVarUint(encoder, id);
      encoding.writeVarString(encoder, json);
      ada.ws.send(encoding.toUint8Array(encoder));
      const find = () => ada.heard.find((one) => one.kind === 'reply' && one.id === id);
      await until(() => find() !== undefined);
      const reply = find();
      assert.ok(reply?.kind === 'reply' && !reply.ok);
      assert.equal(JSON.parse(reply.json), { code, message });
    }
  });
});

test('a version that is none, and what is only for operators, have an answer with a code', async () => {
  await withSites({ keys: { operator: 'op' } }, async ({ port }) => {
    const ada = await typed(port, 'Ada', 'x');
    for (const op of ['version', 'restore'] as const) {
      assert.is((await ada.request({ op, at: 99 })).value['code'], 'version');
    }
    assert.is((await ada.request({ op: 'label', at: 99, label: 'x' })).value['code'], 'version');
    assert.is((await ada.request({ op: 'lock' })).value['code'], 'access');
    const operator = await new Editor(port, 'ada', { key: 'op' }).ready();
    const { value } = await operator.request(JSON.parse('{"op":"block","hours":1}'));
    assert.equal(value, { code: 'request', message: 'Give either "client" or "address".' });
  });
});

test.run();
