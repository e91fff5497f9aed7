/** A site becomes one document, and an exported document becomes the site again. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EMPTY_SITE, type SiteContent } from '../../../src/shared/site/document.ts';
import { DocumentBudget } from '../../../src/shared/site/document-budget.ts';
import { exportSite, importSite } from '../../../src/shared/site/export.ts';
import { scanTags } from '../../../src/shared/site/html-scan.ts';
import { publishSite } from '../../../src/shared/site/publish.ts';

const cat = { name: 'cat.png', bytes: Uint8Array.of(1, 2, 3) };
const CAT = 'data:image/png;base64,AQID';

function site(index: string, style = '', script = '', assets = [cat]): SiteContent {
  const files = { 'index.html': index, 'style.css': style, 'script.js': script };
  return { ...EMPTY_SITE, files, assets };
}

const url = (type: string, text: string) =>
  `data:${type};charset=utf-8;base64,${Buffer.from(text).toString('base64')}`;
const WHOLE = '<!doctype html><title>t</title>';

/** [what, index.html, style.css, script.js, what the document is behind the doctype and title] */
const PUBLISHED: readonly (readonly [string, string, string, string, string])[] = [
  [
    'a linked style sheet is put in its place',
    '<link rel="stylesheet" href="style.css">',
    'a { b: c }',
    '',
    '<style data-file="style.css">a { b: c }</style>',
  ],
  [
    'a named script is put in its place, end tag and all',
    '<script src=./script.js></script>x',
    '',
    'f("</script>", "<!--")',
    '<script data-file="script.js">f("<\\/script>", "\\x3c!--")</script>x',
  ],
  [
    'a script that waits for the page stands behind it, in turn, and is no module',
    '<script async src="script.js"></script><script src=script.js defer></script><p>',
    '',
    'f()',
    '<p><script data-file="script.js">f()</script><script data-file="script.js">f()</script>',
  ],
  [
    'a module waits where it is',
    '<script async type=module src="script.js"></script><p>',
    '',
    'f()',
    '<script data-file="script.js" type="module">f()</script><p>',
  ],
  ['a picture becomes its bytes', '<img alt=x src=cat.png>', '', '', `<img alt=x src="${CAT}">`],
  ['a quoted picture too', "<img src='./cat.png'/>", '', '', `<img src="${CAT}"/>`],
  ['a fragment stays', '<use href="cat.png#a"/>', '', '', `<use href="${CAT}#a"/>`],
  [
    'a link to a file of the site has it, under its name, to open or to save',
    '<a href="cat.png">a</a><area href=./script.js#x><a download href=cat.png><a download="" href=cat.png><a href=cat.png download=me.png>',
    '',
    'f()',
    `<a href="${CAT}" download="cat.png" data-opens>a</a>` +
      `<area href="${url('text/javascript', 'f()')}#x" download="script.js" data-opens>` +
      `<a download="cat.png" href="${CAT}"><a download="cat.png" href="${CAT}"><a href="${CAT}" download=me.png>`,
  ],
  [
    'a link to anything else stays',
    '<a href="dog.png" download><a href=index.html><a href="cat.png?x"><a href="https://x.org/cat.png">',
    '',
    '',
    '<a href="dog.png" download><a href=index.html><a href="cat.png?x"><a href="https://x.org/cat.png">',
  ],
  [
    'a choice of pictures',
    '<img srcset="cat.png 1x, https://x.org/b.png 2x">',
    '',
    '',
    `<img srcset="${CAT} 1x, https://x.org/b.png 2x">`,
  ],
  [
    'a picture in a style attribute',
    '<p style="background: url(cat.png)">',
    '',
    '',
    `<p style="background: url(${CAT})">`,
  ],
  [
    'a picture in a style element and in a style sheet',
    '<style>a{b:url("cat.png")}</style><link href=style.css rel=STYLESHEET>',
    "b{c:url( 'cat.png' )}",
    '',
    `<style>a{b:url(${CAT})}</style><style data-file="style.css">b{c:url(${CAT})}</style>`,
  ],
  [
    'a name in a script is the file, a name within a text is not',
    '<script>f("cat.png", "my cat.png")</script>',
    '',
    '',
    `<script>f("${CAT}", "my cat.png")</script>`,
  ],
  ['a comment stays', '<!-- <img src=cat.png> -->', '', '', '<!-- <img src=cat.png> -->'],
  [
    'text areas hold text',
    '<textarea><img src=cat.png></textarea>',
    '',
    '',
    '<textarea><img src=cat.png></textarea>',
  ],
  ['a file that is not there', '<img src=dog.png>', '', '', '<img src=dog.png>'],
  ['an end that never comes', '<img src="cat.png', '', '', '<img src="cat.png'],
  [
    'a style end in a style sheet',
    '<link rel=stylesheet href=style.css>',
    'a{b:"</style>"}',
    '',
    '<style data-file="style.css">a{b:"<\\/style>"}</style>',
  ],
];

