/**
 * Requests nobody would write: pieces of HTTP put together wrongly, cut, repeated and flipped.
 *
 * Whatever comes, the service answers from the statuses it documents or closes, never with a 500,
 * and keeps nothing. A run prints its seed; `SEED=… ROUNDS=…` repeats or lengthens it.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { problemsWith } from '../../src/http/problem.ts';
import { limitsWith } from '../../src/limits.ts';
import { closing } from '../support/closing.ts';
import { ask, open, talk } from '../support/raw.ts';
import { startService } from '../support/service.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007);
const rounds = Number(process.env['ROUNDS'] ?? 8);
const REQUESTS_A_ROUND = 300;
const AT_ONCE = 20;
const HEAP_GROWTH_BYTES = 4_000_000;

/** xorshift32: small, and the same everywhere. */
let state = seed | 1;
function below(bound: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
}
const pick = <T>(choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0];

const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'CONNECT',
  'BREW',
  'get',
  'GET ',
  '',
] as const;
const TARGETS = [
  '/',
  '/api',
  '/health',
  '/member/ada',
  '/member/Ada?edit',
  '/member/%2e%2e',
  '/member/%00',
  '/member/%ZZ',
  '//member/x',
  '/?go=%F0%9F%8E%B9',
  '/?q=%ff',
  '/?page=99999999999999999999',
  `/?go=${'x'.repeat(3_000)}`,
  'http://a/api',
  'http://[::1',
  '*',
  '',
  '/\u0000',
  '/../../etc/passwd',
  `/member/ada?${'&'.repeat(1_000)}`,
] as const;
const VERSIONS = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/9.9',
  'HTTP/',
  '',
] as const;
const FIELDS = [
  'Host: a',
  'Host: a',
  'Host: b@c',
  'Content-Length: 5',
  'Content-Length: 99999999999999999999',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Connection: upgrade',
  'Connection: close',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  'Origin: null',
  'Expect: 100-continue',
  'Expect: 200-maybe',
  'Accept: text/html',
  'Accept: */*;q=x,;;,=',
  'Accept-Encoding: br;q=NaN, gzip;q=-1, *;q=0.5',
  'If-None-Match: *',
  'If-None-Match: "a", W/"b",,',
  'Range: bytes=0-9',
  'X-Forwarded-For: 1.2.3.4, , :::',
  ' folded: yes',
  'No colon',
  ': no name',
  `Long: ${'y'.repeat(9_000)}`,
  'Null: \u0000',
] as const;
const ENDS = ['\r\n', '\r\n', '\r\n', '\n', '\r', ''] as const;
const BODIES = [
  '',
  '',
  '5\r\nhello\r\n0\r\n\r\n',
  'hello',
  'zz\r\n',
  '0\r\n\r\nGET /api HTTP/1.1\r\n',
] as const;

/** Requests that are whole, to stand before and behind others. */
const WHOLE = [
  'GET /api HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /member/ada HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
  'POST /api HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello',
] as const;

function request(): Buffer {
  const end = pick(ENDS);
  const fields = Array.from({ length: below(7) }, () => pick(FIELDS));
  const lines = [`${pick(METHODS)} ${pick(TARGETS)} ${pick(VERSIONS)}`, ...fields, ''];
  const bytes = Buffer.from(lines.join(end) + end + pick(BODIES), 'latin1');
  const sometimes = () => Buffer.from(below(4) === 0 ? pick(WHOLE) : '');
  return mutate(
    Buffer.concat([sometimes(), sometimes(), below(4) === 0 ? sometimes() : bytes, sometimes()]),
  );
}

function mutate(bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  const kind = below(8);
  if (kind === 0) return bytes.subarray(0, below(bytes.length));
  if (kind <= 2) for (let i = below(4); i >= 0; i -= 1) bytes[below(bytes.length)] = below(256);
  return bytes;
}

const failures: unknown[] = [];
process.on('unhandledRejection', (reason) => failures.push(reason));
process.on('uncaughtException', (error) => failures.push(error));

const limits = { headers_timeout_ms: 300, request_timeout_ms: 400, timeout_check_ms: 50 };
const { port, service, lines } = await startService({ limits });
const KNOWN = new Set([
  200,
  204,
  303,
  307,
  304,
  308,
  100,
  ...problemsWith(limitsWith()).map(({ status }) => status),
]);
KNOWN.delete(500);
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

async function throwOne(): Promise<string | undefined> {
  const bytes = request();
  const socket = await open(port);
  if (below(5) === 0) socket.end();
  // Answers to HEAD tell lengths they do not have, so only status lines are read.
  const { text } = await talk(socket, bytes, { count: 9, timeout_ms: 30 });
  socket.destroy();
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((found) => Number(found[1]));
  const wrong = statuses.find((status) => !KNOWN.has(status));
  return wrong === undefined
    ? undefined
    : `${wrong} for ${JSON.stringify(bytes.toString('latin1'))}`;
}

function heap(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

test(`seed ${seed}: ${rounds * REQUESTS_A_ROUND} requests, no crash, no 500, memory flat`, async () => {
  console.log(`SEED=${seed} ROUNDS=${rounds}`);
  const heaps: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let sent = 0; sent < REQUESTS_A_ROUND; sent += AT_ONCE) {
      const wrong = await Promise.all(Array.from({ length: AT_ONCE }, throwOne));
      assert.equal(
        wrong.filter((text) => text !== undefined),
        [],
      );
    }
    heaps.push(heap());
  }
  assert.is((await ask(port, '/api')).status, 200);
  assert.equal(failures, []);
  assert.equal(
    lines.filter(({ level }) => Number(level) >= 50),
    [],
  );
  // The first rounds compile and fill what is kept on purpose; the later ones must not add to it.
  const settled = heaps[Math.min(2, heaps.length - 1)] ?? 0;
  assert.ok((heaps.at(-1) ?? 0) - settled < HEAP_GROWTH_BYTES, heaps.join(' '));
});

closing(service);

test.run();
