/** An update that is refused leaves a document as it was, wherever in the update that happens. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { applyGuarded, guardDocument } from '../../../src/shared/site/integration-guard.ts';
import { UpdateError } from '../../../src/shared/site/update-check.ts';
import { made } from '../../support/made-update.ts';
import { structureOf } from '../../support/yjs-structure.ts';

const FILE = 'index.html';

/** Edits at several places: split, deleted, replaced, in files and maps that are new, too. */
function editAsAway(doc: Y.Doc): void {
  const text = doc.getText(FILE);
  text.insert(5, 'between');
  text.insert(7, 'inside');
  text.delete(0, 3);
  text.delete(2, 12);
  text.insert(0, 'first ');
  text.insert(text.length, ' five');
  doc.getMap('meta').set('lang', 'fr');
  doc.getMap('meta').set('lang', 'de');
  doc.getMap('assets').delete('a.png');
  const file = `text:aaaaaaaaaaa${doc.clientID}`;
  doc.getText(file).insert(0, 'about');
  doc.getMap('files').set(file, `about-${doc.clientID}.html`);
}

/** A site, and what somebody made of it who did not see what others had made of it meanwhile. */
function edits(): readonly [site: Uint8Array, update: Uint8Array] {
  const ada = new Y.Doc();
  ada.clientID = 9;
  ada.getText(FILE).insert(0, 'one two three four');
  ada.getText(FILE).delete(3, 1);
  ada.getMap('meta').set('lang', 'en');
  ada.getMap('assets').set('a.png', { bytes: Uint8Array.of(1) });
  const base = Y.encodeStateAsUpdate(ada);
  const before = Y.encodeStateVector(ada);
  const updates = [2, 3, 5].map((client) => {
    const doc = new Y.Doc();
    doc.clientID = client;
    Y.applyUpdate(doc, base);
    editAsAway(doc);
    return Y.encodeStateAsUpdate(doc, before);
  });
  return [Y.mergeUpdates([base, ...updates.slice(0, -1)]), updates.at(-1) ?? base];
}

function guarded(update: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  guardDocument(doc);
  applyGuarded(doc, update);
  return doc;
}

const isRefusal = (error: unknown): boolean => error instanceof UpdateError;

test('an update that takes more steps than it may is undone, at whichever step that is', () => {
  const [site, update] = edits();
  const steps = applyGuarded(guarded(site), update);
  assert.ok(steps > 10, `${steps} steps`);
  const doc = guarded(site);
  const before = structureOf(doc);
  for (let maxSteps = 0; maxSteps < steps; maxSteps += 0.25) {
    const refused = () => applyGuarded(doc, update, { maxSteps });
    assert.throws(refused, isRefusal);
    assert.is(structureOf(doc), before);
  }
  applyGuarded(doc, update, { maxSteps: steps });
  const other = guarded(site);
  applyGuarded(other, update);
  assert.is(structureOf(doc), structureOf(other));
});

test('nobody hears of an update that was undone, and positions found before it still hold', () => {
  const [site, update] = edits();
  const doc = guarded(site);
  const text = doc.getText(FILE);
  // Yjs remembers where this was.
  const written = text.toString();
  text.insert(9, 'x');
  text.delete(9, 1);
  const heard: unknown[] = [];
  doc.on('update', (one: Uint8Array) => heard.push(one));
  text.observe((event) => heard.push(event.delta));
  const steps = applyGuarded(guarded(site), update);
  const refused = () => applyGuarded(doc, update, { maxSteps: steps - 1 });
  assert.throws(refused, isRefusal);
  assert.equal(heard, []);
  text.insert(9, '|');
  assert.is(text.toString(), `${written.slice(0, 9)}|${written.slice(9)}`);
  assert.is(text.length, text.toString().length);
});

test('what was applied before in the same transaction is undone with it, what follows is not', () => {
  const [site, update] = edits();
  const doc = guarded(site);
  const before = structureOf(doc);
  const bad = made(7, 0, [{ left: [9, 10] }, { left: [9, 10], right: [9, 1] }]);
  assert.throws(
    () =>
      Y.transact(doc, () => {
        applyGuarded(doc, update);
        applyGuarded(doc, bad);
      }),
    isRefusal,
  );
  assert.is(structureOf(doc), before);
  applyGuarded(doc, update);
  const other = guarded(site);
  applyGuarded(other, update);
  assert.is(structureOf(doc), structureOf(other));
});

test.run();
