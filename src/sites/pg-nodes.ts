/**
 * The servers (nodes) that use a database, and which of them owns which site.
 *
 * A node has an epoch, a lease by the database's clock, and a lock that its connection for writing holds. It is ended by
 * another one only if the lease is over or the lock is free; from then on nothing it sends is stored (pg-batch.ts).
 */
import { hostname } from 'node:os';
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import { codeOf, DatabaseError } from './pg-connect.ts';
import { BigInteger, formatOf, type Head, headOf, LOCK, migrate, within } from './pg-schema.ts';

/** A node that is not heard of for so long may be replaced. */
export const LEASE_MS = 5_000;
/** A server that just ended may be listed, or hold its lock, for another moment. */
const HANDOVER_MS = 3_000;
const RETRY_MS = 100;
const UNIQUE_VIOLATION = '23505';

/** How a server joins. */
export interface NodeOptions {
  /** Where other nodes reach it; empty for one that has the database to itself. */
  readonly address: string;
  /** Default 5,000 ms. */
  readonly leaseMs?: number;
}

/** This server, as one of a database's nodes. */
export interface Node {
  readonly number: number;
  readonly epoch: string;
  readonly address: string;
}

export interface Joined {
  readonly node: Node;
  readonly head: Head;
}

const Locked = v.tuple([v.object({ locked: v.boolean() })]);

/** Whether this connection now holds the store until it ends: to itself, or together with other nodes. */
async function lockStore(client: ClientBase, address: string): Promise<boolean> {
  const lock = address === '' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  const { rows } = await client.query(`SELECT ${lock}($1, $2) AS locked`, [LOCK.program, LOCK.own]);
  return v.parse(Locked, rows)[0].locked;
}

/**
 * Tries to take the locks of a node for this connection, and notes when it did. True if it holds them: then every
 * connection that held them before has ended, and with it whatever it was storing.
 */
export async function lockNode(client: ClientBase, { number, address }: Node): Promise<boolean> {
  if (!(await lockStore(client, address))) return false;
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS locked', [
    LOCK.nodes,
    number,
  ]);
  if (!v.parse(Locked, rows)[0].locked) return false;
  await client.query('UPDATE ensemble.nodes SET locked = now() WHERE number = $1', [number]);
  return true;
}

const Alive = v.array(v.object({ number: BigInteger, owner: v.string() }));

