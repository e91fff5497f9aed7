/** Editing together, against the servers others would take; and what many sites cost. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { bundle } from '../../scripts/bundle.ts';
import { limitsWith } from '../../src/limits.ts';
import { writeSite } from '../../src/shared/site/document.ts';
import { encodeHello, encodeStep1 } from '../../src/shared/site/protocol.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { apply, DIALECTS, type Outcome, QUICK_TIMES, TIMES, type Times } from './sites/clients.ts';
import { LIMITS, type Running, startServer, stop } from './sites/servers.ts';

const PEOPLE = 50;
const RATE = 500;
/** Five people to a site, and as many edits as SCALE.md assumes of a server. */
const SEVERAL = { rate: 1_000, sites: 10 };
const OPENINGS = 9;
type ServerName = keyof typeof DIALECTS;
const SERVERS: readonly ServerName[] = ['ensemble', 'y-websocket', 'hocuspocus'];

async function start(name: ServerName, directory: string): Promise<Running> {
  const rivals = path.join(import.meta.dirname, 'node_modules');
  const files: Record<ServerName, string> = {
    ensemble: 'dist/server.js',
    'y-websocket': path.join(rivals, 'y-websocket/bin/server.cjs'),
    hocuspocus: path.join(import.meta.dirname, 'sites/hocuspocus.mjs'),
  };
  return startServer(files[name], {
    DATA_DIR: directory,
    LIMITS,
  });
}

/** User and system time of a process, its threads included; the kernel counts in hundredths of a second. */
function cpuMicroseconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function residentKilobytes(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? Number.NaN);
}

interface Round extends Outcome {
  readonly cpuAnEdit: number;
}

/** How 50 people edit. */
interface Work {
  /** Default 1. */
  readonly sites?: number;
  /** Edits a second of all together; undefined: each makes the next when its last was seen. */
  readonly rate?: number;
}

