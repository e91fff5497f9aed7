/** What the editor says about a member's HTML, CSS and JavaScript, and where. */
import { cssLanguage } from '@codemirror/lang-css';
import { htmlLanguage } from '@codemirror/lang-html';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lintHtml, lintSyntax } from '../../src/web/editor/html-lint.ts';

const files = new Set(['index.html', 'style.css', 'script.js', 'cat.png']);

/** Problems as "marked text: message". */
function html(text: string): string[] {
  const found = lintHtml(text, htmlLanguage.parser.parse(text), { files });
  return found.map(({ from, to, message }) => `${text.slice(from, to)}: ${message}`);
}

/** [HTML, what is said] */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['<p>fine<br><img src="cat.png" alt="">', []],
  ['<ul><li>a<li>b</ul>', []],
  ['<div>', ['<div>: <div> is not closed: add </div>']],
  ['<b>x</b></i>', ['</i>: </i> has no matching opening tag']],
  ['<p id="a" id="b">', ['id="b": Duplicate attribute id: only the first one counts']],
  ['<p id=a>\n<b id=a></b>', ['id=a: Id "a" is already used on line 1']],
  ['<center>x</center>', ['center: <center> is obsolete: use text-align: center in style.css']],
  ['<blik>x</blik>', ['blik: Unknown element <blik>']],
  ['<sound-mode mode="drone"></sound-mode>', []],
  ['<svg><path d="M0 0"/></svg>', []],
  [
    '<img src="dog.png" alt="">',
    ['src="dog.png": This site has no file dog.png: drop it onto the editor to add it'],
  ],
  [
    '<img src="%ZZ" alt="">',
    ['src="%ZZ": This site has no file %ZZ: drop it onto the editor to add it'],
  ],
  ['<img src="cat.png">', ['<img src="cat.png">: Add alt="…" to describe the picture']],
  [
    '<script src="https://x.org/a.js"></script>',
    [
      'src="https://x.org/a.js": Scripts load only from delivery networks such as cdn.jsdelivr.net, unpkg.com, cdnjs.cloudflare.com: find the library there, or paste the code into script.js',
    ],
  ],
  [
    '<script src="https://cdn.jsdelivr.net/npm/p5@1"></script><script src="//UNPKG.com/x"></script>',
    [],
  ],
  [
    '<img alt="" src="http://x.org/a.png">',
    ['src="http://x.org/a.png": Use https: a secure page does not load this'],
  ],
  ['<a href="?play=x">a</a><img alt="" src="data:,">', []],
  ['<p tabindex=3>', ['tabindex=3: A tabindex above 0 breaks the tab order of the page']],
  [
    '<html><body></body></html>',
    ['<html>: Add lang="…" so that screen readers use the right voice'],
  ],
];

for (const [text, expected] of CASES) {
  test(`${JSON.stringify(text)} has ${expected.length} problems`, () => {
    assert.equal(html(text), expected);
  });
}

test('every problem marks something that is in the text', () => {
  for (const text of ['', '<', '<a', '<a href="', '</', '<!--', '<p id=']) {
    for (const { from, to } of lintHtml(text, htmlLanguage.parser.parse(text), { files })) {
      assert.ok(from >= 0 && from <= to && to <= text.length, JSON.stringify([text, from, to]));
    }
  }
});

test('a syntax error of a style sheet or a script is reported once a line', () => {
  const css = 'a { b: c; }\n} } }';
  assert.equal(
    lintSyntax(css, cssLanguage.parser.parse(css), 'CSS').map(({ message }) => message),
    ['CSS: unexpected } } }'],
  );
  const script = 'f(\n';
  assert.equal(
    lintSyntax(script, javascriptLanguage.parser.parse(script), 'JavaScript').map(
      ({ message }) => message,
    ),
    ['JavaScript: something is missing here'],
  );
  assert.equal(lintSyntax('let a = 1;', javascriptLanguage.parser.parse('let a = 1;'), 'JS'), []);
});

test.run();
