/** A document that is encoded in parts is the document, and with the edits made in between, what it is then. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { finished } from '../../src/sites/charged-work.ts';
import { encodingOf } from '../../src/sites/encode-document.ts';
import { randomOf } from '../support/made-update.ts';

const FILES = ['index.html', 'style.css'];

/** What several people write in turn into one document. */
class Writing {
  readonly doc = new Y.Doc();
  readonly #random: (below: number) => number;
  readonly #people: number;
  /** Where the next letters of whoever types follow. */
  #typed = { text: this.doc.getText(FILES[0]), at: 0 };

  constructor(seed: number, people: number, edits: number) {
    this.#random = randomOf(seed);
    this.#people = people;
    for (let i = 0; i < edits; i++) this.edit();
  }

  edit(): void {
    const random = this.#random;
    // Half of the time, someone goes on typing, so that items are joined; what is deleted splits them.
    if (random(2) === 0) this.doc.clientID = 1_000 + random(this.#people);
    else this.#type();
    const text = this.doc.getText(FILES[random(FILES.length)]);
    const at = random(text.length + 1);
    const what = random(10);
    if (what < 3) text.delete(at, Math.min(1 + random(30), text.length - at));
    else if (what === 3) this.doc.getMap('assets').set(`a${random(3)}.png`, { bytes: at });
    else {
      this.#typed = { text, at };
      this.#type();
    }
  }

  #type(): void {
    const { text, at } = this.#typed;
    text.insert(at, 'ö'.repeat(3));
    this.#typed = { text, at: at + 3 };
  }
}

test('it is encoded as Yjs does', () => {
  for (const [seed, people, edits] of [
    [1, 1, 2_000],
    [2, 5, 3_000],
    [3, 400, 3_000],
    [4, 1, 0],
  ] as const) {
    const { doc } = new Writing(seed, people, edits);
    assert.equal(finished(encodingOf(doc)), Y.encodeStateAsUpdate(doc), `${people} people`);
  }
});

test('with the edits made in between, it is the document as it is then', () => {
  for (const [seed, people] of [
    [5, 1],
    [6, 3],
    [7, 60],
    [8, 400],
  ] as const) {
    const writing = new Writing(seed, people, 3_000);
    const { doc } = writing;
    const steps = encodingOf(doc);
    const since: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => since.push(update));
    let parts = 1;
    let last = steps(() => true);
    for (; last === undefined; last = steps(() => true)) {
      parts += 1;
      for (let edits = 0; edits < 5; edits++) writing.edit();
    }
    assert.ok(parts > 5, `${parts} parts`);
    const copy = new Y.Doc();
    for (const update of [last.value, ...since]) Y.applyUpdate(copy, update);
    assert.is(copy.store.pendingStructs, null);
    assert.is(copy.store.pendingDs, null);
    assert.equal(Y.encodeStateAsUpdate(copy), Y.encodeStateAsUpdate(doc), `${people} people`);
  }
});

test('what is joined across the end of a part is neither lost nor encoded twice', () => {
  const doc = new Y.Doc();
  const text = doc.getText(FILES[0]);
  text.insert(0, 'x'.repeat(1_200));
  // Every second letter: each is a struct then, and so is each of those between them.
  for (let at = 0; at < 600; at++) text.delete(at, 1);
  doc.getText(FILES[1]).insert(0, 'the end');
  const structs = () => [...doc.store.clients.values()].flat().length;
  assert.is(structs(), 1_201);
  const end = Y.getState(doc.store, doc.clientID);
  const steps = encodingOf(doc);
  const since: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => since.push(update));
  const first = steps(() => true);
  assert.is(first, undefined);
  text.delete(0, text.length);
  assert.is(structs(), 2);
  doc.getText(FILES[1]).insert(0, 'later');
  const encoded = finished(steps);
  const copy = new Y.Doc();
  for (const update of [encoded, ...since]) Y.applyUpdate(copy, update);
  assert.equal(Y.encodeStateAsUpdate(copy), Y.encodeStateAsUpdate(doc));
  // The first part has 256 structs of one letter each.
  const [, ranges = []] = [...Y.decodeUpdate(encoded).ds.clients][0] ?? [];
  assert.is(ranges.at(-1)?.len, 1_200 - 256);
  const last = Y.decodeUpdate(encoded).structs.at(-1);
  assert.is(last && last.id.clock + last.length, end, 'what came later is not in it');
});

test.run();
