/** Starts of a server that has so many sites: until it listens, until its list is complete, and what memory it takes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, median, ratio, type Table } from '../../../scripts/bench/bench.ts';
import { markClosed } from '../../../src/sites/closed-store.ts';
import { writeManySites, writeOwners } from '../../support/many-sites.ts';
import { BUNDLE, start, waitFor } from '../../support/program.ts';

const TIMES = 3;
/** Until what a start leaves behind is collected. */
const SETTLED_MS = 5_000;

interface Start {
  readonly listens: number;
  readonly listed: number;
  readonly megabytes: number;
}

interface Starts extends Start {
  /** As `listens`, where the server was killed before. */
  readonly afterKill: number;
}

function residentMB(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1]) / 1_024;
}

async function launch(directory: string) {
  const before = performance.now();
  const environment = { DATA_DIR: directory, WELCOME: 'false', LIMITS: 'sites=2000000' };
  const program = start(['--port', '0'], environment, BUNDLE);
  const [, url = ''] = await waitFor(program, /"url":"([^"]+)"/);
  return { program, url, before, listens: performance.now() - before };
}

/** @returns when it listens, in ms, after a server that had the same sites was killed */
async function startAfterKill(directory: string): Promise<number> {
  let listens = 0;
  for (const _ of ['killed', 'measured']) {
    const launched = await launch(directory);
    listens = launched.listens;
    launched.program.child.kill('SIGKILL');
    await launched.program.ended;
  }
  return listens;
}

async function startOnce(directory: string): Promise<Start> {
  const { program, url, before, listens } = await launch(directory);
  await (await fetch(url)).text();
  const listed = performance.now() - before;
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const megabytes = residentMB(program.child.pid);
  program.child.kill('SIGTERM');
  await program.ended;
  return { listens, listed, megabytes };
}

async function startsOf(sites: number): Promise<Starts> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  try {
    await writeManySites(directory, sites);
    await writeOwners(directory, sites);
    markClosed(directory);
    const starts: Start[] = [];
    for (let time = 0; time < TIMES; time++) starts.push(await startOnce(directory));
    const of = (name: keyof Start) => median(starts.map((one) => one[name]));
    const afterKill = await startAfterKill(directory);
    return { listens: of('listens'), listed: of('listed'), megabytes: of('megabytes'), afterKill };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export async function starting(counts: readonly number[]): Promise<Table> {
  const none = await startsOf(0);
  const rows: string[][] = [];
  for (const count of [0, ...counts]) {
    const measured = count === 0 ? none : await startsOf(count);
    const { listens, listed, megabytes, afterKill } = measured;
    rows.push([
      count === 0 ? 'none' : count.toLocaleString('en-US'),
      figure(listens),
      ratio(listens, none.listens),
      figure(afterKill),
      ratio(afterKill, listens),
      figure(listed),
      figure(megabytes),
      ratio(megabytes, none.megabytes),
    ]);
  }
  return {
    columns: [
      'sites of a server',
      'ms until it listens',
      'to none',
      'ms after a kill',
      'to a stop',
      'ms until the homepage lists them',
      'MB resident',
      'to none',
    ],
    rows,
    notes: [
      `Medians of ${TIMES} starts of the program with LMDB, after a stop with SIGTERM; sites of one edit each, ten to a member. It serves and takes edits as soon as it listens. After a kill, once each, it reads everything before it listens, as it did after every end before.`,
    ],
  };
}
