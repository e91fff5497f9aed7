/** A store on many pages, and pages of it that are broken: reading them crashes the process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { limitsWith } from '../../src/limits.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { commit } from './commit.ts';

const PAGE_BYTES = 4_096;
export const nameOf = (site: number): string => `site-${String(site).padStart(2, '0')}`;
export const textOf = (site: number): string => `<p>${nameOf(site)} says</p>${'.'.repeat(1_200)}`;

/** Sixty sites, two or three to a page of the log. */
export async function fillPages(directory: string): Promise<void> {
  const store = new LmdbStore({ directory });
  await Promise.all(
    Array.from({ length: 60 }, (_, site) => {
      const live = new LiveDocument(nameOf(site), store, limitsWith());
      return commit(live, 'import', ['Ada'], () =>
        live.doc.getText('index.html').insert(0, textOf(site)),
      );
    }),
  );
  await store.close();
}

/** Destroys what says how the pages are laid out that hold the words; gives how many there are. */
export function breakPages(file: string, words: string): number {
  const bytes = readFileSync(file);
  let broken = 0;
  for (let at = bytes.indexOf(words); at >= 0; at = bytes.indexOf(words, at + 1)) {
    const page = at - (at % PAGE_BYTES);
    bytes.fill(0xa5, page + 8, page + 200);
    broken += 1;
  }
  writeFileSync(file, bytes);
  return broken;
}
