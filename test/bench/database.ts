/** What a database costs and gives: appends of one server and of three, LMDB beside them, and claims among a million sites. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import type { Write } from '../../src/sites/lmdb-tables.ts';
import { joinDatabase } from '../../src/sites/open-postgres-sites.ts';
import { connect } from '../../src/sites/pg-connect.ts';
import { claim } from '../../src/sites/pg-nodes.ts';
import { PgWriter } from '../../src/sites/pg-writer.ts';
import { WriterThread } from '../../src/sites/writer-thread.ts';
import { startPostgres } from '../support/postgres.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Writes under way at a time, of all servers together. */
const IN_FLIGHT = 50;
const VALUE = Buffer.alloc(200, 'x');
const ROUNDS = 5;
const CLAIMS = 200;

interface Appender {
  write(writes: readonly Write[]): Promise<void>;
  close(): Promise<void>;
}

let written = 0;

/** Appends to the log of a site until the time is over; the next as soon as one is on disk. @returns how many a second */
async function appends(appenders: readonly Appender[], ms: number): Promise<number> {
  let done = 0;
  const end = performance.now() + ms;
  const one = async (appender: Appender, site: string): Promise<void> => {
    while (performance.now() < end) {
      await appender.write([['log', [site, ++written], VALUE]]);
      done += 1;
    }
  };
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, (_, index) => {
      const server = index % appenders.length;
      const appender = appenders[server];
      return appender && one(appender, `site${server}`);
    }),
  );
  return (done * 1_000) / ms;
}

async function server(url: string, number: number, shared: boolean): Promise<Appender> {
  const cluster = shared ? { address: `server${number}:1`, leaseMs: 60_000 } : undefined;
  const joined = await joinDatabase(url, cluster);
  if (shared) await claim(joined.client, joined.node, [`site${number}`]);
  return new PgWriter({
    ...joined,
    connect: () => connect(url),
    writeHere: async () => {},
    log: { info: () => {}, error: () => {} },
    replaced: () => {},
  });
}

async function withServers(
  postgres: Postgres,
  count: number,
  body: (servers: readonly Appender[]) => Promise<number>,
): Promise<number> {
  const url = postgres.url(await postgres.database());
  const servers: Appender[] = [];
  for (let number = 0; number < count; number += 1)
    servers.push(await server(url, number, count > 1));
  try {
    return await body(servers);
  } finally {
    for (const one of servers) await one.close();
  }
}

async function withLmdb(body: (writers: readonly Appender[]) => Promise<number>): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  const writer = new WriterThread(directory, () => {});
  try {
    return await body([writer]);
  } finally {
    await writer.close();
    rmSync(directory, { recursive: true });
  }
}

async function stores(postgres: Postgres, ms: number, rounds: number): Promise<Table> {
  const run = (writers: readonly Appender[]) => appends(writers, ms);
  const ways: readonly (readonly [string, () => Promise<number>])[] = [
    ['LMDB', () => withLmdb(run)],
    ['PostgreSQL, one server', () => withServers(postgres, 1, run)],
    ['PostgreSQL, three servers', () => withServers(postgres, 3, run)],
  ];
  const found = ways.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [, way]] of ways.entries()) found[index]?.push(await way());
  }
  const medians = found.map(median);
  return {
    columns: [`${IN_FLIGHT} appends at a time`, 'a second', 'to LMDB'],
    rows: ways.map(([name], index) => [
      name,
      figure(medians[index] ?? Number.NaN),
      ratio(medians[index] ?? Number.NaN, medians[0] ?? Number.NaN),
    ]),
    notes: [
      `Values of ${VALUE.length} bytes, each on disk before the next of its kind; medians of ${rounds} alternating rounds of ${ms / 1_000} s. The database runs on the same machine, and its writers without the copy that a server reads.`,
    ],
  };
}

async function million(postgres: Postgres, sites: number): Promise<Table> {
  const database = await postgres.database();
  const joined = await joinDatabase(postgres.url(database), { address: 'a:1', leaseMs: 600_000 });
  const other = await joinDatabase(postgres.url(database), { address: 'b:1', leaseMs: 600_000 });
  try {
    await postgres.query(
      database,
      `INSERT INTO ensemble.items (name, kind, place, value)
       SELECT 'site-' || number, 'sites', -1, decode(repeat('00', 120), 'hex') FROM generate_series(1, ${sites}) AS number;
       INSERT INTO ensemble.claims (site, node) SELECT 'site-' || number, ${other.node.number} FROM generate_series(1, ${sites / 10}) AS number;
       ANALYZE`,
    );
    const timed = async (names: (turn: number) => string): Promise<number[]> => {
      const took: number[] = [];
      for (let turn = 0; turn < CLAIMS; turn += 1) {
        const before = performance.now();
        await claim(joined.client, joined.node, [names(turn)]);
        took.push(performance.now() - before);
      }
      return took.sort((a, b) => a - b);
    };
    const free = await timed((turn) => `site-${sites - turn * 997}`);
    const owned = await timed((turn) => `site-${1 + turn * 7}`);
    const row = (name: string, took: readonly number[]) => [
      name,
      figure(median(took)),
      figure(took[Math.floor(CLAIMS * 0.95)] ?? Number.NaN),
    ];
    return {
      columns: [`${sites.toLocaleString('en-US')} sites`, 'p50 ms', 'p95 ms'],
      rows: [row('claim a site that nobody has', free), row('ask who has a site', owned)],
      notes: [
        `${CLAIMS} each, one after the other; ${(sites / 10).toLocaleString('en-US')} sites are claimed by another server.`,
      ],
    };
  } finally {
    await joined.client.end();
    await other.client.end();
  }
}

export const bench: Bench = {
  title: 'Database',
  about:
    'PostgreSQL on this machine, as it comes with Debian, beside the LMDB of a server without a database: how many appends each makes durable, and what a million sites cost.',
  rivals: false,
  run: async (quick) => {
    const postgres = await startPostgres();
    try {
      return [
        await stores(postgres, quick ? 500 : 4_000, quick ? 1 : ROUNDS),
        await million(postgres, quick ? 10_000 : 1_000_000),
      ];
    } finally {
      await postgres.kill();
    }
  },
};