for (const [what, index, style, script, expected] of PUBLISHED) {
  test(what, () => {
    assert.is(publishSite(site(WHOLE + index, style, script), 'ada'), WHOLE + expected);
  });
}

test('what stands in a body is completed, in the language and with the name of the site', () => {
  const written = { ...site('<h1>Hi</h1>', 'a{}', 'f()', []), displayName: 'A <b>', lang: 'cy' };
  const html = publishSite(written, 'ada');
  assert.match(html, '<!doctype html><html lang="cy"><head><meta charset="utf-8">');
  assert.match(html, '<title>A &lt;b></title>');
  assert.match(html, '<h1>Hi</h1><style data-file="style.css">a{}</style>');
  assert.match(html, '<script data-file="script.js">f()</script></body></html>');
});

test('a script that waits for what stands in a body comes last, and once', () => {
  const html = publishSite(site('<script defer src=script.js></script><p>', 'a{}', 'f()'), 'x');
  assert.match(
    html,
    '<body><p><style data-file="style.css">a{}</style><script data-file="script.js">f()</script></body></html>',
  );
  const files = {
    ...site('').files,
    'index.html': '<script defer src=a.js></script>',
    'a.js': 'g()',
  };
  const { length } =
    publishSite({ ...site(''), files }, 'x').split('<script data-file="script.js">')[1] ?? '';
  assert.is(length, '</script><script data-file="a.js">g()</script></body></html>'.length);
});

test('a file that the text only mentions is put in all the same, one that is placed only once', () => {
  const mentioned = publishSite(
    site('<p>edit <code>style.css</code> and script.js</p>', 'a{}', 'f()'),
    'x',
  );
  assert.match(mentioned, /<style data-file="style.css">a{}<\/style>/);
  assert.match(mentioned, /<script data-file="script.js">f\(\)<\/script>/);
  const placed = publishSite(
    site('<link rel=stylesheet href=style.css><script src=script.js></script>', 'a{}', 'f()'),
    'x',
  );
  assert.is(placed.split('<style').length, 2);
  assert.is(placed.split('<script').length, 2);
});

test('a document with instruments carries their script once, and what those it shows were taught', () => {
  const instruments = ['lead', 'bass', 'mute'].map((id) => ({
    id,
    mode: 'drone',
    taught: id === 'mute' ? new Uint8Array() : Uint8Array.of(1, 2, 3),
    voiceSpace: 0,
  }));
  const played =
    '<sound-mode mode=drone taught=lead></sound-mode><sound-mode mode=drone></sound-mode>';
  const html = publishSite({ ...site(played), instruments }, 'x', { player: 'run()' });
  assert.ok(
    html.endsWith(
      '<script type="text/plain" data-taught="lead">AQID</script><script data-player>run()</script>',
    ),
  );
  const spaced = instruments.map((one) => ({ ...one, voiceSpace: 2 }));
  assert.match(
    publishSite({ ...site(played), instruments: spaced }, 'x'),
    /data-taught="lead" data-voice-space="2">AQID<\/script>$/,
  );
  const untaught = spaced.map((one) => ({ ...one, taught: new Uint8Array() }));
  assert.match(
    publishSite({ ...site(played), instruments: untaught }, 'x'),
    /data-taught="lead" data-voice-space="2"><\/script>$/,
  );
  assert.not.match(publishSite({ ...site(played), instruments }, 'x'), /data-player/);
  assert.not.match(
    publishSite({ ...site('<p>&lt;sound-mode'), instruments }, 'x', { player: 'run()' }),
    /run/,
  );
  assert.not.match(
    publishSite({ ...site('<!-- <sound-mode> -->'), instruments }, 'x', { player: 'run()' }),
    /run/,
  );
});

