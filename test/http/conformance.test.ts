/** Requests byte by byte: what the kernel answers where a client library would hide the difference. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closing } from '../support/closing.ts';
import { ask, open, type RawResponse, type RawResult, raw, talk } from '../support/raw.ts';
import { startService } from '../support/service.ts';

const { port, service, lines } = await startService();
const GET = (target: string, more = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

const problemOf = (response: RawResponse | undefined): string => {
  if (response?.headers['content-type'] !== 'application/problem+json')
    return 'no problem document';
  const { type, status, title, detail, ...rest } = JSON.parse(response.body);
  assert.is(status, response.status);
  assert.ok(typeof title === 'string' && typeof detail === 'string');
  assert.equal(rest, {});
  return String(type).replace('urn:problem-type:ensemble:', '');
};

/** [what it is, the bytes, status, problem] */
const REFUSED: readonly (readonly [string, string, number, string])[] = [
  ['an unknown path', GET('/nope'), 404, 'not-found'],
  ['a trailing slash', GET('/health/'), 404, 'not-found'],
  ['capitals in a path', GET('/API'), 404, 'not-found'],
  ['an empty first segment', GET('//member/x'), 404, 'not-found'],
  ['a host-like path', GET('//example.org/api'), 404, 'not-found'],
  ['dot segments, which are not resolved', GET('/member/../api'), 404, 'not-found'],
  ['a path below a site', GET('/member/ada/x'), 404, 'not-found'],
  ['no username', GET('/member/'), 404, 'not-found'],
  ['dots for a username', GET('/member/..'), 400, 'username-invalid'],
  ['encoded dots', GET('/member/%2e%2e'), 400, 'username-invalid'],
  ['an encoded slash', GET('/member/a%2fb'), 400, 'username-invalid'],
  ['an encoded letter', GET('/member/%61da'), 400, 'username-invalid'],
  ['65 letters', GET(`/member/${'a'.repeat(65)}`), 400, 'username-invalid'],
  ['NUL', GET('/member/%00'), 400, 'target-malformed'],
  ['NUL in a query', GET('/?q=%00'), 400, 'target-malformed'],
  ['a bare percent sign', GET('/member/%ZZ'), 400, 'target-malformed'],
  ['half a percent triplet', GET('/member/%4'), 400, 'target-malformed'],
  ['overlong UTF-8', GET('/member/%c0%af'), 400, 'target-malformed'],
  ['a lone surrogate in UTF-8', GET('/?q=%ed%a0%80'), 400, 'target-malformed'],
  ['a raw byte above ASCII', GET('/member/\xe9'), 400, 'request-malformed'],
  ['a fragment', GET('/api#x'), 400, 'target-malformed'],
  ['a backslash', GET('\\api'), 400, 'request-malformed'],
  ['an asterisk with GET', GET('*'), 400, 'target-malformed'],
  ['another scheme', GET('ftp://localhost/api'), 400, 'target-malformed'],
  ['absolute form without a host', GET('http:///api'), 400, 'target-malformed'],
  ['absolute form with user information', GET('http://a@localhost/api'), 400, 'target-malformed'],
  ['a target over 2,048 bytes', GET(`/?q=${'a'.repeat(2_045)}`), 414, 'target-too-long'],
  ['POST', `POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`, 405, 'method-not-allowed'],
  ['POST of an unknown path', `POST /x HTTP/1.1\r\nHost: x\r\n\r\n`, 404, 'not-found'],
  ['DELETE of a site', `DELETE /member/ada HTTP/1.1\r\nHost: x\r\n\r\n`, 405, 'method-not-allowed'],
  ['CONNECT', `CONNECT localhost:1 HTTP/1.1\r\nHost: x\r\n\r\n`, 405, 'method-not-allowed'],
  ['TRACE', `TRACE / HTTP/1.1\r\nHost: x\r\n\r\n`, 405, 'method-not-allowed'],
  ['a method nobody knows', `BREW / HTTP/1.1\r\nHost: x\r\n\r\n`, 400, 'request-malformed'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'host-invalid'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'host-invalid'],
  ['the same host twice', 'GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400, 'host-invalid'],
  ['a host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n', 400, 'host-invalid'],
  ['a host with user information', 'GET / HTTP/1.1\r\nHost: a@b\r\n\r\n', 400, 'host-invalid'],
  ['HTTP/2.0 in the request line', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n', 505, 'version-unsupported'],
  ['HTTP/0.9', 'GET /\r\n\r\n', 505, 'version-unsupported'],
  ['content of known length', `${GET('/api', 'Content-Length: 3\r\n')}abc`, 413, 'body-refused'],
  [
    'content in chunks',
    `${GET('/api', 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`,
    413,
    'body-refused',
  ],
  [
    'both Content-Length and Transfer-Encoding',
    `${GET('/api', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`,
    400,
    'request-malformed',
  ],
  [
    'two Content-Lengths',
    `${GET('/api', 'Content-Length: 1\r\nContent-Length: 2\r\n')}a`,
    400,
    'request-malformed',
  ],
  ['a negative Content-Length', GET('/api', 'Content-Length: -1\r\n'), 400, 'request-malformed'],
  ['an unknown transfer coding', GET('/api', 'Transfer-Encoding: gzip\r\n'), 413, 'body-refused'],
  [
    'chunked that is not last',
    `${GET('/api', 'Transfer-Encoding: chunked, gzip\r\n')}0\r\n\r\n`,
    400,
    'request-malformed',
  ],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n', 400, 'request-malformed'],
  ['a bare carriage return in a value', GET('/', 'X: a\rb\r\n'), 400, 'request-malformed'],
  ['a folded header', GET('/', 'X: a\r\n b\r\n'), 400, 'request-malformed'],
  ['a space before the colon', GET('/', 'X : a\r\n'), 400, 'request-malformed'],
  ['a NUL in a value', GET('/', 'X: a\0b\r\n'), 400, 'request-malformed'],
  ['no header name', GET('/', ': a\r\n'), 400, 'request-malformed'],
  ['an expectation', GET('/', 'Expect: cake\r\n'), 417, 'expectation-failed'],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'request-malformed'],
  ['101 headers', GET('/', 'X: y\r\n'.repeat(100)), 431, 'headers-too-large'],
  ['10,000 headers', GET('/', 'X: y\r\n'.repeat(10_000)), 431, 'headers-too-large'],
  ['a head over 8,192 bytes', GET('/', `X: ${'y'.repeat(8_300)}\r\n`), 431, 'headers-too-large'],
];

test('a request with two hosts is the last of its connection', async () => {
  const two = 'GET /api HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n';
  const { responses, closed } = await raw(port, `${two}${GET('/api')}`, { count: 2 });
  assert.equal([responses.length, responses[0]?.status, closed], [1, 400, true]);
  assert.is(responses[0]?.headers['connection'], 'close');
});

/** The same on a connection whose parser gets one request at a time, since it sent others ahead. */
async function sequential(bytes: string): Promise<RawResult> {
  const socket = await open(port);
  const ahead = await talk(socket, GET('/api').repeat(2), { count: 2 });
  assert.is(ahead.responses.length, 2);
  const result = await talk(socket, bytes);
  socket.destroy();
  return result;
}

const WAYS = [
  ['', (bytes: string) => raw(port, bytes)],
  [', after requests sent ahead', sequential],
] as const;
const inBothWays = <Case>(cases: readonly Case[]) =>
  cases.flatMap((one) => WAYS.map((way) => [one, way] as const));

for (const [[what, bytes, status, problem], [when, send]] of inBothWays(REFUSED)) {
  test(`${what}${when}: ${status} ${problem}`, async () => {
    const { responses } = await send(bytes);
    assert.is(responses[0]?.status, status);
    assert.is(problemOf(responses[0]), problem);
    assert.is(responses[0]?.headers['x-content-type-options'], 'nosniff');
    const date = Date.parse(responses[0]?.headers['date'] ?? '');
    assert.ok(Math.abs(Date.now() - date) < 60_000, 'the time of the answer');
  });
}

/** [what it is, the bytes, status] */
const SERVED: readonly (readonly [string, string, number])[] = [
  ['absolute form', 'GET http://localhost/api HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
  ['absolute form without a path', 'GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
  ['a query nobody knows', GET('/api?x=1&y'), 200],
  ['an empty query', GET('/health?'), 200],
  ['an empty host', 'GET /api HTTP/1.1\r\nHost:\r\n\r\n', 200],
  ['an IPv6 host', 'GET /api HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n', 200],
  ['HTTP/1.0 without a host', 'GET /api HTTP/1.0\r\n\r\n', 200],
  ['Content-Length 0', GET('/api', 'Content-Length: 0\r\n'), 200],
  ['Expect 100-continue without content', GET('/api', 'Expect: 100-continue\r\n'), 200],
  ['an upgrade to something else', GET('/api', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'), 200],
  ['a WebSocket where none is', GET('/api', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), 200],
  ['100 headers', GET('/api', 'X: y\r\n'.repeat(99)), 200],
  ['a target of 2,048 bytes', GET(`/?q=${'a'.repeat(2_044)}`), 200],
  ['a username of 64 letters', GET(`/member/${'a'.repeat(64)}`), 200],
  ['a username with all it may have', GET('/member/a.b-c_9'), 200],
];

for (const [[what, bytes, status], [when, send]] of inBothWays(SERVED)) {
  test(`${what}${when}: ${status}`, async () => {
    const { responses } = await send(bytes);
    assert.is(responses[0]?.status, status);
  });
}

for (const target of [
  '/',
  '/member/ada',
  '/health',
  '/api',
  '/nope',
  '/member/A',
  '/member/!',
  '/?go=x',
]) {
  test(`HEAD ${target} answers the head of GET and no body`, async () => {
    const get = await ask(port, target);
    const { responses, rest } = await raw(
      port,
      `HEAD ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      {
        head: true,
        count: 2,
      },
    );
    const ignoring = ({
      headers: { date, connection, 'keep-alive': alive, ...headers },
    }: RawResponse) => headers;
    assert.is(responses.length, 1);
    assert.is(rest, '');
    assert.is(responses[0]?.status, get.status);
    assert.equal(responses[0] && ignoring(responses[0]), ignoring(get));
  });
}

for (const target of ['/', '/member/ada', '/health', '/api', '*']) {
  test(`OPTIONS ${target} tells the methods`, async () => {
    const { status, headers, body } = await ask(port, target, { method: 'OPTIONS' });
    assert.is(status, 204);
    assert.is(headers['allow'], 'GET, HEAD, OPTIONS');
    assert.is(body, '');
  });
}

test('a method that is not allowed is told which are', async () => {
  const { headers } = await ask(port, '/api', { method: 'PUT' });
  assert.is(headers['allow'], 'GET, HEAD, OPTIONS');
});

test('a client that sends content reads its answer, and the connection goes on', async () => {
  const socket = await open(port);
  const post = `POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n${'a'.repeat(60_000)}`;
  const { responses } = await talk(socket, post + GET('/api'), { count: 2 });
  assert.equal(
    responses.map(({ status }) => status),
    [405, 200],
  );
  socket.destroy();
});

test('content over the limit is answered and cut, however long the client would go on', async () => {
  const socket = await open(port);
  const head = 'GET /api HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
  const { responses, closed } = await talk(socket, head + chunk.repeat(4), { count: 2 });
  assert.is(responses[0]?.status, 413);
  assert.ok(closed);
});

test('content announced and not sent does not wait for 100 Continue', async () => {
  const expect = GET('/api', 'Expect: 100-continue\r\nContent-Length: 9\r\n');
  const { responses, closed } = await raw(port, expect, { count: 2 });
  assert.equal(
    responses.map(({ status }) => status),
    [413],
  );
  assert.is(responses[0]?.headers['connection'], 'close');
  assert.ok(closed);
});

test('pipelined requests are answered in order on one connection', async () => {
  const targets = ['/api', '/nope', '/health', '/member/ada', '/member/A'];
  const { responses } = await raw(port, targets.map((target) => GET(target)).join(''), {
    count: 5,
  });
  assert.equal(
    responses.map(({ status }) => status),
    [200, 404, 200, 200, 308],
  );
});

test('a thousand pipelined requests get a thousand answers', async () => {
  const { responses } = await raw(port, GET('/api').repeat(1_000), {
    count: 1_000,
    timeout_ms: 60_000,
  });
  assert.is(responses.length, 1_000);
  assert.ok(responses.every(({ status }) => status === 200));
});

test('a request behind a smuggled chunk is no request', async () => {
  const bytes = `${GET('/api', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')}1e\r\n${GET('/health')}0\r\n\r\n`;
  const { responses, closed } = await raw(port, bytes, { count: 2 });
  assert.equal(
    responses.map(({ status }) => status),
    [400],
  );
  assert.ok(closed);
});

test('a client that sends its request and closes its half is answered', async () => {
  const socket = await open(port);
  const answered = talk(socket, GET('/api'));
  socket.end();
  assert.is((await answered).responses[0]?.status, 200);
  socket.destroy();
});

test('HTTP/1.0 closes, HTTP/1.1 stays open, Connection: close closes', async () => {
  const old = await raw(port, 'GET /api HTTP/1.0\r\n\r\n', { count: 2 });
  const asked = await raw(port, GET('/api', 'Connection: close\r\n'), { count: 2 });
  const stays = await raw(port, GET('/api'), { count: 2, timeout_ms: 300 });
  assert.equal([old.closed, asked.closed, stays.closed], [true, true, false]);
});

test('bytes that arrive one by one are one request', async () => {
  const socket = await open(port);
  const answered = talk(socket, '');
  for (const byte of GET('/api')) socket.write(byte);
  assert.is((await answered).responses[0]?.status, 200);
  socket.destroy();
});

test('nothing of this was an internal error', async () => {
  await service.close();
  assert.equal(
    lines.filter(({ level }) => Number(level) >= 50),
    [],
  );
});

closing(service);

test.run();
