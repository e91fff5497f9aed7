/** Text is found in all files of a site by line, and replaced in all of them in one step, or in none. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { EMPTY_SITE, readSite, writeSite } from '../../src/shared/site/document.ts';
import { findInSite, MAX_PLACES, replaceInSite } from '../../src/web/editor/site-find.ts';

function docOf(files: Readonly<Record<string, string>>): Y.Doc {
  const doc = new Y.Doc();
  writeSite(doc, { ...EMPTY_SITE, files: { ...EMPTY_SITE.files, ...files } });
  return doc;
}

const exact = (text: string) => ({ text, matchCase: true });

test('places are found with file, line and context, in any case where asked', () => {
  const doc = docOf({
    'index.html': '<h1>\n  Cats</h1>\n\ncats cats',
    'about.html': `${'x'.repeat(100)}CATS${'y'.repeat(100)}`,
    'style.css': '.cat {}',
  });
  const found = findInSite(doc, { text: 'cats', matchCase: false });
  assert.equal(
    found.map(({ file, line }) => `${file}:${line}`),
    ['index.html:2', 'index.html:4', 'index.html:4', 'about.html:1'],
  );
  assert.is(found[0]?.context, 'Cats</h1>');
  assert.match(found[3]?.context ?? '', /^x{40}CATSy{36}$/);
  assert.is(findInSite(doc, exact('cats')).length, 2);
  assert.equal(findInSite(doc, exact('')), []);
});

test('what is searched for is text, never a pattern', () => {
  const doc = docOf({ 'script.js': 'a.b (a+)+$ [x] \\d a|b $& /x/ -' });
  for (const text of ['a.b', '(a+)+$', '[x]', '\\d', 'a|b', '$&', '/x/', '-']) {
    assert.is(findInSite(doc, exact(text)).length, 1, text);
  }
  const long = docOf({ 'script.js': 'a'.repeat(1_000_000) });
  assert.is(findInSite(long, exact('(a+)+$')).length, 0);
});

test('a replacement changes all files as text does, in one step that Undo takes back whole', () => {
  const word = fc.stringMatching(/^[ab$&\n]{0,12}$/);
  fc.assert(
    fc.property(word, word, fc.stringMatching(/^[ab$&]{1,2}$/), word, (index, style, text, to) => {
      const files = { 'index.html': index, 'style.css': style };
      const doc = docOf(files);
      const undo = new Y.UndoManager(doc, { trackedOrigins: new Set(['replace']) });
      replaceInSite(doc, exact(text), to, 'replace');
      const now = readSite(doc).files;
      assert.is(now['index.html'], index.split(text).join(to));
      assert.is(now['style.css'], style.split(text).join(to));
      undo.undo();
      assert.is(readSite(doc).files['index.html'], index);
      assert.is(readSite(doc).files['style.css'], style);
    }),
  );
});

test('a replacement says how much changed', () => {
  const doc = docOf({ 'index.html': 'one two one', 'about.html': 'one' });
  assert.equal(replaceInSite(doc, exact('one'), '1', 'me'), { places: 3, files: 2 });
  assert.is(replaceInSite(doc, exact('one'), '1', 'me'), 'none');
});

test('a replacement with too many places, or too large, changes nothing', () => {
  const many = docOf({ 'index.html': 'a'.repeat(1_500), 'style.css': 'a'.repeat(1_500) });
  const before = Y.encodeStateVector(many);
  assert.is(replaceInSite(many, exact('a'), 'b', 'me'), 'many');
  assert.is(findInSite(many, exact('a')).length, MAX_PLACES + 1);
  assert.is(replaceInSite(many, exact('aa'), 'b'.repeat(10_000), 'me'), 'large');
  assert.equal(Y.encodeStateVector(many), before);
});

test.run();
