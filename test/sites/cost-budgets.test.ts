/** What one address asks for costs its own time: who visits or edits another site at the same time hardly notices. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import * as Y from 'yjs';
import { readDisplayName } from '../../src/shared/site/document.ts';
import * as p from '../../src/shared/site/protocol.ts';
import { open, talk } from '../support/raw.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const ATTACKER = '127.0.0.2';
/** The attacks take longer than this if all is done that they ask for. */
const WINDOW_MS = 1_500;
/** Slices of an attack and of everyone else alternate, and a visitor here asks only now and then. */
const SHARE = 0.12;

/** A text of many pieces, each beside others of an earlier moment: much work to encode, few bytes. */
function scattered(pieces: number): Y.Doc {
  const doc = new Y.Doc();
  const text = doc.getText('index.html');
  let seed = 1;
  doc.transact(() => {
    for (let i = 0; i < pieces; i++) {
      seed = (seed * 48_271) % 2_147_483_647;
      text.insert(seed % (text.length + 1), 'x');
    }
  });
  return doc;
}

/** A vector that names someone else, so that everything is encoded anew. */
const VECTOR = Y.encodeStateVector(
  (() => {
    const doc = new Y.Doc();
    doc.getText('index.html').insert(0, 'x');
    return doc;
  })(),
);

