/** Every limit of the kernel, made small and then crossed by hand. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ProxyTrust } from '../../src/http/address.ts';
import { Page } from '../../src/http/page.ts';
import { describeLimits, isLimitName, limitsWith } from '../../src/limits.ts';
import type { SiteQuery } from '../../src/sites/sites.ts';
import { certificate } from '../support/certificate.ts';
import { noSites } from '../support/no-sites.ts';
import { ask, open, raw, talk } from '../support/raw.ts';
import { type TestServiceOptions, withService } from '../support/service.ts';

const GET = 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('target_bytes: one more than the limit is too long', () =>
  withService({ limits: { target_bytes: 20 } }, async ({ port }) => {
    assert.is((await ask(port, `/?q=${'a'.repeat(16)}`)).status, 200);
    assert.is((await ask(port, `/?q=${'a'.repeat(17)}`)).status, 414);
  }));

test('header_bytes: a larger head is refused', () =>
  withService({ limits: { header_bytes: 1_000 } }, async ({ port }) => {
    assert.is((await ask(port, '/api', { headers: `X: ${'a'.repeat(800)}\r\n` })).status, 200);
    assert.is((await ask(port, '/api', { headers: `X: ${'a'.repeat(1_000)}\r\n` })).status, 431);
  }));

test('header_count: one more header than the limit is refused', () =>
  withService({ limits: { header_count: 3 } }, async ({ port }) => {
    assert.is((await ask(port, '/api', { headers: 'A: 1\r\nB: 2\r\n' })).status, 200);
    assert.is((await ask(port, '/api', { headers: 'A: 1\r\nB: 2\r\nC: 3\r\n' })).status, 431);
  }));

test('content_bytes: more content cuts the connection', () =>
  withService({ limits: { content_bytes: 10 } }, async ({ port }) => {
    const post = (bytes: number) =>
      `POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${'a'.repeat(bytes)}`;
    const within = await raw(port, post(10), { count: 2, timeout_ms: 300 });
    const over = await raw(port, post(11), { count: 2 });
    assert.is(within.closed, false);
    assert.is(over.closed, true);
  }));

const SLOW = { headers_timeout_ms: 300, request_timeout_ms: 600, timeout_check_ms: 50 };

test('headers_timeout_ms: a head that dribbles in answers 408 and closes', () =>
  withService({ limits: SLOW }, async ({ port }) => {
    const socket = await open(port);
    const answered = talk(socket, 'GET /api HTTP/1.1\r\n', { count: 2 });
    const dribble = setInterval(() => socket.write('X: y\r\n'), 40);
    const { responses, closed } = await answered;
    clearInterval(dribble);
    assert.equal([responses[0]?.status, closed], [408, true]);
  }));

test('headers_timeout_ms: a connection that says nothing is closed', () =>
  withService({ limits: SLOW }, async ({ port }) => {
    const { closed } = await talk(await open(port), '', { count: 2 });
    assert.ok(closed);
  }));

test('request_timeout_ms: content that never ends is cut', () =>
  withService({ limits: SLOW }, async ({ port }) => {
    const socket = await open(port);
    const answered = talk(
      socket,
      'POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\na',
      { count: 3 },
    );
    const dribble = setInterval(() => socket.write('a'), 40);
    const { responses, closed } = await answered;
    clearInterval(dribble);
    assert.equal([responses[0]?.status, closed], [405, true]);
  }));

test('keep_alive_ms: an idle connection is closed', () =>
  withService({ limits: { keep_alive_ms: 200 } }, async ({ port }) => {
    const { responses, closed } = await raw(port, GET, { count: 2 });
    assert.equal([responses.length, closed], [1, true]);
  }));

test('response_timeout_ms: a client that takes nothing of its answers is cut', () =>
  withService({ limits: { response_timeout_ms: 300 } }, async ({ port, service }) => {
    const socket = await open(port);
    socket.pause();
    socket.on('error', () => {});
    socket.write(GET.repeat(50_000));
    const count = () =>
      new Promise<number>((resolve) =>
        service.kernel.server.getConnections((_error, open) => resolve(open)),
      );
    let left = 1;
    for (let i = 0; i < 100 && left > 0; i += 1) {
      await sleep(50);
      left = await count();
    }
    socket.destroy();
    assert.is(left, 0);
  }));

const PAGE_BYTES = 12_000_000;
const pageOf = (username: string) =>
  new Page({ body: Buffer.alloc(PAGE_BYTES, username), headers: [], version: username });

/** A service whose pages are made anew for each request, but for that of `same`; and readers that read nothing. */
async function withSlowReaders(
  body: (read: (username: string, from?: string) => Promise<Socket>) => Promise<void>,
): Promise<void> {
  const same = pageOf('same');
  const publish = (username: string) => (username === 'same' ? same : pageOf(username));
  const sockets: Socket[] = [];
  const options = {
    sites: { ...noSites(), publish },
    limits: { unsent_bytes_per_address: 2 * PAGE_BYTES },
  };
  await withService(options, ({ port }) =>
    body(async (username, from) => {
      const socket = await open(port, from);
      sockets.push(socket);
      socket.on('error', () => {});
      socket.write(`GET /member/${username} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await new Promise((resolve) => socket.once('readable', resolve));
      return socket;
    }),
  ).finally(() => {
    for (const socket of sockets) socket.destroy();
  });
}

/** Bytes of a whole answer, or of what came before the connection was cut. */
async function bytesOf(socket: Socket): Promise<number> {
  let bytes = 0;
  const end = new Promise<void>((resolve) => {
    socket.once('close', resolve);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > PAGE_BYTES) resolve();
    });
  });
  await end;
  return bytes;
}

test('unsent_bytes_per_address: the reader who has taken longest over a different page is cut off', () =>
  withSlowReaders(async (read) => {
    const first = await read('one');
    const elsewhere = await read('one', '127.0.0.2');
    const second = await read('two');
    const third = await read('three');
    assert.ok((await bytesOf(first)) < PAGE_BYTES);
    for (const socket of [elsewhere, second, third]) {
      assert.ok((await bytesOf(socket)) > PAGE_BYTES);
    }
    const fourth = await read('four');
    const fifth = await read('five');
    assert.ok((await bytesOf(fourth)) > PAGE_BYTES, 'what was read counts no more');
    assert.ok((await bytesOf(fifth)) > PAGE_BYTES);
  }));

test('unsent_bytes_per_address: a class that reads one page slowly is one page', () =>
  withSlowReaders(async (read) => {
    const pupils = await Promise.all(Array.from({ length: 10 }, () => read('same')));
    const other = await read('other');
    for (const socket of [...pupils, other]) assert.ok((await bytesOf(socket)) > PAGE_BYTES);
  }));

test('unsent_bytes_per_address: of twelve readers of different pages at once two stay', () =>
  withSlowReaders(async (read) => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => read(`site-${index}`)));
    const bytes = await Promise.all(all.map(bytesOf));
    assert.is(bytes.filter((count) => count > PAGE_BYTES).length, 2);
  }));

test('connections: one more than the limit is closed, and room made is room again', () =>
  withService({ limits: { connections: 3 } }, async ({ port }) => {
    const held = await Promise.all([open(port), open(port), open(port)]);
    const refused = await talk(await open(port), GET);
    held[0]?.destroy();
    await sleep(50);
    const served = await raw(port, GET);
    for (const socket of held) socket.destroy();
    assert.equal([refused.responses.length, refused.closed], [0, true]);
    assert.is(served.responses[0]?.status, 200);
  }));

test('connections_per_address: one address cannot shut out another', () =>
  withService({ limits: { connections_per_address: 2 } }, async ({ port }) => {
    const held = await Promise.all([open(port), open(port)]);
    const refused = await talk(await open(port), GET);
    const other = await raw(port, GET, { from: '127.0.0.2' });
    for (const socket of held) socket.destroy();
    assert.equal([refused.responses.length, refused.closed], [0, true]);
    assert.is(other.responses[0]?.status, 200);
  }));

test('keep_alive_ms: the client is told; behind a proxy it is the longer limit', async () => {
  const told = async (options: TestServiceOptions) => {
    let text = '';
    await withService(options, async ({ port }) => {
      text = (await ask(port, '/api')).headers['keep-alive'] ?? '';
    });
    return text;
  };
  const limits = { keep_alive_ms: 7_000, proxied_keep_alive_ms: 70_000 };
  assert.is(await told({ limits }), 'timeout=7');
  assert.is(await told({ limits, trust: new ProxyTrust('loopback') }), 'timeout=70');
});

test('tls_handshake_ms: a client that does not shake hands is cut', () =>
  withService(
    { tls: certificate('first'), limits: { tls_handshake_ms: 100 } },
    async ({ port }) => {
      const { responses, closed } = await talk(await open(port), '', { count: 1 });
      assert.equal([responses.length, closed], [0, true]);
    },
  ));

test('search_characters: a longer search is cut, at a whole character', () =>
  withService({ limits: { search_characters: 3 } }, async ({ port }) => {
    const { body } = await ask(port, `/?q=${encodeURIComponent('ab🎹cd')}`);
    assert.match(body, 'value="ab🎹"');
  }));

test('page_number and sites_per_page: the list is cut into pages, and no page is beyond the limit', () => {
  const site = { username: 'a', display_name: '', edited_at: 0 };
  const asked: number[] = [];
  const sites = {
    ...noSites(),
    list({ offset, count }: SiteQuery) {
      asked.push(offset, count);
      return { sites: [site], total: 1_000 };
    },
  };
  const limits = { page_number: 5, sites_per_page: 10 };
  return withService({ sites, limits }, async ({ port }) => {
    assert.match((await ask(port, '/?page=99')).body, 'Page 5 of 100');
    assert.equal(asked, [40, 10]);
  });
});

test('health_interval_ms: the checks run again and again', () => {
  let checks = 0;
  const health = () => {
    checks += 1;
    return { writable: true };
  };
  return withService(
    { sites: { ...noSites(), health }, limits: { health_interval_ms: 20 } },
    async () => {
      for (let i = 0; i < 100 && checks < 4; i += 1) await sleep(20);
      assert.ok(checks >= 4);
    },
  );
});

test('username_characters: a longer name is refused', () =>
  withService({ limits: { username_characters: 3 } }, async ({ port }) => {
    assert.is((await ask(port, '/member/ada')).status, 200);
    assert.is((await ask(port, '/member/adam')).status, 400);
  }));

test('every limit is described with its number, its unit and its purpose', () => {
  const limits = limitsWith();
  const lines = describeLimits().split('\n');
  assert.is(lines.length, Object.keys(limits).length);
  for (const [name, value] of Object.entries(limits)) {
    const line = lines.find((text) => text.trim().startsWith(`${name} `)) ?? '';
    assert.ok(line.includes(` ${value.toLocaleString('en')} `), name);
    assert.match(line, /: \S/);
  }
});

test('a limit of another name is none', () => {
  assert.is(isLimitName('constructor'), false);
  assert.is(isLimitName('header_bytes'), true);
});

test.run();
