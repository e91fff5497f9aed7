/** Comments follow their text: through edits, deletions, restarts, restores, and into other stores. */
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { anchorOf, commentPlaces, foundAgain } from '../../src/shared/site/comment-places.ts';
import type { SiteComment } from '../../src/shared/site/comment-protocol.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { sealComment, unsealComment } from '../../src/sites/records.ts';
import { exportStore, importStore, readExport } from '../../src/sites/store-file.ts';
import { becomeMember, guest } from '../support/authenticator.ts';
import { comment, commentsOf } from '../support/comments.ts';
import { withFolder } from '../support/folder.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const PAGE = '<h1>Hello world</h1>';

/** The words a comment is about now; empty where they are gone. */
function wordsOf(editor: Editor, { anchor }: SiteComment): string {
  if (anchor === undefined) throw new Error('no anchor');
  const text = editor.doc.getText('index.html');
  const place = commentPlaces(text, new Map([[0, anchor]])).get(0);
  if (place === undefined) throw new Error('no place');
  return text.toString().slice(place.from, place.to);
}

test('places follow random edits exactly', () => {
  const edit = fc.record({
    at: fc.nat(60),
    insert: fc.string({ maxLength: 4 }),
    remove: fc.nat(6),
  });
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 12 })), {
        minLength: 1,
        maxLength: 8,
      }),
      (edits, ranges) => {
        const doc = new Y.Doc();
        const text = doc.getText('index.html');
        text.insert(0, 'the quick brown fox jumps over a lazy dog');
        // The model: each character is an object of its own.
        const model = [...text.toString()].map((letter) => ({ letter }));
        const anchors = new Map(
          ranges.map(([from, length], key) => {
            const start = Math.min(from, text.length - 1);
            const end = Math.min(text.length, start + length);
            return [key, anchorOf(text, 'index.html', start, end)];
          }),
        );
        const ends = ranges.map(([from, length]) => {
          const start = Math.min(from, model.length - 1);
          return [model[start], model[Math.min(model.length, start + length) - 1]] as const;
        });
        const all = [...model];
        for (const { at, insert, remove } of edits) {
          const from = Math.min(at, model.length);
          const gone = model.splice(from, remove);
          if (gone.length > 0) text.delete(from, gone.length);
          const fresh = insert.split('').map((letter) => ({ letter }));
          model.splice(from, 0, ...fresh);
          if (fresh.length > 0) text.insert(from, insert);
        }
        assert.is(text.toString(), model.map(({ letter }) => letter).join(''));
        const places = commentPlaces(text, anchors);
        for (const [key, [first, last]] of ends.entries()) {
          const place = places.get(key);
          if (place === undefined || first === undefined || last === undefined) throw new Error();
          const start = model.indexOf(first);
          const end = model.indexOf(last);
          if (start >= 0) assert.is(place.from, start);
          if (end >= 0) assert.is(place.to, Math.max(place.from, end + 1));
          if (start < 0 && end < 0 && all.indexOf(first) === all.indexOf(last)) {
            assert.is(place.from, place.to);
          }
        }
      },
    ),
  );
});

test('words that an undo or a restore wrote again are found beside where they were', () => {
  assert.equal(foundAgain('a word b', { from: 6, to: 6 }, 'word'), { from: 2, to: 6 });
  assert.equal(foundAgain('a word b', { from: 2, to: 2 }, 'word'), { from: 2, to: 6 });
  assert.equal(foundAgain('a b', { from: 2, to: 2 }, 'word'), { from: 2, to: 2 });
  assert.equal(foundAgain('word', { from: 1, to: 2 }, 'word'), { from: 1, to: 2 });
  assert.equal(foundAgain('word', { from: 0, to: 0 }, ''), { from: 0, to: 0 });
});

