/** The store of servers on PostgreSQL does what every store does; opened anew it has nothing but the database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import { closing } from '../support/closing.ts';
import { startNode } from '../support/cluster-node.ts';
import { startPostgres } from '../support/postgres.ts';
import { storeSuite } from '../support/store-suite.ts';

const postgres = await startPostgres();

storeSuite(async () => {
  const database = postgres.url(await postgres.database());
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-store-'));
  let opened = 0;
  return {
    open: async () => {
      const node = await startNode(database, path.join(folder, String(++opened)));
      return { store: node.sites.rooms.store, close: () => node.close() };
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

closing(() => postgres.kill());

test.run();
