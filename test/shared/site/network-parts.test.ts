/** What an export needs a network or a web server for is found in pages, styles and scripts; links need nothing. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { moduleScripts, networkParts } from '../../../src/shared/site/network-parts.ts';

const files = (index: string, style = '', script = '') => ({
  'index.html': index,
  'style.css': style,
  'script.js': script,
});

/** [index.html, what it loads] */
const PAGES: readonly (readonly [string, readonly string[]])[] = [
  ['<script src="https://a.example/p5.js"></script>', ['https://a.example/p5.js']],
  ['<script src=//a.example/p5.js></script>', ['//a.example/p5.js']],
  ['<link rel=stylesheet href=https://a.example/b.css>', ['https://a.example/b.css']],
  ['<link rel="canonical" href="https://a.example/">', []],
  ['<a href="https://a.example/">x</a><form action=https://a.example/f>', []],
  ['<img src=http://a.example/1.png><img src=cat.png>', ['http://a.example/1.png']],
  ['<img srcset="https://a.example/1.png 1x, cat.png 2x">', ['https://a.example/1.png']],
  [
    '<video src=https://a.example/v poster=https://a.example/p>',
    ['https://a.example/v', 'https://a.example/p'],
  ],
  ['<iframe src="https://a.example/e"></iframe>', ['https://a.example/e']],
  ['<p style="background: url(https://a.example/b.png)">', ['https://a.example/b.png']],
  [
    '<style>@import "https://a.example/c.css"; a { b: url(d.png) }</style>',
    ['https://a.example/c.css'],
  ],
  [
    '<script type=importmap>{"imports":{"three":"https://a.example/t.js"}}</script>',
    ['https://a.example/t.js'],
  ],
  [
    '<script type=module>import a from "https://a.example/m.js"; import("https://a.example/n.js")</script>',
    ['https://a.example/m.js', 'https://a.example/n.js'],
  ],
  ['<!-- <img src=https://a.example/1.png> --><script>open("https://a.example/")</script>', []],
];

for (const [page, loaded] of PAGES) {
  test(`${page} loads ${loaded.length} from elsewhere`, () => {
    assert.equal(networkParts(files(page)), loaded);
  });
}

test('style sheets and scripts of the site are looked through, and each address is named once', () => {
  const style =
    '@import url(https://a.example/f.css); p { background: url("https://a.example/b.png") }';
  const script =
    "fetch('https://a.example/data');\nnew Audio(`https://a.example/s.mp3`); picture.src = 'https://a.example/b.png';";
  assert.equal(networkParts(files('', style, script)), [
    'https://a.example/f.css',
    'https://a.example/b.png',
    'https://a.example/data',
    'https://a.example/s.mp3',
  ]);
});

test('scripts of the site that pages load as modules are named', () => {
  const page =
    '<script type=module src=./script.js></script><script type=Module src=more.js></script><script src=plain.js></script><script type=module src=https://a.example/x.js></script>';
  const more = {
    'more.js': '',
    'plain.js': '',
    'about.html': '<script type=module src=script.js></script>',
  };
  assert.equal(moduleScripts({ ...files(page), ...more }), ['script.js', 'more.js']);
});

test('a hostile text takes no time', () => {
  const long = `<script>${'import '.repeat(200_000)}</script><style>${'url('.repeat(200_000)}</style>${'<img srcset="'.repeat(1_000)}`;
  assert.equal(
    networkParts(files(long, 'url( '.repeat(200_000), `${' '.repeat(500_000)}from`)),
    [],
  );
});

test.run();
