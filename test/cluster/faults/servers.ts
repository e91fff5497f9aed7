/**
 * Three servers behind HAProxy as the guide has it, on a database that has an address of its own, so that another one can
 * take its place.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { open } from 'lmdb';
import * as v from 'valibot';
import type { Postgres } from '../../../scripts/postgres.ts';
import { type Key, lmdbOptions } from '../../../src/sites/lmdb-tables.ts';
import { COPY_FOLDER } from '../../../src/sites/open-postgres-sites.ts';
import { difference, followDatabase } from '../../../src/sites/pg-copy.ts';
import { LOCK, within } from '../../../src/sites/pg-schema.ts';
import { openTables } from '../../../src/sites/store-format.ts';
import { Place } from '../../support/cluster-node.ts';
import { Cuttable } from '../../support/cuttable.ts';
import { freePort } from '../../support/free-port.ts';
import { startPostgres, withClient } from '../../support/postgres.ts';
import { type ProxyServer, startHaproxy } from '../../support/proxies.ts';
import { fenceIn } from '../../support/readme.ts';
import { until } from '../../support/until.ts';

const NODES = 3;
const LIMITS =
  'sites=100000,sites_per_address_hour=100000,sockets_per_address=1000,connections_per_address=5000,' +
  'messages_per_second=1000,work_ms_per_address=1000000,work_ms_per_site=1000000,' +
  'history_bytes_per_address_hour=100000000000';

const Owners = v.array(v.object({ site: v.string(), address: v.string() }));
export type Owner = v.InferOutput<typeof Owners>[number];
const States = v.array(v.object({ ended: v.boolean(), written: v.string(), number: v.string() }));
type State = v.InferOutput<typeof States>[number];

export interface ServersOptions {
  /** The program of the servers, if not the one that was built. */
  readonly entry?: readonly string[];
  /** The proxy knows so many of them. Default all. */
  readonly proxied?: number;
}

export class Servers {
  #postgres: Postgres;
  readonly #way: Cuttable;
  readonly database: string;
  readonly places: readonly Place[];
  readonly #proxy: ProxyServer;

  private constructor(
    postgres: Postgres,
    way: Cuttable,
    database: string,
    places: readonly Place[],
    proxy: ProxyServer,
  ) {
    this.#postgres = postgres;
    this.#way = way;
    this.database = database;
    this.places = places;
    this.#proxy = proxy;
  }

  static async start({ entry, proxied = NODES }: ServersOptions): Promise<Servers> {
    const postgres = await startPostgres();
    const way = await Cuttable.to(postgres.port);
    const database = await postgres.database();
    const url = new URL(postgres.url(database));
    url.port = String(way.port);
    const places: Place[] = [];
    while (places.length < NODES) {
      places.push(await Place.start({ DATABASE_URL: url.href, LIMITS }, entry));
    }
    const guide = fenceIn(readFileSync('scripts/service/README.md', 'utf8'), 'haproxy');
    const unknown = proxied < NODES ? ([[/ *server three .*\n/g, '']] as const) : [];
    const backends = places
      .slice(0, proxied)
      .map(({ port }, index) => [`10.0.0.${5 + index}:8080`, `127.0.0.1:${port}`] as const);
    const proxy = await startHaproxy(guide, [...unknown, ...backends], 'plain');
    return new Servers(postgres, way, database, places, proxy);
  }

  /** Port of the proxy, which speaks plain HTTP. */
  get port(): number {
    return this.#proxy.port;
  }

  get ports(): readonly number[] {
    return this.places.map(({ port }) => port);
  }

  query(text: string): Promise<Record<string, unknown>[]> {
    return this.#postgres.query(this.database, text);
  }

  /** Which server owns which site. */
  async owners(): Promise<readonly Owner[]> {
    const rows = await this.query(
      `SELECT site, address FROM ensemble.claims JOIN ensemble.nodes ON node = number
       WHERE NOT ended AND site NOT LIKE '~%' ORDER BY site`,
    );
    return v.parse(Owners, rows);
  }

