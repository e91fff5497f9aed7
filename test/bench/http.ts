/** Requests a second and processor time a request of the four targets, against what others would build them on. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { bundle } from '../../scripts/bundle.ts';
import { requestsAhead } from './http/ahead.ts';

const TARGETS = { api: '/api', health: '/health', member: '/member/x', missing: '/nope' } as const;
type TargetName = keyof typeof TARGETS;
const TARGET_NAMES: readonly TargetName[] = ['api', 'health', 'member', 'missing'];

const RIVALS = ['bare', 'fastify', 'hono', 'polka'] as const;
const CONNECTIONS = 32;
/** The server has one core, the client the other. */
const SERVER_CORE = '0';
const CLIENT_CORE = '1';
const SETTLING_MS = 6_000;

interface Contender {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  /** All it has written so far. */
  said(): string;
}

interface Debugged {
  readonly contender: Contender;
  readonly debuggerUrl: string;
}

interface Round {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  readonly p99Milliseconds: number;
}

function launch(
  name: string,
  args: readonly string[],
  port: RegExp,
  environment = {},
): Promise<Contender> {
  const child = spawn('taskset', ['-c', SERVER_CORE, process.execPath, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`${name} ended: ${said}`)));
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const found = port.exec(said);
      if (found !== null) resolve({ name, child, port: Number(found[1]), said: () => said });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
}

/** Fields node writes by itself, for every contender. */
const OWN = new Set(['date', 'connection', 'keep-alive']);

function answerOf(port: number, target: string): Promise<object> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: target, agent: false }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        response.on('end', () => {
          const raw = response.rawHeaders;
          const pairs = raw.flatMap((field, i) => (i % 2 === 0 ? [[field, raw[i + 1] ?? '']] : []));
          const headers = pairs.filter(([field]) => !OWN.has((field ?? '').toLowerCase()));
          resolve({ status: response.statusCode, headers, body });
        });
      })
      .once('error', reject);
  });
}

/** User and system time of a process in microseconds; the kernel counts in hundredths of a second. */
function cpuMicroseconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Asks a process over its debugger to collect, and what is then in use. */
function heapMegabytes(debuggerUrl: string): Promise<number> {
  const socket = new WebSocket(debuggerUrl);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => {
      socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
      socket.send(JSON.stringify({ id: 2, method: 'Runtime.getHeapUsage' }));
    });
    socket.on('message', (data) => {
      const { id, result } = JSON.parse(String(data));
      if (id !== 2) return;
      socket.close();
      resolve(Number(result.usedSize) / 1_048_576);
    });
  });
}

function residentMegabytes(pid: number | undefined): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1_024;
}

