/** Every limit of the socket and every close code, each by a client that deserves it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import {
  CLOSE,
  encodeAwareness,
  encodeHello,
  encodeUpdate,
} from '../../src/shared/site/protocol.ts';
import { open, talk } from '../support/raw.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const status = (ws: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    ws.on('error', () => {});
    ws.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    ws.on('open', () => resolve(101));
  });

test('only our own pages open a socket: a sandboxed site has Origin null, others their own', async () => {
  await withSites({}, async ({ port }) => {
    const open = (origin: string) =>
      status(new WebSocket(`ws://127.0.0.1:${port}/member/ada`, { headers: { origin } }));
    assert.is(await open('null'), 403);
    assert.is(await open('https://example.org'), 403);
    assert.is(await open(`http://127.0.0.1:${port}`), 101);
    assert.is(await status(new WebSocket(`ws://127.0.0.1:${port}/member/Bad..name`)), 400);
  });
});

const malformed: readonly (readonly [string, (editor: Editor) => void])[] = [
  ['a text message', ({ ws }) => ws.send('hello')],
  ['bytes that are no message', ({ ws }) => ws.send(Uint8Array.of(99, 1, 2))],
  ['an update that breaks off', ({ ws }) => ws.send(encodeUpdate(Uint8Array.of(1, 1, 5)))],
  ['an awareness update that is none', ({ ws }) => ws.send(encodeAwareness(Uint8Array.of(9, 9)))],
  ['a second hello', ({ ws }) => ws.send(encodeHello('', ''))],
  ['a state vector that breaks off', ({ ws }) => ws.send(Uint8Array.of(0, 0, 2, 200, 1))],
];
for (const [what, send] of malformed) {
  test(`${what} closes with 4400, and the others go on`, async () => {
    await withSites({}, async ({ port }) => {
      const ada = await new Editor(port, 'ada').ready();
      const bad = await new Editor(port, 'ada').ready();
      send(bad);
      assert.is(await bad.gone(), CLOSE.malformed);
      assert.ok(bad.reason.length > 5);
      ada.insert('fine');
      await ada.save();
    });
  });
}

/** An update that a site cannot hold, and how the reason begins. */
const unfit: readonly (readonly [string, (doc: Y.Doc) => void, RegExp])[] = [
  ['a text with keys', (doc) => doc.getMap('index.html').set('key', 1), /^a text has no keys/],
  ['a root in another script', (doc) => doc.getMap('€'.repeat(40)).set('k', 1), /no root "€{30}/],
];
for (const [what, make, said] of unfit) {
  test(`${what} closes with 4400 and says what is wrong with it`, async () => {
    await withSites({}, async ({ port }) => {
      const bad = await new Editor(port, 'ada').ready();
      const doc = new Y.Doc();
      make(doc);
      bad.ws.send(encodeUpdate(Y.encodeStateAsUpdate(doc)));
      assert.is(await bad.gone(), CLOSE.malformed);
      assert.match(bad.reason, said);
    });
  });
}

test('a message over the limit closes with 1009', async () => {
  await withSites({ limits: { message_bytes: 1_000 } }, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('x'.repeat(2_000));
    assert.is(await ada.gone(), CLOSE.tooBig);
  });
});

test('requests one after the other count as 20 messages each: they wait, and are all answered', async () => {
  await withSites({ limits: { messages_per_second: 40 } }, async ({ port }) => {
    const begun = performance.now();
    const ada = await new Editor(port, 'ada').ready();
    for (let i = 0; i < 24; i++) assert.ok((await ada.request({ op: 'history' })).ok);
    // 480 messages, of which 400 may come at once; the last is not waited for.
    assert.ok(performance.now() - begun > 1_500);
    ada.insert('x');
    await ada.save();
  });
});

test('a socket whose messages wait is not asked whether it is there', async () => {
  const limits = { messages_per_second: 4, socket_ping_ms: 60 };
  await withSites({ limits }, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    for (let i = 0; i < 44; i++) ada.insert('x');
    await ada.save();
    assert.is(ada.closed, undefined);
  });
});

test('an edit that makes the site too large is not applied and closes with 4413', async () => {
  await withSites({ limits: { site_bytes: 5_000 } }, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    const bob = await new Editor(port, 'ada').ready();
    ada.insert('a'.repeat(4_000));
    await ada.save();
    bob.insert('b'.repeat(2_000));
    assert.is(await bob.gone(), CLOSE.siteFull);
    // Removing is always possible, and then there is room again.
    ada.doc.getText('index.html').delete(0, 3_900);
    await ada.save();
    ada.insert('c'.repeat(2_000));
    await ada.save();
    assert.is(ada.text().length, 2_100);
  });
});

test('sockets over the limit of the site and of the address close with 4529', async () => {
  await withSites({ limits: { sockets_per_site: 2, sockets_per_address: 3 } }, async ({ port }) => {
    await new Editor(port, 'ada').ready();
    const second = await new Editor(port, 'ada').ready();
    assert.is(await new Editor(port, 'ada').gone(), CLOSE.busy);
    await new Editor(port, 'bob').ready();
    assert.is(await new Editor(port, 'cyd').gone(), CLOSE.busy);
    second.cut();
    await second.gone();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await new Editor(port, 'ada').ready();
  });
});

