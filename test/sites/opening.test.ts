/** How much memory the sites may take that one address has open together. */
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CLOSE } from '../../src/shared/site/protocol.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const LIMIT = 150_000;
const limits = { open_bytes_per_address: LIMIT, work_wait_ms: 2_000 };
const OTHER = { from: '127.0.0.2' };

/** Half of the limit, and long enough to be prepared before it is opened. */
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

/** Opens as many sites of half the limit as names are given, and leaves them. */
async function storeHalves(port: number, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const editor = await new Editor(port, name, OTHER).ready();
    editor.insert(HALF);
    await editor.save();
    editor.cut();
  }
}

test('an address with large sites open opens no other one until it has left some, and others do', () =>
  withSites({ limits }, async ({ port }) => {
    const one = await new Editor(port, 'one').ready();
    await fill(one);
    await until(async () => !(await mayOpen(port, 'two')));
    await new Editor(port, 'one').ready();
    await new Editor(port, 'two', OTHER).ready();
    await new Editor(port, 'two').ready();
    one.insert('y');
    await one.save();
  }));

test('a site alone may take more', () =>
  withSites({ limits }, async ({ port }) => {
    const editor = await new Editor(port, 'one').ready();
    for (let times = 0; times < 4; times += 1) await fill(editor);
    await new Editor(port, 'one').ready();
  }));

test('what an address sends waits while its sites have grown too much, and goes on once it has left some', () =>
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
    two.cut();
    await one.save();
    const other = await new Editor(port, 'two', OTHER).ready();
    other.insert('z');
    await other.save();
  }));

test('many sites at once are opened one after the other, as many as may be', () =>
  withSites({ limits }, async ({ port }) => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    await storeHalves(port, names);
    const editors = names.map((name) => new Editor(port, name));
    await until(() => editors.every(({ synced, closed }) => synced || closed !== undefined));
    assert.is(editors.filter(({ synced }) => synced).length, 2);
    assert.ok(editors.every(({ synced, closed }) => synced || closed === CLOSE.busy));
    for (const editor of editors) editor.cut();
    await until(() => mayOpen(port, 'five'));
  }));

test.run();
