/** WebSocket handshakes as they reach the sites, and what keeps others out. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket, WebSocketServer } from 'ws';
import type { Handshake } from '../../src/http/exchange.ts';
import { closing } from '../support/closing.ts';
import { noSites } from '../support/no-sites.ts';
import { open, raw, talk } from '../support/raw.ts';
import { startService, withService } from '../support/service.ts';

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const VERSION = 'Sec-WebSocket-Version: 13\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';

const handshake = (target: string, more = '', host = 'localhost'): string =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${UPGRADE}${KEY}${VERSION}${more}\r\n`;

const seen: Handshake[] = [];
const echo = new WebSocketServer({ noServer: true });
const sites = {
  ...noSites(),
  connect(asked: Handshake) {
    seen.push(asked);
    if (asked.parameter === 'full') asked.refuse('draining');
    else if (asked.parameter === 'broken') throw new Error('on purpose');
    else {
      echo.handleUpgrade(asked.request, asked.take(), asked.head, (socket) => {
        socket.on('message', (data) => socket.send(data));
      });
    }
  },
};

const { port, service, lines } = await startService({ sites });

test('a well-formed handshake becomes a WebSocket of its site', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/member/ada?edit`);
  const answer = new Promise<string>((resolve) =>
    socket.once('message', (data) => resolve(String(data))),
  );
  socket.once('open', () => socket.send('hello'));
  assert.is(await answer, 'hello');
  socket.terminate();
  const { parameter, query, address } = seen.at(-1) ?? {};
  assert.equal([parameter, query, address], ['ada', 'edit', '127.0.0.1']);
});

test('what a client sends together with its handshake reaches the WebSocket, after requests sent ahead, too', async () => {
  const socket = await open(port);
  const ahead = 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2);
  assert.is((await talk(socket, ahead, { count: 2 })).responses.length, 2);
  // RFC 6455 §5.2: the text "hi", masked with zeros.
  const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]);
  const { text } = await talk(
    socket,
    Buffer.concat([Buffer.from(handshake('/member/ada')), frame]),
    {
      count: 2,
      timeout_ms: 500,
    },
  );
  socket.destroy();
  assert.match(text, /^HTTP\/1\.1 101 /);
  assert.ok(text.endsWith('\x82\x02hi'), JSON.stringify(text.slice(-20)));
});

test('a WebSocket may be silent for longer than a request may', () =>
  withService(
    { sites, limits: { response_timeout_ms: 100, keep_alive_ms: 100 } },
    async (running) => {
      const socket = new WebSocket(`ws://127.0.0.1:${running.port}/member/ada`);
      await new Promise((resolve) => socket.once('open', resolve));
      await sleep(500);
      const answer = new Promise<string>((resolve) =>
        socket.once('message', (data) => resolve(String(data))),
      );
      socket.send('still here');
      assert.is(await answer, 'still here');
      socket.terminate();
    },
  ));

/** [what it is, the bytes, status] */
const REFUSED: readonly (readonly [string, string, number])[] = [
  ['a foreign origin', handshake('/member/ada', 'Origin: http://evil.example\r\n'), 403],
  ['a sandboxed site', handshake('/member/ada', 'Origin: null\r\n'), 403],
  [
    'a name made to point here',
    handshake('/member/ada', 'Origin: http://evil.example\r\n', 'evil.example'),
    403,
  ],
  ['no username', handshake('/member/-'), 400],
  ['capitals', handshake('/member/Ada'), 400],
  ['a broken target', handshake('/member/%ZZ'), 400],
  ['another path', handshake('/nope'), 404],
  ['two hosts', handshake('/member/ada', 'Host: x\r\n'), 400],
  ['content', handshake('/member/ada', 'Content-Length: 4\r\n'), 413],
  ['what the site refuses', handshake('/member/full'), 503],
  [
    'an old version',
    `GET /member/ada HTTP/1.1\r\nHost: x\r\n${UPGRADE}${KEY}Sec-WebSocket-Version: 8\r\n\r\n`,
    426,
  ],
  ['no key', `GET /member/ada HTTP/1.1\r\nHost: x\r\n${UPGRADE}${VERSION}\r\n`, 426],
  ['POST', handshake('/member/ada').replace('GET', 'POST'), 405],
];
for (const [what, bytes, status] of REFUSED) {
  test(`refuses ${what} with ${status}, and closes`, async () => {
    const { responses, closed } = await raw(port, bytes, { count: 2 });
    assert.equal([responses[0]?.status, responses.length, closed], [status, 1, true]);
    if (status !== 404) assert.match(responses[0]?.body ?? '', /urn:problem-type:ensemble:/);
  });
}

test('a handshake of another version is told which one', async () => {
  const bytes = handshake('/member/ada').replace('13', '12');
  const { responses } = await raw(port, bytes);
  assert.is(responses[0]?.headers['sec-websocket-version'], '13');
  assert.is(responses[0]?.headers['upgrade'], 'websocket');
});

for (const protocol of ['h2c', 'TLS/1.2', 'websocket2']) {
  test(`an upgrade to ${protocol} is answered as if nobody had asked`, async () => {
    const bytes = `GET /member/ada HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
    const { responses, closed } = await raw(port, bytes, { count: 2 });
    assert.equal([responses[0]?.status, responses.length, closed], [200, 1, true]);
  });
}

test('a site that fails to take its socket is logged, and the socket closed', async () => {
  const { responses, closed } = await raw(port, handshake('/member/broken'), { count: 2 });
  assert.equal([responses.length, closed], [0, true]);
  assert.is(lines.filter(({ msg }) => msg === 'request failed').length, 1);
});

test('a client gone in the middle of its handshake harms nobody', async () => {
  const socket: Socket = await open(port);
  socket.write(handshake('/member/full'));
  socket.resetAndDestroy();
  await sleep(30);
  assert.is((await raw(port, 'GET /api HTTP/1.1\r\nHost: x\r\n\r\n')).responses[0]?.status, 200);
});

/** Sent in one piece with a half request: once this is answered, that has begun. */
const WHOLE = 'GET /api HTTP/1.1\r\nHost: x\r\n\r\n';

test('while draining, handshakes are refused, /health fails, answers close', () =>
  withService({}, async (running) => {
    const idle = await open(running.port);
    const [half, upgrading] = [await open(running.port), await open(running.port)];
    await talk(half, `${WHOLE}GET /health HTTP/1.1\r\n`);
    await talk(upgrading, `${WHOLE}GET /member/ada HTTP/1.1\r\n`);
    const closed = running.service.close();
    const health = await talk(half, 'Host: x\r\n\r\n', { count: 2 });
    const refused = await talk(upgrading, `Host: x\r\n${UPGRADE}${KEY}${VERSION}\r\n`, {
      count: 2,
    });
    await closed;
    assert.equal([health.responses[0]?.status, health.closed], [503, true]);
    assert.match(
      health.responses[0]?.body ?? '',
      /"status":"fail","output":"The service is shutting down\."/,
    );
    assert.equal([refused.responses[0]?.status, refused.closed], [503, true]);
    idle.destroy();
  }));

test('drain_ms: a client that never finishes is cut', () =>
  withService({ limits: { drain_ms: 100 } }, async (running) => {
    const half = await open(running.port);
    await talk(half, `${WHOLE}GET /health HTTP/1.1\r\n`);
    const ended = talk(half, '', { count: 1 });
    await running.service.close();
    assert.is((await ended).closed, true);
  }));

test('the service closes', async () => {
  await service.close();
  assert.is(service.health.passing, false);
});

closing(service);

test.run();
