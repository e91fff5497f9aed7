/** What the editor says about a member's HTML, CSS and JavaScript, and where. */
import { cssLanguage } from '@codemirror/lang-css';
import { htmlLanguage } from '@codemirror/lang-html';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lintHtml, lintSyntax } from '../../src/web/editor/html-lint.ts';

const files = new Set(['index.html', 'style.css', 'script.js', 'cat.png']);
const instruments = new Map([
  ['lead', 'drone'],
  ['bass', 'paf_synth'],
]);

/** Problems as "marked text: message". */
function html(text: string): string[] {
  const found = lintHtml(text, htmlLanguage.parser.parse(text), { files, instruments });
  return found.map(({ from, to, message }) => `${text.slice(from, to)}: ${message}`);
}

/** [HTML, what is said] */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['<p>fine<br><img src="cat.png" alt="">', []],
  ['<ul><li>a<li>b</ul>', []],
  ['\n<!-- by Ada -->\n<!doctype html>\n<p>fine', []],
  [
    '<b>one</b> two\n<!DOCTYPE html>\n<p>x',
    ['<b>one</b> two: Move this into <body>: <!doctype html> has to be the first thing in a page'],
  ],
  ['<div>', ['<div>: <div> is not closed: add </div>']],
  ['<b>x</b></i>', ['</i>: </i> has no matching opening tag']],
  ['<p id="a" id="b">', ['id="b": Duplicate attribute id: only the first one counts']],
  ['<p id=a>\n<b id=a></b>', ['id=a: Id "a" is already used on line 1']],
  ['<center>x</center>', ['center: <center> is obsolete: use text-align: center in style.css']],
  ['<blik>x</blik>', ['blik: Unknown element <blik>']],
  ['<sound-mode mode="drone"></sound-mode>', []],
  ['<sound-mode mode="drone" taught="lead"></sound-mode>', []],
  ['<sound-mode mode="wanderer" taught="new"></sound-mode>', []],
  [`<sound-mode mode="drone" taught="${'A'.repeat(80)}"></sound-mode>`, []],
  [
    '<sound-mode mode="drone" taught="led"></sound-mode>',
    ['taught="led": Nothing is taught as “led” yet. Taught on this site, but not shown: lead'],
  ],
  [
    '<sound-mode mode=drone taught=lead></sound-mode><sound-mode mode=drone taught=two></sound-mode>',
    [],
  ],
  [
    '<sound-mode mode="drone" taught="bass"></sound-mode>',
    [
      'taught="bass": “bass” was taught as paf_synth: set mode="paf_synth", or give this instrument a name of its own',
    ],
  ],
  [
    '<sound-mode mode="drone" taught="My lead"></sound-mode>',
    [
      'taught="My lead": “My lead” can’t be taught: an instrument’s name has a–z, 0–9, _ and -, a letter first',
    ],
  ],
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
  ['<a href="index.html">a</a><a href="/member/ada">b</a><a href="https://x.org/a.html">c</a>', []],
  [
    '<a href="about.html#us">a</a>',
    [
      'href="about.html#us": This link leads nowhere: the site has no page about.html. Create it, or correct the name',
    ],
  ],
  [
    '<link rel="stylesheet" href="more.css">',
    ['href="more.css": This site has no file more.css: create it, or correct the name'],
  ],
  ['<a href="cat.png">a</a><a href="./index.html?x=1#y">b</a><a href="script.js#x">c</a>', []],
  [
    '<a href="mailto:a@x.org">a</a><a href="/member/bo">b</a><a href="//x.org">c</a><a href>d</a>',
    [],
  ],
  [
    '<a href="about.html?x=1">a</a>',
    [
      'href="about.html?x=1": This link leads nowhere: the site has no page about.html. Create it, or correct the name',
    ],
  ],
  [
    '<a href="more.css">a</a>',
    ['href="more.css": This site has no file more.css: create it, or correct the name'],
  ],
  ...['dog.png', 'about', '../x.html', 'www.x.org/a', 'cat.png?x', './'].map(
    (name): readonly [string, readonly string[]] => [
      `<a href="${name}">a</a>`,
      [
        `href="${name}": This link leads nowhere: the site has no file ${name}. If it is another website, write https:// in front`,
      ],
    ],
  ),
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

test('a missing page or script can be made where it is named, a picture cannot', () => {
  const made: string[] = [];
  const text = '<a href="about.html">a</a><script src="b.js"></script><img src="dog.png" alt="">';
  const context = { files, instruments: new Map(), create: (file: string) => made.push(file) };
  const found = lintHtml(text, htmlLanguage.parser.parse(text), context);
  const names = found.map(({ actions }) => actions?.map(({ name }) => name));
  assert.equal(names, [['Create about.html'], ['Create b.js'], []]);
  for (const { actions, from, to } of found) {
    // The fix looks at nothing of the view.
    for (const { apply } of actions ?? []) Reflect.apply(apply, undefined, [undefined, from, to]);
  }
  assert.equal(made, ['about.html', 'b.js']);
});

test('every problem marks something that is in the text', () => {
  for (const text of ['', '<', '<a', '<a href="', '</', '<!--', '<p id=']) {
    const tree = htmlLanguage.parser.parse(text);
    for (const { from, to } of lintHtml(text, tree, { files, instruments })) {
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

test('what is wrong many times is found in time in proportion to the text', () => {
  const many = (text: string, count = 20_000) => text.repeat(count);
  assert.ok(html(many('<p id=a>x\n')).at(-1)?.endsWith('on line 1'));
  assert.is(
    html(many('<p taught=b><sound-mode mode=drone taught=new></sound-mode>')).length,
    20_000,
  );
  assert.is(html(`<img alt="" src="${many('?', 300_000)}\n">`).length, 0);
  assert.is(html(`<img alt="" src="a${many('?', 300_000)}\n">`).length, 1);
  const css = many('a {;\n}}\n', 50_000);
  assert.ok(lintSyntax(css, cssLanguage.parser.parse(css), 'CSS').length >= 50_000);
});

test.run();