test('a reader slower than its backlog is closed; the writer and the others are not held up', async () => {
  const limits = { buffered_bytes: 300_000, site_bytes: 60_000_000 };
  await withSites({ limits }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    const slow = await new Editor(port, 'ada').ready();
    slow.ws.pause();
    const wide = 'x'.repeat(500_000);
    for (let i = 0; i < 40 && sites.sockets.connections === 2; i++) {
      ada.insert(wide);
      await ada.save();
      ada.doc.getText('index.html').delete(0, wide.length);
    }
    await until(() => sites.sockets.connections === 1);
    await ada.save();
    slow.ws.resume();
    assert.ok([CLOSE.slow, 1006].includes(await slow.gone()), String(slow.closed));
  });
});

test('a socket that does not answer pings is cut', async () => {
  await withSites({ limits: { socket_ping_ms: 60 } }, async ({ port, sites }) => {
    const alive = await new Editor(port, 'ada').ready();
    const dead = await new Editor(port, 'ada').ready();
    dead.ws.pause();
    await until(() => sites.sockets.connections === 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.is(alive.closed, undefined);
  });
});

test('an address creates so many sites in an hour and no more; it still edits others', async () => {
  await withSites({ limits: { sites_per_address_hour: 2 } }, async ({ port }) => {
    for (const name of ['one', 'two']) {
      const editor = await new Editor(port, name).ready();
      editor.insert('x');
      await editor.save();
    }
    const third = await new Editor(port, 'three').ready();
    assert.equal(third.permission, { access: 'read', reason: 'growth' });
    third.insert('lost?');
    const again = await new Editor(port, 'one').ready();
    again.insert('y');
    await again.save();
    const { ok, value } = await again.request({ op: 'remix', to: 'four' });
    assert.not(ok);
    assert.is(value['code'], 'growth');
  });
});

test('a full store takes no more edits, and says why', async () => {
  await withSites({ limits: { store_bytes: 60_000 } }, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('x'.repeat(60_000));
    await ada.save();
    const isFull = () => ada.permission?.reason === 'full';
    // What is on disk is measured now and then.
    for (let more = 0; more < 100 && !isFull(); more++) {
      ada.insert('more');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.ok(isFull());
    const { value } = await ada.request({ op: 'remix', to: 'copy' });
    assert.is(value['code'], 'access');
  });
});

test('when the server stops, a request that has begun still gets its site', () =>
  withSites({}, async ({ port, close }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('still here');
    await ada.save();
    const halves = await Promise.all([open(port), open(port)]);
    const targets = ['/member/ada', '/member/ada?export'];
    for (const [i, half] of halves.entries()) {
      // Once the first is answered, the second has begun too: both arrive in one piece.
      await talk(half, `GET /api HTTP/1.1\r\nHost: x\r\n\r\nGET ${targets[i]} HTTP/1.1\r\n`);
    }
    const closed = close();
    await ada.gone();
    // Long enough for a store that does not wait to be closed.
    await sleep(200);
    const answers = await Promise.all(halves.map((half) => talk(half, 'Host: x\r\n\r\n')));
    for (const { responses } of answers) {
      assert.is(responses[0]?.status, 200);
      assert.match(responses[0]?.body ?? '', 'still here');
    }
    await closed;
  }));

test('when the server stops, sockets close with 1001 and what arrived is stored', async () => {
  await withSites({}, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('last words');
    await ada.save();
    const closing = sites.close();
    assert.is(await ada.gone(), CLOSE.goingAway);
    await closing;
  });
});

test('edits that wait for others that never come are bounded', async () => {
  await withSites({ limits: { message_bytes: 20_000 } }, async ({ port }) => {
    const hidden = new Y.Doc();
    hidden.getText('index.html').insert(0, 'never sent');
    const updates: Uint8Array[] = [];
    hidden.on('update', (update: Uint8Array) => updates.push(update));
    for (let i = 0; i < 5; i++) hidden.getText('index.html').insert(3, 'y'.repeat(9_000));
    const ada = await new Editor(port, 'ada').ready();
    for (const update of updates) ada.ws.send(encodeUpdate(update));
    assert.is(await ada.gone(), CLOSE.malformed);
  });
});

test('an edit that waits for another is saved when the other has come', async () => {
  await withSites({}, async ({ port }) => {
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    doc.getText('index.html').insert(0, 'first ');
    doc.getText('index.html').insert(6, 'second');
    const [first, second] = updates;
    const ada = await new Editor(port, 'ada').ready();
    await ada.save();
    const before = ada.saved;
    ada.ws.send(encodeUpdate(second ?? new Uint8Array()));
    ada.sent += 1;
    await until(() => ada.heard.filter(({ kind }) => kind === 'step1').length > 1);
    // Ada answers that she has nothing more, and is not asked again.
    await until(() => ada.sent > before + 1);
    await ada.request({ op: 'history' });
    assert.is(ada.heard.filter(({ kind }) => kind === 'step1').length, 2);
    const bob = await new Editor(port, 'ada').ready();
    assert.is(bob.text(), '');
    assert.is(ada.saved >= before, true);
    assert.not(ada.settled);
    bob.ws.send(encodeUpdate(first ?? new Uint8Array()));
    await until(() => bob.text() === 'first second' || ada.text() === 'first second');
    await ada.save();
  });
});

test.run();
