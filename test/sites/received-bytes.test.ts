/** How much the server keeps of what one address sent until it has finished with it, and that it releases all of it. */
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { CLOSE, encodeUpdate } from '../../src/shared/site/protocol.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const LIMIT = 1_000_000;
const limits = { received_bytes_per_address: LIMIT };

/** Begins a message, sends so many bytes of it, and waits until the server has read them, or closed the socket. */
async function begin(editor: Editor, bytes: number): Promise<void> {
  editor.ws.send(Buffer.alloc(bytes, 'x'), { fin: false });
  editor.ws.ping();
  await Promise.race([once(editor.ws, 'pong'), once(editor.ws, 'close')]);
}

/** Whether someone from this address may begin a message of so many bytes; then leaves. */
async function mayBegin({ port }: RunningSites, bytes: number): Promise<boolean> {
  const editor = await new Editor(port, 'probe').ready();
  await begin(editor, bytes);
  const may = editor.closed === undefined;
  editor.ws.terminate();
  return may;
}

/** Waits until nothing of this address is counted any more: only then may it send as much as the limit. */
const untilAllIsReleased = (running: RunningSites): Promise<void> =>
  until(
    () => mayBegin(running, LIMIT),
    () => 'everything to be released',
  );

/** An edit of about so many bytes that continues one which nobody has sent. */
function orphan(bytes: number): Uint8Array {
  const doc = new Y.Doc();
  let last: Uint8Array = new Uint8Array();
  doc.getText('index.html').insert(0, 'x');
  doc.on('update', (update: Uint8Array) => {
    last = update;
  });
  doc.getText('index.html').insert(1, 'y'.repeat(bytes));
  return encodeUpdate(last);
}

test('unfinished messages: the server keeps them up to the limit, and closes only the socket that exceeds it', () =>
  withSites({ limits }, async (running) => {
    const { port } = running;
    const [first, second, third, other] = await Promise.all(
      ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.2'].map((from, index) =>
        new Editor(port, `site${index}`, { from }).ready(),
      ),
    );
    assert.ok(first && second && third && other);
    await begin(first, LIMIT / 2);
    await begin(second, LIMIT / 2);
    await begin(other, LIMIT);
    for (const { closed } of [first, second, other]) assert.is(closed, undefined);
    await begin(third, 1);
    assert.is(third.closed, CLOSE.busy);
    assert.match(third.reason, /^too much unprocessed data from this address/);
    for (const { closed } of [first, second, other]) assert.is(closed, undefined);
    first.ws.terminate();
    await until(() => mayBegin(running, LIMIT / 2));
    second.ws.terminate();
    await untilAllIsReleased(running);
    assert.not(await mayBegin(running, LIMIT + 1));
  }));

test('edits that depend on missing ones count until their sender leaves', () =>
  withSites({ limits }, async (running) => {
    const { port } = running;
    const editors = await Promise.all(
      Array.from({ length: 4 }, () => new Editor(port, 'one').ready()),
    );
    const last = editors.pop();
    for (const editor of editors) {
      editor.ws.send(orphan(LIMIT * 0.3));
      await until(() => editor.heard.filter(({ kind }) => kind === 'step1').length > 1);
    }
    last?.ws.send(orphan(LIMIT * 0.3));
    await until(() => last?.closed === CLOSE.busy);
    for (const { closed, ws } of editors) {
      assert.is(closed, undefined);
      ws.terminate();
    }
    await untilAllIsReleased(running);
  }));

test('edits that arrive faster than they are merged wait from half of the limit on, and all are saved', () =>
  withSites({ limits }, async (running) => {
    const editor = await new Editor(running.port, 'one').ready();
    for (let edit = 0; edit < 40; edit++) {
      editor.insert(String(edit % 10).repeat(LIMIT / 10));
      if (edit % 2 === 1) editor.doc.getText('index.html').delete(0, LIMIT / 5);
    }
    await editor.save();
    editor.ws.terminate();
    await untilAllIsReleased(running);
  }));

test('messages that wait when their sender leaves are released', () =>
  withSites({ limits }, async (running) => {
    const editors = await Promise.all(
      ['one', 'two', 'three'].map((site) => new Editor(running.port, site).ready()),
    );
    for (const editor of editors) {
      for (let edit = 0; edit < 20; edit++) editor.insert('x'.repeat(LIMIT / 10));
    }
    await until(() => editors.some(({ saved }) => saved > 1));
    for (const { ws } of editors) ws.terminate();
    await untilAllIsReleased(running);
  }));

test('edits that wait when their site is purged are released', () =>
  withSites({ limits }, async (running) => {
    const { rooms } = running.sites;
    const editor = await (await new Editor(running.port, 'one').ready()).save();
    const room = rooms.find('one');
    assert.ok(room);
    // The room takes no edits during a task.
    await room.run(async () => {
      editor.insert('x'.repeat(LIMIT / 20));
      editor.ws.ping();
      await once(editor.ws, 'pong');
      await rooms.purge(room);
    });
    assert.is(await editor.gone(), CLOSE.removed);
    await untilAllIsReleased(running);
  }));

for (const [who, first] of [
  ['who sent them', 1],
  ['whose id they have', 0],
] as const) {
  test(`edits under the client id of someone who is connected are released when the one leaves ${who}`, () =>
    withSites({ limits }, async (running) => {
      const owner = await new Editor(running.port, 'one').ready();
      const other = await new Editor(running.port, 'one').ready();
      owner.insert('mine');
      await owner.save();
      const forged = new Y.Doc();
      Y.applyUpdate(forged, Y.encodeStateAsUpdate(owner.doc));
      forged.clientID = owner.doc.clientID;
      forged.on('update', (update: Uint8Array) => other.ws.send(encodeUpdate(update)));
      forged.getText('index.html').insert(0, 'x'.repeat(LIMIT / 2));
      await until(() => mayBegin(running, LIMIT / 2).then((may) => !may));
      [owner, other][first]?.ws.terminate();
      await untilAllIsReleased(running);
    }));
}

test('many at once, in every way: whatever becomes of a message, its bytes are released', () =>
  withSites({ limits }, async (running) => {
    const { port, sites } = running;
    const act: readonly ((editor: Editor) => void)[] = [
      (editor) => editor.ws.send(Buffer.alloc(LIMIT / 8), { fin: false }),
      (editor) => editor.insert('whole '.repeat(LIMIT / 48)),
      (editor) => editor.ws.send(orphan(LIMIT / 8)),
      (editor) => editor.ws.send(Buffer.alloc(LIMIT / 5, 255)),
      ({ ws }) => {
        ws.send(Buffer.alloc(LIMIT / 8), { fin: false });
        ws.terminate();
      },
      ({ ws, doc }) => {
        doc.getText('index.html').insert(0, 'left '.repeat(LIMIT / 40));
        ws.close();
      },
    ];
    const editors = await Promise.all(
      Array.from({ length: 30 }, (_, index) => new Editor(port, `site${index % 3}`).ready()),
    );
    for (const [index, editor] of editors.entries()) act[index % act.length]?.(editor);
    const room = sites.rooms.find('site1');
    assert.ok(room);
    await room.run(() => sites.rooms.purge(room));
    await until(() => editors.some(({ closed }) => closed === CLOSE.busy));
    for (const { ws } of editors) ws.terminate();
    await untilAllIsReleased(running);
  }));

test.run();
