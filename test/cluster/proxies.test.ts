/**
 * nginx and HAProxy as the guide has them, before three servers: what visitors see, what servers learn of visitors, and
 * how both go on when a server is killed, stops or loses the database.
 */
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitsWith } from '../../src/limits.ts';
import { EMPTY_SITE } from '../../src/shared/site/document.ts';
import { seedSite } from '../../src/sites/seed.ts';
import { bundled } from '../support/bundled.ts';
import { closing } from '../support/closing.ts';
import { Place } from '../support/cluster-node.ts';
import { Writer } from '../support/cluster-writer.ts';
import { Cuttable } from '../support/cuttable.ts';
import { startPostgres } from '../support/postgres.ts';
import { type ProxyServer, startHaproxy, startNginx, statesOf } from '../support/proxies.ts';
import { fenceIn, fencesIn } from '../support/readme.ts';
import { Editor, type EditorOptions } from '../support/sites.ts';
import { until } from '../support/until.ts';
import { type Asked, get as ask, Visitor } from '../support/visitor.ts';

const PLATFORM = 'sites.example.org';
const OPERATOR = 'the key of the operator of a test';
/** "Within seconds", on the slowest machine. */
const SECONDS_MS = 20_000;

// The certificate that proxies show is nobody's.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

const [, guide = ''] = readFileSync('scripts/service/README.md', 'utf8').split(
  '### Several servers',
);
const { header_bytes, content_bytes, message_bytes, connections_per_address } = limitsWith();

await bundled();
const postgres = await startPostgres();
const database = await postgres.database();
/** The third server reaches the database by this. */
const way = await Cuttable.to(postgres.port);

/** The settings of the guide, as they are here. */
function settings(port: number): Record<string, string> {
  const lines = fenceIn(guide, 'properties').trim().split('\n');
  const shown = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  return {
    ...shown,
    DATABASE_URL: postgres.url(database).replace(`:${postgres.port}/`, `:${port}/`),
    HOST: '127.0.0.1',
    // Everyone here: what a proxy adds to instead of replacing it is believed.
    TRUST_PROXY: 'loopback',
    ENSEMBLE_OPERATOR_KEY: OPERATOR,
    ENSEMBLE_OPEN: '1',
  };
}

const places = [
  await Place.start(settings(postgres.port)),
  await Place.start(settings(postgres.port)),
  await Place.start(settings(way.port)),
] as const;
const [, , third] = places;
const backends = places.map(
  ({ port }, index) => [`10.0.0.${5 + index}:8080`, `127.0.0.1:${port}`] as const,
);

const get = ({ port }: ProxyServer, path: string, asked: Partial<Asked> = {}) =>
  ask(port, path, { host: PLATFORM, ...asked });

const HEADERS = { Host: PLATFORM, Origin: `https://${PLATFORM}` };

const editorBy = ({ port }: ProxyServer, site: string, options: EditorOptions = {}): Editor =>
  new Editor(port, site, {
    ...options,
    secure: true,
    headers: { ...HEADERS, ...options.headers },
  });

/** Waits until each server shows a site, or where it is shown. */
async function onAll(site: string): Promise<void> {
  for (const { port } of places) {
    const page = `http://127.0.0.1:${port}/member/${site}`;
    await until(async () => (await fetch(page, { redirect: 'manual' })).status === 307);
  }
}

