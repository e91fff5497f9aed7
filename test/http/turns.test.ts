/** Requests sent without waiting for answers never keep others waiting for theirs. */
import { type EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Page } from '../../src/http/page.ts';
import { certificate } from '../support/certificate.ts';
import { noSites } from '../support/no-sites.ts';
import { ask, open, raw, talk } from '../support/raw.ts';
import { withService } from '../support/service.ts';
import { until } from '../support/until.ts';

const REQUESTS = 1_000;
const CONNECTIONS = 20;
const HONEST = 50;
const PIPELINED = 'GET /member/flood HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Sites that count how often each is asked for. */
function countingSites() {
  const asked = new Map<string, number>();
  const publish = (username: string) => {
    asked.set(username, (asked.get(username) ?? 0) + 1);
    return undefined;
  };
  return { asked, sites: { ...noSites(), publish } };
}

async function flood(port: number, bytes: string): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.resume();
    socket.write(bytes);
  }
  return sockets;
}

test('a visitor is answered within a few requests of twenty connections that send a thousand each', () => {
  const { asked, sites } = countingSites();
  return withService({ sites }, async ({ port }) => {
    const honest = await open(port, '127.0.0.2');
    const sockets = await flood(port, PIPELINED.repeat(REQUESTS));
    const request = 'GET /member/honest HTTP/1.1\r\nHost: localhost\r\n\r\n';
    for (let at = 0; at < HONEST; at++) {
      assert.is((await talk(honest, request)).responses.length, 1);
    }
    const flooded = asked.get('flood') ?? 0;
    for (const socket of [honest, ...sockets]) socket.destroy();
    assert.is(asked.get('honest'), HONEST);
    assert.ok(flooded < 10 * HONEST, `${flooded} of the others for ${HONEST}`);
  });
});

