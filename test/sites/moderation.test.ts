/** The operator's key: lock, hide, remove and recover, purge, block; and what others see of it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { encodeAwareness } from '../../src/shared/site/protocol.ts';
import { REMOVED_KEPT_MS } from '../../src/sites/rooms.ts';
import { ask } from '../support/raw.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const OPERATOR = 'the operator key of the house';
const EDIT = 'the edit key of the house';
const keys = { operator: OPERATOR };

async function scene({ port }: RunningSites): Promise<{ ada: Editor; operator: Editor }> {
  const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
  ada.insert('here');
  await ada.save();
  const operator = await new Editor(port, 'ada', { key: OPERATOR }).ready();
  assert.is(operator.permission?.access, 'operate');
  return { ada, operator };
}

const statusOf = async (port: number): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/member/ada`)).status;

test('a locked site takes edits of nobody but the operator; unlocked, what was kept arrives', async () => {
  await withSites({ keys }, async (running) => {
    const { ada, operator } = await scene(running);
    await operator.request({ op: 'lock' });
    await until(() => ada.permission?.reason === 'locked');
    ada.insert('kept ');
    operator.insert('op ');
    await operator.save();
    await until(() => ada.text().includes('op '));
    assert.not(operator.text().includes('kept'));
    await operator.request({ op: 'unlock' });
    await until(() => operator.text().includes('kept'));
    await ada.save();
  });
});

test('a hidden site is not served nor listed and its editors are sent away, until it is shown', async () => {
  await withSites({ keys }, async (running) => {
    const { ada, operator } = await scene(running);
    await operator.request({ op: 'hide' });
    assert.is(await ada.gone(), 4410);
    assert.is(await statusOf(running.port), 403);
    assert.is(running.sites.list({ search: '', offset: 0, count: 9 }).total, 0);
    assert.is(await new Editor(running.port, 'ada').gone(), 4410);
    await operator.request({ op: 'show' });
    assert.is(await statusOf(running.port), 200);
    await new Editor(running.port, 'ada').ready();
  });
});

/** Request, status and name of the problem; then the request of the operator that leads there. */
const PROBLEMS = [
  ['/member/ada', 403, 'site-hidden', 'hide'],
  ['/member/ada?export', 403, 'site-hidden', 'hide'],
  ['/member/ada?page=none.html', 404, 'page-not-found', 'unlock'],
  ['/member/ada', 410, 'site-removed', 'remove'],
  ['/member/ada?export=zip', 410, 'site-removed', 'remove'],
] as const;
for (const [target, status, name, op] of PROBLEMS) {
  test(`${target} is a problem ${name} to programs, and a page to browsers`, () =>
    withSites({ keys }, async (running) => {
      const { operator } = await scene(running);
      assert.ok((await operator.request({ op })).ok);
      const program = await ask(running.port, target, { headers: 'Accept: application/json\r\n' });
      assert.is(program.status, status);
      assert.is(program.headers['content-type'], 'application/problem+json');
      const problem = JSON.parse(program.body);
      assert.equal([problem.type, problem.status], [`urn:problem-type:ensemble:${name}`, status]);
      const browser = await ask(running.port, target, { headers: 'Accept: text/html\r\n' });
      assert.is(browser.status, status);
      assert.match(browser.body, /<h1>This (site|page) /);
      for (const { headers } of [program, browser]) {
        assert.match(headers['vary'] ?? '', /\bAccept(,|$)/);
        assert.is(headers['cache-control'], 'no-store');
      }
    }));
}

test('a removed site can be recovered for thirty days and is then erased', async () => {
  await withSites({ keys }, async (running) => {
    const { ada, operator } = await scene(running);
    await operator.request({ op: 'remove' });
    assert.is(await ada.gone(), 4410);
    await operator.request({ op: 'recover' });
    const back = await new Editor(running.port, 'ada').ready();
    assert.is(back.text(), 'here');
    await operator.request({ op: 'remove' });
    await running.sites.rooms.tidy(Date.now() + REMOVED_KEPT_MS - 60_000);
    assert.is(await statusOf(running.port), 410);
    await running.sites.rooms.tidy(Date.now() + REMOVED_KEPT_MS + 60_000);
    const fresh = await new Editor(running.port, 'ada').ready();
    assert.is(fresh.text(), '');
  });
});

test('a purge erases the site and its history; the name lives on as another incarnation', async () => {
  await withSites({ keys }, async (running) => {
    const { ada, operator } = await scene(running);
    const first = ada.heard[0];
    assert.ok((await operator.request({ op: 'purge' })).ok);
    assert.is(await ada.gone(), 4410);
    assert.is(await operator.gone(), 4410);
    const fresh = await new Editor(running.port, 'ada').ready();
    const second = fresh.heard[0];
    assert.ok(first?.kind === 'welcome' && second?.kind === 'welcome');
    if (first?.kind === 'welcome' && second?.kind === 'welcome') {
      assert.is(second.exists, false);
      assert.is.not(first.incarnation, second.incarnation);
    }
    const { value } = await fresh.request({ op: 'history' });
    assert.equal(value['versions'], []);
    fresh.insert('new life');
    await fresh.save();
  });
});