/** Runs `body` while three people write one site, and others look at it; nothing acknowledged may be lost. */
async function whileEditing(
  proxy: ProxyServer,
  site: string,
  body: (goOn: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const address = { port: proxy.port, options: { secure: true, headers: HEADERS } };
  const writers = [0, 1, 2].map(() => new Writer(site, [address]));
  const writing = writers.map((writer) => writer.write());
  const more = async (timeoutMs?: number) => {
    const before = writers.map(({ acknowledged }) => acknowledged);
    await until(
      () => writers.every((one, index) => one.acknowledged > (before[index] ?? 0) + 2),
      () => `${site}: ${writers.map(({ acknowledged }) => acknowledged)} after ${before}`,
      timeoutMs,
    );
  };
  let visitor: Visitor | undefined;
  const goOn = async () => {
    await more(SECONDS_MS);
    const seen = visitor?.seen ?? 0;
    await until(() => (visitor?.seen ?? 0) > seen + 9, undefined, SECONDS_MS);
  };
  try {
    await more();
    await onAll(site);
    visitor = new Visitor(() => get(proxy, `/member/${site}`), 307);
    await body(goOn);
    await goOn();
  } finally {
    for (const writer of writers) writer.end();
    await visitor?.end();
  }
  await Promise.all(writing);
  for (const writer of writers) writer.leave();
  for (const { port } of places) {
    const reader = await new Editor(port, site, { headers: HEADERS }).ready();
    for (const writer of writers) assert.equal(writer.missing(reader.text()), []);
    reader.cut();
  }
}

/** The server that owns a site. */
async function ownerOf(site: string): Promise<Place> {
  const [row] = await postgres.query(
    database,
    `SELECT address FROM ensemble.claims JOIN ensemble.nodes ON node = number WHERE site = '${site}'`,
  );
  const owner = places.find(({ address }) => address === row?.['address']);
  if (owner === undefined) throw new Error(`no server owns ${site}`);
  return owner;
}

/** Whether the proxy uses all three: three sockets at once are at three servers. */
async function spreads(proxy: ProxyServer, site: string): Promise<boolean> {
  const editors = await Promise.all([0, 1, 2].map(() => editorBy(proxy, site).ready()));
  const owner = await ownerOf(site);
  const other = places.find((place) => place !== owner);
  await other?.end('SIGKILL');
  await until(() => editors.some(({ closed }) => closed !== undefined));
  const cut = editors.filter(({ closed }) => closed !== undefined).length;
  await other?.up();
  for (const editor of editors) editor.cut();
  return cut === 1;
}

const PROXIES = [
  ['nginx', () => startNginx(fencesIn(guide, 'nginx').join(''), backends)],
  ['HAProxy', () => startHaproxy(fenceIn(guide, 'haproxy'), backends)],
] as const;

for (const [index, [name, start]] of PROXIES.entries()) {
  const proxy = await start();
  const named = (site: string) => `${site}${index}`;
  /** HAProxy's view of its servers; nginx has none, and finds out by asking. */
  const states = async () => [...(await statesOf(proxy, 'healthy')).values()];
  const allUp = async () => {
    if (name === 'HAProxy') {
      await until(async () => (await states()).every((state) => state === 'UP'));
    }
  };

  test(`${name} says nothing against the guide's configuration, and shows the homepage`, async () => {
    const home = async () => (await get(proxy, '/')).status === 200;
    await until(home, () => proxy.output());
    await allUp();
    // But for its name, and a server that is late.
    const said = proxy
      .output()
      .replaceAll(/^\[(?:NOTICE|WARNING)\].*(?:haproxy|is UP|is DOWN).*\n/gm, '');
    assert.is(said, '');
  });

  test(`${name} serves the platform, and a site on its own host`, async () => {
    const content = {
      ...EMPTY_SITE,
      files: { ...EMPTY_SITE.files, 'index.html': 'through the proxy' },
    };
    const base = `https://127.0.0.1:${proxy.port}`;
    const seed = { base, origin: `https://${PLATFORM}`, username: named('ada'), content, key: '' };
    assert.ok(await seedSite(seed));
    const host = `${named('ada')}.sites.example`;
    await onAll(named('ada'));
    assert.match((await get(proxy, '/', { host })).body, /through the proxy/);
    const away = await get(proxy, `/member/${named('ada')}`);
    assert.equal([away.status, away.location], [307, `https://${host}/`]);
    const refused = editorBy(proxy, named('ada'), { headers: { Host: host } });
    assert.is(await refused.gone(), 1006);
    const foreign = editorBy(proxy, named('ada'), { headers: { Origin: `https://${host}` } });
    assert.is(await foreign.gone(), 1006);
  });

  test(`${name} spreads editors over the servers, and all of them edit one site together`, async () => {
    const site = named('bob');
    const editors = await Promise.all([0, 1, 2].map(() => editorBy(proxy, site).ready()));
    for (const [number, editor] of editors.entries()) editor.insert(`${number}`);
    await Promise.all(editors.map((editor) => editor.save()));
    await until(() => editors.every((editor) => editor.text().length === 3));
    assert.is(new Set(editors.map((editor) => editor.text())).size, 1);
    for (const editor of editors) editor.cut();
    assert.ok(await spreads(proxy, site));
    await allUp();
  });

  test(`${name} takes as much as the servers do, and no more`, async () => {
    const half = 'x'.repeat(header_bytes / 2);
    assert.is((await get(proxy, '/', { headers: { A: half, B: half } })).status, 431);
    const statusOf = async (bytes: number) =>
      (await get(proxy, '/', { content: Buffer.alloc(bytes) })).status;
    assert.equal([await statusOf(content_bytes), await statusOf(content_bytes + 1)], [413, 413]);
    const editor = await editorBy(proxy, named('cyd')).ready();
    editor.insert('x'.repeat(message_bytes / 2));
    await editor.save();
    editor.ws.send(Buffer.alloc(message_bytes + 1));
    // The code is lost where the connection ends before all that was sent was read.
    assert.ok([1006, 1009].includes(await editor.gone()));
  });

  test(`${name} cuts off who opens too many connections, and nobody else`, async () => {
    const open = (localAddress: string, head: string) =>
      new Promise<{ status: number; socket: TLSSocket }>((resolve) => {
        const place = { host: '127.0.0.1', port: proxy.port, localAddress };
        const socket = connectSecurely(place, () => {
          socket.write(`GET /api HTTP/1.1\r\nHost: ${PLATFORM}\r\n${head}\r\n`);
          // Content that does not come.
          if (head !== '') resolve({ status: 0, socket });
        });
        const status = (bytes: Buffer) => Number(bytes.toString().slice(9, 12));
        socket.once('data', (bytes) => resolve({ status: status(bytes), socket }));
        socket.on('error', () => {}).once('close', () => resolve({ status: 0, socket }));
      });
    const greedy = Array.from({ length: connections_per_address }, () =>
      open('127.0.0.6', 'Content-Length: 9\r\n'),
    );
    const sockets = (await Promise.all(greedy)).map(({ socket }) => socket);
    const more = [await open('127.0.0.6', ''), await open('127.0.0.7', '')];
    assert.equal(
      more.map(({ status }) => status),
      // nginx says so, HAProxy closes.
      [name === 'nginx' ? 503 : 0, 200],
    );
    for (const socket of [...sockets, ...more.map((one) => one.socket)]) socket.destroy();
  });

  test(`${name} says who a visitor is, whatever the visitor says`, async () => {
    const site = named('dan');
    const forged = [
      { 'X-Forwarded-For': '198.51.100.1' },
      { 'x-forwarded-for': '198.51.100.1, 198.51.100.2' },
      { 'X-Real-IP': '198.51.100.1', Forwarded: 'for=198.51.100.1' },
      { Connection: 'Upgrade, X-Forwarded-For', 'X-Forwarded-For': '198.51.100.1' },
    ];
    const operator = await editorBy(proxy, site, { key: OPERATOR }).ready();
    const block = async (address: string, hours: number) =>
      assert.ok((await operator.request({ op: 'block', address, hours })).ok);
    const unblock = async (address: string) =>
      assert.ok((await operator.request({ op: 'unblock', address })).ok);
    const visits = async () => {
      const editors = forged.flatMap((headers) =>
        // By each server, the owner and the others.
        places.map(() => editorBy(proxy, site, { from: '127.0.0.9', headers })),
      );
      await until(() => editors.every(({ closed, synced }) => synced || closed !== undefined));
      for (const editor of editors) editor.cut();
      return new Set(editors.map(({ synced, closed }) => (synced ? 'in' : closed)));
    };
    for (const address of ['198.51.100.1', '198.51.100.2']) await block(address, 1);
    assert.equal([...(await visits())], ['in']);
    await block('127.0.0.9', 1);
    await until(async () => !(await visits()).has('in'));
    assert.equal([...(await visits())], [4403]);
    for (const address of ['198.51.100.1', '198.51.100.2', '127.0.0.9']) await unblock(address);
    operator.cut();
  });

  test(`${name}: the owner is killed; visitors notice nothing, editors go on within seconds`, async () => {
    const site = named('eve');
    await whileEditing(proxy, site, async (goOn) => {
      const killed = await ownerOf(site);
      await killed.end('SIGKILL');
      await goOn();
      await killed.up();
      await allUp();
    });
  });

  test(`${name}: servers are updated one after the other; visitors notice nothing`, async () => {
    await whileEditing(proxy, named('fay'), async () => {
      for (const place of places) {
        await place.end('SIGTERM');
        assert.is(place.program?.child.exitCode, 0);
        if (name === 'HAProxy') {
          await until(async () => (await states()).some((state) => state !== 'UP'));
        }
        await place.up();
        await allUp();
        // As the guide says: nginx leaves a server alone for a second after it failed.
        if (name === 'nginx') await sleep(2_000);
      }
    });
  });

  if (name === 'HAProxy') {
    test('HAProxy takes a server out whose /health fails, and none if all do', async () => {
      const site = named('gil');
      await whileEditing(proxy, site, async (goOn) => {
        way.cut();
        await until(async () => (await states())[2] === 'DOWN 503');
        assert.equal((await states()).slice(0, 2), ['UP', 'UP']);
        await goOn();
        way.mend();
        // Unless another server has replaced it.
        await until(
          async () => third.program?.child.exitCode !== null || (await states())[2] === 'UP',
        );
        if (third.program?.child.exitCode !== null) await third.up();
        await allUp();
      });
      const visitor = new Visitor(() => get(proxy, `/member/${site}`), 307);
      try {
        await postgres.kill();
        await until(async () => (await states()).every((state) => state === 'DOWN 503'));
        const { seen } = visitor;
        await until(() => visitor.seen > seen + 9);
      } finally {
        await visitor.end();
      }
      await postgres.start();
      for (const place of places) if (place.program?.child.exitCode !== null) await place.up();
      await allUp();
    });

    test('HAProxy speaks HTTP/2, also for editing', async () => {
      const session = connectHttp2(`https://127.0.0.1:${proxy.port}`);
      const statusOf = (headers: Readonly<Record<string, string>>) =>
        new Promise<unknown>((resolve) => {
          const stream = session.request({ ':authority': PLATFORM, ...headers });
          stream.on('response', (said) => {
            resolve(said[':status']);
            stream.close();
          });
          stream.on('error', resolve);
        });
      assert.is(await statusOf({ ':path': '/' }), 200);
      const editing = { ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/member/hal' };
      const socket = {
        'sec-websocket-version': '13',
        origin: `https://${PLATFORM}`,
        ':scheme': 'https',
      };
      assert.is(await statusOf({ ...editing, ...socket }), 200);
      session.destroy();
    });
  }

  test(`${name} ends in good order`, async () => {
    assert.ok([0, null].includes(await proxy.end()), proxy.output());
  });
}

closing(
  ...places.map((place) => () => place.end('SIGTERM')),
  ...places.map((place) => () => place.remove()),
  () => way.close(),
  () => postgres.kill(),
);

test.run();
