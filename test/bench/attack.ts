/** What people notice while strangers attack the server with everything that ever broke it, and a million messages more. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { bundle } from '../../scripts/bundle.ts';
import { Editors } from './attack/editors.ts';
import { type Memory, ProbedServer, type Turns } from './attack/server.ts';
import { GARDEN, QUIET, writeSites } from './attack/sites.ts';
import { warmUp } from './attack/warm-up.ts';

/** Of everyone but the server. */
const OTHER_CORE = '1';
const STRANGERS = new URL('./attack/strangers.ts', import.meta.url).pathname;
const PEOPLE = 10;
const EVERY_MS = 20;
const VISITORS = 32;
const VISITS_S = 5;
/** Between two measurements of visitors. */
const PAUSE_MS = 10_000;
/** Compiled code, caches, and pages of the store that the first edits open are not the attack's. */
const WARM_UP_MS = 60_000;
/** The strangers need so long to start. */
const START_MS = 8_000;
/** What is asked for; a machine that does not get there in 50 minutes stops then. */
const MESSAGES = 1_000_000;
/** The server keeps addresses, documents and pages for some time after it needed them last, */
const SETTLING_MS = 60_000;
/** and V8 its heap until it collects garbage. */
const RECOVERY_MS = 240_000;
const MAX_S = 3_000;

interface Phase {
  readonly latencies: number[];
  readonly visits: number[];
  readonly turns: Turns;
}

const nothing: Turns = { messages: 0, longestMs: 0, latestMs: 0, over: 0 };

const add = (one: Turns, other: Turns): Turns => ({
  messages: one.messages + other.messages,
  longestMs: Math.max(one.longestMs, other.longestMs),
  latestMs: Math.max(one.latestMs, other.latestMs),
  over: one.over + other.over,
});

/** Requests a second that visitors of a site get. */
async function visit(port: number): Promise<number> {
  const url = `http://127.0.0.1:${port}/member/${QUIET}`;
  const args = ['-t1', `-c${VISITORS}`, `-d${VISITS_S}s`, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  return Number(/([\d.]+)\s*$/.exec(/Requests\/sec:.*/.exec(stdout)?.[0] ?? '')?.[1]);
}

/** @param cores on which this process runs, as taskset names them */
function stayOn(cores: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores, `${process.pid}`]);
}

/** Measures until so many messages came, at least three rounds. */
async function measure(server: ProbedServer, editors: Editors, messages: number): Promise<Phase> {
  const visits: number[] = [];
  let turns = nothing;
  await server.turns();
  editors.latencies();
  const latencies: number[] = [];
  const end = performance.now() + MAX_S * 1_000;
  while (visits.length < 3 || (turns.messages < messages && performance.now() < end)) {
    visits.push(await visit(server.port));
    await sleep(PAUSE_MS);
    turns = add(turns, await server.turns());
    latencies.push(...editors.latencies());
  }
  return { visits, turns, latencies: latencies.sort((a, b) => a - b) };
}

/** The strangers' process, which yields to everyone else's. */
function attackers(port: number): ChildProcess[] {
  return [1].map((seed) =>
    spawn(
      'nice',
      ['-n', '10', process.execPath, '--import', 'tsx', STRANGERS, `${port}`, `${seed}`],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    ),
  );
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

function tables(
  before: Phase,
  during: Phase,
  memory: readonly [Memory, Memory],
  load: number,
): readonly Table[] {
  const [start, end] = memory;
  const rate = (phase: Phase) => median(phase.visits);
  const row = (name: string, of: (phase: Phase) => string, promised: string) => [
    name,
    of(before),
    of(during),
    promised,
  ];
  const people: Table = {
    columns: ['what people notice', 'before', 'under attack', 'promised'],
    rows: [
      row('edit seen by a neighbour, p50 ms', ({ latencies }) => figure(at(latencies, 0.5)), ''),
      row('p99 ms', ({ latencies }) => figure(at(latencies, 0.99)), '100'),
      row('requests/s of 32 visitors', (phase) => figure(rate(phase)), ''),
      row('to before', (phase) => ratio(rate(phase), rate(before)), '0.50×'),
      row('longest block of the main thread, ms', ({ turns }) => figure(turns.longestMs), '50'),
    ],
    notes: [
      `${during.turns.messages.toLocaleString('en-US')} messages reached the server over open sockets. ${PEOPLE} people make ${1_000 / EVERY_MS} edits per second together on one site, where strangers send what once broke it. A block is processor time of the main thread between two of its timers. The machine ran ${figure(load)} processes at a time before it began.`,
    ],
  };
  const kept: Table = {
    columns: ['memory', 'MB before', 'MB after', 'to before', 'promised'],
    rows: (
      [
        ['live, after garbage collection', 'liveBytes'],
        ['of that, without compiled code', 'dataBytes'],
        ['resident, mean of five minutes', 'residentBytes'],
      ] as const
    ).map(([name, key]) => [
      name,
      megabytes(start[key]),
      megabytes(end[key]),
      ratio(end[key], start[key]),
      '1.10×',
    ]),
    notes: [
      `${RECOVERY_MS / 60_000} minutes after the attack, while people go on editing: what is resident first, then what is live. Before the first measurement, people used all features for ${WARM_UP_MS / 1_000} seconds on other sites, with a large paste now and then. Memory is managed as in the systemd unit, by jemalloc.`,
    ],
  };
  return [people, kept];
}

async function run(quick: boolean): Promise<readonly Table[]> {
  const [load = 0] = loadavg();
  await bundle();
  // Whatever is started from here on inherits it, except for the server, which says its own.
  stayOn(OTHER_CORE);
  const server = await ProbedServer.start();
  let strangers: ChildProcess[] = [];
  let editors: Editors | undefined;
  try {
    await writeSites(server.port);
    editors = await Editors.join(server.port, GARDEN, PEOPLE, EVERY_MS);
    await visit(server.port);
    await warmUp(server.port, WARM_UP_MS);
    await sleep(SETTLING_MS);
    const before = await measure(server, editors, 0);
    const memoryBefore = await server.memory();
    strangers = attackers(server.port);
    await sleep(START_MS);
    const during = await measure(server, editors, quick ? 20_000 : MESSAGES);
    for (const child of strangers) child.kill('SIGKILL');
    await sleep(quick ? SETTLING_MS / 3 : RECOVERY_MS);
    const memoryAfter = await server.memory();
    return tables(before, during, [memoryBefore, memoryAfter], load);
  } finally {
    for (const child of strangers) child.kill('SIGKILL');
    editors?.leave();
    await server.stop();
    stayOn(`0-${cpus().length - 1}`);
  }
}

export const bench: Bench = {
  title: 'Under attack',
  about:
    'Strangers attack a server with its usual limits, all at once and from dozens of addresses: every input that ever broke a promise, random mutations of them as frames, updates, awareness and requests, 20 connections that send requests without waiting for answers, pastes of 7 MB, requests for everything that is expensive, and clients that never read. The server has one core, everyone else the other; strangers yield to people there.',
  rivals: false,
  run,
};
