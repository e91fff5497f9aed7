/** Joining by parts gives what Yjs gives for the whole, in whatever order edits depend on each other. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { joinUpdates } from '../../src/sites/join-updates.ts';

/** Updates of three people who take turns and see each other now and then. */
function updatesOf(steps: readonly (readonly [who: number, where: number, seen: boolean])[]) {
  const docs = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
  const updates: Uint8Array[] = [];
  for (const doc of docs) doc.on('update', (update, origin) => origin ?? updates.push(update));
  for (const [who, where, seen] of steps) {
    const text = docs[who]?.getText('index.html');
    if (text === undefined) continue;
    if (where % 5 === 0 && text.length > 0) text.delete(where % text.length, 1);
    else text.insert(where % (text.length + 1), 'abc');
    const last = updates.at(-1);
    if (seen && last !== undefined) for (const doc of docs) Y.applyUpdate(doc, last, 'seen');
  }
  return updates;
}

test('joined by parts or at once, updates make the same document', () => {
  const step = fc.tuple(fc.nat(2), fc.nat(1_000), fc.boolean());
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 300 }), (steps) => {
      const updates = updatesOf(steps);
      const texts = [joinUpdates(updates), Y.mergeUpdates(updates)].map((update) => {
        const doc = new Y.Doc();
        Y.applyUpdate(doc, update);
        return doc.getText('index.html').toString();
      });
      assert.is(texts[0], texts[1]);
    }),
    { numRuns: 40 },
  );
});

test('nothing and one update are joined too', () => {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, 'x');
  const one = Y.encodeStateAsUpdate(doc);
  assert.equal(joinUpdates([one]), one);
  assert.equal(joinUpdates([]), Y.mergeUpdates([]));
});

test.run();
