/** A PostgreSQL server in a temporary folder, run by a user without rights. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

const PLACE = '/usr/lib/postgresql';
const PASSWORD = 'correct horse battery';
/** `nobody`, where the tests run as root: PostgreSQL refuses to. */
const NOBODY = 65_534;
const WAIT_MS = 60_000;

/** Folder of the programs of the newest PostgreSQL here; undefined if there is none. */
export function programs(): string | undefined {
  if (!existsSync(PLACE)) return undefined;
  const found = readdirSync(PLACE)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(PLACE, version, 'bin'));
  return found.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** For programs that refuse to run as root, or need not. */
export const unprivileged = (): { uid?: number; gid?: number } =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export class Postgres {
  readonly port: number;
  readonly #folder: string;
  readonly #bin: string;
  #server: ChildProcess | undefined;
  #databases = 0;

  constructor(folder: string, bin: string, port: number) {
    this.#folder = folder;
    this.#bin = bin;
    this.port = port;
  }

  /** Runs one of its programs to the end. */
  run(program: string, args: readonly string[]): string {
    return execFileSync(path.join(this.#bin, program), args, {
      ...unprivileged(),
      cwd: this.#folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PGPASSWORD: PASSWORD },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  create(): void {
    const secret = path.join(this.#folder, 'password');
    writeFileSync(secret, PASSWORD);
    this.run('initdb', [
      ...['-D', 'data', '-U', 'ensemble', '-A', 'scram-sha-256'],
      ...['--pwfile', secret, '-E', 'UTF8', '--locale', 'C', '-N'],
    ]);
  }

  async start(): Promise<void> {
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.#folder}`,
      'shared_buffers=16MB',
      'max_connections=20',
    ];
    const args = ['-D', 'data', ...settings.flatMap((setting) => ['-c', setting])];
    this.#server = spawn(path.join(this.#bin, 'postgres'), args, {
      ...unprivileged(),
      cwd: this.#folder,
      stdio: 'ignore',
    });
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const client = new pg.Client(this.url('postgres'));
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** As when its computer loses power: nothing is finished. */
  async kill(): Promise<void> {
    const server = this.#server;
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    // SIGQUIT ends all its processes at once; SIGKILL would leave those of connections.
    server.kill('SIGQUIT');
    await ended;
    this.#server = undefined;
  }

  /** Starts another server, on another port, that has all this one has; from then on each commit waits for it. */
  async standby(port: number): Promise<Postgres> {
    const other = new Postgres(newFolder(), this.#bin, port);
    other.run('pg_basebackup', [
      ...['-D', 'data', '-R', '-X', 'stream', '-c', 'fast', '-U', 'ensemble'],
      ...['-h', '127.0.0.1', '-p', String(this.port)],
    ]);
    await other.start();
    await this.query('postgres', `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await this.query('postgres', 'SELECT pg_reload_conf()');
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const [found] = await this.query('postgres', 'SELECT sync_state FROM pg_stat_replication');
      if (found?.['sync_state'] === 'sync') return other;
      if (performance.now() > end) throw new Error('the standby does not follow');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Makes a standby the server that accepts writes. */
  async promote(): Promise<void> {
    await this.query('postgres', 'SELECT pg_promote()');
  }

  url(database: string, password = PASSWORD): string {
    return `postgresql://ensemble:${encodeURIComponent(password)}@127.0.0.1:${this.port}/${database}`;
  }

  /** Name of a new empty database. */
  async database(): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.query('postgres', `CREATE DATABASE ${name}`);
    return name;
  }

  async query(database: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.url(database));
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query(text);
      return rows;
    } finally {
      await client.end();
    }
  }
}

/** A folder of the user who runs PostgreSQL, until this process ends. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-pg-'));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server on a free port of this computer. */
export async function startPostgres(port: number): Promise<Postgres> {
  const bin = programs();
  if (bin === undefined) throw new Error('this needs postgresql: apt-get install postgresql');
  const server = new Postgres(newFolder(), bin, port);
  server.create();
  await server.start();
  return server;
}