/** Visits the platform one by one for a while; gives the number of answers. */
async function visits(port: number, ms: number): Promise<number> {
  const socket = await open(port);
  const end = performance.now() + ms;
  let count = 0;
  while (performance.now() < end) {
    await talk(socket, 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n', { timeout_ms: 30_000 });
    count += 1;
    await sleep(5);
  }
  socket.destroy();
  return count;
}

/** A client on a thread of its own, so that its own work delays nobody here: sends, and throws away what it is sent. */
const CLIENT = `
  const { workerData, parentPort } = require('node:worker_threads');
  const { WebSocket } = require('ws');
  const { url, from, greeting, attack, times } = workerData;
  const ws = new WebSocket(url, { localAddress: from });
  ws.on('error', () => {});
  ws.on('open', () => {
    for (const message of greeting) ws.send(message);
    parentPort.on('message', () => {
      for (let i = 0; i < times; i++) ws.send(attack);
    });
    parentPort.postMessage({ open: true });
  });
  ws.on('close', (closed) => parentPort.postMessage({ closed }));
`;

interface Attack {
  readonly message: Uint8Array;
  readonly times: number;
}

interface Effect {
  /** Share of a visitor's requests that were still answered. */
  readonly visits: number;
  /** Close code of the attacker, if it was closed. */
  readonly closed: () => number | undefined;
  end(): Promise<unknown>;
}

/** Sends a message again and again, and visits the platform meanwhile. */
async function attacked({ port }: RunningSites, { message, times }: Attack): Promise<Effect> {
  const url = `ws://127.0.0.1:${port}/member/large`;
  const greeting = [p.encodeHello('', '')];
  const worker = new Worker(CLIENT, {
    eval: true,
    workerData: { url, from: ATTACKER, greeting, attack: message, times },
  });
  let [isOpen, closed]: [boolean, number | undefined] = [false, undefined];
  worker.on('message', (told: { open?: true; closed?: number }) => {
    if (told.open) isOpen = true;
    closed = told.closed;
  });
  await until(() => isOpen);
  await sleep(200);
  const calm = await visits(port, WINDOW_MS);
  worker.postMessage('attack');
  await sleep(50);
  const busy = await visits(port, WINDOW_MS);
  return { visits: busy / calm, closed: () => closed, end: () => worker.terminate() };
}

test('a large site asked for hundreds of times keeps nobody else waiting', () =>
  withSites({}, async (running) => {
    const owner = await new Editor(running.port, 'large', { doc: scattered(30_000) }).ready();
    await owner.save();
    owner.cut();
    const message = p.encodeStep1(VECTOR);
    const effect = await attacked(running, { message, times: 500 });
    await effect.end();
    assert.ok(effect.visits > SHARE, `${effect.visits}`);
  }));

test('a long history asked for a hundred times keeps nobody else waiting', () =>
  withSites({}, async (running) => {
    const owner = await new Editor(running.port, 'large').ready();
    for (let i = 0; i < 60; i++) {
      owner.insert(String(i % 10).repeat(200_000));
      await owner.save();
      owner.doc.getText('index.html').delete(0, 200_000);
      await owner.save();
    }
    owner.cut();
    const message = p.encodeRequest(1, { op: 'history' });
    const effect = await attacked(running, { message, times: 100 });
    await effect.end();
    assert.ok(effect.visits > SHARE, `${effect.visits}`);
  }));

function awareness(entries: number, state: string): Uint8Array {
  const text = Buffer.from(state);
  const parts: number[] = [];
  const uint = (value: number) => {
    let left = value;
    for (; left > 127; left = Math.floor(left / 128)) parts.push((left % 128) + 128);
    parts.push(left);
  };
  uint(entries);
  for (let i = 1; i <= entries; i++) {
    uint(i);
    uint(1);
    uint(text.length);
    parts.push(...text);
  }
  return Uint8Array.from(parts);
}

test('nine megabytes of awareness are refused before they are read', () =>
  withSites({}, async (running) => {
    const message = p.encodeAwareness(awareness(300_000, '{"user":{"name":"x"}}'));
    const effect = await attacked(running, { message, times: 1 });
    await until(() => effect.closed() !== undefined);
    await effect.end();
    assert.is(effect.closed(), p.CLOSE.malformed);
    assert.ok(effect.visits > SHARE, `${effect.visits}`);
  }));

test('awareness of clients that others brought is passed over', () =>
  withSites({}, async (running) => {
    const message = p.encodeAwareness(awareness(4_000, '{"user":{"name":"x"}}'));
    const effect = await attacked(running, { message, times: 90 });
    await effect.end();
    assert.is(effect.closed(), undefined);
    assert.ok(effect.visits > SHARE, `${effect.visits}`);
  }));

test('answers that nobody reads stay within a limit, and their reader is closed', () =>
  withSites(
    {
      limits: {
        unread_bytes_per_address: 10_000_000,
        work_wait_ms: 4_000,
        work_ms_per_address: 100_000,
        work_ms_per_site: 100_000,
      },
    },
    async ({ port, sites }) => {
      const owner = await new Editor(port, 'large').ready();
      owner.insert('x'.repeat(4_000_000));
      await owner.save();
      const silent = await Promise.all(
        Array.from({ length: 30 }, () => new Editor(port, 'large', { from: ATTACKER }).ready()),
      );
      for (const { ws } of silent) ws.pause();
      const before = process.memoryUsage().arrayBuffers;
      for (const { ws } of silent) {
        for (let i = 0; i < 10; i++) ws.send(p.encodeRequest(i, { op: 'version', at: 1 }));
      }
      let most = 0;
      await until(() => {
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
        return sites.sockets.connections === 1;
      });
      assert.ok(most < 200_000_000, `${most} bytes`);
      owner.insert('y');
      await owner.save();
      for (const { ws } of silent) ws.terminate();
    },
  ));

test('an address whose budget is used up waits, and goes on when it has time again', () =>
  withSites({ limits: { work_ms_per_address: 10 } }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    const bob = await new Editor(port, 'ada', { from: ATTACKER }).ready();
    sites.rooms.costs.addresses.charge(ATTACKER, 90);
    const started = performance.now();
    bob.insert('later');
    ada.insert('now');
    await ada.save();
    assert.is(bob.saved < bob.sent, true);
    await bob.save();
    assert.ok(performance.now() - started > 500);
  }));

test('whoever waits is told every two seconds that the server is there', () =>
  withSites({ limits: { work_ms_per_address: 10 } }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    sites.rooms.costs.addresses.charge('127.0.0.1', 125);
    const keepAlives = () =>
      ada.heard.filter((one) => one.kind === 'awareness' && one.update.length === 1).length;
    ada.insert('later');
    await until(() => keepAlives() === 2);
    assert.not(ada.settled);
    await ada.save();
    assert.is(keepAlives(), 2);
  }));

