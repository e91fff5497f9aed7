/** A site as one file: its further pages are in it, once, and what it shows is as bounded as one published document. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { carriedPage, PAGES_ID, readCarriedPages } from '../../../src/shared/site/carried-pages.ts';
import { EMPTY_SITE, type SiteContent } from '../../../src/shared/site/document.ts';
import { exportSite, importSite } from '../../../src/shared/site/export.ts';
import { scanTags } from '../../../src/shared/site/html-scan.ts';
import { exportOneFile } from '../../../src/shared/site/one-file.ts';
import { publishSite } from '../../../src/shared/site/publish.ts';

const PARTS = { pager: 'page()', player: 'play()' };
const HOSTILE =
  '<!doctype html><title>A</title></script><!--<script>--><a href=index.html#end>home</a>';

const site = (files: Readonly<Record<string, string>>): SiteContent => ({
  ...EMPTY_SITE,
  files: { ...EMPTY_SITE.files, ...files },
});

/** A page that an element's text carries. */
function pageIn(json: string, name: string): string | undefined {
  const carried = readCarriedPages(json);
  return carried && carriedPage(carried, name);
}

/** The text of the element that carries the further pages; undefined where there is none. */
function carriedIn(file: string): string | undefined {
  for (const { attributes, to, textTo } of scanTags(file)) {
    if (attributes.some(({ name, value }) => name === 'id' && value === PAGES_ID)) {
      return file.slice(to, textTo);
    }
  }
  return undefined;
}

test('a site of one page is exported as it is published, without a script of ours', () => {
  const one = site({ 'index.html': '<!doctype html><a href=index.html>again</a>' });
  assert.is(exportOneFile(one, 'ada', PARTS), exportSite(one, publishSite(one, 'ada', PARTS)));
});

test('further pages are carried as they are published, and the site comes back byte for byte', () => {
  const several = site({
    'index.html':
      '<!doctype html><a href=about.html#us>us</a><a href=none.html>x</a><a href=https://a.example/b.html>y</a>',
    'about.html': HOSTILE,
    'play.html': '<sound-mode mode=drone></sound-mode>',
  });
  const file = exportOneFile(several, 'ada', PARTS);
  assert.match(file, '<a href="?page=about.html#us">us</a><a href=none.html>x</a>');
  assert.match(file, '<a href=https://a.example/b.html>y</a>');
  assert.is(file.match(/page\(\)/g)?.length, 1);
  const json = carriedIn(file) ?? '';
  assert.not.match(json, '<');
  assert.is(pageIn(json, 'about.html'), HOSTILE.replace('index.html#end', '"?#end"'));
  assert.match(pageIn(json, 'play.html') ?? '', /<script data-player>play\(\)<\/script>$/);
  for (const name of ['index.html', 'none.html', '__proto__', 'constructor', 'toString']) {
    assert.is(pageIn(json, name), undefined, name);
  }
  assert.equal(importSite(file), several);
});

test('what makes instruments play is carried once, however many pages have one', () => {
  const page = '<sound-mode mode=drone></sound-mode>';
  const player = `/* ${'p'.repeat(100_000)} */`;
  const pages = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.html`, page]));
  const { length } = exportOneFile(site(pages), 'ada', { ...PARTS, player });
  assert.ok(length < 120_000, `${length} characters`);
});

test('all pages of a file together show no more pictures than one document may', () => {
  const text = `<!doctype html>${'<img src=a.png>'.repeat(10)}`;
  const pages = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`${at}.html`, text]));
  const assets = [{ name: 'a.png', bytes: new Uint8Array(1_500_000) }];
  const file = exportOneFile({ ...site({ 'index.html': text, ...pages }), assets }, 'ada', PARTS);
  assert.ok(file.length < 52_000_000, `${file.length} characters`);
  const shown = file.match(/data:image\/png/g)?.length ?? 0;
  assert.ok(shown >= 20 && shown <= 24, `${shown} pictures`);
});

test('elements that somebody else wrote carry nothing', () => {
  const carried = { pages: { 'a.html': 'a' }, playing: ['a.html'], player: '' };
  assert.is(pageIn(JSON.stringify(carried), 'a.html'), 'a');
  const odd = [
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"pages":7}',
    '{"pages":{"a.html":7}}',
    '{"pages":{"a.html":""}}',
    JSON.stringify({ ...carried, pages: { ...carried.pages, 'b.html': 7 } }),
    JSON.stringify({ ...carried, playing: [7] }),
    JSON.stringify({ ...carried, player: {} }),
  ];
  for (const json of odd) assert.is(pageIn(json, 'a.html'), undefined, json);
});

test.run();
