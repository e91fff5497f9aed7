/** Files that people import: a site comes of them or a sentence, and what is exported is imported as it was. */
import * as Y from 'yjs';
import { readSite, type SiteContent, writeSite } from '../../../src/shared/site/document.ts';
import { exportSite, importSite } from '../../../src/shared/site/export.ts';
import { locateLine, publishSite } from '../../../src/shared/site/publish.ts';
import { bytesOf, mutateText, textOf } from '../bytes.ts';
import { must, refusal, type Target } from '../target.ts';

const SITE: SiteContent = {
  files: {
    'index.html':
      '<h1>Hi</h1><img src="a.png" srcset="a.png 2x"><link rel=stylesheet href=style.css><sound-mode mode="drone" taught="i"></sound-mode>',
    'style.css': 'h1{background:url("a.png")}',
    'script.js': 'new Audio("b.mp3")',
  },
  assets: [
    { name: 'a.png', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'b.mp3', bytes: Uint8Array.of(4) },
  ],
  displayName: 'Ada 🎹',
  lang: 'en',
  instruments: [{ id: 'i', mode: 'drone', taught: Uint8Array.of(4, 5) }],
};

const WORDS = [
  '<!doctype html>',
  '<!--',
  '-->',
  '<!-->',
  '<script>',
  '</script>',
  '<script src=script.js defer>',
  '<script type="application/json" id="ensemble-source">',
  '<style>',
  '</style',
  '<link rel=stylesheet href=style.css>',
  '<img src=a.png',
  'srcset="',
  'style="background:url(a.png)"',
  'url(',
  '"a.png"',
  '<textarea>',
  '<html',
  '<head>',
  '<template>',
  '<sound-mode taught=i>',
  '=',
  '"',
  "'",
  '`',
  '>',
  '/',
  '\\u003c',
  '"format":1',
  '"assets":[',
  '"bytes":"',
  '"taught":"%"',
  '{"',
  '"}',
  '\u0000',
  '\ufeff',
  '\ud800',
];

const plain = ({ files, assets, instruments, displayName, lang }: SiteContent): string =>
  JSON.stringify([files, assets, instruments, displayName, lang], (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );

function run(input: Uint8Array): string {
  let imported: SiteContent;
  try {
    imported = importSite(textOf(input));
  } catch (error) {
    return refusal(error, RangeError);
  }
  const doc = new Y.Doc();
  writeSite(doc, imported);
  const site = readSite(doc);
  const published = publishSite(site, 'ada');
  locateLine(published, 3);
  const again = importSite(exportSite(site, published));
  must(plain(again) === plain(site), 'an exported site is imported as it was');
  const grown = Math.min(9, Math.floor(published.length / (input.length + 1_000)));
  return `${site.assets.length} ${site.instruments.length} ${grown} ${site.displayName === ''}`;
}

export const html = (): Target => ({
  seeds: [
    bytesOf(exportSite(SITE, publishSite(SITE, 'ada'))),
    bytesOf('<p>only this'),
    bytesOf(`<!-- x --><!doctype html><html><head>${WORDS.join(' ')}`),
  ],
  mutate: (input, random, other) =>
    bytesOf(mutateText(textOf(input), random, textOf(other), WORDS).slice(0, 30_000)),
  run,
});
