/** Edits that another's stand in the way of are named anew: all of both are there, at their places. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { Acknowledgements } from '../../src/web/acknowledgements.ts';
import { reassignClientIds } from '../../src/web/client-id-reassignment.ts';

const FILE = 'index.html';
const textOf = (doc: Y.Doc): string => doc.getText(FILE).toString();

/** A document of `doc`'s content that goes on under the same client id. */
function doubleOf(doc: Y.Doc): Y.Doc {
  const double = new Y.Doc();
  Y.applyUpdate(double, Y.encodeStateAsUpdate(doc));
  double.clientID = doc.clientID;
  return double;
}

function begin(text: string): { mine: Y.Doc; theirs: Y.Doc; acknowledgements: Acknowledgements } {
  const mine = new Y.Doc();
  const acknowledgements = new Acknowledgements(mine);
  mine.getText(FILE).insert(0, text);
  acknowledgements.acknowledgeAll();
  return { mine, theirs: doubleOf(mine), acknowledgements };
}

/** The server's document after it took what was named anew. */
function merged(mine: Y.Doc, theirs: Y.Doc, acknowledgements: Acknowledgements): Y.Doc {
  const both = doubleOf(theirs);
  Y.applyUpdate(both, reassignClientIds(mine, theirs, acknowledgements.unacknowledged));
  assert.is(both.store.pendingStructs, null, 'it lacks nothing');
  return both;
}

test('what was typed stands where it was typed, beside what was forged', () => {
  const { mine, theirs, acknowledgements } = begin('one two');
  theirs.getText(FILE).insert(0, 'FORGED ');
  mine.getText(FILE).insert(3, ' and a half,');
  assert.is(textOf(merged(mine, theirs, acknowledgements)), 'FORGED one and a half, two');
});

test('a forged edit shorter or longer than the true one leaves nothing out', () => {
  for (const forged of ['F', 'FORGED AT LENGTH']) {
    const { mine, theirs, acknowledgements } = begin('one two');
    theirs.getText(FILE).insert(7, forged);
    mine.getText(FILE).insert(0, 'zero ');
    mine.getText(FILE).insert(mine.getText(FILE).length, ' three');
    const text = textOf(merged(mine, theirs, acknowledgements));
    assert.ok(text.startsWith('zero one two'), text);
    assert.ok(text.includes(' three') && text.includes(forged), text);
  }
});

test('what agrees keeps its name, so that it is not there twice', () => {
  const { mine, theirs, acknowledgements } = begin('one ');
  mine.getText(FILE).insert(4, 'two ');
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine));
  theirs.getText(FILE).insert(0, 'FORGED ');
  mine.getText(FILE).insert(8, 'three ');
  assert.is(textOf(merged(mine, theirs, acknowledgements)), 'FORGED one two three ');
});

test('what the server sent of the forged edit before it was found out is not taken for one’s acknowledgements', () => {
  const { mine, theirs, acknowledgements } = begin('one ');
  theirs.getText(FILE).insert(4, 'FORGED ');
  mine.getText(FILE).insert(4, 'two ');
  Y.applyUpdate(mine, Y.encodeStateAsUpdate(theirs, Y.encodeStateVector(mine)), 'server');
  assert.is(textOf(mine), 'one two ED ');
  mine.getText(FILE).delete(4, 7);
  mine.getText(FILE).insert(4, 'three ');
  const text = textOf(merged(mine, theirs, acknowledgements));
  assert.ok(text.startsWith('one ') && text.includes('three '), text);
  assert.not(text.includes('two') || text.includes('ED'), text);
});

test('deletions and replaced values go with what they belong to', () => {
  const { mine, theirs, acknowledgements } = begin('one two');
  theirs.getText(FILE).insert(7, '!!!!!!!!!!!!');
  mine.getText(FILE).delete(0, 4);
  mine.getText(FILE).insert(3, ' three');
  mine.getText(FILE).delete(4, 2);
  mine.getMap('meta').set('lang', 'en');
  mine.getMap('meta').set('lang', 'fa');
  const both = merged(mine, theirs, acknowledgements);
  assert.is(both.getMap('meta').get('lang'), 'fa');
  const text = textOf(both);
  assert.ok(text.includes('two') && text.includes(' ree'), text);
  assert.not(text.includes('one') || text.includes('th'), text);
});

test('a forged edit that was deleted at once does not take the true one with it', () => {
  const { mine, theirs, acknowledgements } = begin('one');
  theirs.transact(() => {
    theirs.getText(FILE).insert(3, 'gone');
    theirs.getText(FILE).delete(3, 4);
  });
  mine.getText(FILE).insert(3, ' two');
  assert.is(textOf(merged(mine, theirs, acknowledgements)), 'one two');
});

test('whatever is forged and whatever was typed, all that is there in either is there', () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.boolean()), { maxLength: 12 });
  const make = (
    doc: Y.Doc,
    steps: readonly (readonly [number, number, boolean])[],
    from: number,
  ) => {
    const text = doc.getText(FILE);
    steps.forEach(([where, length, removes], step) => {
      const at = where % (text.length + 1);
      if (removes) text.delete(at, Math.min(length, text.length - at));
      // Every insert is a character of its acknowledgements.
      else text.insert(at, String.fromCharCode(from + step));
    });
  };
  fc.assert(
    fc.property(edits, edits, (typed, forged) => {
      const { mine, theirs, acknowledgements } = begin('abc');
      make(mine, typed, 0x4e00);
      make(theirs, forged, 0x5e00);
      const text = textOf(merged(mine, theirs, acknowledgements));
      const gone = new Set('abc');
      // What was typed and deleted again cannot be told from what was forged in its place.
      const kept = typed.some(([, , removes]) => removes) ? '' : textOf(theirs);
      for (const one of textOf(mine) + kept) {
        if (!gone.has(one)) assert.is(text.split(one).length, 2, `${one} in ${text}`);
      }
    }),
    { numRuns: 200 },
  );
});

test('a browser is sure of what was saved, and of nothing after, also when it comes back', () => {
  const doc = new Y.Doc();
  const acknowledgements = new Acknowledgements(doc);
  const first = doc.clientID;
  doc.getText(FILE).insert(0, 'one');
  assert.equal([...acknowledgements.acknowledged], [[first, 0]]);
  acknowledgements.acknowledgeAll();
  assert.equal([...acknowledgements.acknowledged], [[first, 3]]);
  doc.getText(FILE).insert(0, 'two');
  acknowledgements.changeClientId();
  assert.is.not(doc.clientID, first);
  doc.getText(FILE).insert(0, 'three');
  assert.equal(
    [...acknowledgements.acknowledged],
    [
      [first, 3],
      [doc.clientID, 0],
    ],
  );
  const claimed = new Map([[first, 5]]);
  const answer = Y.decodeUpdate(acknowledgements.answer(Y.encodeStateVector(claimed)));
  const starts = answer.structs.map(({ id }) => [id.client, id.clock]);
  assert.equal(new Map(starts.reverse().map(([client, clock]) => [client, clock])).get(first), 3);
  const next = new Acknowledgements(new Y.Doc());
  next.restore(acknowledgements.acknowledged);
  assert.equal([...next.acknowledged], [...acknowledgements.acknowledged]);
});

test.run();
