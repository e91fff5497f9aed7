/** The guard of a document: it changes nothing and refuses nothing of honest editors, and stops what others make. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import {
  applyGuarded,
  guardDocument,
  MAX_STEPS,
} from '../../../src/shared/site/integration-guard.ts';
import { checkUpdate, UpdateError } from '../../../src/shared/site/update-check.ts';
import { amid, backwards, made, randomOf } from '../../support/made-update.ts';

const FILE = 'index.html';
/** No honest edit comes near what an update may take. */
const HONEST_STEPS = MAX_STEPS / 10;

function guarded(...updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  guardDocument(doc);
  for (const update of updates) applyGuarded(doc, update);
  return doc;
}

function plain(...updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  return doc;
}

const state = (doc: Y.Doc): string =>
  JSON.stringify([
    doc.getText(FILE).toString(),
    Object.entries(doc.getMap('assets').toJSON()).sort(),
  ]);

/** What honest updates take at most, one by one and checked as those of strangers are. */
function costOf(doc: Y.Doc, updates: readonly Uint8Array[]): number {
  let most = 0;
  for (const update of updates) {
    checkUpdate(update);
    most = Math.max(most, applyGuarded(doc, update));
  }
  return most;
}

/** Somebody who has `base` and edits without a connection; gives the edits as one update. */
function away(base: Uint8Array, client: number, edit: (text: Y.Text) => void): Uint8Array {
  const doc = plain(base);
  doc.clientID = client;
  const before = Y.encodeStateVector(doc);
  edit(doc.getText(FILE));
  const update = Y.encodeStateAsUpdate(doc, before);
  doc.destroy();
  return update;
}

/** Types words here and there around one place, takes back letters, and replaces words. */
function typeAround(text: Y.Text, count: number, random: (below: number) => number): void {
  for (let at = 0; at < count; at++) {
    const place = Math.min(text.length, random(40));
    if (random(4) === 0 && text.length > place + 3) text.delete(place, 3);
    else text.insert(place, 'word '.slice(0, 1 + random(5)));
  }
}

const base = Y.encodeStateAsUpdate(
  (() => {
    const doc = new Y.Doc();
    doc.getText(FILE).insert(0, '<h1>Our class</h1>\n'.repeat(20));
    return doc;
  })(),
);

test('random edits of up to eight people merge to the same text as without it, in any order', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomOf(seed);
    const people = Array.from({ length: 2 + random(7) }, (_, at) => {
      const doc = new Y.Doc();
      doc.clientID = 1 + random(1_000) * 8 + at;
      const roots = [doc.getText(FILE), doc.getMap('assets')];
      const inbox: Uint8Array[] = [];
      return { doc, undo: new Y.UndoManager(roots, { captureTimeout: 0 }), inbox };
    });
    const log: Uint8Array[] = [];
    for (const { doc } of people) {
      doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin === 'other') return;
        log.push(update);
        for (const { doc: other, inbox } of people) if (other !== doc) inbox.push(update);
      });
    }
    for (let at = 0; at < 120; at++) {
      const one = people[random(people.length)];
      if (one === undefined) continue;
      const { doc, undo, inbox } = one;
      const text = doc.getText(FILE);
      const place = Math.min(text.length, random(seed % 2 === 0 ? 3 : 1_000));
      const what = random(14);
      if (what < 6) text.insert(place, 'abcd'.slice(0, 1 + random(4)));
      else if (what < 9) text.delete(place, Math.min(1 + random(5), text.length - place));
      else if (what === 9) undo.undo();
      else if (what === 10) undo.redo();
      else if (what === 11) doc.getMap('assets').set(`k${random(2)}`, { a: random(9) });
      else {
        for (const update of inbox.splice(0, random(40))) Y.applyUpdate(doc, update, 'other');
      }
    }
    const expected = state(plain(...log));
    const shuffled = [...log].sort(() => random(3) - 1);
    const overlapping = log.map((_, at) => Y.mergeUpdates(log.slice(Math.max(0, at - 3), at + 1)));
    const whole = Y.encodeStateAsUpdate(plain(...log));
    for (const updates of [log, shuffled, overlapping, [Y.mergeUpdates(log)], [whole]]) {
      for (const update of updates) checkUpdate(update);
      assert.is(state(guarded(...updates)), expected, `seed ${seed}`);
    }
  }
});

