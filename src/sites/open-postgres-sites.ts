/** Opens the sites of a PostgreSQL database, with a copy in a folder that this server reads. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { lockData } from './data-lock.ts';
import type { LiveSites, LiveSitesOptions } from './live-sites.ts';
import { LmdbStore } from './lmdb-store.ts';
import { OwnedSites } from './open-sites.ts';
import { connect, explain } from './pg-connect.ts';
import { followDatabase } from './pg-copy.ts';
import { type Head, own } from './pg-schema.ts';
import { PgWriter } from './pg-writer.ts';
import { checkStore } from './store-check.ts';

/** The copy's folder in DATA_DIR, beside a store of its own that may be there. */
export const COPY_FOLDER = 'postgres-copy';

export interface OpenPostgresOptions extends Omit<LiveSitesOptions, 'store'> {
  /** DATA_DIR. */
  readonly directory: string;
  /** DATABASE_URL. */
  readonly database: string;
  /** Another server owns the database now; this one must end. */
  readonly replaced: () => void;
}

export interface Owned {
  readonly client: Client;
  readonly head: Head;
}

/** Connects and makes this process the owner. @throws DatabaseError */
export async function ownDatabase(url: string): Promise<Owned> {
  const client = await connect(url);
  try {
    return { client, head: await own(client) };
  } catch (error) {
    await client.end().catch(() => {});
    throw explain(error);
  }
}

/** A damaged copy is made anew: the database has everything. */
function removeDamaged(directory: string, log: LiveSitesOptions['log']): void {
  let isSound = false;
  try {
    isSound = checkStore(directory, false).damaged.size === 0;
  } catch {
    // Nothing of it can be read.
  }
  if (isSound) return;
  log.error({ directory }, 'the copy of the database was damaged; it is made again');
  for (const file of ['data.mdb', 'lock.mdb']) rmSync(path.join(directory, file), { force: true });
}

/** Opens the sites in a database. Throws a sentence if it cannot be used, or another server owns it. */
export async function openPostgresSites(options: OpenPostgresOptions): Promise<LiveSites> {
  const { directory, database, replaced, log, ...rest } = options;
  const folder = path.join(directory, COPY_FOLDER);
  const unlock = lockData(folder);
  let client: Client | undefined;
  try {
    removeDamaged(folder, log);
    const owned = await ownDatabase(database);
    client = owned.client;
    const { head } = owned;
    const followed = await followDatabase(folder, client, head);
    const started = { client, head, log, replaced, connect: () => connect(database) };
    const store = new LmdbStore({
      directory: folder,
      through: (writeHere) => new PgWriter({ ...started, writeHere }),
    });
    log.info({ sites: store.sites.size, copy: followed }, 'the database is open');
    if (store.sites.size === 0 && existsSync(path.join(directory, 'data.mdb'))) {
      log.warn(
        { directory },
        'the database is empty, and DATA_DIR has sites: npm run store -- copy to-database takes them over',
      );
    }
    return new OwnedSites({ ...rest, log, store }, unlock);
  } catch (error) {
    await client?.end().catch(() => {});
    unlock();
    throw error;
  }
}
