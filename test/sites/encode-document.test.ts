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

  constructor(seed: number, people: number, edits: number) {
    this.#random = randomOf(seed);
    this.#people = people;
    for (let i = 0; i < edits; i++) this.edit();
  }

  edit(): void {
    const random = this.#random;
    this.doc.clientID = 1_000 + random(this.#people);
    const text = this.doc.getText(FILES[random(FILES.length)]);
    const at = random(text.length + 1);
    const what = random(10);
    // Deletions split items, and neighbours that one person typed are joined.
    if (what < 3) text.delete(at, Math.min(1 + random(30), text.length - at));
    else if (what === 3) this.doc.getMap('assets').set(`a${random(3)}.png`, { bytes: at });
    else for (let typed = random(5); typed >= 0; typed--) text.insert(at + typed, 'ö'.repeat(3));
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

test.run();