test('more style sheets and scripts stand where pages name them, and reach each other', () => {
  const files = {
    'index.html': WHOLE,
    'style.css': '@import "more.css"; a { }',
    'script.js': "import './tools.js'; const own = 'script.js';",
    'about.html': `${WHOLE}<link rel=stylesheet href=more.css><script src="./tools.js" defer></script><a href="index.html">i</a><a href='./about.html#x'>`,
    'loop.html': `${WHOLE}<link rel=stylesheet href=style.css><script src=script.js type=module></script><a href=about.html>`,
    'more.css': '@import "style.css"; b { }',
    'tools.js': "export default 'tools.js'",
  };
  const made = { ...site(WHOLE), files };
  const addressOf = ({ page, hash }: { page: string; hash: string }) => `?${page}${hash}`;
  assert.is(
    publishSite(made, 'ada', { page: 'about.html', addressOf }),
    `${WHOLE}<style data-file="more.css">@import url(${url('text/css', '@import "more.css"; a { }')}); b { }</style>` +
      '<a href="?index.html">i</a><a href="?about.html#x">' +
      `<script data-file="tools.js">export default 'tools.js'</script>`,
  );
  assert.is(
    publishSite(made, 'ada', { page: 'loop.html' }),
    `${WHOLE}<style data-file="style.css">@import url(${url('text/css', '@import "style.css"; b { }')}); a { }</style>` +
      `<script data-file="script.js" type="module">import '${url('text/javascript', "export default 'tools.js'")}'; const own = 'script.js';</script>` +
      '<a href=about.html>',
  );
  assert.match(publishSite(made, 'ada', { page: 'gone.html' }), /^<!doctype html>/);
});

test('a document stops growing, however often a big picture is shown', () => {
  const big = { name: 'big.png', bytes: new Uint8Array(2_000_000) };
  const html = publishSite(site(`${WHOLE}${'<img src=big.png>'.repeat(100)}`, '', '', [big]), 'a');
  assert.ok(html.length < 50_000_000, `${html.length} characters`);
  assert.match(html.slice(-100), 'src=big.png');
});

/** Each names the next one `times` times. */
const chain = (ending: string, times: number, line: (next: string) => string) =>
  Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [
      `f${at + 1}.${ending}`,
      line(`f${at + 2}.${ending}`).repeat(times),
    ]),
  );

test('files that name each other many times are made once each, and never without an end', () => {
  const budget = () => new DocumentBudget(2_000_000);
  const scripts = chain('js', 20, (next) => `"${next}"`);
  const sheets = chain('css', 20, (next) => `@import "${next}";`);
  const files = { ...site(WHOLE).files, ...scripts, ...sheets };
  for (const index of [
    '<script src="f1.js"></script>',
    '<script src="f1.js" type="module"></script>',
    '<link rel="stylesheet" href="f1.css">',
    '<img src="f1.css">'.repeat(20),
    '<script src="f1.js"></script>'.repeat(2_000),
  ]) {
    const made = { ...site(''), files: { ...files, 'index.html': WHOLE + index } };
    assert.ok(publishSite(made, 'ada', { budget: budget() }).length < 2_000_000, index);
  }
  const all = Array.from({ length: 30 }, (_, at) => `f${at}.js`);
  const each = Object.fromEntries(all.map((name) => [name, all.map((n) => `"${n}"`).join()]));
  const cyclic = { ...site(`${WHOLE}<script src="f1.js"></script>`).files, ...each };
  const html = publishSite({ ...site(''), files: cyclic }, 'ada', { budget: budget() });
  assert.ok(html.length < 2_000_000);
});

test('files that load each other in a row are all there, however many, and wherever a page begins', () => {
  const names = Array.from({ length: 20 }, (_, at) => `s${at}.css`);
  const sheet = (at: number) => `@import "s${at + 1}.css"; p${at} {}`;
  const rest = (at: number): string =>
    at === 19
      ? sheet(at)
      : sheet(at).replace(`"s${at + 1}.css"`, `url(${url('text/css', rest(at + 1))})`);
  const files = Object.fromEntries(names.map((name, at) => [name, sheet(at)]));
  const index = `${WHOLE}<link rel=stylesheet href=s0.css><link rel=stylesheet href=s9.css>`;
  assert.is(
    publishSite({ ...site(''), files: { ...site(index).files, ...files } }, 'ada'),
    `${WHOLE}<style data-file="s0.css">${rest(0)}</style><style data-file="s9.css">${rest(9)}</style>`,
  );
});

