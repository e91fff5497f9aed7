/** Two nodes of a database, of which a test makes the statements itself. */
import type { Write } from '../../src/sites/lmdb-tables.ts';
import { type JoinedDatabase, joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { claim, type Owner } from '../../src/sites/pg-nodes.ts';
import type { startPostgres } from './postgres.ts';

/** Leases of the nodes, which nobody renews. */
export const LEASE_MS = 200;

/** A write to a site. */
export const edit = (site: string, text = 'x'): Write[] => [['sites', site, Buffer.from(text)]];

/** Claims a site for a node. Gives its owner, if any. */
export const claimOne = async (
  { client, node }: JoinedDatabase,
  site: string,
): Promise<Owner | undefined> => (await claim(client, node, [site])).get(site);

/** Runs `body` with two nodes of a new database. */
export async function withTwoNodes(
  postgres: Awaited<ReturnType<typeof startPostgres>>,
  body: (first: JoinedDatabase, second: JoinedDatabase, url: string) => Promise<void>,
): Promise<void> {
  const url = postgres.url(await postgres.database());
  const first = await joinDatabase(url, { address: 'a:1', leaseMs: LEASE_MS });
  const second = await joinDatabase(url, { address: 'b:1', leaseMs: LEASE_MS });
  try {
    await body(first, second, url);
  } finally {
    await first.client.end().catch(() => {});
    await second.client.end().catch(() => {});
  }
}
