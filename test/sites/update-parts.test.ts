/** Large updates are cut into parts, each of which can be applied after those before it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { finished } from '../../src/sites/charged-work.ts';
import { mergedDocument, merging } from '../../src/sites/merged-document.ts';
import { type PartSize, partsOf } from '../../src/sites/update-parts.ts';
import { randomOf } from '../support/made-update.ts';

const TEXTS = ['x', 'two\n', 'ö', '日本', '🎵🎶', 'a longer piece of text '];

/** What several people write at the same time, who see each other's edits late: the edits, and the document. */
function written(seed: number, people: number, edits: number): Y.Doc {
  const random = randomOf(seed);
  const log: Uint8Array[] = [];
  const docs = Array.from({ length: people }, () => {
    const doc = new Y.Doc();
    doc.on('update', (update: Uint8Array, _: unknown, __: Y.Doc, { local }: Y.Transaction) => {
      if (local) log.push(update);
    });
    return doc;
  });
  const seen = docs.map(() => 0);
  for (let i = 0; i < edits; i++) {
    const who = random(people);
    const doc = docs[who] ?? new Y.Doc();
    const to = Math.max(seen[who] ?? 0, log.length - random(40));
    const news = log.slice(seen[who], to);
    Y.transact(doc, () => news.map((update) => Y.applyUpdate(doc, update)), undefined, false);
    seen[who] = to;
    const text = doc.getText(random(4) === 0 ? 'style.css' : 'index.html');
    const at = random(text.length + 1);
    const what = random(10);
    if (what < 2 && at < text.length) text.delete(at, Math.min(5, text.length - at));
    else if (what === 2) doc.getMap('assets').set(`a${random(3)}.png`, { bytes: at });
    else text.insert(at, TEXTS[random(TEXTS.length)] ?? '');
  }
  const all = new Y.Doc();
  all.transact(() => {
    for (const update of log) Y.applyUpdate(all, update);
  });
  return all;
}

/** So that a few thousand edits are many parts. */
const SMALL: PartSize = { smallBytes: 1_024, structs: 64, bytes: 4_096, ranges: 64 };

const partsIn = (update: Uint8Array, size?: PartSize): Uint8Array[] =>
  [...partsOf(update, size)].filter((part) => part !== undefined);

/** Nothing of a document waits for something that it lacks. */
function assertComplete(doc: Y.Doc, which: string): void {
  assert.is(doc.store.pendingStructs, null, which);
  assert.is(doc.store.pendingDs, null, which);
}

test('each part builds only on those before it, and together they are the document', () => {
  for (const [seed, people] of [
    [1, 1],
    [2, 3],
    [3, 50],
  ] as const) {
    const state = Y.encodeStateAsUpdate(written(seed, people, 1_000));
    const parts = partsIn(state, SMALL);
    assert.ok(parts.length > 10, `${parts.length} parts of ${state.length} bytes`);
    const doc = new Y.Doc();
    for (const [at, part] of parts.entries()) {
      Y.applyUpdate(doc, part);
      assertComplete(doc, `part ${at} of the edits of ${people}`);
    }
    assert.equal(Y.encodeStateAsUpdate(doc), state);
  }
});

test('a document is the same whether it is merged at once or a part at a time', () => {
  const state = Y.encodeStateAsUpdate(written(4, 10, 3_000));
  const more = written(5, 5, 500);
  const updates = [state, Y.encodeStateAsUpdate(more)];
  const steps = merging(updates);
  let turns = 1;
  let last = steps(() => true);
  for (; last === undefined; last = steps(() => true)) turns += 1;
  assert.ok(turns > 5, `${turns} turns`);
  const { doc } = mergedDocument(updates);
  assertComplete(last.value.doc, 'the document');
  assert.equal(Y.encodeStateAsUpdate(last.value.doc), Y.encodeStateAsUpdate(doc));
});

