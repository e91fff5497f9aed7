/** What a visitor notices while very many connections send requests without waiting for answers, and read none. */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, ratio, type Table } from '../../../scripts/bench/bench.ts';
import { ask } from '../../support/raw.ts';

const CONNECTIONS = 1_000;
const REQUEST = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** What each of them sends at once. */
const SENT = Buffer.from(REQUEST.repeat(Math.floor(65_536 / REQUEST.length)));
/** A visitor asks this often, */
const VISIT_MS = 20;
/** for so long. */
const VISITS_MS = 30_000;

export interface Attacked {
  readonly name: string;
  readonly port: number;
  readonly pid: number | undefined;
}

interface Noticed {
  readonly longestMs: number;
  /** Most memory that was resident, beyond what was before. */
  readonly megabytes: number;
}

/** From an address of its own. */
function open(port: number, index: number): Promise<Socket> {
  const localAddress = `127.1.${Math.floor(index / 250)}.${1 + (index % 250)}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.pause();
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

function megabytes(pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  );
  return Number(found?.[1] ?? Number.NaN) / 1_024;
}

async function attack({ port, pid }: Attacked): Promise<Noticed> {
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) => open(port, index)),
  );
  await sleep(VISIT_MS);
  const before = megabytes(pid, 'VmRSS');
  // The highest so far is forgotten.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const visits: Promise<number>[] = [];
  const visit = async () => {
    const sentMs = performance.now();
    // Whoever is not answered gives up.
    await ask(port, '/health').catch(() => {});
    return performance.now() - sentMs;
  };
  const end = performance.now() + VISITS_MS;
  for (const socket of sockets) socket.write(SENT);
  while (performance.now() < end) {
    visits.push(visit());
    await sleep(VISIT_MS);
  }
  const longestMs = Math.max(...(await Promise.all(visits)));
  const most = megabytes(pid, 'VmHWM');
  for (const socket of sockets) socket.destroy();
  return { longestMs, megabytes: most - before };
}

/** @param baseline name of the one that the others are compared to */
export async function requestsAhead(
  attacked: readonly Attacked[],
  baseline: string,
): Promise<Table> {
  const noticed = new Map<string, Noticed>();
  for (const one of attacked) noticed.set(one.name, await attack(one));
  const base = noticed.get(baseline);
  const rows = [...noticed].map(([name, { longestMs, megabytes: more }]) => [
    name,
    figure(longestMs),
    ratio(longestMs, base?.longestMs ?? Number.NaN),
    figure(more),
    ratio(more, base?.megabytes ?? Number.NaN),
  ]);
  return {
    columns: [
      `${CONNECTIONS.toLocaleString('en-US')} connections send ahead`,
      'longest wait of a visitor, ms',
      'to bare',
      'more memory, MB',
      'to bare',
    ],
    rows,
    notes: [
      `${CONNECTIONS.toLocaleString('en-US')} connections from as many addresses each send ${Math.round(SENT.length / 1_024)} KB of requests at once and read no answer, while a visitor asks for /health every ${VISIT_MS} ms for ${VISITS_MS / 1_000} seconds.`,
    ],
  };
}
