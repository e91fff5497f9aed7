/** A site as a folder in a zip file: there and back byte for byte, and what a hostile zip file meets. */
import { type Zippable, zipSync } from 'fflate';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EMPTY_SITE, type SiteContent } from '../../../src/shared/site/document.ts';
import { exportFolder, importFolder, isZip } from '../../../src/shared/site/folder.ts';
import { NAMED_WITH_INSTRUMENTS } from '../../support/stored.ts';

const SITE: SiteContent = {
  files: {
    'index.html':
      '\ufeffé😀\r\n<h1>Hi</h1><a href=about.html>a</a><sound-mode mode=drone taught=i></sound-mode>',
    'style.css': '\ufeffp{}',
    'script.js': 'x\0',
    'about.html':
      '<!doctype html>\n<!-- Added by Ensemble, and removed when the site is imported again: -->\nmine',
    'more.css': '',
  },
  assets: [
    { name: 'a.png', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'b.mp3', bytes: new Uint8Array(100_000).fill(7) },
  ],
  ...NAMED_WITH_INSTRUMENTS,
};

const zipped = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array => {
  const bytes = (one: string | Uint8Array) =>
    typeof one === 'string' ? new TextEncoder().encode(one) : one;
  const made: Zippable = Object.fromEntries(
    Object.entries(files).map(([name, one]) => [name, bytes(one)]),
  );
  return zipSync(made);
};

test('a site comes back from its folder byte for byte, and equal sites give equal files', () => {
  const zip = exportFolder(SITE, 'play()');
  assert.ok(isZip(zip));
  assert.equal(importFolder(zip), SITE);
  assert.equal(importFolder(exportFolder(EMPTY_SITE)), EMPTY_SITE);
  assert.equal(exportFolder(SITE, 'play()'), zip);
});

test('a folder that somebody made becomes a site, also packed in one more folder', () => {
  const files = { 'index.html': '<h1>Mine</h1>', 'about.html': 'us', 'cat.png': Uint8Array.of(9) };
  const expected = {
    ...EMPTY_SITE,
    files: { ...EMPTY_SITE.files, 'index.html': '<h1>Mine</h1>', 'about.html': 'us' },
    assets: [{ name: 'cat.png', bytes: Uint8Array.of(9) }],
  };
  assert.equal(importFolder(zipped(files)), expected);
  const inside = Object.fromEntries(
    Object.entries(files).map(([name, one]) => [`site/${name}`, one]),
  );
  const junk = { 'site/': '', '__MACOSX/site/._index.html': 'x', 'site/.DS_Store': 'x' };
  assert.equal(importFolder(zipped({ ...inside, ...junk })), expected);
});

/** A zip file whose entry says it is small. */
function lying(): Uint8Array {
  const zip = zipped({ 'index.html': 'x', 'a.wav': new Uint8Array(25_000_000) });
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  for (let at = 0; at < zip.length - 30; at++) {
    const mark = view.getUint32(at, true);
    if (mark === 0x04034b50) view.setUint32(at + 22, 1, true);
    if (mark === 0x02014b50) view.setUint32(at + 24, 1, true);
  }
  return zip;
}

const whole = exportFolder(SITE);
/** [what is wrong, the file, what is said] */
const REFUSED: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
  ['nothing', () => new Uint8Array(), /not a zip file/],
  ['a text', () => new TextEncoder().encode('<h1>Hi</h1>'), /not a zip file/],
  ['half a file', () => whole.slice(0, 300), /not a zip file|damaged/],
  ['a way out', () => zipped({ '../index.html': 'x' }), /leads out/],
  ['a whole path', () => zipped({ '/etc/passwd': 'x' }), /leads out/],
  ['a path of Windows', () => zipped({ 'a\\b.html': 'x' }), /leads out/],
  ['folders', () => zipped({ 'index.html': 'x', 'img/a.png': 'x' }), /cannot have folders/],
  ['a program', () => zipped({ 'index.html': 'x', 'run.exe': 'x' }), /run.exe is not a page/],
  ['no first page', () => zipped({ 'about.html': 'x' }), /no index.html/],
  ['no UTF-8', () => zipped({ 'index.html': Uint8Array.of(0xe9, 0x20) }), /UTF-8/],
  ['a bomb', () => zipped({ 'index.html': 'x', 'a.wav': new Uint8Array(25_000_000) }), /unpacked/],
  ['a bomb that lies', lying, /unpacked|damaged/],
  [
    'many files',
    () => zipped(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${at}.css`, '']))),
    /more than 256 files/,
  ],
  ['broken settings', () => zipped({ 'index.html': '', 'ensemble.json': '{' }), /damaged/],
  ['names twice', () => zipped({ 'index.html': '', 'Index.html': 'x' }), /has a file/],
];

for (const [what, file, said] of REFUSED) {
  test(`${what} is refused with a sentence`, () => {
    assert.throws(
      () => importFolder(file()),
      (error: unknown) => error instanceof RangeError && said.test(error.message),
    );
  });
}

test.run();
