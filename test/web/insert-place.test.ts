/** Where the editor inserts into a page: where somebody is writing, otherwise as the last of the page's content. */
import { htmlLanguage } from '@codemirror/lang-html';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { insertionInto } from '../../src/web/editor/insert-place.ts';

/** The page after `<hr>` was inserted; the cursor is at the `|`, if there is one. */
function inserted(page: string, markup = '<hr>'): string {
  const cursor = page.indexOf('|');
  const text = page.replace('|', '');
  const tree = htmlLanguage.parser.parse(text);
  const { at, text: put } = insertionInto(text, tree, markup, cursor < 0 ? undefined : cursor) ?? {
    at: cursor,
    text: markup,
  };
  return text.slice(0, at) + put + text.slice(at);
}

const HEAD = '<!doctype html>\n<html lang="en">\n<head>\n  <title>T</title>\n</head>\n';
const page = (body: string) => `${HEAD}<body>\n${body}</body>\n</html>\n`;

/** [what it is, page before, page after] */
const CASES: readonly (readonly [string, string, string])[] = [
  ['an empty page', '', '<hr>'],
  ['a body', page('  <h1>A</h1>\n'), page('  <h1>A</h1>\n  <hr>\n')],
  ['a body that is not indented', page('<h1>A</h1>\n'), page('<h1>A</h1>\n<hr>\n')],
  ['an empty body', page(''), page('  <hr>\n')],
  [
    'a main',
    page('  <main>\n    <p>A\n  </main>\n  <footer></footer>\n'),
    page('  <main>\n    <p>A\n    <hr>\n  </main>\n  <footer></footer>\n'),
  ],
  ['an empty main', page('  <main></main>\n'), page('  <main>\n    <hr>\n  </main>\n')],
  [
    'a script at the end',
    page('  <p>A</p>\n  <script>"</body>"</script>\n'),
    page('  <p>A</p>\n  <hr>\n  <script>"</body>"</script>\n'),
  ],
  ['one line', '<body><p>A</p></body>', '<body><p>A</p>\n<hr>\n</body>'],
  ['a piece of a page', '<h1>A</h1>\n', '<h1>A</h1>\n<hr>\n'],
  ['text', 'Hello  ', 'Hello\n<hr>  '],
  [
    'a page of few tags',
    '<!doctype html><title>T</title><h1>A</h1>',
    '<!doctype html><title>T</title><h1>A</h1>\n<hr>',
  ],
  ['a doctype alone', '<!doctype html>\n', '<!doctype html>\n<hr>\n'],
  ['a cursor before the doctype', `|${page('  A\n')}`, page('  A\n  <hr>\n')],
  ['a cursor in the head', page('  A\n').replace('<title>', '|<title>'), page('  A\n  <hr>\n')],
  ['a cursor behind the page', `${page('  A\n')}|`, page('  A\n  <hr>\n')],
  ['a cursor in the body', page('  A|B\n'), page('  A<hr>B\n')],
  ['a cursor in a piece of a page', '<p>A|</p>', '<p>A<hr></p>'],
  ['a cursor at its start', '|<p>A</p>', '<hr><p>A</p>'],
  [
    'a cursor before a title',
    '<!doctype html>|<title>T</title>A',
    '<!doctype html><title>T</title>A\n<hr>',
  ],
];

for (const [name, before, after] of CASES) {
  test(`inserting into ${name}`, () => {
    assert.is(inserted(before), after);
  });
}

test('every line of what is inserted is indented', () => {
  assert.is(
    inserted(page('  A\n'), '<ul>\n  <li>\n</ul>'),
    page('  A\n  <ul>\n    <li>\n  </ul>\n'),
  );
});

test.run();