test('deletions of many clients come in parts, too', () => {
  const doc = new Y.Doc({ gc: false });
  const text = doc.getText('index.html');
  text.insert(0, 'xyz'.repeat(20_000));
  for (let at = 0; at < 20_000; at++) text.delete(at, 1);
  const state = Y.encodeStateAsUpdate(doc);
  const opened = new Y.Doc();
  let most = 0;
  for (const part of partsIn(state)) {
    let deleted = 0;
    opened.once('afterTransaction', ({ deleteSet }: Y.Transaction) => {
      for (const ranges of deleteSet.clients.values()) deleted += ranges.length;
    });
    Y.applyUpdate(opened, part);
    most = Math.max(most, deleted);
  }
  assert.ok(most <= 4_096, `${most} ranges in one part`);
  assert.is(opened.getText('index.html').toString(), text.toString());
});

test('a part is about a millisecond of work, however long its texts are', () => {
  const doc = new Y.Doc();
  const text = doc.getText('index.html');
  for (let i = 0; i < 40; i++) text.insert(text.length % 7, String(i % 10).repeat(20_000));
  for (const part of partsIn(Y.encodeStateAsUpdate(doc))) {
    assert.ok(part.length < 65_536 + 20_100, `${part.length} bytes`);
  }
});

test('one long text is not copied, whatever little is beside it', () => {
  const doc = new Y.Doc();
  const text = doc.getText('index.html');
  text.insert(0, 'before');
  text.insert(3, 'a long text '.repeat(10_000));
  text.delete(0, 2);
  const state = Y.encodeStateAsUpdate(doc);
  const [part, ...others] = partsIn(state);
  assert.ok(part === state, 'the part is the update itself');
  assert.is(others.length, 0);
  text.insert(1, 'another long text '.repeat(10_000));
  assert.ok(partsIn(Y.encodeStateAsUpdate(doc)).length > 1, 'two long texts are two parts');
});

test('a small update, and one with something that no site holds, is given as it is', () => {
  const small = Y.encodeStateAsUpdate(written(6, 2, 50));
  assert.equal(partsIn(small), [small]);
  const doc = new Y.Doc();
  for (let i = 0; i < 400; i++)
    doc.getText('index.html').insert(0, 'some text that is long enough ');
  doc.getArray('list').push([new Y.Map(), new Uint8Array(30_000)]);
  const state = Y.encodeStateAsUpdate(doc);
  assert.equal(partsIn(state).at(-1), state);
});

test('an update whose items wait for each other, or for others, is left to Yjs', () => {
  const doc = written(7, 3, 2_000);
  const [first] = doc.store.clients.keys();
  const known = new Map([[first ?? 0, Y.getState(doc.store, first ?? 0)]]);
  const others = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(known));
  const alone = new Y.Doc();
  for (const part of partsIn(others)) Y.applyUpdate(alone, part);
  const expected = new Y.Doc();
  Y.applyUpdate(expected, others);
  assert.ok(expected.store.pendingStructs !== null, 'they wait for the first');
  assert.ok(alone.store.pendingStructs !== null, 'and so do they in parts');
  const state = Y.encodeStateAsUpdate(doc);
  for (const one of [alone, expected]) Y.applyUpdate(one, state);
  assert.is(alone.getText('index.html').toString(), doc.getText('index.html').toString());
  // Two clients whose first items name each other, and a text long enough to be cut.
  const circle = circular();
  assert.equal(partsIn(circle), [circle]);
});

/** An update in which the first items of clients 1 and 2 stand behind each other. */
function circular(): Uint8Array {
  const long = new Uint8Array(20_000).fill(120);
  const item = (origin: number) => [0x84, origin, 0, 0xa0, 0x9c, 0x01, ...long];
  return Uint8Array.from([2, 1, 1, 0, ...item(2), 1, 2, 0, ...item(1), 0]);
}

test('steps that cannot go on throw, as merging at once does', () => {
  const broken = new Uint8Array(20_000).fill(255);
  assert.throws(() => finished(merging([broken])));
  assert.throws(() => mergedDocument([broken]));
});

test.run();