/** Makes someone present; gives their awareness client id. */
async function appear(editor: Editor, seenBy: Editor): Promise<number> {
  const awareness = new Awareness(editor.doc);
  awareness.setLocalStateField('user', { name: 'Ada' });
  const before = seenBy.heard.length;
  editor.ws.send(encodeAwareness(encodeAwarenessUpdate(awareness, [editor.doc.clientID])));
  awareness.destroy();
  await until(() => seenBy.heard.slice(before).some(({ kind }) => kind === 'awareness'));
  return editor.doc.clientID;
}

test('a blocked address is sent away and stays away, also after a restart; others are not', async () => {
  await withSites({ keys }, async ({ port }) => {
    const operator = await new Editor(port, 'ada', { key: OPERATOR }).ready();
    const refused = await operator.request({ op: 'block', client: 1, hours: 1 });
    assert.is(refused.value['code'], 'client');
    const from = '127.0.0.2';
    const ada = await new Editor(port, 'ada', { from }).ready();
    const client = await appear(ada, operator);
    const { ok, value } = await operator.request({ op: 'block', client, hours: 1 });
    assert.equal([ok, value], [true, { address: from }]);
    assert.is(await ada.gone(), 4403);
    assert.is(await new Editor(port, 'ada', { from }).gone(), 4403);
    assert.ok((await operator.request({ op: 'unblock', address: from })).ok);
    await new Editor(port, 'ada', { from }).ready();
  });
});

test('nobody at the operator’s own address is blocked by name, and the operator sees who shares one', async () => {
  await withSites({ keys }, async (running) => {
    const { ada, operator } = await scene(running);
    const pupils = await Promise.all(
      [1, 2].map(() => new Editor(running.port, 'ada', { from: '127.0.0.2' }).ready()),
    );
    const own = await appear(ada, operator);
    const others: number[] = [];
    for (const pupil of pupils) others.push(await appear(pupil, operator));
    assert.equal((await operator.request({ op: 'moderation' })).value, {
      locked: false,
      hidden: false,
      removed: false,
      addresses: [
        { clients: [own], own: true },
        { clients: others, own: false },
      ],
    });
    const { value } = await operator.request({ op: 'block', client: own, hours: 1 });
    assert.is(value['code'], 'own-address');
    assert.is((await ada.request({ op: 'moderation' })).value['code'], 'access');
    await new Editor(running.port, 'ada').ready();
    assert.is(ada.closed, undefined);
  });
});

test('the operator is told whether a site is locked, hidden or removed', async () => {
  await withSites({ keys }, async (running) => {
    const { operator } = await scene(running);
    for (const op of ['lock', 'hide', 'remove', 'unlock'] as const) await operator.request({ op });
    const { locked, hidden, removed } = (await operator.request({ op: 'moderation' })).value;
    assert.equal([locked, hidden, removed], [false, true, true]);
  });
});

test("an operator stays, comes and unblocks where the address is blocked; nobody else's key helps, nor waiting", async () => {
  const options = { keys: { edit: EDIT, operator: OPERATOR }, limits: { headers_timeout_ms: 200 } };
  await withSites(options, async (running) => {
    const { port, sites } = running;
    const [operator, ada] = await Promise.all(
      [OPERATOR, EDIT].map((key) => new Editor(port, 'ada', { key }).ready()),
    );
    await sites.rooms.block('127.0.0.1', Date.now() + 3_600_000);
    assert.is(await ada?.gone(), 4403);
    assert.ok((await operator?.request({ op: 'sites' }))?.ok, 'their socket is not closed');
    assert.is(await new Editor(port, 'ada', { key: EDIT }).gone(), 4403);
    assert.is(await new Editor(port, 'ada', { key: 'a guess of that key' }).gone(), 4401);
    const silent = new WebSocket(`ws://127.0.0.1:${port}/member/ada`);
    assert.is(await new Promise((resolve) => silent.once('close', resolve)), 4403);
    const back = await new Editor(port, 'operator', { key: OPERATOR }).ready();
    assert.ok((await back.request({ op: 'unblock', address: '127.0.0.1' })).ok);
    await new Editor(port, 'ada', { key: EDIT }).ready();
  });
});

test('a site that is none cannot be locked', async () => {
  await withSites({ keys }, async ({ port }) => {
    const operator = await new Editor(port, 'nobody', { key: OPERATOR }).ready();
    assert.is((await operator.request({ op: 'lock' })).value['code'], 'version');
  });
});

test.run();
