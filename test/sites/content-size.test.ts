/** What a document holds is measured without encoding it, and is never more than it takes when it is encoded. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { EMPTY_SITE, writeSite } from '../../src/shared/site/document.ts';
import { contentBytes } from '../../src/sites/content-size.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { randomOf } from '../fuzz/random.ts';
import { commit } from '../support/commit.ts';

const encoded = (doc: Y.Doc): number => Y.encodeStateAsUpdate(doc).length;

test('texts count as UTF-8 and files with all their bytes; what was deleted does not', () => {
  const doc = new Y.Doc();
  const picture = { name: 'a.png', bytes: new Uint8Array(50_000) };
  const files = { ...EMPTY_SITE.files, 'index.html': 'é'.repeat(10_000) };
  writeSite(doc, { ...EMPTY_SITE, files, assets: [picture] });
  assert.ok(contentBytes(doc) >= 70_000, String(contentBytes(doc)));
  assert.ok(contentBytes(doc) <= encoded(doc));
  assert.ok(contentBytes(doc) > 0.99 * encoded(doc));
  writeSite(doc, EMPTY_SITE);
  assert.ok(contentBytes(doc) < 100, String(contentBytes(doc)));
});

test('it is never more than a document takes, whatever was typed and deleted', () => {
  const random = randomOf(7);
  const doc = new Y.Doc();
  const text = doc.getText('index.html');
  for (let turn = 0; turn < 500; turn++) {
    const at = random(text.length + 1);
    if (random(3) > 0) text.insert(at, ['a', 'öß', '\u{1f3b9}', 'word '][random(4)] ?? '');
    else text.delete(at, Math.min(random(4), text.length - at));
    assert.ok(contentBytes(doc) <= encoded(doc));
  }
  assert.ok(contentBytes(doc) > 0);
});

test('an edit fits up to the limit to the byte', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-size-'));
  const store = new LmdbStore({ directory });
  const bytes = 10_000;
  const live = new LiveDocument('garden', store, { site_bytes: bytes });
  const text = live.doc.getText('index.html');
  await commit(live, 'edit', ['Ada'], () => text.insert(0, 'x'.repeat(8_000)));
  await commit(live, 'edit', ['Ada'], () => text.delete(0, 1_000));
  const left = bytes - encoded(live.doc);
  assert.ok(left > 2_900, 'what was deleted is not counted');
  assert.ok(live.fits(left));
  assert.not(live.fits(left + 1), 'as it is when it is encoded');
  assert.not(live.fits(3_001), 'for what the text alone takes');
  await commit(live, 'edit', ['Ada'], () => text.delete(0, 7_000));
  assert.ok(live.fits(9_900), 'once it was deleted');
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

test.run();
