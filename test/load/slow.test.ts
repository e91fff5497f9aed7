/**
 * slowhttptest against the built server on loopback: slow heads, slow content, slow reading.
 *
 * The attack comes from 127.0.0.1 and is bounded; a visitor at 127.0.0.2 asks /health all the while.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closing } from '../support/closing.ts';
import { start, waitFor } from '../support/program.ts';
import { raw } from '../support/raw.ts';

const CONNECTIONS = 800;
const RATE_A_SECOND = 400;
const SECONDS = 10;
const ANSWER_MS = 100;
const ASKED_EVERY_MS = 50;

const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-load-'));

function attack(port: number, kind: readonly string[]): Promise<number | null> {
  const count = ['-c', String(CONNECTIONS), '-r', String(RATE_A_SECOND), '-l', String(SECONDS)];
  const url = ['-u', `http://127.0.0.1:${port}/`, '-v', '0'];
  const child = spawn('slowhttptest', [...kind, ...count, ...url], { stdio: 'ignore' });
  return new Promise((resolve) => child.once('close', resolve));
}

interface Answers {
  readonly asked: number;
  readonly answered: number;
  /** How long 19 of 20 took at most. */
  readonly p95_ms: number;
}

/** Asks /health on fresh connections until `over` is done. */
async function visit(port: number, over: Promise<unknown>): Promise<Answers> {
  let going = true;
  over.then(() => {
    going = false;
  });
  const times: number[] = [];
  let asked = 0;
  while (going) {
    const before = performance.now();
    asked += 1;
    const request = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const { responses } = await raw(port, request, { from: '127.0.0.2', timeout_ms: 2_000 });
    if (responses[0]?.status === 200) times.push(performance.now() - before);
    await sleep(ASKED_EVERY_MS);
  }
  times.sort((a, b) => a - b);
  const p95_ms = times[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
  return { asked, answered: times.length, p95_ms };
}

/** How long visitors are timed before an attack. */
const CALM_MS = 3_000;

/** [what it is, flags of slowhttptest, limits of the server] */
const ATTACKS: readonly (readonly [string, readonly string[], string])[] = [
  ['heads that never end', ['-H', '-i', '1'], ''],
  ['content that never ends', ['-B', '-i', '1', '-s', '8192'], ''],
  [
    'answers read drop by drop',
    ['-X', '-k', '5', '-n', '1', '-z', '32', '-w', '256', '-y', '512'],
    '',
  ],
  // As if every connection came from another address: nothing but the time limits helps.
  ['heads that never end, from everywhere', ['-H', '-i', '1'], 'connections_per_address=5000'],
];

for (const [what, kind, limits] of ATTACKS) {
  test(`${CONNECTIONS} connections of ${what}: /health answers within ${ANSWER_MS} ms`, async () => {
    const data = { DATA_DIR: path.join(folder, what) };
    const program = start(['--port', '0'], { ...data, ...(limits !== '' && { LIMITS: limits }) });
    const [, port = ''] = await waitFor(program, /127\.0\.0\.1:(\d+)"/);
    const calm = await visit(Number(port), sleep(CALM_MS));
    const answers = await visit(Number(port), attack(Number(port), kind));
    program.child.kill('SIGTERM');
    const code = await program.ended;
    console.log(`${what}: ${JSON.stringify(answers)}, calm: ${JSON.stringify(calm)}`);
    assert.ok(answers.asked > SECONDS, 'the attack lasted');
    assert.is(answers.answered, answers.asked);
    // Only a machine that is slow without an attack may be slower with one.
    const limit_ms = Math.max(ANSWER_MS, 3 * calm.p95_ms);
    assert.ok(answers.p95_ms <= limit_ms, `${answers.p95_ms} of ${limit_ms} ms`);
    assert.is(code, 0);
    assert.not.match(program.output(), /"level":(?:50|60)/);
  });
}

closing(folder);

test.run();