async function round(name: ServerName, times: Times, work: Work): Promise<Round> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  const running = await start(name, directory);
  try {
    let before = 0;
    const begins = () => {
      before = cpuMicroseconds(running.child.pid);
    };
    const who = { ports: [running.port], dialect: DIALECTS[name], people: PEOPLE };
    const outcome = await apply({ ...who, ...times, ...work, begins });
    const spent = cpuMicroseconds(running.child.pid) - before;
    return { ...outcome, cpuAnEdit: spent / outcome.edits };
  } finally {
    await stop(running);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function compare(rounds: number, times: Times, work: Work = {}): Promise<Table> {
  const results = new Map<ServerName, Round[]>(SERVERS.map((name) => [name, []]));
  for (let turn = 0; turn < rounds; turn++) {
    for (const name of SERVERS) results.get(name)?.push(await round(name, times, work));
  }
  const middle = (name: ServerName, of: (one: Round) => number) =>
    median((results.get(name) ?? []).map(of));
  const speed = (name: ServerName) => middle(name, ({ editsPerSecond }) => editsPerSecond);
  const columns = [
    'server',
    'edits/s',
    'to y-websocket',
    'p50 ms',
    'p95 ms',
    'server CPU µs per edit',
  ];
  const rows = SERVERS.map((name) => [
    name,
    figure(speed(name)),
    ratio(speed(name), speed('y-websocket')),
    figure(middle(name, ({ p50Ms }) => p50Ms)),
    figure(middle(name, ({ p95Ms }) => p95Ms)),
    figure(middle(name, ({ cpuAnEdit }) => cpuAnEdit)),
  ]);
  const { rate, sites = 1 } = work;
  const how =
    rate === undefined
      ? 'Closed loop: each of 50 people makes the next edit of 200 bytes as soon as a neighbour has seen the last one.'
      : `Open loop: ${rate} edits of 200 bytes per second by 50 people on ${sites === 1 ? 'one site' : `${sites} sites`}; the time is from an edit until a neighbour sees it.`;
  return { columns, rows, notes: [how] };
}

async function fill(directory: string, sites: number): Promise<void> {
  const store = new LmdbStore({ directory });
  const doc = new Y.Doc();
  writeSite(doc, {
    files: {
      'index.html': '<h1>A site</h1>\n'.repeat(100),
      'style.css': 'h1 { color: teal }\n'.repeat(40),
      'script.js': 'console.log(1);\n'.repeat(40),
    },
    assets: [],
    displayName: 'A site',
    lang: 'en',
    instruments: [],
  });
  const update = Y.encodeStateAsUpdate(doc);
  const names = Array.from({ length: sites }, (_, i) => `site-${i}`);
  await Promise.all(
    names.map((name, i) => {
      const at = { startedMs: i + 1, endedMs: i + 1, kind: 'edit' as const, authors: ['a'] };
      const record = {
        name,
        incarnation: name,
        createdMs: i + 1,
        editedMs: i + 1,
        seq: 1,
        bytes: 0,
      };
      return store.append(
        { ...record, displayName: 'A site', locked: false, hidden: false, removedMs: 0 },
        { from: 1, to: 1, ...at, update },
      );
    }),
  );
  await store.close();
}

async function openAll(port: number, from: number, count: number): Promise<WebSocket[]> {
  const step1 = encodeStep1(Y.encodeStateVector(new Y.Doc()));
  const sockets: WebSocket[] = [];
  for (let i = from; i < from + count; i++) {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/member/site-${i}`);
    await once(ws, 'open');
    ws.send(encodeHello('', ''));
    ws.send(step1);
    sockets.push(ws);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return sockets;
}

async function many(stored: number, open: number): Promise<Table> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  let running: Running | undefined;
  try {
    await fill(directory, stored);
    running = await start('ensemble', directory);
    const { child, port } = running;
    const idle = residentKilobytes(child.pid);
    const times: number[] = [];
    for (let i = 0; i < Math.min(300, stored); i++) {
      const before = performance.now();
      await (await fetch(`http://127.0.0.1:${port}/member/site-${stored - 1 - i}`)).text();
      times.push(performance.now() - before);
    }
    times.sort((a, b) => a - b);
    // The first ones also make the heap larger for what is only needed while a site is opened.
    const sockets = await openAll(port, 0, open);
    const before = residentKilobytes(child.pid);
    sockets.push(...(await openAll(port, open, open)));
    const each = (residentKilobytes(child.pid) - before) / open;
    for (const ws of sockets) ws.terminate();
    return {
      columns: ['measure', 'figure'],
      rows: [
        [`ms until listening with ${stored} stored sites`, figure(running.startMs)],
        [`resident MB with ${stored} stored sites and none open`, figure(idle / 1024)],
        [
          'ms until the first page of a cold site, p95',
          figure(times[Math.floor(times.length * 0.95)] ?? 0),
        ],
        [
          `resident KB per open site with one editor, from ${open} to ${2 * open} open sites`,
          figure(each),
        ],
      ],
      notes: ['Starting includes checking every stored value in a separate process.'],
    };
  } finally {
    if (running !== undefined) await stop(running);
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A document of many edits of one character each: `run` of them in a row, then continuing at a random place. */
function longDocument(edits: number, run: number): Uint8Array {
  const doc = new Y.Doc();
  const text = doc.getText('index.html');
  let seed = 1;
  let at = 0;
  doc.transact(() => {
    for (let i = 0; i < edits; i++) {
      seed = (seed * 48_271) % 2_147_483_647;
      at = i % run === 0 ? seed % (text.length + 1) : at + 1;
      text.insert(at, 'x');
    }
  });
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}

async function opening(edits: number, run: number): Promise<readonly [number, number]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  const store = new LmdbStore({ directory });
  const update = longDocument(edits, run);
  // Storing it takes its memory over.
  const megabytes = update.length / 1_048_576;
  const record = { name: 'long', incarnation: 'l', createdMs: 1, editedMs: 1, seq: 1, bytes: 0 };
  await store.append(
    { ...record, displayName: '', locked: false, hidden: false, removedMs: 0 },
    { from: 1, to: 1, startedMs: 1, endedMs: 1, kind: 'edit', authors: [], update },
  );
  await store.compact('long', 1, undefined);
  const times: number[] = [];
  for (let turn = 0; turn < OPENINGS; turn++) {
    const before = performance.now();
    new LiveDocument('long', store, limitsWith()).destroy();
    times.push(performance.now() - before);
  }
  await store.close();
  rmSync(directory, { recursive: true, force: true });
  return [median(times), megabytes];
}

async function long(edits: number): Promise<Table> {
  const rows: string[][] = [];
  for (const run of [100, 20, 1]) {
    const [ms, megabytes] = await opening(edits, run);
    rows.push([String(run), figure(ms), figure(megabytes)]);
  }
  return {
    columns: ['characters typed in a row', 'ms to open', 'MB of stored state'],
    rows,
    notes: [
      `A document of ${edits.toLocaleString('en-US')} edits, each inserting one character; median of ${OPENINGS} openings.`,
    ],
  };
}

export const bench: Bench = {
  title: 'Sites edited together',
  about: `Server and clients on different cores, alternating servers, medians, after ${TIMES.warmUpSeconds} s of the same on ten other sites, in which servers compile what they run often. y-websocket 2.1 with its bundled server and Hocuspocus 4.7 keep documents in memory only; Ensemble has every edit on disk before anyone else sees it, sends those of a site that arrive within 12 ms together, and stores those of different sites together that arrive within 4 ms where many are edited.`,
  rivals: true,
  run: async (quick) => {
    await bundle();
    const rounds = quick ? 1 : 3;
    const times = quick ? QUICK_TIMES : TIMES;
    return [
      await compare(rounds, times),
      await compare(rounds, times, { rate: RATE }),
      await compare(rounds, times, SEVERAL),
      await many(quick ? 500 : 10_000, quick ? 50 : 1_000),
      await long(quick ? 5_000 : 100_000),
    ];
  },
};
