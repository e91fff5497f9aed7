/** A store in a folder of its own, and a site in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { commit } from './commit.ts';

export async function withStore(
  body: (store: LmdbStore, directory: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-store-'));
  const store = new LmdbStore({ directory });
  try {
    await body(store, directory);
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Adds one text after the other to the first page of `garden`; gives the document that they make up, and the number of its last edit. */
export async function writeTexts(
  store: LmdbStore,
  texts: readonly string[],
): Promise<{ readonly update: Uint8Array; readonly seq: number }> {
  const live = new LiveDocument('garden', store, limitsWith());
  for (const text of texts) {
    await commit(live, 'import', ['Ada'], () => live.doc.getText('index.html').insert(0, text));
  }
  return { update: Y.encodeStateAsUpdate(live.doc), seq: live.seq };
}