test('whoever would wait for too long is closed with 4529', () =>
  withSites({ limits: { work_ms_per_address: 10, work_wait_ms: 300 } }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    sites.rooms.costs.addresses.charge('127.0.0.1', 1_000);
    ada.insert('never');
    assert.is(await ada.gone(), p.CLOSE.busy);
  }));

test('a text of seven megabytes in the settings of a site is refused with 4400', () =>
  withSites({}, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.doc.getMap('meta').set('displayName', 'x'.repeat(7_000_000));
    assert.is(await ada.gone(), p.CLOSE.malformed);
    assert.is(sites.rooms.store.sites.has('ada'), false);
  }));

test('a long display name that was stored before does not make edits slow', () => {
  const doc = new Y.Doc();
  doc.getMap('meta').set('displayName', 'x '.repeat(3_500_000));
  const started = performance.now();
  for (let i = 0; i < 60; i++) assert.ok(readDisplayName(doc).length <= 80);
  assert.ok(performance.now() - started < 2_000);
});

test('of many sites created at once by one address as many are created as may be', () =>
  withSites({ limits: { sites_per_address_hour: 3 } }, async ({ port, sites }) => {
    const editors = await Promise.all(
      Array.from({ length: 12 }, (_, i) => new Editor(port, `site-${i}`).ready()),
    );
    for (const editor of editors) editor.insert('x');
    const done = ({ settled, permission }: Editor) => settled || permission?.reason === 'growth';
    await until(() => editors.every(done));
    assert.is(sites.rooms.store.sites.size, 3);
    const ada = editors.find(({ settled }) => settled);
    const copies = Array.from({ length: 5 }, (_, i) => ada?.request({ op: 'remix', to: `c-${i}` }));
    await Promise.all(copies);
    assert.is(sites.rooms.store.sites.size, 3);
  }));

test('a server with room for one more site creates one of many', () =>
  withSites({ limits: { sites: 2 } }, async ({ port, sites }) => {
    const editors = await Promise.all(
      Array.from({ length: 6 }, (_, i) => new Editor(port, `site-${i}`).ready()),
    );
    for (const editor of editors) editor.insert('x');
    const done = ({ settled, permission }: Editor) => settled || permission?.reason === 'growth';
    await until(() => editors.every(done));
    assert.is(sites.rooms.store.sites.size, 2);
  }));

test('after too many wrong keys an address waits, also with the right one; others do not', () =>
  withSites(
    { keys: { edit: 'right' }, limits: { wrong_keys_per_minute: 3 } },
    async ({ port, sites, logged }) => {
      const guess = (key: string) => new Editor(port, 'ada', { key, from: ATTACKER });
      for (let i = 0; i < 3; i++) assert.is(await guess(`no ${i}`).gone(), p.CLOSE.key);
      assert.is(await guess('no').gone(), p.CLOSE.busy);
      assert.is(await guess('right').gone(), p.CLOSE.busy);
      await guess('').ready();
      await new Editor(port, 'ada', { key: 'right' }).ready();
      assert.is(logged.filter(({ message }) => message === 'wrong keys').length, 1);
      sites.rooms.wrongKeys.tidy(Date.now() + 60_001);
      await guess('right').ready();
    },
  ));

test('a clock that is set back does not turn the history around', () =>
  withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('first ');
    await ada.save();
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
    try {
      ada.insert('second ');
      await ada.save();
      await ada.request({ op: 'restore', at: 1 });
    } finally {
      Date.now = now;
    }
    const { value } = await ada.request({ op: 'history' });
    const { versions } = v.parse(
      v.object({ versions: v.array(v.object({ endedMs: v.number() })) }),
      value,
    );
    const times = versions.map(({ endedMs }) => endedMs);
    assert.equal(
      times,
      [...times].sort((a, b) => b - a),
    );
    assert.ok(times.every((time) => time > now() - 60_000));
  }));

test.run();