/** The nodes that are not known to have ended, of one address if that is given. */
async function listed(client: ClientBase, address?: string): Promise<v.InferOutput<typeof Alive>> {
  const { rows } = await client.query(
    'SELECT number, owner FROM ensemble.nodes WHERE NOT ended AND ($1::text IS NULL OR address = $1) ORDER BY number',
    [address ?? null],
  );
  return v.parse(Alive, rows);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for the lock of the store. @throws DatabaseError naming who has it */
async function waitForStore(client: ClientBase, address: string): Promise<void> {
  const end = performance.now() + HANDOVER_MS;
  while (!(await lockStore(client, address))) {
    if (performance.now() < end) {
      await pause(RETRY_MS);
      continue;
    }
    const others = (await formatOf(client)) === 0 ? [] : await listed(client);
    const owner = others.map((other) => other.owner).join(', ') || 'another server';
    const share =
      address === ''
        ? 'Stop that server, or wait until it has ended; or give each of them a NODE_ADDRESS, to share it.'
        : 'It has no NODE_ADDRESS, so it shares it with no other. Stop it, and start it with one.';
    throw new DatabaseError(
      'E_DATABASE_IN_USE',
      `The database of DATABASE_URL is in use by ${owner}. ${share}`,
    );
  }
}

/** Waits until no other node has this address. @throws DatabaseError */
async function waitForAddress(client: ClientBase, address: string, leaseMs: number): Promise<void> {
  const end = performance.now() + leaseMs + HANDOVER_MS;
  for (;;) {
    const [other] = await listed(client, address);
    if (other === undefined || (await endNode(client, other.number))) return;
    if (performance.now() > end) {
      throw new DatabaseError(
        'E_NODE_ADDRESS',
        `NODE_ADDRESS is ${address}, which ${other.owner} uses. Each server needs an address of its own.`,
      );
    }
    await pause(RETRY_MS);
  }
}

const Registered = v.tuple([v.object({ number: BigInteger, epoch: v.string() })]);

/** Deletes the claims of nodes that have ended, but for those that others are taking over now. */
async function forgetClaims(client: ClientBase): Promise<void> {
  await client.query(
    `DELETE FROM ensemble.claims WHERE site IN (
       SELECT c.site FROM ensemble.claims c JOIN ensemble.nodes n ON n.number = c.node
       WHERE n.ended FOR UPDATE OF c SKIP LOCKED)`,
  );
}

async function register(client: ClientBase, address: string, leaseMs: number): Promise<Node> {
  return within(client, async () => {
    // Whoever has the store to itself had no other beside it, and has ended if others have the store now.
    await client.query(
      `UPDATE ensemble.nodes SET ended = true WHERE NOT ended AND (address = '' OR $1 = '')`,
      [address],
    );
    await forgetClaims(client);
    const { rows } = await client.query(
      `INSERT INTO ensemble.nodes (owner, address, lease, expires)
       VALUES ($1, $2, make_interval(secs => $3), now() + make_interval(secs => $3)) RETURNING number, epoch`,
      [`${hostname()} (process ${process.pid})`, address, leaseMs / 1_000],
    );
    const [{ number, epoch }] = v.parse(Registered, rows);
    await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK.nodes, number]);
    return { number, epoch, address };
  });
}

/** Makes this process a node, and brings the tables to this version. @throws DatabaseError if another server forbids it */
export async function join(client: ClientBase, options: NodeOptions): Promise<Joined> {
  const { address, leaseMs = LEASE_MS } = options;
  await waitForStore(client, address);
  await migrate(client);
  for (;;) {
    if (address !== '') await waitForAddress(client, address, leaseMs);
    try {
      const node = await register(client, address, leaseMs);
      return { node, head: await headOf(client) };
    } catch (error) {
      // Another one with this address was faster.
      if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    }
  }
}

/** SQL that gives how many batches a node has written; null if it has been ended. */
export const writtenSql = (number: string, epoch: string): string =>
  `(SELECT written FROM ensemble.nodes WHERE number = ${number} AND epoch = ${epoch} AND NOT ended) AS written`;
export const Written = v.object({ written: v.nullable(BigInteger) });

/** How many batches a node has written; undefined if it has been ended. */
export async function writtenBy(
  client: ClientBase,
  { number, epoch }: Node,
): Promise<number | undefined> {
  const { rows } = await client.query(`SELECT ${writtenSql('$1', '$2')}`, [number, epoch]);
  return v.parse(v.tuple([Written]), rows)[0].written ?? undefined;
}

const Nodes = v.array(v.object({ number: BigInteger, address: v.string(), leftMs: v.number() }));

/** The nodes that were not ended. */
export interface KnownNodes {
  readonly living: ReadonlySet<number>;
  /** Those whose lease is over. */
  readonly over: readonly Owner[];
  /** Milliseconds until the next lease ends, if it is not renewed. */
  readonly nextOverMs: number;
}

/** Renews the lease, and gives the nodes; undefined if this one has been ended. */
export async function beat(
  client: ClientBase,
  { number, epoch }: Node,
): Promise<KnownNodes | undefined> {
  const { rowCount } = await client.query(
    'UPDATE ensemble.nodes SET expires = now() + lease WHERE number = $1 AND epoch = $2 AND NOT ended',
    [number, epoch],
  );
  if (rowCount !== 1) return undefined;
  const { rows } = await client.query(
    `SELECT number, address, 1000 * extract(epoch FROM expires - now())::float8 AS "leftMs"
     FROM ensemble.nodes WHERE NOT ended`,
  );
  const nodes = v.parse(Nodes, rows);
  const living = nodes.filter(({ leftMs }) => leftMs > 0);
  return {
    living: new Set(living.map((node) => node.number)),
    over: nodes.filter(({ leftMs }) => leftMs <= 0),
    nextOverMs: Math.min(...living.map(({ leftMs }) => leftMs)),
  };
}

