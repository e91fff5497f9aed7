/** A store with very many small sites, written far faster than people could. */
import { open } from 'lmdb';
import * as Y from 'yjs';
import { type Key, lmdbOptions } from '../../src/sites/lmdb-tables.ts';
import { type SiteRecord, sealEdits, sealSite } from '../../src/sites/records.ts';
import { openTables, TABLES_FORMAT } from '../../src/sites/store-format.ts';

const A_TRANSACTION = 20_000;

export const manyNamed = (index: number): string => `site-${index}`;

/**
 * Writes sites of one edit each, each a second after the one before, into a new store in `directory`.
 *
 * @param change of their records
 */
export async function writeManySites(
  directory: string,
  count: number,
  change: (index: number) => Partial<SiteRecord> = () => ({}),
): Promise<void> {
  const doc = new Y.Doc();
  doc.getText('index.html').insert(0, '<h1>One of very many sites</h1>\n');
  const update = Y.encodeStateAsUpdate(doc);
  const root = open<Buffer, Key>(lmdbOptions(directory, false, false));
  const tables = openTables(root);
  for (let from = 0; from < count; from += A_TRANSACTION) {
    root.transactionSync(() => {
      for (let index = from; index < Math.min(count, from + A_TRANSACTION); index++) {
        const name = manyNamed(index);
        const editedMs = 1_700_000_000_000 + index * 1_000;
        const about = { from: 1, to: 1, startedMs: editedMs, endedMs: editedMs, authors: [] };
        const log = sealEdits([{ ...about, kind: 'edit', update }]);
        const record = {
          name,
          incarnation: `incarnation ${index}`,
          createdMs: editedMs,
          editedMs,
          seq: 1,
          bytes: log.length,
          displayName: `The site ${index.toString(36)}`,
          locked: false,
          hidden: false,
          removedMs: 0,
          ...change(index),
        };
        tables.sites.putSync(name, sealSite(record));
        tables.log.putSync([name, 1], log);
      }
    });
  }
  tables.meta.putSync('format', Buffer.from(String(TABLES_FORMAT)));
  await root.close();
}