test('a thousand people who begin to type at the start of a page in the same moment', () => {
  const random = randomOf(7);
  const updates = Array.from({ length: 1_000 }, (_, at) =>
    away(base, 1 + ((at * 7_919) % 1_000), (text) => text.insert(0, `I am ${random(99)} `)),
  );
  const doc = guarded(base);
  const most = costOf(doc, updates);
  assert.ok(most < HONEST_STEPS, `${most} steps`);
  assert.is(state(doc), state(plain(base, ...updates)));
  const opened = new Y.Doc();
  guardDocument(opened);
  assert.ok(applyGuarded(opened, Y.encodeStateAsUpdate(doc)) < HONEST_STEPS);
});

test('a class of thirty who each edit the same lines for an hour without a connection', () => {
  const random = randomOf(11);
  const updates = Array.from({ length: 30 }, (_, at) =>
    away(base, 900 - at, (text) => typeAround(text, 1_500, random)),
  );
  const doc = guarded(base);
  const most = costOf(doc, updates);
  assert.ok(most < HONEST_STEPS, `${most} steps`);
  const opened = new Y.Doc();
  guardDocument(opened);
  const opening = applyGuarded(opened, Y.encodeStateAsUpdate(doc));
  assert.ok(opening < HONEST_STEPS, `${opening} steps to open`);
  assert.is(state(opened), state(doc));
});

test('two people who write a whole page each in the same place, and a paste of a megabyte', () => {
  const random = randomOf(13);
  const empty = Y.encodeStateAsUpdate(new Y.Doc());
  const updates = [8, 5].map((client) =>
    away(empty, client, (text) => {
      for (let at = 0; at < 6_000; at++) {
        const place = random(text.length + 1);
        if (random(5) === 0) text.delete(place, Math.min(4, text.length - place));
        else text.insert(place, 'a few words '.slice(0, 1 + random(12)));
      }
    }),
  );
  updates.push(away(empty, 6, (text) => text.insert(0, 'x'.repeat(1_000_000))));
  const doc = guarded(empty);
  const most = costOf(doc, updates);
  assert.ok(most < HONEST_STEPS, `${most} steps`);
  const all = away(Y.encodeStateAsUpdate(doc), 3, (text) => text.delete(0, text.length));
  assert.ok(costOf(doc, [all]) < HONEST_STEPS);
  assert.is(doc.getText(FILE).length, 0);
});

for (const [how, write] of [
  ['pasted', (text: Y.Text) => text.insert(0, 'x'.repeat(100_000))],
  [
    'written two letters at a time from the end',
    (text: Y.Text) => {
      for (let at = 0; at < 50_000; at++) text.insert(0, 'xy');
    },
  ],
] as const) {
  test(`three thousand insertions in random places of a hundred thousand characters, ${how}, in one update`, () => {
    const author = new Y.Doc();
    author.clientID = 40;
    author.transact(() => write(author.getText(FILE)));
    const whole = Y.encodeStateAsUpdate(author);
    const random = randomOf(23);
    const update = away(whole, 3, (page) => {
      for (let at = 0; at < 3_000; at++) page.insert(random(page.length + 1), 'more');
    });
    const doc = guarded(whole);
    const steps = costOf(doc, [update]);
    assert.ok(steps < MAX_STEPS / 2, `${steps} steps`);
    assert.is(doc.getText(FILE).length, 112_000);
  });
}

/** Each item before the last one, and none after anything. */
function refusesAfter(what: string, before: readonly Uint8Array[], update: Uint8Array): void {
  test(`${what} is refused before it takes long`, () => {
    checkUpdate(update);
    const doc = guarded(...before);
    assert.throws(
      () => applyGuarded(doc, update),
      (error: unknown) => error instanceof UpdateError,
    );
  });
}

