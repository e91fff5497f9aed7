/** The store of one server, in LMDB, does what every store does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { storeSuite } from '../support/store-suite.ts';

storeSuite(async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-store-'));
  return {
    open: async () => {
      const store = new LmdbStore({ directory });
      return { store, close: () => store.close() };
    },
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
});

test.run();
