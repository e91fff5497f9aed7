/** Nobody's edit is taken for another's: who writes under a client id that is not theirs is refused, and no edit is lost. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { encodeUpdate } from '../../src/shared/site/protocol.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const FILE = 'index.html';

/** A document that goes on as if it were `doc`: the same content, the same client id. */
function doubleOf(doc: Y.Doc): Y.Doc {
  const double = new Y.Doc();
  Y.applyUpdate(double, Y.encodeStateAsUpdate(doc));
  double.clientID = doc.clientID;
  return double;
}

/** What the doc has since `before`, as the message of an edit. */
const since = (doc: Y.Doc, before: Uint8Array): Uint8Array =>
  encodeUpdate(Y.encodeStateAsUpdate(doc, before));

/** Sends one message of a document's edits, counted as the editor counts its own. */
function say(editor: Editor, message: Uint8Array): void {
  editor.sent += 1;
  editor.ws.send(message);
}

/** All that was sent before has been looked at: a question asked after it was answered. */
async function heardBy(editor: Editor): Promise<void> {
  await editor.request({ op: 'history' });
  await editor.request({ op: 'history' });
}

for (const plain of [true, false]) {
  const kind = plain ? 'a plain client' : 'one who said hello';
  test(`what ${kind} writes under the id of somebody here waits, and is refused when that one writes`, () =>
    withSites({}, async ({ port }) => {
      const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
      ada.insert('ada ');
      await ada.save();
      const reader = await new Editor(port, 'ada').ready();
      const mallory = await new Editor(port, 'ada', { plain }).ready();
      if (!plain) await mallory.save();
      const { saved } = mallory;
      const forged = doubleOf(ada.doc);
      const before = Y.encodeStateVector(forged);
      forged.getText(FILE).insert(4, 'forged');
      say(mallory, since(forged, before));
      await heardBy(reader);
      assert.is(reader.text(), 'ada ');
      assert.is(mallory.saved, saved, 'what waits is not saved');
      ada.insert('goes on', 4);
      await ada.save();
      assert.is(await mallory.gone(), 4409);
      await until(() => reader.text() === 'ada goes on');
      assert.is(ada.closed, undefined);
      const { value } = await reader.request({ op: 'history' });
      assert.equal(JSON.stringify(value).includes('forged'), false);
    }));
}

test('an edit that differs from what is stored under its name is never called saved', () =>
  withSites({}, async ({ port }) => {
    // Plain clients own no ids, so the first to come is the one who is stored.
    const ada = await new Editor(port, 'ada', { plain: true }).ready();
    const { clientID } = ada.doc;
    ada.insert('ada ');
    const reader = await new Editor(port, 'ada').ready();
    await until(() => reader.text() === 'ada ');
    const late = await (await new Editor(port, 'ada').ready()).save();
    const { saved } = late;
    const other = new Y.Doc();
    other.clientID = clientID;
    other.getText(FILE).insert(0, 'otherwise');
    say(late, since(other, Y.encodeStateVector(new Y.Doc())));
    assert.is(await late.gone(), 4409);
    assert.match(late.reason, /client id/);
    assert.is(late.saved, saved);
    assert.is(reader.text(), 'ada ');
    assert.is(ada.closed, undefined);
  }));

/** [what differs, the stored edit, the edit that comes under its name] */
type Write = (doc: Y.Doc) => void;
const DIFFERENCES: readonly (readonly [string, Write, Write])[] = [
  [
    'the text',
    (doc) => doc.getText(FILE).insert(3, 'x'),
    (doc) => doc.getText(FILE).insert(3, 'y'),
  ],
  [
    'the place',
    (doc) => doc.getText(FILE).insert(3, 'x'),
    (doc) => doc.getText(FILE).insert(1, 'x'),
  ],
  [
    'the file',
    (doc) => doc.getText('style.css').insert(0, 'x'),
    (doc) => doc.getText('script.js').insert(0, 'x'),
  ],
  [
    'the key',
    (doc) => doc.getMap('meta').set('lang', 'en'),
    (doc) => doc.getMap('meta').set('displayName', 'en'),
  ],
  [
    'a value',
    (doc) => doc.getMap('assets').set('a.png', { bytes: Uint8Array.of(1, 2) }),
    (doc) => doc.getMap('assets').set('a.png', { bytes: Uint8Array.of(1, 3) }),
  ],
  [
    'what was deleted at once',
    (doc) =>
      doc.transact(() => {
        doc.getText(FILE).insert(3, 'gone');
        doc.getText(FILE).delete(3, 4);
      }),
    (doc) => doc.getText(FILE).insert(3, 'kept'),
  ],
];

for (const [what, stored, given] of DIFFERENCES) {
  test(`a returning client whose edit differs in ${what} is told to take a new id`, () =>
    withSites({}, async ({ port }) => {
      const ada = await new Editor(port, 'ada').ready();
      ada.insert('abc');
      await ada.save();
      const before = Y.encodeStateVector(ada.doc);
      const [forged, mine] = [doubleOf(ada.doc), doubleOf(ada.doc)];
      ada.cut();
      await ada.gone();
      stored(forged);
      given(mine);
      const mallory = await new Editor(port, 'ada').ready();
      say(mallory, since(forged, before));
      await mallory.save();
      const back = await (await new Editor(port, 'ada').ready()).save();
      const { saved } = back;
      say(back, since(mine, before));
      assert.is(await back.gone(), 4409);
      assert.is(back.saved, saved);
    }));
}

