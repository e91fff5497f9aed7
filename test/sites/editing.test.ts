/** Editing together: what one writes the others see, once it is on disk, and whoever comes later as well. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import * as p from '../../src/shared/site/protocol.ts';
import { Editor, startSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

async function get(port: number, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, body: await response.text() };
}

test('the first edit creates the site; the others see it; it is published and listed', async () => {
  await withSites({}, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
    assert.equal(ada.permission, { access: 'edit', reason: '' });
    assert.equal(ada.heard[0]?.kind === 'welcome' && ada.heard[0].exists, false);
    assert.is(sites.list({ search: '', offset: 0, count: 9 }).total, 0);
    const bob = await new Editor(port, 'ada', { name: 'Bob' }).ready();
    ada.insert('<h1>Hello</h1>');
    await until(() => bob.text() === '<h1>Hello</h1>');
    await ada.save();
    const listed = sites.list({ search: 'AD', offset: 0, count: 9 });
    assert.is(listed.sites[0]?.username, 'ada');
    const page = await get(port, '/member/ada');
    assert.is(page.status, 200);
    assert.ok(page.body.includes('<h1>Hello</h1>'));
    const exported = await get(port, '/member/ada?export');
    assert.ok(exported.body.includes('Hello'));
  });
});

test('what was saved is there after a stop and a start, and the site left memory in between', async () => {
  const first = await startSites();
  const ada = await new Editor(first.port, 'ada').ready();
  ada.insert('kept', 0, 'style.css');
  await ada.save();
  ada.cut();
  await until(() => first.sites.rooms.open === 0);
  const { sites } = first;
  await first.sites.close();
  const second = await startSites({ directory: first.directory });
  const bob = await new Editor(second.port, 'ada').ready();
  assert.is(bob.text('style.css'), 'kept');
  assert.is(sites.rooms.open, 0);
  await second.close();
  await first.close();
});

test('edits of one turn reach the others as one message, and the only sender not at all', async () => {
  await withSites({}, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    const bob = await new Editor(port, 'ada').ready();
    for (let i = 0; i < 20; i++) ada.insert(String(i % 10));
    await ada.save();
    await until(() => bob.text().length === 20);
    const updates = bob.heard.filter(({ kind }) => kind === 'update').length;
    assert.ok(updates < 20, `${updates} messages`);
    assert.not(ada.heard.some(({ kind }) => kind === 'update'));
  });
});

test('a client that edited without the server brings its edits when it comes back', async () => {
  await withSites({}, async ({ port }) => {
    const doc = new Y.Doc();
    const ada = await new Editor(port, 'ada', { doc }).ready();
    ada.insert('online ');
    await ada.save();
    ada.cut();
    await ada.gone();
    doc.getText('index.html').insert(7, 'offline');
    const bob = await new Editor(port, 'ada').ready();
    bob.insert('bob ');
    const back = new Editor(port, 'ada', { doc });
    await back.ready();
    await until(() => back.settled && bob.text() === back.text());
    assert.is(bob.text(), 'bob online offline');
  });
});

test("the standard provider, y-websocket's client, edits and sees the others", async () => {
  await withSites({}, async ({ port }) => {
    const doc = new Y.Doc();
    const provider = new WebsocketProvider(`ws://127.0.0.1:${port}/member`, 'ada', doc, {
      WebSocketPolyfill: globalThis.WebSocket ?? (await import('ws')).WebSocket,
      disableBc: true,
    });
    const ada = await new Editor(port, 'ada').ready();
    provider.awareness.setLocalStateField('user', { name: 'Zoë', color: '#123456' });
    await until(() => provider.synced);
    doc.getText('index.html').insert(0, 'from a provider');
    await until(() => ada.text() === 'from a provider');
    ada.insert('!', 15);
    await until(() => doc.getText('index.html').toString() === 'from a provider!');
    await until(() => ada.heard.some(({ kind }) => kind === 'awareness'));
    const { value } = await ada.request({ op: 'history' });
    assert.ok(JSON.stringify(value).includes('Zoë'), JSON.stringify(value));
    provider.destroy();
    doc.destroy();
  });
});

test('a provider says hello first where a key is set', async () => {
  await withSites({ keys: { edit: 'a secret of the house' } }, async ({ port }) => {
    const { WebSocket } = await import('ws');
    const doc = new Y.Doc();
    const provider = new WebsocketProvider(`ws://127.0.0.1:${port}/member`, 'ada', doc, {
      WebSocketPolyfill: globalThis.WebSocket ?? WebSocket,
      disableBc: true,
      connect: false,
    });
    provider.on('status', ({ status }: { status: string }) => {
      if (status === 'connected') {
        provider.ws?.send(Uint8Array.from(p.encodeHello('a secret of the house', 'Zoë')));
      }
    });
    const { error } = console;
    console.error = () => {};
    provider.connect();
    doc.getText('index.html').insert(0, 'with a key');
    const reader = await new Editor(port, 'ada').ready();
    await until(() => reader.text() === 'with a key');
    provider.destroy();
    doc.destroy();
    console.error = error;
  });
});

test.run();
