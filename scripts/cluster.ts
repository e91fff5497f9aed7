/**
 * `npm run cluster`: three servers on a temporary PostgreSQL, and a page that shows which of them owns which site. A
 * server that ends, or is killed, is started again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { bundle } from './bundle.ts';
import { runCommand, UsageError } from './command-line.ts';
import { startPostgres } from './postgres.ts';

const USAGE = `Usage: npm run cluster [-- --port 8080]

Starts a temporary PostgreSQL (Debian's postgresql) and three servers on it, and
serves a page that shows which of them owns which site. Ctrl+C ends everything.

  --port N   the page; the servers are at the next three ports (8080)`;

const NODES = 3;
const RESTART_MS = 1_000;
/** Ports beside those that people open, for the servers among themselves and for the database. */
const INTERNAL = 1_000;

const Rows = v.array(v.object({ address: v.string(), ended: v.boolean(), sites: v.string() }));
type Row = v.InferOutput<typeof Rows>[number];

/** The latest start of each server, and its sites. */
const OWNERS = `SELECT DISTINCT ON (n.address) n.address, n.ended OR n.expires < now() AS ended,
    COALESCE((SELECT string_agg(c.site, ' ' ORDER BY c.site) FROM ensemble.claims c
      WHERE c.node = n.number AND c.site NOT LIKE '~%'), '') AS sites
  FROM ensemble.nodes n ORDER BY n.address, n.number DESC`;

/** Names of sites and addresses have no character that HTML reads otherwise. */
function page(rows: readonly Row[], pids: ReadonlyMap<string, number | undefined>): string {
  const lines = rows.map(({ address, ended, sites }) => {
    const port = Number(address.split(':').at(-1)) - INTERNAL;
    const at = `http://127.0.0.1:${port}`;
    const links = sites
      .split(' ')
      .map((site) => `<a href="${at}/member/${site}?edit">${site}</a>`)
      .join(' ');
    const state = ended ? 'ended' : 'running';
    return `<tr><td><a href="${at}/">${at}</a></td><td>${pids.get(address) ?? ''}</td><td>${state}</td><td>${links}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>Ensemble cluster</title>
<style>body{font:16px/1.5 sans-serif;margin:2rem}td,th{padding:.3rem 1rem .3rem 0;text-align:left}</style>
<h1>Ensemble cluster</h1><p>Open a site by any server. End one with <code>kill -9</code>, <code>kill -STOP</code> or
<code>kill</code> and its process id: another one takes over its sites.</p>
<table><tr><th>Server</th><th>Process</th><th>State</th><th>Open sites it owns</th></tr>
${lines.join('\n')}</table></html>`;
}

interface Place {
  readonly port: number;
  readonly address: string;
  child: ChildProcess;
}

/** Starts a server, again and again until the command ends. */
function keepRunning(port: number, environment: NodeJS.ProcessEnv, isEnding: () => boolean): Place {
  const address = `127.0.0.1:${port + INTERNAL}`;
  const start = (): ChildProcess => {
    const child = spawn(process.execPath, ['dist/server.js'], {
      env: { ...environment, PORT: String(port), NODE_ADDRESS: address },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('exit', () => {
      if (!isEnding())
        setTimeout(() => Object.assign(place, { child: start() }), RESTART_MS).unref();
    });
    return child;
  };
  const place: Place = { port, address, child: start() };
  return place;
}

async function run(port: number): Promise<0> {
  await bundle();
  const postgres = await startPostgres(port + INTERNAL);
  const database = await postgres.database();
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-cluster-'));
  const secret = randomBytes(32).toString('hex');
  let ending = false;
  const places = Array.from({ length: NODES }, (_, index) => {
    const DATA_DIR = path.join(folder, String(index));
    const own = {
      ...process.env,
      DATABASE_URL: postgres.url(database),
      NODE_SECRET: secret,
      DATA_DIR,
    };
    return keepRunning(port + 1 + index, own, () => ending);
  });
  const server = createServer((_request, response) => {
    const pids = new Map(places.map(({ address, child }) => [address, child.pid]));
    postgres.query(database, OWNERS).then(
      (rows) =>
        response.setHeader('Content-Type', 'text/html').end(page(v.parse(Rows, rows), pids)),
      () => response.writeHead(503).end('The database is not ready yet.'),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write(`Who owns what: http://127.0.0.1:${port}\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  ending = true;
  const running = places.map(({ child }) => child).filter(({ exitCode }) => exitCode === null);
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(running.map((child) => once(child, 'exit')));
  server.close();
  server.closeAllConnections();
  await postgres.kill();
  rmSync(folder, { recursive: true, force: true });
  return 0;
}

function portIn(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' } } });
  const port = Number(values.port ?? '8080');
  if (!Number.isInteger(port) || port < 1 || port > 60_000) {
    throw new UsageError(`--port must be a number from 1 to 60000, got ${values.port}.`);
  }
  return port;
}

await runCommand(USAGE, async (args) => run(portIn(args)));