test('the same edits under the same name are taken again and again, also after they were deleted', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('hello 👩 world');
    ada.doc.getMap('assets').set('a.png', { bytes: Uint8Array.of(1) });
    await ada.save();
    const bob = await new Editor(port, 'ada').ready();
    bob.insert('between ', 6);
    await bob.save();
    await until(() => ada.text().includes('between'));
    const nothing = Y.encodeStateVector(new Y.Doc());
    for (const editor of [ada, bob]) {
      say(editor, since(editor.doc, nothing));
      await editor.save();
    }
    const early = since(ada.doc, nothing);
    bob.doc.getText(FILE).delete(0, 5);
    await bob.save();
    say(ada, early);
    await ada.save();
    assert.is(ada.text(), bob.text());
    // Whether the server has what it deleted since, nobody can tell: somebody else has to write it anew.
    const carol = await (await new Editor(port, 'ada').ready()).save();
    say(carol, early);
    assert.is(await carol.gone(), 4409);
    const again = await new Editor(port, 'ada', { doc: doubleOf(bob.doc) }).ready();
    await again.save();
    assert.is(again.text(), bob.text());
  }));

test('a tab that knows another tab’s edits before they arrived brings them, and both are saved', () =>
  withSites({}, async ({ port }) => {
    const one = await new Editor(port, 'ada').ready();
    one.insert('one ');
    await one.save();
    const two = await new Editor(port, 'ada').ready();
    await two.save();
    const shared = doubleOf(one.doc);
    const before = Y.encodeStateVector(shared);
    shared.getText(FILE).insert(0, 'both ');
    const news = Y.encodeStateAsUpdate(shared, before);
    say(two, encodeUpdate(news));
    two.insert('two ');
    await heardBy(two);
    assert.not(two.settled, 'the first tab has not brought it');
    say(one, encodeUpdate(news));
    await one.save();
    await two.save();
    const reader = await new Editor(port, 'ada').ready();
    for (const word of ['one ', 'both ', 'two ']) assert.ok(reader.text().includes(word), word);
  }));

test('whoever brings what another’s edit waited for is sent that edit too', () =>
  withSites({}, async ({ port }) => {
    const one = await new Editor(port, 'ada', { name: 'One' }).ready();
    one.insert('one ');
    await one.save();
    const two = await new Editor(port, 'ada', { name: 'Two' }).ready();
    await two.save();
    const shared = doubleOf(one.doc);
    const before = Y.encodeStateVector(shared);
    shared.getText(FILE).insert(4, 'late ');
    const late = Y.encodeStateAsUpdate(shared, before);
    Y.applyUpdate(two.doc, late, two);
    two.insert('two', 9);
    await heardBy(two);
    assert.not(two.settled, 'the first has not brought what it follows');
    Y.applyUpdate(one.doc, late, one);
    say(one, encodeUpdate(late));
    await one.save();
    await two.save();
    await until(
      () => one.text() === 'one late two',
      () => one.text(),
    );
    const { value } = await one.request({ op: 'history' });
    // What waited is still its sender's, and a version of its own.
    assert.match(JSON.stringify(value), /"authors":\["Two"\].*"authors":\["One"\]/);
    assert.not.match(JSON.stringify(value), /"authors":\["One","Two"\]/);
  }));

test('what a closed tab left to another is taken when it has gone', () =>
  withSites({}, async ({ port }) => {
    const one = await new Editor(port, 'ada').ready();
    one.insert('one ');
    await one.save();
    const two = await new Editor(port, 'ada').ready();
    const shared = doubleOf(one.doc);
    const before = Y.encodeStateVector(shared);
    shared.getText(FILE).insert(0, 'left ');
    say(two, since(shared, before));
    await heardBy(two);
    assert.not(two.settled);
    one.cut();
    await two.save();
    assert.is((await new Editor(port, 'ada').ready()).text(), 'left one ');
  }));

test('an owner that gives no sign of life is cut, and its next self goes on under its id', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('ada ');
    await ada.save();
    ada.ws.pause();
    const next = await new Editor(port, 'ada', { doc: doubleOf(ada.doc) }).ready();
    next.insert('again ');
    const started = performance.now();
    await next.save();
    assert.ok(performance.now() - started < 15_000, 'sooner than the next ping');
    assert.is((await new Editor(port, 'ada').ready()).text(), 'again ada ');
  }));

test('whoever brings more of others than may wait is closed', () =>
  withSites({ limits: { message_bytes: 20_000 } }, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('ada ');
    await ada.save();
    const mallory = await new Editor(port, 'ada').ready();
    const forged = doubleOf(ada.doc);
    for (let i = 0; i < 3; i++) {
      const before = Y.encodeStateVector(forged);
      forged.getText(FILE).insert(0, 'x'.repeat(9_000));
      say(mallory, since(forged, before));
    }
    assert.is(await mallory.gone(), 4400);
    ada.insert('still ');
    await ada.save();
  }));

test.run();