test('the connections take turns, and each gets all of its answers', () => {
  const { asked, sites } = countingSites();
  return withService({ sites }, async ({ port }) => {
    const one = (name: string) => `GET /member/${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const count = 300;
    const [many, few] = await Promise.all([
      raw(port, one('many').repeat(count), { count, timeout_ms: 60_000 }),
      raw(port, one('few').repeat(3), { count: 3, timeout_ms: 60_000 }).then((result) => ({
        ...result,
        others: asked.get('many') ?? 0,
      })),
    ]);
    assert.equal([many.responses.length, few.responses.length], [count, 3]);
    assert.ok(few.others < count / 2, `${few.others} before three`);
  });
});

test('requests of connections that are gone are not answered', () => {
  const { asked, sites } = countingSites();
  return withService({ sites }, async ({ port }) => {
    const sockets = await flood(port, PIPELINED.repeat(REQUESTS));
    const other = () =>
      raw(port, 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n', { from: '127.0.0.2' });
    await other();
    for (const socket of sockets) socket.destroy();
    for (let at = 0; at < 200; at++) await other();
    const flooded = asked.get('flood') ?? 0;
    assert.ok(flooded < (CONNECTIONS * REQUESTS) / 2, `${flooded}`);
  });
});

/** How many requests were given to the service that it had not answered, at most. */
function mostWaiting(server: EventEmitter): () => number {
  let [read, answered, most] = [0, 0, 0];
  server.on('request', (_request, response: ServerResponse) => {
    read += 1;
    most = Math.max(most, read - answered);
    response.once('close', () => {
      answered += 1;
    });
  });
  return () => most;
}

test('of many connections no more is read than waits of a few, and all is answered', () =>
  withService({}, async ({ port, service }) => {
    const most = mostWaiting(service.kernel.server);
    const count = 300;
    const results = Array.from({ length: 40 }, (_, at) =>
      raw(port, PIPELINED.repeat(count), { count, timeout_ms: 60_000, from: `127.0.1.${at + 1}` }),
    );
    for (const { responses } of await Promise.all(results)) assert.is(responses.length, count);
    // One read of 300 may come while 1,024 wait, and two requests of each of the others.
    assert.ok(most() < 1_024 + 300 + 2 * 40, `${most()} waited`);
  }));

test('a connection that sent requests ahead is parsed one request at a time from then on', () =>
  withService({}, async ({ port, service }) => {
    const socket = await open(port);
    assert.is((await talk(socket, PIPELINED.repeat(2), { count: 2 })).responses.length, 2);
    const most = mostWaiting(service.kernel.server);
    const bytes = `${PIPELINED}\r\n\r\n`.repeat(REQUESTS);
    const { responses } = await talk(socket, bytes, { count: REQUESTS, timeout_ms: 60_000 });
    socket.destroy();
    assert.is(responses.length, REQUESTS);
    // One is being answered, one waits, and one was answered just now.
    assert.ok(most() <= 3, `${most()} waited`);
  }));

test('the same over TLS', () =>
  withService({ tls: certificate('first') }, async ({ port, service }) => {
    const most = mostWaiting(service.kernel.server);
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    for (const count of [2, REQUESTS]) {
      const bytes = PIPELINED.repeat(count);
      const { responses } = await talk(socket, bytes, { count, timeout_ms: 60_000 });
      assert.is(responses.length, count);
    }
    socket.destroy();
    assert.ok(most() <= 3, `${most()} waited`);
  }));

test('another address is served while connections of one are not read', () =>
  withService({}, async ({ port }) => {
    const sockets = await flood(port, PIPELINED.repeat(4 * REQUESTS));
    const other = await raw(port, 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n', {
      from: '127.0.0.2',
    });
    for (const socket of sockets) socket.destroy();
    assert.is(other.responses[0]?.status, 200);
    // And those of the same, once the others are gone.
    assert.is((await ask(port, '/api')).status, 200);
  }));

test('nothing is answered to a client that has not taken the answer before', () => {
  const page = new Page({ body: 'x'.repeat(2_000_000), status: 200, headers: [] });
  let asked = 0;
  const publish = () => {
    asked += 1;
    return page;
  };
  return withService({ sites: { ...noSites(), publish } }, async ({ port }) => {
    const socket = await open(port);
    socket.pause();
    socket.write(PIPELINED.repeat(100));
    for (let at = 0; at < 200; at++)
      await raw(port, 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.destroy();
    // What the kernel's buffers take counts as taken.
    assert.ok(asked < 20, `${asked} answers made`);
  });
});

test('whoever takes the answers late gets all of them', () => {
  const page = new Page({ body: 'x'.repeat(1_000_000), status: 200, headers: [] });
  return withService({ sites: { ...noSites(), publish: () => page } }, async ({ port }) => {
    const socket = await open(port);
    socket.pause();
    const count = 20;
    socket.write(PIPELINED.repeat(count));
    for (let at = 0; at < 50; at++) await ask(port, '/api');
    const taken = talk(socket, '', { count, timeout_ms: 60_000 });
    socket.resume();
    const { responses } = await taken;
    socket.destroy();
    assert.equal(
      responses.map(({ body }) => body.length),
      Array.from({ length: count }, () => 1_000_000),
    );
  });
});

test('a request that never had its turn ends without telling anyone when its connection closes', () =>
  withService({}, async ({ port, service }) => {
    const requests: IncomingMessage[] = [];
    let told = 0;
    service.kernel.server.on('request', (request: IncomingMessage) => {
      requests.push(request);
      request.on('close', () => {
        told += 1;
      });
    });
    const socket = await open(port);
    socket.write(PIPELINED.repeat(REQUESTS));
    await until(() => requests.length === REQUESTS);
    socket.destroy();
    await until(() => requests[0]?.socket.destroyed === true);
    await ask(port, '/api');
    assert.ok(told < REQUESTS / 2, `${told} told`);
  }));

const UPGRADE =
  'GET /member/a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const CONNECT = 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost:1\r\n\r\n';

for (const [what, last] of [
  ['a WebSocket', UPGRADE],
  ['a tunnel', CONNECT],
] as const) {
  test(`${what} asked for behind requests without answers cuts the connection, and the service goes on`, () =>
    withService({}, async ({ port }) => {
      for (const before of [1, 3]) {
        const { closed } = await raw(port, PIPELINED.repeat(before) + last, { count: 9 });
        assert.ok(closed);
      }
      assert.is((await ask(port, '/api')).status, 200);
    }));
}

test.run();
