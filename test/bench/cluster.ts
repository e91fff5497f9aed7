/**
 * Three servers that share a database, against three of Hocuspocus with Redis and the same database; and one server with
 * a database against one without.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { bundle } from '../../scripts/bundle.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres.ts';
import {
  apply,
  DIALECTS,
  type Load,
  type Outcome,
  QUICK_TIMES,
  TIMES,
  type Times,
} from './sites/clients.ts';
import { LIMITS, type Running, SERVER_CORE, startServer, stop } from './sites/servers.ts';

const NODES = 3;
const ENTRY = 'dist/server.js';
const PEOPLE = 50;
const RATE = 500;
/** Until everything that has been stopped is gone. */
const SETTLED_MS = 500;

type Postgres = Awaited<ReturnType<typeof startPostgres>>;
/** What is stopped when a round is over. */
type Started = Pick<Running, 'child'>;

/** Servers that share a database, and what else they need. */
interface Servers {
  readonly nodes: readonly Running[];
  readonly others: readonly Started[];
}

async function startNodes(start: () => Promise<Running>): Promise<Running[]> {
  const nodes: Running[] = [];
  for (let node = 0; node < NODES; node += 1) nodes.push(await start());
  return nodes;
}

async function startEnsemble(postgres: Postgres, database: string, folder: string) {
  const nodes = await startNodes(async () =>
    startServer(ENTRY, {
      DATABASE_URL: postgres.url(database),
      DATA_DIR: mkdtempSync(path.join(folder, 'node-')),
      NODE_ADDRESS: `127.0.0.1:${await freePort()}`,
      NODE_SECRET: 'the same of all servers of a benchmark',
      LIMITS,
    }),
  );
  return { nodes, others: [] };
}

async function startWithDatabase(postgres: Postgres, database: string, folder: string) {
  const own = { DATABASE_URL: postgres.url(database), DATA_DIR: folder, LIMITS };
  return { nodes: [await startServer(ENTRY, own)], others: [] };
}

async function startAlone(_postgres: Postgres, _database: string, folder: string) {
  return {
    nodes: [await startServer(ENTRY, { DATA_DIR: folder, LIMITS })],
    others: [],
  };
}

async function startHocuspocus(postgres: Postgres, database: string): Promise<Servers> {
  await postgres.query(database, 'CREATE TABLE documents (name text PRIMARY KEY, data bytea)');
  const { child, port } = await startRedis();
  const file = path.join(import.meta.dirname, 'sites/hocuspocus-cluster.mjs');
  const own = { DATABASE_URL: postgres.url(database), REDIS_PORT: String(port) };
  return { nodes: await startNodes(() => startServer(file, own)), others: [{ child }] };
}

/** A Redis without a disk, on the core of the servers. */
async function startRedis(): Promise<Started & { readonly port: number }> {
  const port = await freePort();
  const args = ['--port', String(port), '--save', '', '--appendonly', 'no'];
  const child = spawn('taskset', ['-c', SERVER_CORE, 'redis-server', ...args], { stdio: 'pipe' });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server ended')));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve();
    });
  });
  return { child, port };
}

interface System {
  readonly name: string;
  readonly dialect: Load['dialect'];
  start(postgres: Postgres, database: string, folder: string): Promise<Servers>;
}

/** Systems of which one is what the others are compared with. */
interface Comparison {
  readonly title: string;
  readonly systems: readonly System[];
  readonly baseline: System;
  readonly to: string;
  /** Whose sight of an edit somebody awaits before the next. */
  readonly neighbour: string;
}

const { ensemble, hocuspocus } = DIALECTS;
const ENSEMBLE = { name: 'Ensemble', dialect: ensemble, start: startEnsemble };
const RIVAL = { name: 'Hocuspocus, Redis', dialect: hocuspocus, start: startHocuspocus };
const LMDB = { name: 'LMDB', dialect: ensemble, start: startAlone };
const POSTGRESQL = { name: 'PostgreSQL', dialect: ensemble, start: startWithDatabase };

const SEVERAL: Comparison = {
  title: `${NODES} servers`,
  systems: [ENSEMBLE, RIVAL],
  baseline: RIVAL,
  to: 'to Hocuspocus',
  neighbour: 'a neighbour on another server',
};
const SINGLE: Comparison = {
  title: '1 server',
  systems: [POSTGRESQL, LMDB],
  baseline: LMDB,
  to: 'to LMDB',
  neighbour: 'a neighbour',
};