  /** A start of a server, the latest by default, as the database knows it: whether it was ended, and how many batches it wrote. */
  async stateOf({ address }: Place, number?: string): Promise<State> {
    const rows = await this.query(
      `SELECT ended, written, number FROM ensemble.nodes WHERE address = '${address}'
       ${number === undefined ? '' : `AND number = ${number}`} ORDER BY number DESC LIMIT 1`,
    );
    const [state] = v.parse(
      v.array(v.object({ ...States.item.entries, number: v.string() })),
      rows,
    );
    if (state === undefined) throw new Error(`the database does not know ${address}`);
    return state;
  }

  /**
   * Runs `body`, and lets the database change nothing about servers until one of them has sent edits: otherwise it might
   * learn first that it was replaced, and send nothing.
   */
  async untilSent(number: string, body: () => void): Promise<void> {
    await withClient(this.#postgres.url(this.database), async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE ensemble.nodes IN EXCLUSIVE MODE');
      body();
      // The connection that sends edits has the lock of its server.
      const sent = async () => {
        const { rows } = await client.query(
          `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND wait_event_type = 'Lock'`,
          [LOCK.nodes, number],
        );
        return rows.length > 0;
      };
      await until(sent, () => 'a server that wakes up to send edits').finally(() =>
        client.query('COMMIT'),
      );
    });
  }

  /** A claim is gone, between batches: a standby that takes over has none under way. */
  async loseClaim(site: string): Promise<void> {
    await withClient(this.#postgres.url(this.database), (client) =>
      within(client, async () => {
        await client.query('LOCK TABLE ensemble.claims IN ACCESS EXCLUSIVE MODE');
        await client.query('DELETE FROM ensemble.claims WHERE site = $1', [site]);
      }),
    );
  }

  /** Starts whatever has ended. */
  async revive(): Promise<void> {
    for (const place of this.places) {
      const { child } = place.program ?? {};
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
        await place.up();
      }
    }
  }

  /** Ends the database at once and starts it again. */
  async restartDatabase(): Promise<void> {
    await this.#postgres.kill();
    await this.#postgres.start();
  }

  /** A synchronous standby is ready to take the place of the database. Gives what makes it do so. */
  async prepareStandby(): Promise<() => Promise<void>> {
    const standby = await this.#postgres.standby(await freePort());
    return async () => {
      this.#way.cut();
      await this.#postgres.kill();
      await standby.promote();
      this.#postgres = standby;
      this.#way.mend(standby.port);
    };
  }

  /** Until the database has noted that a server was ended. */
  async replaced(place: Place): Promise<void> {
    await until(
      async () => (await this.stateOf(place)).ended,
      () => `another server to replace ${place.address}`,
      30_000,
    );
  }

  /**
   * Ends all servers. Gives where their copies, brought up to the database as at a start, differ from it: whatever one
   * lacks it would serve, and write, without.
   */
  async differences(): Promise<string[]> {
    const found: string[] = [];
    for (const place of this.places) {
      await place.end('SIGKILL');
      const folder = path.join(place.folder, COPY_FOLDER);
      const differs = await withClient(this.#postgres.url(this.database), async (client) => {
        await followDatabase(folder, client);
        const root = open<Buffer, Key>(lmdbOptions(folder, true));
        return difference(openTables(root), client).finally(() => root.close());
      });
      if (differs !== undefined) found.push(`${place.address}: ${differs}`);
    }
    return found;
  }

  /** What the servers said. */
  output(): string {
    return this.places.map(({ port, program }) => `-- ${port}\n${program?.output()}`).join('\n');
  }

  async close(): Promise<void> {
    await this.#proxy.end();
    for (const place of this.places) {
      await place.end('SIGKILL');
      place.remove();
    }
    this.#way.close();
    await this.#postgres.kill();
  }
}