const word = made(5, 0, [{ text: 'abcdef' }]);

refusesAfter(
  'a spot where every item has to pass thousands of others',
  [word, backwards(6, 3_000, [5, 0])],
  amid(9, 3_000, [5, 3]),
);
refusesAfter(
  'the same in one update',
  [],
  Y.mergeUpdates([word, backwards(9, 3_000, [5, 0]), amid(7, 3_000, [5, 3])]),
);

test('thousands of items before thousands of others merge in time where editors could have written them', () => {
  const before = backwards(5, 3_000);
  const update = backwards(9, 3_000, [5, 0]);
  const doc = guarded(before);
  const steps = applyGuarded(doc, update);
  assert.ok(steps < MAX_STEPS / 4, `${steps} steps`);
  const [few, more] = [backwards(5, 200), backwards(9, 200, [5, 0])];
  assert.is(state(guarded(few, more)), state(plain(few, more)));
});

refusesAfter(
  'one long text cut into single letters, again and again',
  [made(5, 0, [{ text: 'x'.repeat(400_000) }])],
  made(
    9,
    0,
    Array.from({ length: 60_000 }, (_, at) => ({ left: [5, at * 5] as const })),
  ),
);
const abc = made(5, 0, [{ text: 'abc' }]);
refusesAfter(
  'an item whose right neighbour is left of its left one',
  [abc],
  made(9, 0, [{ left: [5, 1], right: [5, 0] }]),
);
refusesAfter(
  'an item that goes between a letter and itself',
  [abc],
  made(9, 0, [{ left: [5, 1], right: [5, 1] }]),
);

const other = new Y.Doc();
other.clientID = 7;
other.getText('style.css').insert(0, 'css');
other.getMap('meta').set('lang', 'en');
const elsewhere = Y.encodeStateAsUpdate(other);
refusesAfter(
  'an item between two texts',
  [abc, elsewhere],
  made(9, 0, [{ left: [5, 0], right: [7, 1] }]),
);
refusesAfter('text in a map', [elsewhere], made(9, 0, [{ left: [7, 3] }]));
refusesAfter(
  'an edit that goes on for one of its author in another file',
  [elsewhere],
  made(7, 2, [{ text: 'xxxxx' }]),
);

test('an edit that goes on for a deleted one of its author elsewhere does not break the document', () => {
  const author = new Y.Doc();
  author.clientID = 7;
  author.getText('style.css').insert(0, 'gone');
  author.getText('style.css').delete(0, 4);
  const doc = guarded(abc, Y.encodeStateAsUpdate(author));
  const update = made(7, 2, [{ text: 'xxxxx', left: [5, 0], right: [5, 1] }]);
  assert.throws(() => applyGuarded(doc, update), /another text/);
});

function valueIn(root: string, make: (doc: Y.Doc) => void): void {
  test(`a value where ${root} holds none is refused`, () => {
    const doc = new Y.Doc();
    make(doc);
    const update = Y.encodeStateAsUpdate(doc);
    assert.throws(() => guarded(update), /holds|keys/);
  });
}
valueIn('a text', (doc) => doc.getArray(FILE).push([null]));
valueIn('a list', (doc) => doc.getArray('meta').push([1]));
valueIn('a key of a text', (doc) => doc.getMap(FILE).set('lang', 'en'));
valueIn('an embed', (doc) => doc.getText(FILE).insertEmbed(0, {}));
valueIn('a format', (doc) => {
  doc.getText(FILE).insert(0, 'x');
  doc.getText(FILE).format(0, 1, { bold: true });
});

test('what the document itself writes is not counted', () => {
  const doc = guarded(abc);
  const text = doc.getText(FILE);
  for (let at = 0; at < 2_000; at++) text.insert(at % 2, 'y');
  assert.is(text.length, 2_003);
});

test.run();