/** What people do in a round. */
interface Work {
  readonly sites: number;
  /** Edits a second of all together; undefined: each makes the next when its last was seen. */
  readonly rate?: number;
}

async function round(
  { dialect, start }: System,
  postgres: Postgres,
  times: Times,
  work: Work,
): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  const database = await postgres.database();
  const { nodes, others } = await start(postgres, database, folder);
  try {
    const ports = nodes.map(({ port }) => port);
    return await apply({ ports, dialect, people: PEOPLE, begins: () => {}, ...times, ...work });
  } finally {
    for (const one of [...nodes, ...others]) await stop(one);
    rmSync(folder, { recursive: true, force: true });
    // What the database would still do for this round would be part of the next one.
    await postgres.query('postgres', `DROP DATABASE ${database} WITH (FORCE)`);
    await postgres.query('postgres', 'CHECKPOINT');
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  }
}

/** How often and how long something is measured. */
interface Effort {
  readonly rounds: number;
  readonly times: Times;
}

async function compare(
  { title, systems, baseline, to, neighbour }: Comparison,
  postgres: Postgres,
  { rounds, times }: Effort,
  work: Work,
): Promise<Table> {
  const results = new Map<System, Outcome[]>(systems.map((system) => [system, []]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [system, outcomes] of results) {
      outcomes.push(await round(system, postgres, times, work));
    }
  }
  const middle = (system: System, of: (one: Outcome) => number) =>
    median((results.get(system) ?? []).map(of));
  const speed = ({ editsPerSecond }: Outcome) => editsPerSecond;
  const p95 = ({ p95Ms }: Outcome) => p95Ms;
  const rows = systems.map((system) => [
    system.name,
    figure(middle(system, speed)),
    ratio(middle(system, speed), middle(baseline, speed)),
    figure(middle(system, ({ p50Ms }) => p50Ms)),
    figure(middle(system, p95)),
    ratio(middle(system, p95), middle(baseline, p95)),
  ]);
  const { sites, rate } = work;
  const how =
    rate === undefined
      ? `${PEOPLE} people on ${sites === 1 ? 'one site' : `${sites} sites`}, each with the next edit of 200 bytes as soon as ${neighbour} has seen the last.`
      : `${rate} edits of 200 bytes a second by ${PEOPLE} people on one site.`;
  return {
    columns: [title, 'edits/s', to, 'p50 ms', 'p95 ms', to],
    rows,
    notes: [how],
  };
}

/** Keeps the database to the core of the servers; what it starts later stays there, too. */
function pin(postgres: Postgres): void {
  const pids = execFileSync('pgrep', ['-f', `port=${postgres.port}`], { encoding: 'utf8' });
  for (const pid of pids.trim().split('\n')) {
    execFileSync('taskset', ['-apc', SERVER_CORE, pid], { stdio: 'ignore' });
  }
}

export const bench: Bench = {
  title: 'Several servers',
  about: `Servers and their database on one core, clients on another, alternating systems, medians, after ${TIMES.warmUpSeconds} s of the same on ten other sites, owned by the servers in equal parts, in which they compile what they run often. Sites that are measured are opened by everyone at once; the server that is first owns them. Hocuspocus 4.7 with its extensions for Redis and a database (PostgreSQL, the same) stores documents seconds after others see the edits; Ensemble has every edit in the database before.`,
  rivals: true,
  run: async (quick) => {
    if (spawnSync('redis-server', ['--version']).error !== undefined) {
      throw new Error('this benchmark needs Redis: apt-get install redis-server');
    }
    await bundle();
    const effort = { rounds: quick ? 1 : 3, times: quick ? QUICK_TIMES : TIMES };
    const postgres = await startPostgres();
    pin(postgres);
    try {
      return [
        await compare(SEVERAL, postgres, effort, { sites: 1 }),
        await compare(SEVERAL, postgres, effort, { sites: 10 }),
        await compare(SEVERAL, postgres, effort, { sites: 1, rate: RATE }),
        await compare(SINGLE, postgres, effort, { sites: 1 }),
      ];
    } finally {
      await postgres.kill();
    }
  },
};
