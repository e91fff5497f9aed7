/** Another content is written over a site in turns, as one edit. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { EMPTY_SITE, readSite, type SiteContent } from '../../src/shared/site/document.ts';
import { finished, NOBODY } from '../../src/sites/charged-work.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { writeContent } from '../../src/sites/write-content.ts';
import { commit } from '../support/commit.ts';
import { randomOf } from '../support/made-update.ts';
import { withStore } from '../support/with-store.ts';

const withSite = (body: (live: LiveDocument) => Promise<void>) =>
  withStore((store) => body(new LiveDocument('ada', store, limitsWith())));

/** A page of which each letter was written by itself, out of order, and the content of a shorter one. */
async function writeScattered(live: LiveDocument): Promise<void> {
  const random = randomOf(1);
  await commit(live, 'import', ['Ada'], () => {
    const text = live.doc.getText('index.html');
    for (let i = 0; i < 20_000; i++)
      text.insert(random(text.length + 1), i % 40 === 0 ? '\n' : 'x');
  });
}

const SHORT: SiteContent = {
  ...EMPTY_SITE,
  files: { ...EMPTY_SITE.files, 'index.html': 'y'.repeat(300), 'style.css': 'p{}' },
  displayName: 'Ada',
};

test('another content is written over a large one in several turns, and is one edit', async () => {
  await withSite(async (live) => {
    await writeScattered(live);
    const reader = new Y.Doc();
    Y.applyUpdate(reader, Y.encodeStateAsUpdate(live.doc));
    const before = live.doc.getText('index.html').length;
    const charged: number[] = [];
    const run = <Result>(work: () => Result): Result => {
      charged.push(live.doc.getText('index.html').length);
      return work();
    };
    const change = await writeContent(live, SHORT, { ...NOBODY, run });
    assert.ok(change);
    assert.ok(charged.length > 2, `in ${charged.length} turns`);
    assert.ok(
      charged.some((length) => length > 300 && length < before),
      'it comes to other work in between',
    );
    // Two settings beside the two files.
    assert.equal(change.size, { added: 300 + 3 + 2, removed: before, cuts: true });
    await live.store('restore', [{ ...change, authors: ['Ada'] }]);
    assert.is(live.seq, 2);
    Y.applyUpdate(reader, change.update);
    for (const doc of [live.doc, reader, finished(live.at(2))]) assert.equal(readSite(doc), SHORT);
    assert.equal(Y.encodeStateAsUpdate(reader), Y.encodeStateAsUpdate(live.doc));
    assert.is(await writeContent(live, SHORT, NOBODY), undefined, 'nothing differs any more');
  });
});

test('writing that fails halfway leaves the document as it is stored', async () => {
  await withSite(async (live) => {
    await writeScattered(live);
    const stored = Y.encodeStateAsUpdate(live.doc);
    let turns = 0;
    const run = <Result>(work: () => Result): Result => {
      turns += 1;
      if (turns > 2) throw new Error('the room was closed');
      return work();
    };
    const failed = await writeContent(live, SHORT, { ...NOBODY, run }).catch(String);
    assert.is(failed, 'Error: the room was closed');
    assert.equal(Y.encodeStateAsUpdate(live.doc), stored);
    await commit(live, 'import', [], () => live.doc.getText('index.html').insert(0, 'z'));
    assert.is(live.doc.getText('index.html').length, 20_001);
  });
});

test.run();
