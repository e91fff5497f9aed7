/** Three servers that share a database, against three of Hocuspocus with Redis and the same database. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { bundle } from '../../scripts/bundle.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres.ts';
import { apply, DIALECTS, type Outcome } from './sites/clients.ts';
import { LIMITS, type Running, SERVER_CORE, startServer, stop } from './sites/servers.ts';

const NODES = 3;
const PEOPLE = 50;
const RATE = 500;
/** Until the database has what was written when servers stop. */
const SETTLED_MS = 500;

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const SYSTEMS = {
  Ensemble: 'ensemble',
  'Hocuspocus, Redis': 'hocuspocus',
} as const;
type System = keyof typeof SYSTEMS;
const NAMES = ['Ensemble', 'Hocuspocus, Redis'] as const satisfies readonly System[];

async function startEnsemble(url: string, folder: string): Promise<Running[]> {
  const nodes: Running[] = [];
  for (let node = 0; node < NODES; node += 1) {
    const own = {
      DATABASE_URL: url,
      DATA_DIR: path.join(folder, String(node)),
      NODE_ADDRESS: `127.0.0.1:${await freePort()}`,
      NODE_SECRET: 'the same of all servers of a benchmark',
      LIMITS: `${LIMITS},sockets_per_address=5000,connections_per_address=9000`,
    };
    nodes.push(await startServer('dist/server.js', own));
  }
  return nodes;
}

async function startHocuspocus(
  postgres: Postgres,
  database: string,
  redisPort: number,
): Promise<Running[]> {
  await postgres.query(database, 'CREATE TABLE documents (name text PRIMARY KEY, data bytea)');
  const file = path.join(import.meta.dirname, 'sites/hocuspocus-cluster.mjs');
  const own = { DATABASE_URL: postgres.url(database), REDIS_PORT: String(redisPort) };
  const nodes: Running[] = [];
  for (let node = 0; node < NODES; node += 1) nodes.push(await startServer(file, own));
  return nodes;
}

/** A Redis without a disk, on the core of the servers. */
async function startRedis(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const args = ['--port', String(port), '--save', '', '--appendonly', 'no'];
  const child = spawn('taskset', ['-c', SERVER_CORE, 'redis-server', ...args], { stdio: 'pipe' });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server ended')));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve();
    });
  });
  return { port, stop: () => stop({ child }) };
}

interface Load {
  readonly sites: number;
  readonly rate?: number;
}

class Arena {
  readonly #postgres: Postgres;
  readonly #seconds: number;

  constructor(postgres: Postgres, seconds: number) {
    this.#postgres = postgres;
    this.#seconds = seconds;
  }

  async #run(system: System, nodes: readonly Running[], { sites, rate }: Load): Promise<Outcome> {
    return apply({
      ports: nodes.map(({ port }) => port),
      dialect: DIALECTS[SYSTEMS[system]],
      people: PEOPLE,
      sites,
      warmUpSeconds: this.#seconds / 2,
      seconds: this.#seconds,
      begins: () => {},
      ...(rate !== undefined && { rate }),
    });
  }

  async round(system: System, load: Load): Promise<Outcome> {
    const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
    const database = await this.#postgres.database();
    const redis = await startRedis();
    let nodes: readonly Running[] = [];
    try {
      nodes =
        system === 'Ensemble'
          ? await startEnsemble(this.#postgres.url(database), folder)
          : await startHocuspocus(this.#postgres, database, redis.port);
      return await this.#run(system, nodes, load);
    } finally {
      for (const node of nodes) await stop(node);
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    }
  }
}

async function compare(arena: Arena, rounds: number, load: Load): Promise<Table> {
  const results = new Map<System, Outcome[]>(NAMES.map((name) => [name, []]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const name of NAMES) results.get(name)?.push(await arena.round(name, load));
  }
  const middle = (name: System, of: (one: Outcome) => number) =>
    median((results.get(name) ?? []).map(of));
  const [, rival] = NAMES;
  const rows = NAMES.map((name) => [
    name,
    figure(middle(name, ({ editsPerSecond }) => editsPerSecond)),
    ratio(
      middle(name, ({ editsPerSecond }) => editsPerSecond),
      middle(rival, ({ editsPerSecond }) => editsPerSecond),
    ),
    figure(middle(name, ({ p50Ms }) => p50Ms)),
    figure(middle(name, ({ p95Ms }) => p95Ms)),
    ratio(
      middle(name, ({ p95Ms }) => p95Ms),
      middle(rival, ({ p95Ms }) => p95Ms),
    ),
  ]);
  const { sites, rate } = load;
  const what =
    rate === undefined
      ? `${PEOPLE} people on ${sites === 1 ? 'one site' : `${sites} sites`}, each with the next edit of 200 bytes as soon as a neighbour on another server has seen the last`
      : `${rate} edits of 200 bytes a second by ${PEOPLE} people on one site`;
  return {
    columns: [`${NODES} servers`, 'edits/s', 'to Hocuspocus', 'p50 ms', 'p95 ms', 'to Hocuspocus'],
    rows,
    notes: [`${what}.`],
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
  about:
    'Three servers and their database on one core, clients on another, alternating systems, medians, after a warm-up half as long as the measurement. Hocuspocus 4.7 with its extensions for Redis and a database (PostgreSQL, the same) stores documents seconds after others see the edits; Ensemble has every edit in the database before.',
  rivals: true,
  run: async (quick) => {
    if (spawnSync('redis-server', ['--version']).error !== undefined) {
      throw new Error('this benchmark needs Redis: apt-get install redis-server');
    }
    await bundle();
    const [rounds, seconds] = quick ? [1, 2] : [3, 7];
    const postgres = await startPostgres();
    pin(postgres);
    try {
      const arena = new Arena(postgres, seconds);
      return [
        await compare(arena, rounds, { sites: 1 }),
        await compare(arena, rounds, { sites: 10 }),
        await compare(arena, rounds, { sites: 1, rate: RATE }),
      ];
    } finally {
      await postgres.kill();
    }
  },
};
