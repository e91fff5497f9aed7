/** The document of a site: reading trusts nothing in it, writing touches only what differs. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import * as d from '../../../src/shared/site/document.ts';
import { siteChanges } from '../../../src/shared/site/restore.ts';
import * as i from '../../../src/shared/site/site-instruments.ts';

const content: d.SiteContent = {
  files: { 'index.html': '<h1>hi</h1>', 'style.css': 'h1 { color: red }', 'script.js': 'go()' },
  assets: [{ name: 'a.png', bytes: Uint8Array.of(1, 2, 3) }],
  displayName: 'Ada’s 乐器',
  lang: 'en-GB',
  instruments: [{ id: 'paf', mode: 'paf_synth', taught: Uint8Array.of(9), voiceSpace: 3 }],
};

test('a site that was written is read back whole', () => {
  const doc = new Y.Doc();
  assert.equal(d.readSite(doc), d.EMPTY_SITE);
  d.writeSite(doc, content);
  assert.equal(d.readSite(doc), content);
});

test('writing what is there already is no edit', () => {
  const doc = new Y.Doc();
  d.writeSite(doc, content);
  let updates = 0;
  doc.on('update', () => {
    updates += 1;
  });
  d.writeSite(doc, content);
  assert.is(updates, 0);
});

test('writing another site is one edit that removes what is gone', () => {
  const doc = new Y.Doc();
  d.writeSite(doc, content);
  let updates = 0;
  doc.on('update', () => {
    updates += 1;
  });
  d.writeSite(doc, { ...d.EMPTY_SITE, assets: [{ name: 'b.png', bytes: Uint8Array.of(4) }] });
  assert.is(updates, 1);
  assert.equal(
    d.readAssets(doc).map(({ name }) => name),
    ['b.png'],
  );
  assert.equal(i.readInstruments(doc), []);
});

test('any text becomes any other text, and never half a surrogate pair is left', () => {
  const unit = fc.constantFrom('a', 'b', '🎹', '🎺', 'é', '\n');
  const text = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const doc = new Y.Doc();
      const peer = new Y.Doc();
      doc.on('update', (update: Uint8Array) => Y.applyUpdate(peer, update));
      d.fileText(doc, 'index.html').insert(0, before);
      d.writeText(d.fileText(doc, 'index.html'), after);
      return (
        d.fileText(doc, 'index.html').toString() === after &&
        d.fileText(peer, 'index.html').toString() === after
      );
    }),
  );
});

test('values that break a rule are not there for readers', () => {
  const doc = new Y.Doc();
  doc.getMap('meta').set('displayName', 7);
  doc.getMap('meta').set('lang', '"><script>');
  const assets = doc.getMap('assets');
  assets.set('../up.png', { bytes: Uint8Array.of(1) });
  assets.set('run.exe', { bytes: Uint8Array.of(1) });
  assets.set('text.png', { bytes: 'no bytes' });
  assets.set('null.png', null);
  assets.set('big.png', { bytes: new Uint8Array(d.ASSET_BYTES + 1) });
  const instruments = doc.getMap('instruments');
  instruments.set('Bad Id', { mode: 'drone', taught: new Uint8Array() });
  instruments.set('nomode', { taught: new Uint8Array() });
  instruments.set('text', { mode: 'drone', taught: 'x' });
  instruments.set('fresh', { mode: 'drone' });
  for (const [at, voiceSpace] of [-1, 256, 0.5, '1', null].entries()) {
    if (voiceSpace !== null) instruments.set(`bad${at}`, { mode: 'drone', voiceSpace });
  }
  doc.getText('index.html').insertEmbed(0, { image: 'x' });
  const site = d.readSite(doc);
  assert.equal(site.assets, []);
  assert.equal(site.instruments, [
    { id: 'fresh', mode: 'drone', taught: new Uint8Array(), voiceSpace: 0 },
  ]);
  assert.is(site.displayName, '');
  assert.is(site.lang, '');
  assert.is(site.files['index.html'], '');
});

test('a display name is one line of at most 80 characters', () => {
  const doc = new Y.Doc();
  d.setMeta(doc, 'displayName', ` a\u0000\nb\u202e${'🎹'.repeat(100)}`);
  const name = d.readDisplayName(doc);
  assert.is([...name].length, 80);
  assert.ok(name.startsWith('a b '), JSON.stringify(name.slice(0, 8)));
});

const problems: readonly (readonly [string, d.Asset, RegExp])[] = [
  ['a name with a slash', { name: 'a/b.png', bytes: new Uint8Array() }, /1 to 64/],
  ['an ending we do not know', { name: 'a.exe', bytes: new Uint8Array() }, /ending in png, jpg/],
  ['the name of a text', { name: 'script.js', bytes: new Uint8Array() }, /ending in/],
  [
    'too many bytes',
    { name: 'a.png', bytes: new Uint8Array(2_097_153) },
    /is 2\.0 MiB; the limit is 2 MiB/,
  ],
  [
    'a long recording',
    { name: 'a.wav', bytes: new Uint8Array(3e6) },
    /shorter, or save it as MP3, and/,
  ],
  [
    'a long song',
    { name: 'a.mp3', bytes: new Uint8Array(3e6) },
    /MiB\. Cut it shorter, and try again/,
  ],
  ['a long film', { name: 'a.mp4', bytes: new Uint8Array(3e6) }, /shorter, or link to it where/],
];
for (const [what, asset, sentence] of problems) {
  test(`an asset with ${what} is refused with a sentence`, () => {
    assert.throws(
      () => d.setAsset(new Y.Doc(), asset),
      (error: unknown) => error instanceof RangeError && sentence.test(error.message),
    );
  });
}

test('a site holds 64 assets, any of which can still be replaced or removed', () => {
  const doc = new Y.Doc();
  for (let i = 0; i < 64; i++) d.setAsset(doc, { name: `${i}.png`, bytes: Uint8Array.of(i) });
  assert.throws(() => d.setAsset(doc, { name: 'x.png', bytes: new Uint8Array() }), /holds 64/);
  d.setAsset(doc, { name: '3.png', bytes: Uint8Array.of(99) });
  d.removeAsset(doc, '4.png');
  d.setAsset(doc, { name: 'x.png', bytes: new Uint8Array() });
  assert.is(d.readAssets(doc).length, 64);
});

test('an instrument is refused with a sentence where it breaks a rule', () => {
  const doc = new Y.Doc();
  const empty = new Uint8Array();
  assert.throws(
    () => i.setInstrument(doc, { id: '9', mode: 'm', taught: empty, voiceSpace: 0 }),
    /letter first/,
  );
  const huge = new Uint8Array(i.TAUGHT_BYTES + 1);
  assert.throws(
    () => i.setInstrument(doc, { id: 'a', mode: 'm', taught: huge, voiceSpace: 0 }),
    /over the limit of 1048576/,
  );
  for (let n = 0; n < 16; n++)
    i.setInstrument(doc, { id: `i${n}`, mode: 'm', taught: empty, voiceSpace: 0 });
  i.setInstrument(doc, { id: 'i3', mode: 'n', taught: empty, voiceSpace: 0 });
  assert.throws(
    () => i.setInstrument(doc, { id: 'x', mode: 'm', taught: empty, voiceSpace: 0 }),
    /holds 16/,
  );
});

test('an instrument in the first voice space is stored as before there were any', () => {
  const doc = new Y.Doc();
  const taught = Uint8Array.of(1);
  i.setInstrument(doc, { id: 'a', mode: 'm', taught, voiceSpace: 0 });
  i.setInstrument(doc, { id: 'b', mode: 'm', taught, voiceSpace: 4 });
  assert.equal(doc.getMap('instruments').toJSON(), {
    a: { mode: 'm', taught },
    b: { mode: 'm', taught, voiceSpace: 4 },
  });
  for (const voiceSpace of [-1, 256, 0.5, Number.NaN]) {
    assert.throws(
      () => i.setInstrument(doc, { id: 'c', mode: 'm', taught, voiceSpace }),
      /voice space of c must be a whole number/,
    );
  }
  const site = d.readSite(doc);
  const [one, two] = site.instruments;
  if (one === undefined || two === undefined) throw new Error('an instrument is missing');
  d.writeSite(doc, { ...site, instruments: [one, { ...two, voiceSpace: 5 }] });
  assert.is(i.readInstruments(doc)[1]?.voiceSpace, 5);
});

test('another voice space is a change of the instrument, however much it learned', () => {
  const taught = new Uint8Array(i.TAUGHT_BYTES);
  const site = (voiceSpace: number) => ({
    ...d.EMPTY_SITE,
    instruments: [{ id: 'a', mode: 'm', taught, voiceSpace }],
  });
  assert.equal(siteChanges(site(1), site(1)), []);
  assert.equal(siteChanges(site(1), site(2)), [{ file: 'a (m)', added: 1, removed: 1 }]);
});

test('an asset knows its media type by the ending of its name', () => {
  assert.is(d.assetType('a.PNG'), 'image/png');
  assert.is(d.assetType('s.tar.mp3'), 'audio/mpeg');
  assert.is(d.assetType('png'), undefined);
  assert.is(d.assetType('.png'), undefined);
});

test.run();
