/** Libraries in an exported file: which a file can carry, and what it is with them inside. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { carryLibraries, librariesOf } from '../../../src/shared/site/carried-libraries.ts';
import { PAGES_ID, readCarriedPages } from '../../../src/shared/site/carried-pages.ts';
import { EMPTY_SITE, type SiteContent } from '../../../src/shared/site/document.ts';
import { importSite } from '../../../src/shared/site/export.ts';
import { exportOneFile } from '../../../src/shared/site/one-file.ts';

const P5 = 'https://cdn.jsdelivr.net/npm/p5@1/lib/p5.js';
const BUTTONS = '//unpkg.com/buttons.css';

const site = (pages: Readonly<Record<string, string>>): SiteContent => ({
  ...EMPTY_SITE,
  files: { ...EMPTY_SITE.files, ...pages },
});

/** [page, the libraries of it that a file can carry] */
const PAGES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [`<script src="${P5}"></script>`, [[P5, 'script']]],
  [`<script defer type=text/javascript src=${P5}></script>`, [[P5, 'script']]],
  [`<link rel="preload stylesheet" href=" ${BUTTONS} ">`, [[BUTTONS, 'style']]],
  [`<script type="module" src="${P5}"></script>`, []],
  ['<script src="https://elsewhere.example/p5.js"></script>', []],
  ['<script src="http://cdn.jsdelivr.net/p5.js"></script><script src="script.js"></script>', []],
  [`<link rel="icon" href="https://unpkg.com/icon.png"><a href="${BUTTONS}">x</a>`, []],
  [`<!-- <script src="${P5}"></script> --><title><script src="${P5}"></script></title>`, []],
];

for (const [page, expected] of PAGES) {
  test(`${page} has ${expected.length} libraries that a file can carry`, () => {
    assert.equal([...librariesOf(site({ 'index.html': page }).files)], expected);
  });
}

test('the libraries of all pages are carried, and the sources in the file stay byte for byte', () => {
  const content = site({
    'index.html': `<!doctype html><script src="${P5}" integrity="sha256-x"></script><p>${P5}</p>`,
    'about.html': `<link integrity=sha384-y rel=stylesheet href=${BUTTONS}><script src='${P5}'></script>`,
    'script.js': `console.log('<script src="${P5}"></script>')`,
  });
  const data = new Map([
    [P5, 'data:text/javascript;base64,QQ=='],
    [BUTTONS, 'data:text/css;base64,Qg=='],
  ]);
  const plain = exportOneFile(content, 'ada', { pager: '/* pager */' });
  const carried = carryLibraries(plain, data);
  assert.equal(importSite(carried), content);
  assert.match(carried, '<script src="data:text/javascript;base64,QQ==" integrity="sha256-x">');
  assert.match(carried, `<p>${P5}</p>`);
  const json = carried.split(`id="${PAGES_ID}">`)[1]?.split('</script>')[0] ?? '';
  const about = readCarriedPages(json)?.pages['about.html'] ?? '';
  assert.match(about, '<link integrity="" rel=stylesheet href="data:text/css;base64,Qg==">');
  assert.match(about, '<script src="data:text/javascript;base64,QQ==">');
});

test('a file of one page is no other where nothing is given', () => {
  const plain = exportOneFile(site({ 'index.html': `<script src=${P5}></script>` }), 'ada', {
    pager: '',
  });
  assert.is(carryLibraries(plain, new Map()), plain);
});

test.run();
