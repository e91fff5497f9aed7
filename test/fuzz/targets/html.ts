/** Files that people import: a site comes of them or a sentence, and what is exported is imported as it was. */
import * as Y from 'yjs';
import { readSite, type SiteContent, writeSite } from '../../../src/shared/site/document.ts';
import { exportSite, importSite } from '../../../src/shared/site/export.ts';
import { moduleScripts, networkParts } from '../../../src/shared/site/network-parts.ts';
import { exportOneFile } from '../../../src/shared/site/one-file.ts';
import { type PageLink, pageAddress } from '../../../src/shared/site/page-links.ts';
import { publishPage, publishSite } from '../../../src/shared/site/publish.ts';
import { NAMED_WITH_INSTRUMENTS } from '../../support/stored.ts';
import { bytesOf, mutateText, textOf } from '../bytes.ts';
import { must, refusal, type Target } from '../target.ts';

const SITE: SiteContent = {
  files: {
    'index.html':
      '<h1>Hi</h1><img src="a.png" srcset="a.png 2x"><link rel=stylesheet href=style.css><sound-mode mode="drone" taught="i"></sound-mode>',
    'style.css': 'h1{background:url("a.png")}',
    'script.js': 'new Audio("b.mp3"); import("./tools.js")',
    'about.html': '<a href="index.html#top">Home</a><script src=tools.js></script>',
    'more.css': '@import "style.css"; p{}',
    'tools.js': 'import "./script.js"',
  },
  assets: [
    { name: 'a.png', bytes: Uint8Array.of(1, 2, 3) },
    { name: 'b.mp3', bytes: Uint8Array.of(4) },
  ],
  ...NAMED_WITH_INSTRUMENTS,
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
  '<link rel=stylesheet href=more.css>',
  '<a href=about.html#x>',
  '"about.html":"',
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
  '"voiceSpace":256',
  '"examples":[',
  '"key":"000001-00000000"',
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
  const page = publishPage(site, 'ada');
  page.locate(3);
  const published = page.html;
  const addressOf = (link: PageLink) => pageAddress('/member/ada', link);
  publishSite(site, 'ada', { page: 'about.html', addressOf });
  const again = importSite(exportSite(site, published));
  must(plain(again) === plain(site), 'an exported site is imported as it was');
  const whole = importSite(exportOneFile(site, 'ada', { pager: 'page()', player: 'play()' }));
  must(plain(whole) === plain(site), 'a site exported with all its pages is imported as it was');
  for (const file of moduleScripts(site.files)) {
    must(Object.hasOwn(site.files, file), 'a module that is named is a file of the site');
  }
  must(networkParts(site.files).every(Boolean), 'what is loaded from elsewhere has an address');
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
