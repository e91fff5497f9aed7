/** Comments follow their text: through edits, deletions, restarts, restores, and into other stores. */
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { anchorOf, commentPlaces, foundAgain } from '../../src/shared/site/comment-places.ts';
import type { SiteComment } from '../../src/shared/site/comment-protocol.ts';
import { restoreText } from '../../src/shared/site/restore.ts';
import { addFile, deleteFile } from '../../src/shared/site/text-files.ts';
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

const ROWS = '<li>Monday</li>\n<li>Monday</li>\n<li>Friday</li>\n<li>Monday</li>\n';
/** Of the second Monday. */
const SECOND = ROWS.indexOf('Monday', 10);

/** How the rows came to be: [what it is, writes them] */
const WRITTEN: readonly (readonly [string, (text: Y.Text) => void])[] = [
  ['pasted', (text) => text.insert(0, ROWS)],
  [
    'typed with mistakes',
    (text) => {
      for (const sign of ROWS) {
        text.insert(text.length, sign === 'o' ? 'oxx' : sign);
        if (sign === 'o') text.delete(text.length - 2, 2);
      }
    },
  ],
  [
    'written from last to first',
    (text) => {
      for (let to = ROWS.length; to > 0; to -= 7)
        text.insert(0, ROWS.slice(Math.max(0, to - 7), to));
    },
  ],
];

/** [what happens to the commented words, does it] */
const BROUGHT_BACK: readonly (readonly [string, (text: Y.Text, undo: Y.UndoManager) => void])[] = [
  [
    'everything is deleted, and Undo',
    (text, undo) => {
      text.delete(0, text.length);
      undo.undo();
    },
  ],
  [
    'the words are deleted, and Undo',
    (text, undo) => {
      text.delete(SECOND, 6);
      undo.undo();
    },
  ],
  [
    'everything is deleted, something else is written, and a version restored',
    (text) => {
      text.delete(0, text.length);
      text.insert(0, '<p>');
      restoreText(text, ROWS);
    },
  ],
  [
    'everything is cut and pasted',
    (text) => {
      text.delete(0, text.length);
      text.insert(0, ROWS);
    },
  ],
];

for (const [written, write] of WRITTEN) {
  for (const [what, act] of BROUGHT_BACK) {
    test(`a comment on one of equal rows, ${written}, is there again for everyone when ${what}`, () => {
      const [ada, bob] = [new Y.Doc(), new Y.Doc()];
      const text = ada.getText('index.html');
      const undo = new Y.UndoManager(text, { captureTimeout: 0 });
      write(text);
      const anchor = anchorOf(text, 'index.html', SECOND, SECOND + 6);
      Y.applyUpdate(bob, Y.encodeStateAsUpdate(ada));
      undo.stopCapturing();
      act(text, undo);
      Y.applyUpdate(bob, Y.encodeStateAsUpdate(ada));
      for (const doc of [ada, bob]) {
        const shared = doc.getText('index.html');
        assert.is(shared.toString(), ROWS);
        const place = commentPlaces(shared, new Map([[0, anchor]])).get(0) ?? raise();
        const { from, to } = foundAgain(ROWS, place, 'Monday');
        assert.equal([from, to], [SECOND, SECOND + 6]);
      }
    });
  }
}

test('a comment in a file is there again when its deletion is undone', () => {
  const doc = new Y.Doc();
  const text = addFile(doc, 'about.html', ROWS);
  const undo = new Y.UndoManager(doc);
  const anchor = anchorOf(text, 'any', SECOND, SECOND + 6);
  deleteFile(doc, 'about.html');
  undo.undo();
  const place = commentPlaces(text, new Map([[0, anchor]])).get(0) ?? raise();
  const { from, to } = foundAgain(text.toString(), place, 'Monday');
  assert.equal([from, to], [SECOND, SECOND + 6]);
});

test('deleted words are found near their place only, the nearest of equal ones', () => {
  const find = (text: string, from: number, before: number, after: number, quote = 'word') => {
    const found = foundAgain(text, { from, to: from, gap: { before, after } }, quote);
    return found.to > found.from ? found.from : undefined;
  };
  assert.is(find('a word b', 6, 0, 4), 2);
  assert.is(find('a word b', 2, 0, 4), 2);
  assert.is(find('a b', 2, 0, 4), undefined);
  assert.is(find('word and so on, and the word', 16, 0, 4), undefined);
  assert.is(find('word word word', 14, 0, 8), 5);
  assert.is(find('word', 0, 0, 4, ''), undefined);
  const whole = { from: 1, to: 2 };
  assert.equal(foundAgain('word', whole, 'word'), whole);
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 }),
      fc.nat(60),
      (text, quote, at) => {
        const from = Math.min(at, text.length);
        const starts = [...text].flatMap((_, start) =>
          text.startsWith(quote, start) ? [start] : [],
        );
        const away = Math.min(...starts.map((start) => Math.abs(start - from)));
        // Without a gap only that very place counts, within a large one any.
        const found = find(text, from, 0, 0, quote);
        assert.is(found, away === 0 ? from : undefined);
        const far = find(text.padEnd(200, 'c'), from, 100, 0, quote);
        if (starts.length === 0) assert.is(far, undefined);
        else assert.ok(starts.includes(far ?? -1));
      },
    ),
  );
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
    assert.is(PAGE.slice(from, to), 'world');
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
