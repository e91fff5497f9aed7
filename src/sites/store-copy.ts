/** Copies all of a store between a folder and a PostgreSQL database, and compares both byte for byte. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import type { Client } from 'pg';
import { lockData } from './data-lock.ts';
import { LmdbStore } from './lmdb-store.ts';
import { type Key, lmdbOptions, type Tables } from './lmdb-tables.ts';
import { type JoinedDatabase, joinDatabase } from './open-postgres-sites.ts';
import { addToBatch, commitBatch } from './pg-batch.ts';
import { explain } from './pg-connect.ts';
import { difference, followDatabase, storedWrites } from './pg-copy.ts';
import { type Batch, within } from './pg-schema.ts';
import { openTables } from './store-format.ts';

/** Of one statement. */
const BATCH_BYTES = 4_194_304;

/** A copy that was not made; source and target are as before. */
class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly code = 'E_STORE_COPY';
}

async function withTables<Result>(
  directory: string,
  body: (tables: Tables) => Promise<Result>,
): Promise<Result> {
  const root: RootDatabase<Buffer, Key> = open<Buffer, Key>(lmdbOptions(directory, false));
  try {
    return await body(openTables(root));
  } finally {
    await root.close();
  }
}

async function withDatabase<Result>(
  url: string,
  body: (owned: JoinedDatabase) => Promise<Result>,
): Promise<Result> {
  const owned = await joinDatabase(url);
  try {
    return await body(owned);
  } catch (error) {
    throw error instanceof CopyError ? error : explain(error);
  } finally {
    await owned.client.end().catch(() => {});
  }
}

async function mustAgree(tables: Tables, client: Client): Promise<void> {
  const differs = await difference(tables, client);
  if (differs !== undefined) throw new CopyError(`The copy is not what was copied: ${differs}.`);
}

/** Copies the store in `directory` into an empty database. Gives the number of sites. @throws CopyError, DatabaseError */
export async function copyToDatabase(directory: string, url: string): Promise<number> {
  const unlock = lockData(directory);
  try {
    // Opening it brings it to this version's format.
    const store = new LmdbStore({ directory });
    const { size } = store.sites;
    await store.close();
    await withDatabase(url, ({ client, head, node }) =>
      withTables(directory, async (tables) => {
        if (head.batch > 0) {
          throw new CopyError('The database of DATABASE_URL has sites; copy into an empty one.');
        }
        await within(client, async () => {
          let batch: Batch | undefined;
          for (const writes of storedWrites(tables, BATCH_BYTES)) {
            if (batch === undefined) batch = await commitBatch(client, node, 1, writes);
            else await addToBatch(client, batch, writes);
          }
          await mustAgree(tables, client);
        });
      }),
    );
    return size;
  } finally {
    unlock();
  }
}

/** Copies a database into `directory`, which must have no store. Gives the number of sites. @throws as above */
export async function copyFromDatabase(url: string, directory: string): Promise<number> {
  const unlock = lockData(directory);
  const files = ['data.mdb', 'lock.mdb'].map((file) => path.join(directory, file));
  try {
    if (files.some((file) => existsSync(file))) {
      throw new CopyError(`There is a store in ${directory}; copy into another folder.`);
    }
    try {
      await withDatabase(url, async ({ client }) => {
        await followDatabase(directory, client);
        await withTables(directory, async (tables) => {
          await mustAgree(tables, client);
          // From now on it is a store of its own.
          tables.meta.removeSync('postgres');
        });
      });
    } catch (error) {
      for (const file of files) rmSync(file, { force: true });
      throw error;
    }
    const store = new LmdbStore({ directory, readOnly: true });
    const { size } = store.sites;
    await store.close();
    return size;
  } finally {
    unlock();
  }
}
