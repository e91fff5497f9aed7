/** How much memory the sites may take that one address has open together. */
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CLOSE } from '../../src/shared/site/protocol.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const LIMIT = 2_400_000;
const limits = { open_bytes_per_address: LIMIT, work_wait_ms: 2_000 };
const OTHER = { from: '127.0.0.2' };

/** Half of the limit, and long enough to be merged in a thread before it is opened. */
const HALF = 'x'.repeat(LIMIT / 2);

/** Makes a site take more than the limit, in little text: each character is an item of its own. */
async function fill(editor: Editor): Promise<void> {
  editor.doc.transact(() => {
    for (let count = 0; count < LIMIT / 250; count += 1) editor.insert('x');
  });
  await editor.save();
}

/** Whether this address may open a site now; leaves it at once. */
async function mayOpen(port: number, name: string): Promise<boolean> {
  const editor = new Editor(port, name);
  await until(() => editor.synced || editor.closed !== undefined);
  editor.cut();
  assert.ok(editor.synced || editor.closed === CLOSE.busy);
  return editor.synced;
}

/** Stores as many sites of half the limit as names are given; nobody has them open then. */
async function storeHalves({ port, sites }: RunningSites, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const editor = await new Editor(port, name, OTHER).ready();
    editor.insert(HALF);
    await editor.save();
    editor.cut();
  }
  await until(() => sites.rooms.open === 0);
}

/** Counts from now on how many sites are being prepared at a time, at most. */
function countPrepared({ sites: { rooms } }: RunningSites): () => number {
  const prepare = rooms.store.prepare.bind(rooms.store);
  const underWay = new Set<string>();
  let most = 0;
  rooms.store.prepare = (name, payer) => {
    const preparing = prepare(name, payer);
    if (preparing === undefined) return undefined;
    underWay.add(name);
    most = Math.max(most, underWay.size);
    return preparing.finally(() => underWay.delete(name));
  };
  return () => most;
}

test('an address with large sites open opens no other large one until it has left some, and others do', () =>
  withSites({ limits }, async (running) => {
    const { port } = running;
    await storeHalves(running, ['two']);
    const one = await new Editor(port, 'one').ready();
    await fill(one);
    await until(async () => !(await mayOpen(port, 'two')));
    await new Editor(port, 'one').ready();
    const small = await new Editor(port, 'small').ready();
    small.insert('x');
    await small.save();
    await new Editor(port, 'two', OTHER).ready();
    const two = await new Editor(port, 'two').ready();
    two.insert('y');
    await two.save();
  }));

test('a site alone may take more', () =>
  withSites({ limits }, async ({ port }) => {
    const editor = await new Editor(port, 'one').ready();
    for (let times = 0; times < 4; times += 1) await fill(editor);
    // What it takes is measured again after half a second.
    await sleep(600);
    editor.insert('y');
    await editor.save();
    await new Editor(port, 'one').ready();
  }));

test('what an address sends to large sites waits while they have grown too much, and goes on once it has left some', () =>
  withSites({ limits: { ...limits, work_wait_ms: 60_000 } }, async ({ port }) => {
    const one = await new Editor(port, 'one').ready();
    const two = await new Editor(port, 'two').ready();
    for (let times = 0; times < 2; times += 1) await fill(one);
    await fill(two);
    await until(async () => {
      one.insert('y');
      const { saved } = one;
      await sleep(300);
      return one.saved === saved && saved < one.sent;
    });
    const small = await new Editor(port, 'small').ready();
    small.insert('x');
    await small.save();
    two.cut();
    await one.save();
    const other = await new Editor(port, 'two', OTHER).ready();
    other.insert('z');
    await other.save();
  }));

test('whoever keeps sending to sites that have grown too much is told so, and the others stay', () =>
  withSites({ limits }, async ({ port }) => {
    const one = await new Editor(port, 'one').ready();
    const two = await new Editor(port, 'two').ready();
    for (let times = 0; times < 2; times += 1) await fill(one);
    await fill(two);
    await until(() => {
      one.insert('y');
      return one.closed !== undefined;
    });
    assert.is(one.closed, CLOSE.busy);
    assert.match(one.reason, /take too much memory$/);
    two.insert('z');
    await two.save();
  }));

test('many sites at once are opened one after the other, as many as may be', () =>
  withSites({ limits }, async (running) => {
    const { port } = running;
    const names = ['one', 'two', 'three', 'four', 'five'];
    await storeHalves(running, names);
    const prepared = countPrepared(running);
    const editors = names.map((name) => new Editor(port, name));
    await until(() => editors.every(({ synced, closed }) => synced || closed !== undefined));
    assert.is(editors.filter(({ synced }) => synced).length, 2);
    assert.ok(editors.every(({ synced, closed }) => synced || closed === CLOSE.busy));
    assert.is(prepared(), 1);
    for (const editor of editors) editor.cut();
    await until(() => mayOpen(port, 'five'));
  }));

test.run();