/**
 * Ends another node if that is certain to be right: its lease is over, or its lock is free. Not right after a start of
 * the database, unless the node has come back since then and taken its lock. True if it is ended now.
 */
export async function endNode(client: ClientBase, number: number): Promise<boolean> {
  await client.query(
    `UPDATE ensemble.nodes SET ended = true WHERE number = $1 AND NOT ended
       AND (pg_postmaster_start_time() + lease < now() OR locked > pg_postmaster_start_time())
       AND (expires < now() OR pg_try_advisory_xact_lock($2, number::integer))`,
    [number, LOCK.nodes],
  );
  const { rows } = await client.query(
    'SELECT number FROM ensemble.nodes WHERE number = $1 AND NOT ended',
    [number],
  );
  return rows.length === 0;
}

/** Says that this node writes nothing more, so that others need not wait for it. */
export async function leave(client: ClientBase, { number }: Node): Promise<void> {
  await client.query('UPDATE ensemble.nodes SET ended = true WHERE number = $1', [number]);
  await forgetClaims(client);
}

const OwnerSchema = v.object({ number: BigInteger, address: v.string() });
export type Owner = v.InferOutput<typeof OwnerSchema>;
const Owners = v.array(v.object({ site: v.string(), ...OwnerSchema.entries }));

/** Adds the nodes that own some of these sites. */
async function addOwners(
  client: ClientBase,
  sites: readonly string[],
  owners: Map<string, Owner>,
): Promise<void> {
  const { rows } = await client.query(
    `SELECT c.site, n.number, n.address FROM ensemble.claims c JOIN ensemble.nodes n ON n.number = c.node
     WHERE c.site = ANY($1) AND NOT n.ended`,
    [sites],
  );
  for (const { site, ...owner } of v.parse(Owners, rows)) owners.set(site, owner);
}

const Claimed = v.array(v.object({ site: v.string() }));

/**
 * Claims sites for this node unless others have them. Gives the owner of each; a site that this node has just lost has
 * none. Sites that have an owner are only read: trying to claim them would lock their rows, which is written to disk.
 */
export async function claim(
  client: ClientBase,
  { number, epoch, address }: Node,
  sites: readonly string[],
): Promise<ReadonlyMap<string, Owner>> {
  const owners = new Map<string, Owner>();
  const ownerless = () => sites.filter((site) => !owners.has(site));
  await addOwners(client, sites, owners);
  if (ownerless().length === 0) return owners;
  // Nodes that claim the same sites lock them in the same order.
  const { rows } = await client.query(
    `INSERT INTO ensemble.claims AS c (site, node)
     SELECT s.site, n.number FROM unnest($1::text[]) AS s (site), ensemble.nodes n
     WHERE n.number = $2 AND n.epoch = $3 AND NOT n.ended ORDER BY s.site
     ON CONFLICT (site) DO UPDATE SET node = excluded.node, since = now()
     WHERE (SELECT n.ended FROM ensemble.nodes n WHERE n.number = c.node)
     RETURNING c.site`,
    [ownerless(), number, epoch],
  );
  for (const { site } of v.parse(Claimed, rows)) owners.set(site, { number, address });
  // Another node was faster.
  if (ownerless().length > 0) await addOwners(client, ownerless(), owners);
  return owners;
}

/** Gives a site up, which must have nothing left to write. */
export async function release(client: ClientBase, { number }: Node, site: string): Promise<void> {
  await client.query('DELETE FROM ensemble.claims WHERE site = $1 AND node = $2', [site, number]);
}
