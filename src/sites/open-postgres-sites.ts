/** Opens the sites of a PostgreSQL database, with a copy in a folder that this server reads. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { BackgroundCheck } from './background-check.ts';
import { markClosed, takeClosedMark } from './closed-store.ts';
import { ClusterOwnership, placeOf } from './cluster-ownership.ts';
import { flushCopy, isUnflushed, markUnflushed, removeCopy } from './copy-flushing.ts';
import { lockData } from './data-lock.ts';
import { LiveSites, type LiveSitesOptions } from './live-sites.ts';
import { LmdbStore } from './lmdb-store.ts';
import { PgCluster } from './pg-cluster.ts';
import { codeOf, connect, DatabaseError, explain } from './pg-connect.ts';
import { followDatabase } from './pg-copy.ts';
import { type Joined, join, type NodeOptions } from './pg-nodes.ts';
import type { Head } from './pg-schema.ts';
import { PgWriter } from './pg-writer.ts';
import { RelayListener } from './relay.ts';
import { checkStore } from './store-check.ts';

/** The copy's folder in DATA_DIR, beside a store of its own that may be there. */
export const COPY_FOLDER = 'postgres-copy';

export interface OpenPostgresOptions extends Omit<LiveSitesOptions, 'store'> {
  /** DATA_DIR. */
  readonly directory: string;
  /** DATABASE_URL. */
  readonly database: string;
  /** Where other nodes reach this one, and the secret they share; without it, it has the database to itself. */
  readonly cluster?: ClusterSettings | undefined;
  /** Another server has replaced this one, which must end. */
  readonly replaced: () => void;
}

export interface ClusterSettings extends NodeOptions {
  readonly secret: string;
}

export interface JoinedDatabase extends Joined {
  readonly client: Client;
}

/** Connects, and makes this process a node of the database, by default the only one. @throws DatabaseError */
export async function joinDatabase(
  url: string,
  options: NodeOptions = { address: '' },
): Promise<JoinedDatabase> {
  const client = await connect(url);
  try {
    return { client, ...(await join(client, options)) };
  } catch (error) {
    await client.end().catch(() => {});
    throw explain(error);
  }
}

/**
 * A copy that is damaged, or may be, is made anew: the database has everything.
 * @returns whether it is as it was closed, and was not checked
 */
function removeDamaged(directory: string, log: LiveSitesOptions['log']): boolean {
  if (isUnflushed(directory)) {
    log.info(
      { directory },
      'the computer restarted before the copy of the database was flushed; it is made again',
    );
    removeCopy(directory);
    return false;
  }
  if (takeClosedMark(directory)) return true;
  let isSound = false;
  try {
    isSound = checkStore(directory, false).damaged.size === 0;
  } catch {
    // Nothing of it can be read.
  }
  if (isSound) return false;
  log.error({ directory }, 'the copy of the database was damaged; it is made again');
  removeCopy(directory);
  return false;
}

/** Opens the sites in a database. Throws a sentence if it cannot be used, or another server owns it. */
export async function openPostgresSites(options: OpenPostgresOptions): Promise<LiveSites> {
  const { directory, database, cluster, replaced, log, ...rest } = options;
  const folder = path.join(directory, COPY_FOLDER);
  const unlock = lockData(folder);
  let client: Client | undefined;
  try {
    const isAsClosed = removeDamaged(folder, log);
    const joined = await joinDatabase(database, cluster);
    client = joined.client;
    const { how, head } = await followDatabase(folder, client);
    const started = { ...joined, head, log, replaced, connect: () => connect(database) };
    let writer: PgWriter | undefined;
    const store = new LmdbStore({
      directory: folder,
      flush: !markUnflushed(folder),
      through: (writeHere) => {
        writer = new PgWriter({ ...started, writeHere });
        return writer;
      },
    });
    log.info({ sites: store.sites.size, copy: how }, 'the database is open');
    if (store.sites.size === 0 && existsSync(path.join(directory, 'data.mdb'))) {
      log.warn(
        { directory },
        'the database is empty, and DATA_DIR has sites: npm run store -- copy to-database takes them over',
      );
    }
    const { damaged } = store;
    const check = new BackgroundCheck({ directory: folder, isDue: isAsClosed, damaged, log });
    const all = { ...rest, log, store, check };
    const end = () => {
      try {
        flushCopy(folder);
        if (check.isSound) markClosed(folder);
      } catch (error) {
        log.error(
          { directory: folder, why: codeOf(error) },
          'could not flush the copy of the database',
        );
      } finally {
        unlock();
      }
    };
    if (cluster === undefined) return new PostgresSites(all, [], end);
    const copied = () => writer?.copied ?? 0;
    return await joinCluster({ ...started, ...cluster, all, store, copied, end });
  } catch (error) {
    await client?.end().catch(() => {});
    unlock();
    throw error;
  }
}

/** Parts that end with the sites: before the store is closed, and after. */
interface Part {
  close(): Promise<void>;
}

class PostgresSites extends LiveSites {
  readonly #parts: readonly Part[];
  readonly #end: () => void;

  constructor(options: LiveSitesOptions, parts: readonly Part[], end: () => void) {
    super(options);
    this.#parts = parts;
    this.#end = end;
  }

  override async close(): Promise<void> {
    await this.disconnect();
    for (const part of this.#parts) await part.close();
    await super.close();
    this.#end();
  }
}

interface ClusterParts extends Joined, ClusterSettings {
  readonly head: Head;
  readonly connect: () => Promise<Client>;
  readonly log: LiveSitesOptions['log'];
  readonly replaced: () => void;
  readonly all: LiveSitesOptions;
  readonly store: LmdbStore;
  readonly copied: () => number;
  readonly end: () => void;
}

/** Listens for other nodes, and opens the sites as one of them. */
async function joinCluster(parts: ClusterParts): Promise<LiveSites> {
  const { node, head, address, secret, log, store, all, end } = parts;
  const claims = new PgCluster({
    ...parts,
    follow: (writes) => store.follow(writes),
    known: (nodes) => ownership.known(nodes),
  });
  const ownership: ClusterOwnership = new ClusterOwnership({
    claims,
    database: head.id,
    secret,
    log,
    isOpen: (site) => sites.rooms.find(site) !== undefined,
  });
  const relay = new RelayListener({
    ...placeOf(address),
    secret,
    log,
    self: ownership.nameOf(node.number),
    connections: all.limits.connections,
    take: (visitor) => ownership.receive(visitor),
    leaseIsOver: () => claims.leaseIsOver(),
  });
  const sites: LiveSites = new PostgresSites({ ...all, ownership }, [claims, relay], end);
  ownership.admitBy((visitor, left) => sites.sockets.accept(visitor, left));
  try {
    await relay.listen();
  } catch (error) {
    await sites.close();
    throw explainListen(address, error);
  }
  log.info({ number: node.number }, 'joined the other servers of the database');
  return sites;
}

function explainListen(address: string, error: unknown): DatabaseError {
  return new DatabaseError(
    'E_NODE_ADDRESS',
    `NODE_ADDRESS is ${address}, where this server cannot listen (${codeOf(error)}). Name an address of this computer and a free port.`,
  );
}