test('a comment stays at its words while others write, and keeps them when they are deleted', () =>
  withSites({}, async ({ port }) => {
    const ada = await guest(port, 'ada', 'Ada');
    ada.insert(PAGE);
    await ada.save();
    const said = await comment(ada, 'world', 'Which?');
    const bob = await new Editor(port, 'ada', { name: 'Bob' }).ready();
    bob.insert('<!doctype html>\n');
    bob.insert('big ', bob.text().indexOf('world'));
    await bob.save();
    await until(() => ada.text() === bob.text());
    assert.is(wordsOf(ada, said), 'world');
    bob.doc.getText('index.html').delete(0, bob.text().length);
    await bob.save();
    await until(() => ada.text() === '');
    assert.is(wordsOf(ada, said), '');
    const [kept] = await commentsOf(bob);
    assert.equal([kept?.quote, kept?.text, kept?.file], ['world', 'Which?', 'index.html']);
    // The history brings the words back, and the comment with them.
    await bob.request({ op: 'restore', at: 1 });
    await until(() => ada.text() === PAGE);
    const text = ada.doc.getText('index.html');
    const place = commentPlaces(text, new Map([[0, said.anchor ?? raise()]])).get(0) ?? raise();
    const { from, to } = foundAgain(PAGE, place, 'world');
    assert.ok(['world', ''].includes(PAGE.slice(from, to)));
  }));

const raise = (): never => {
  throw new Error('not there');
};

test('comments are there after the server was killed, also where the site was compacted', () =>
  withFolder(async (directory) => {
    let said: SiteComment | undefined;
    await withSites({ directory }, async ({ port, sites }) => {
      const ada = await guest(port, 'ada', 'Ada');
      ada.insert(PAGE);
      await ada.save();
      said = await comment(ada, 'world', 'Which?');
      ada.doc.getText('index.html').delete(0, 10);
      await ada.save();
      ada.ws.close();
      await until(() => sites.rooms.open === 0);
    });
    await withSites({ directory, checked: true }, async ({ port }) => {
      const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
      const [found] = await commentsOf(ada);
      assert.equal([found?.text, found?.anchor], ['Which?', said?.anchor]);
      assert.is(wordsOf(ada, found ?? raise()), 'world');
    });
  }));

test('an export and its import have the comments; removing keeps them, purging erases them', () =>
  withFolder(async (folder) => {
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
    const key = 'the operator key of the house';
    await withSites({ directory: from, keys: { operator: key } }, async ({ port }) => {
      const ada = await guest(port, 'ada', 'Ada');
      ada.insert(PAGE);
      await ada.save();
      await comment(ada, 'world', 'Which?');
      const copy = await ada.request({ op: 'remix', to: 'copy' });
      assert.ok(copy.ok);
      assert.equal(await commentsOf(await new Editor(port, 'copy').ready()), []);
      const operator = await new Editor(port, 'ada', { key }).ready();
      await operator.request({ op: 'remove' });
      assert.is(await ada.gone(), 4410);
      await operator.request({ op: 'recover' });
      const again = await new Editor(port, 'ada').ready();
      assert.is((await commentsOf(again)).length, 1);
    });
    const file = path.join(folder, 'export');
    await exportStore(from, file, ['ada'], false);
    assert.equal([...readExport(file).keys()], ['ada']);
    await importStore(to, file);
    const store = new LmdbStore({ directory: to });
    assert.equal(
      [...store.comments('ada').values()].map(({ text }) => text),
      ['Which?'],
    );
    await store.purge('ada');
    assert.is(store.comments('ada').size, 0);
    await store.close();
  }));

test('a stored comment that was changed is damage', () => {
  const record = {
    thread: 1,
    kind: 'comment',
    author: 'a',
    by: 'Ada',
    member: false,
    atMs: 1,
    text: 'x',
  } as const;
  const sealed = sealComment(record);
  assert.equal(unsealComment(sealed), record);
  sealed[10] = 0;
  assert.throws(() => unsealComment(sealed), /fails its checksum/);
});

test('a guest who becomes a member keeps what they wrote in the same browser', () =>
  withSites({}, async ({ port }) => {
    const ada = await guest(port, 'ada', 'Ada');
    ada.insert(PAGE);
    await ada.save();
    await becomeMember(ada, port, 'Ada');
    const said = await comment(ada, 'world', 'Which?');
    assert.ok(said.mine && said.member);
  }));

test.run();