test('a reference is read in time in proportion to its length', () => {
  const long = ' '.repeat(300_000);
  for (const value of [
    `${long}?`,
    `./${long}x`,
    `#${long}\n`,
    `cat.png#${long}`,
    `a${long}.html`,
    `a.html?${long}#"`,
  ]) {
    const tags = [
      ...['src', 'poster', 'data', 'srcset', 'style'].map((name) => `<img ${name}="${value}">`),
      `<link rel=stylesheet href="${value}"><link rel="${value}" href=style.css>`,
      `<a href="${value}">`,
      `<style>@import ${value} url(${value} url("${value}</style><script>"${value}</script>`,
    ];
    const html = publishSite(site(WHOLE + tags.join('')), 'ada', { addressOf: () => '?' });
    assert.ok(html.length > 1_000_000);
  }
  assert.is(
    publishSite(site(`${WHOLE}<img src=" ./cat.png #a ">`), 'ada'),
    `${WHOLE}<img src="${CAT}#a">`,
  );
  const twice = `${WHOLE}<a ${'href=cat.png '.repeat(50_000)} ${'download '.repeat(50_000)}>`;
  assert.ok(publishSite(site(twice), 'ada').length > twice.length);
});

test('scanning takes time in proportion to the text: a hundred thousand broken tags', () => {
  for (const piece of ['<a "', '<!-', '<script>', '<a b=', '</', "<a '"]) {
    const tags = [...scanTags(piece.repeat(100_000))];
    assert.ok(tags.length <= 100_000);
  }
});

test('texts without references to files of the site are published as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>/="\'! -abst\n') }), (text) => {
      assert.is(publishSite(site(WHOLE + text), 'ada'), WHOLE + text);
    }),
    { numRuns: 500 },
  );
});

test('an exported file is the same site again, whatever its texts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '</script>',
      '<!--<script>',
      '<!doctype html><!--',
      '<!-- a --><!doctype html><p',
      '\ufeff',
    ),
  );
  fc.assert(
    fc.property(text, text, text, fc.uint8Array(), fc.nat(255), (...parts) => {
      const [index, style, script, bytes, voiceSpace] = parts;
      const written = {
        files: { 'index.html': index, 'style.css': style, 'script.js': script },
        assets: [{ name: 'a.png', bytes }],
        instruments: [{ id: 'a', mode: 'paf_synth', taught: bytes, voiceSpace }],
        displayName: index,
        lang: 'en',
      };
      assert.equal(importSite(exportSite(written, publishSite(written, 'ada'))), written);
    }),
    { numRuns: 300 },
  );
});

test('any other HTML file becomes index.html', () => {
  assert.is(importSite('\ufeff<p>hi').files['index.html'], '<p>hi');
});

test('damaged sources are refused with a sentence', () => {
  const file = '<script id="ensemble-source" type="application/json">{"format":1}</script>';
  assert.throws(() => importSite(file), /sources are damaged/);
});

test('a file from before there were voice spaces plays in the first; an impossible one is damaged', () => {
  const instruments = [{ id: 'a', mode: 'm', taught: Uint8Array.of(1), voiceSpace: 0 }];
  const old = exportSite({ ...EMPTY_SITE, instruments }, '<!doctype html>');
  assert.not.match(old, /voiceSpace/);
  assert.equal(importSite(old).instruments, instruments);
  for (const bad of ['-1', '256', '0.5', '"1"', 'null']) {
    const text = old.replace('"mode":"m"', `"mode":"m","voiceSpace":${bad}`);
    assert.throws(() => importSite(text), /sources are damaged/, bad);
  }
});

test('thirty megabytes of pictures in a file are refused by name or by size, not by the stack', () => {
  const picture = (name: string, bytes: number) => ({ name, bytes: new Uint8Array(bytes) });
  const file = (assets: readonly { name: string; bytes: Uint8Array }[]) =>
    exportSite({ ...EMPTY_SITE, assets }, '<!doctype html>');
  const many = Array.from({ length: 15 }, (_, i) => picture(`${i}.png`, 2_000_000));
  assert.throws(() => importSite(file(many)), /30\.0 MB; a file may bring 12\.0 MB/);
  assert.throws(() => importSite(file([picture('big.png', 30_000_000)])), /big\.png is 28\.6 MiB/);
  const fits = importSite(file(many.slice(0, 5)));
  assert.equal(
    fits.assets.map(({ bytes }) => bytes.length),
    Array(5).fill(2_000_000),
  );
});

test('sources that are not base64 are damaged', () => {
  for (const bytes of ['a', 'abc', 'ab=c', 'a===', 'ab c', 'äbcd']) {
    const site = { ...EMPTY_SITE, assets: [{ name: 'a.png', bytes: new Uint8Array(3) }] };
    const text = exportSite(site, '<!doctype html>').replace('"AAAA"', JSON.stringify(bytes));
    assert.throws(() => importSite(text), /sources are damaged/, bytes);
  }
});

test.run();