function wrk(port: number, target: string, seconds: number): { requests: number; p99: number } {
  const url = `http://127.0.0.1:${port}${target}`;
  const args = [
    '-c',
    CLIENT_CORE,
    'wrk',
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '--latency',
    url,
  ];
  const output = execFileSync('taskset', args, { encoding: 'utf8' });
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  const [, value = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  const scale = { us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN;
  return { requests, p99: Number(value) * scale };
}

function measure({ child, port }: Contender, target: TargetName, seconds: number): Round {
  const before = cpuMicroseconds(child.pid);
  const { requests, p99 } = wrk(port, TARGETS[target], seconds);
  const spent = cpuMicroseconds(child.pid) - before;
  return { perSecond: requests / seconds, cpuMicroseconds: spent / requests, p99Milliseconds: p99 };
}

/** Every contender in turn, several times over, so that a busy moment hits all alike. */
function compare(
  contenders: readonly Contender[],
  target: TargetName,
  rounds: number,
  seconds: number,
): Table {
  const found = new Map<string, Round[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      found.get(contender.name)?.push(measure(contender, target, seconds));
    }
  }
  const middle = (name: string, key: keyof Round) =>
    median((found.get(name) ?? []).map((round) => round[key]));
  const rows = contenders.map(({ name }) => [
    name,
    figure(middle(name, 'cpuMicroseconds')),
    ratio(middle('bare', 'cpuMicroseconds'), middle(name, 'cpuMicroseconds')),
    figure(middle(name, 'perSecond')),
    ratio(middle(name, 'perSecond'), middle('bare', 'perSecond')),
    figure(middle(name, 'p99Milliseconds')),
  ]);
  const columns = [
    `GET ${TARGETS[target]}`,
    'CPU µs per request',
    'requests per CPU second, to bare',
    'requests/s measured',
    'to bare',
    'p99 ms',
  ];
  return { columns, rows };
}

/** Memory of a fresh server after a tenth of the requests and after all of them. */
async function memory(start: () => Promise<Debugged>, requests: number): Promise<Table> {
  const { contender, debuggerUrl } = await start();
  const rows: string[][] = [];
  let sent = 0;
  let first = 0;
  for (const mark of [requests / 10, requests]) {
    for (let turn = 0; sent < mark; turn += 1) {
      const target = TARGET_NAMES[turn % TARGET_NAMES.length] ?? 'api';
      sent += wrk(contender.port, TARGETS[target], 1).requests;
    }
    // Closed connections are let go of by timers; only then does a collection find them.
    await heapMegabytes(debuggerUrl);
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    const heap = await heapMegabytes(debuggerUrl);
    first ||= heap;
    const resident = residentMegabytes(contender.child.pid);
    rows.push([sent.toLocaleString('en'), heap.toFixed(2), ratio(heap, first), figure(resident)]);
  }
  await stop(contender);
  const columns = [
    'requests answered',
    'heap MB after garbage collection',
    'relative to the first',
    'resident MB',
  ];
  return { columns, rows };
}

function stop({ child }: Contender): Promise<void> {
  child.removeAllListeners('close');
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });
}

async function run(quick: boolean): Promise<readonly Table[]> {
  await bundle();
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  const listening = /127\.0\.0\.1:(\d+)"/;
  let count = 0;
  const ours = () => {
    count += 1;
    const DATA_DIR = path.join(folder, String(count));
    return launch('ensemble', ['dist/server.js', '--port', '0'], listening, { DATA_DIR });
  };
  const debugged = async () => {
    count += 1;
    const DATA_DIR = path.join(folder, String(count));
    const args = ['--inspect=127.0.0.1:0', 'dist/server.js', '--port', '0'];
    const contender = await launch('ensemble', args, listening, { DATA_DIR });
    const debuggerUrl = /ws:\/\/\S+/.exec(contender.said())?.[0] ?? '';
    return { contender, debuggerUrl };
  };
  const first = await ours();
  const contenders = [first];
  try {
    const answers: Record<string, object> = {};
    for (const name of TARGET_NAMES) answers[name] = await answerOf(first.port, TARGETS[name]);
    const file = path.join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    const rival = fileURLToPath(new URL('./http/rival.mjs', import.meta.url));
    for (const name of RIVALS)
      contenders.push(await launch(name, [rival, name, file], /port (\d+)/));
    const [rounds, seconds] = quick ? [1, 1] : [9, 1];
    for (const contender of contenders)
      for (const name of TARGET_NAMES) measure(contender, name, 1);
    const tables = TARGET_NAMES.map((name) => compare(contenders, name, rounds, seconds));
    const attacked = contenders
      .filter(({ name }) => name === 'ensemble' || name === 'bare')
      .map(({ name, port, child }) => ({ name, port, pid: child.pid }));
    tables.push(await requestsAhead(attacked, 'bare'));
    return [...tables, await memory(debugged, quick ? 100_000 : 1_000_000)];
  } finally {
    await Promise.all(contenders.map(stop));
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'HTTP',
  about: `wrk with ${CONNECTIONS} keep-alive connections on one core, the server on another, alternating rounds, medians. Every competitor sends the same bytes and headers as \`ensemble\`; \`bare\` is node:http with an \`if\` chain, \`setHeader\` and \`JSON.stringify\`. Only \`ensemble\` checks targets and hosts, limits connections and negotiates encodings. CPU time is the server's alone; requests per second and p99 also depend on what else the machine is doing.`,
  rivals: true,
  run,
};
