/** An open site's document: what a change amounts to, and when its log is compacted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { finished } from '../../src/sites/charged-work.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { commit } from '../support/commit.ts';

async function withSite(
  body: (live: LiveDocument, store: LmdbStore) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-live-'));
  const store = new LmdbStore({ directory });
  try {
    await body(new LiveDocument('ada', store, limitsWith()), store);
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Somebody's document, and each of its edits as an update. */
function writer(): { readonly doc: Y.Doc; readonly take: () => Uint8Array[] } {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => void updates.push(update));
  return { doc, take: () => updates.splice(0) };
}

const state = (doc: Y.Doc): Uint8Array => Y.encodeStateAsUpdate(doc);

test('edits that are known are stored and told as they are, several as one', async () => {
  await withSite(async (live) => {
    const ada = writer();
    const text = ada.doc.getText('index.html');
    for (const word of ['one ', 'two ', 'three']) text.insert(text.length, word);
    const updates = ada.take();
    const [first = new Uint8Array(), ...rest] = updates;
    const commitKnown = (parts: Uint8Array[]) => {
      const apply = () => void parts.map((part) => live.apply(part, 1));
      return commit(live, 'edit', ['Ada'], apply, parts);
    };
    assert.equal(await commitKnown([first]), first);
    const both = await commitKnown(rest);
    const reader = new Y.Doc();
    for (const part of [first, both ?? first]) Y.applyUpdate(reader, part);
    assert.equal(state(reader), state(ada.doc));
    assert.equal(state(finished(live.at(2))), state(ada.doc));
    // The next change of which only Yjs knows is told as before.
    await commit(live, 'import', [], () => live.doc.getText('index.html').insert(0, 'zero '));
    assert.is(finished(live.at(3)).getText('index.html').toString(), 'zero one two three');
  });
});

test('a change that does nothing is no edit, and leaves none behind', async () => {
  await withSite(async (live) => {
    assert.is(await commit(live, 'edit', [], () => {}), undefined);
    assert.is(live.seq, 0);
    await commit(live, 'import', [], () => live.doc.getText('index.html').insert(0, 'x'));
    assert.is(live.seq, 1);
  });
});

test('a long log is compacted once it is a share of the whole, and never grows without end', async () => {
  await withSite(async (live, store) => {
    const typed = async (characters: number, each: number) => {
      for (let i = 0; i < characters; i++) {
        await commit(live, 'import', [], () =>
          live.doc.getText('index.html').insert(0, 'x'.repeat(each)),
        );
        await live.compactIfLong();
      }
    };
    const entries = () => store.load('ada').updates.length;
    await typed(1, 1_100_000);
    await typed(505, 1);
    assert.is(entries(), 506, 'little was written beside what is there');
    await typed(1, 500_000);
    assert.is(entries(), 507, 'half as much was written');
    await typed(1, 700_000);
    assert.is(entries(), 1, 'as much was written');
  });
});

test.run();
