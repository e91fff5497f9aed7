/** A hostile site in Chromium as people have it: what it tries, and that it gets nowhere. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { published, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { withWorld, write } from '../support/editing.ts';

/** As people have them: our pages have a service worker. */
const WORKERS = { serviceWorkers: 'allow' } as const;

/** [what is tried, JavaScript that throws, or resolves to what was got] */
const ATTEMPTS: readonly (readonly [string, string])[] = [
  ['read cookies', 'document.cookie || Promise.reject("none")'],
  ['local storage', 'localStorage.getItem("ensemble.user") ?? Promise.reject("none")'],
  ['session storage', 'sessionStorage.getItem("ensemble.key") ?? Promise.reject("none")'],
  [
    'IndexedDB',
    'new Promise((yes, no) => { const o = indexedDB.open("ensemble/evil"); o.onsuccess = yes; o.onerror = () => no(o.error); })',
  ],
  ['cache storage', 'caches.open("a")'],
  ['a service worker', 'navigator.serviceWorker.register("/?offline")'],
  ['the parent document', 'parent === window ? Promise.reject("none") : parent.document.title'],
  ['the top document', 'top === window ? Promise.reject("none") : top.document.title'],
  ['fetch of our own address', 'fetch("/api").then((r) => r.text())'],
  ['fetch of another server', 'fetch(ELSEWHERE).then((r) => r.text())'],
  [
    'a request with XMLHttpRequest',
    'new Promise((yes, no) => { const x = new XMLHttpRequest(); x.open("GET", "/api"); x.onload = () => yes(x.responseText); x.onerror = () => no("error"); x.send(); })',
  ],
  [
    'a beacon',
    'navigator.sendBeacon(ELSEWHERE, "x") ? Promise.reject("queued, and blocked") : Promise.reject("refused")',
  ],
  [
    'a WebSocket to another site',
    'new Promise((yes, no) => { const w = new WebSocket("ws://" + HOST + "/member/victim"); w.onopen = () => yes("open"); w.onerror = () => no("error"); })',
  ],
  [
    'an event source',
    'new Promise((yes, no) => { const e = new EventSource("/api"); e.onopen = () => yes("open"); e.onerror = () => no("error"); })',
  ],
  ['the microphone', 'navigator.mediaDevices.getUserMedia({ audio: true })'],
  ['MIDI', 'navigator.requestMIDIAccess()'],
  ['a serial port', 'navigator.serial.requestPort()'],
  [
    'the place on earth',
    'new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))',
  ],
  [
    'a frame of the editor',
    'new Promise((yes, no) => { const f = document.createElement("iframe"); f.src = "/member/victim?edit"; f.onload = () => { try { yes(f.contentDocument.title); } catch (e) { no(e); } if (f.contentDocument === null) no("null"); }; document.body.append(f); })',
  ],
];

function hostile(host: string, elsewhere: string): string {
  const tries = ATTEMPTS.map(([name, code]) => `[${JSON.stringify(name)}, () => (${code})]`);
  return `<!doctype html><html lang="en"><title>evil</title><ul id="got"></ul><p id="done"></p>
<form id="form" action="${elsewhere}" method="post"><input name="a" value="1"></form>
<script>
const HOST = ${JSON.stringify(host)}, ELSEWHERE = ${JSON.stringify(elsewhere)};
const attempts = [${tries.join(',\n')}];
const late = () => new Promise((_, no) => setTimeout(() => no(new Error('no answer')), 3000));
(async () => {
  for (const [name, attempt] of attempts) {
    try {
      const got = await Promise.race([Promise.resolve().then(attempt), late()]);
      const item = document.createElement('li');
      item.textContent = name + ': ' + String(got);
      document.getElementById('got').append(item);
    } catch {}
  }
  try { document.cookie = 'evil=1'; localStorage.evil = 1; sessionStorage.evil = 1; } catch {}
  try { document.getElementById('form').submit(); } catch {}
  try { open(ELSEWHERE); } catch {}
  try { if (top !== window) top.location.href = ELSEWHERE; } catch {}
  try { if (parent !== window) parent.location.href = ELSEWHERE; } catch {}
  for (const to of [parent, top]) to.postMessage({ ensemble: 'draw', html: 'forged' }, '*');
  document.getElementById('done').textContent = 'tried everything';
})();
</script>`;
}

/** A server elsewhere that counts who comes. */
async function withElsewhere(body: (address: string, visits: string[]) => Promise<void>) {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('elsewhere');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    await body(`http://127.0.0.1:${address.port}/`, visits);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a hostile site gets nowhere, for its visitors and in the preview of those who edit it', async () => {
  await withElsewhere(async (elsewhere, visits) => {
    await withWorld({ isolated: true }, async ({ editor, chromium, url, server }) => {
      const victim = await editor('victim', 'Victim', WORKERS);
      await write(victim.page, '<p>precious</p>');
      await waitForStatus(victim.page, 'saved');
      const evil = await editor('evil', 'Mallory', WORKERS);
      await write(evil.page, hostile(new URL(server.url).host, elsewhere));
      await waitForStatus(evil.page, 'saved');

      await shown(evil.page).getByText('tried everything').waitFor({ timeout: 60_000 });
      assert.equal(
        await shown(evil.page).locator('#got li').allTextContents(),
        [],
        'in the preview',
      );
      assert.is(evil.page.url(), url('/member/evil?edit'), 'the editor stays where it is');
      assert.is(evil.context.pages().length, 1, 'no pop-up');

      const visitor = await chromium.person(WORKERS);
      await visitor.page.goto(url('/'));
      await visitor.page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await visitor.page.goto(url('/member/evil'));
      const site = await published(visitor.page);
      await site.getByText('tried everything').waitFor({ timeout: 60_000 });
      assert.equal(await site.locator('#got li').allTextContents(), [], 'for a visitor');
      assert.is(visitor.page.url(), url('/member/evil'));
      assert.is(visitor.context.pages().length, 1, 'no pop-up');
      assert.equal(visits, [], 'nothing reached the other server');
      assert.is(await victim.page.locator('.people li').count(), 1, 'nobody joined the other site');
    });
  });
});

test('what a site says to the editor is shown as text, however hostile, and only so much of it', async () => {
  await withWorld({ isolated: true }, async ({ editor }) => {
    const { page } = await editor('loud', 'Ada');
    const shout = `
      for (let i = 0; i < 1000; i += 1) console.error('<img src=x onerror=alert(1)> ' + i);
      parent.postMessage({ ensemble: 'log', level: 'error', text: 7, line: 'x' }, '*');
      parent.postMessage('nonsense', '*');
      alert('hello');`;
    await write(page, `<script>${shout}</script>`);
    await page.locator('.console summary', { hasText: 'errors' }).click();
    await page.locator('.log').getByText('<img src=x onerror=alert(1)> 0').waitFor();
    assert.ok((await page.locator('.log li').count()) <= 100);
    assert.is(await page.locator('.log img').count(), 0);
  });
});

test('a script that never ends stops its preview, not the editor', async () => {
  await withWorld({ isolated: true }, async ({ editor }) => {
    const { page } = await editor('endless', 'Ada');
    await write(page, '<p>before</p><script>while (true) {}</script>');
    await page.waitForTimeout(1500);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('<p>after</p>');
    await waitForStatus(page, 'saved');
  });
});

test('an editor that stands still itself, as on a computer that slept, goes on with its preview', async () => {
  await withWorld({ isolated: true }, async ({ editor }) => {
    const { page } = await editor('asleep', 'Ada');
    await write(page, '<p>awake</p>');
    await waitForStatus(page, 'saved');
    await shown(page).getByText('awake').waitFor();
    await page.evaluate('for (const end = Date.now() + 12_500; Date.now() < end; );');
    await page.waitForTimeout(3_000);
    assert.is(await page.getByText('Preview stopped').count(), 0);
    await shown(page).getByText('awake').waitFor();
  });
});

/** Longest time the page's main thread did not answer, in milliseconds, while `body` ran. */
async function longestBlock(page: Page, body: () => Promise<void>): Promise<number> {
  await page.evaluate(`(() => {
    window.longest = 0;
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
      setTimeout(look, 5);
    };
    look();
  })()`);
  await body();
  return page.evaluate('longest');
}

/** Most memory that any of the browser's page processes ever had, in MB. */
async function peakMegabytes(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return Math.max(...peaks.map((kilobytes) => Number(kilobytes) / 1024));
}

/** How long the editor's main thread may not answer during a flood; without the limits of the preview, twelve seconds. */
const STANDSTILL_MS = 1_500;
/** How long the same is measured without a flood, about as long as one lasts. */
const CALM_MS = 5_000;

const FLOODS: readonly (readonly [string, string])[] = [
  ['small messages to the editor', `for (;;) top.postMessage({ ensemble: 'log' }, '*');`],
  ['large messages to the editor', `const t = 'x'.repeat(5e6); for (;;) top.postMessage(t, '*');`],
  [
    'messages to the page between',
    `for (;;) parent.postMessage({ ensemble: 'log', level: 'log', text: 'x', line: 0 }, '*');`,
  ],
  [
    'messages from a timer',
    `setInterval(() => { for (let i = 0; i < 9; i += 1) top.postMessage(i, '*'); }, 1);`,
  ],
];

for (const [what, script] of FLOODS) {
  test(`a flood of ${what} stops the preview, and the editor answers all the while`, async () => {
    await withWorld({ isolated: true }, async ({ editor }) => {
      const { page } = await editor('flood', 'Ada');
      const calm = await longestBlock(page, async () => {
        await write(page, '<p>calm</p>');
        await page.waitForTimeout(CALM_MS);
      });
      const longest = await longestBlock(page, async () => {
        await write(page, `<script>${script}</script>`);
        await page.getByText('Preview stopped').waitFor();
        await page.waitForTimeout(1_000);
      });
      // Only a machine that stands still without a flood may do so for longer with one.
      const limit = Math.max(STANDSTILL_MS, 3 * calm);
      assert.ok(longest < limit, `the page stood still for ${longest} of ${limit} ms`);
      assert.is(await page.locator('iframe.preview').count(), 0);
      // Those that are left: the preview's process is gone. The messages once took 1,400.
      const megabytes = await peakMegabytes(page);
      assert.ok(megabytes > 10 && megabytes < 1_000, `the editor took ${megabytes} MB`);
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('<p>after</p>');
      await waitForStatus(page, 'saved');
      await shown(page).getByText('after').waitFor();
    });
  });
}

test('the preview can be stopped and run again, and opens stopped for a moderator', async () => {
  await withWorld({ isolated: true }, async ({ editor, url }) => {
    const { page } = await editor('busy', 'Ada');
    await write(page, '<p>shown</p><script>setTimeout(() => { for (;;); }, 3000)</script>');
    await waitForStatus(page, 'saved');
    await page.waitForTimeout(4_500);
    await page.getByRole('button', { name: 'Stop the preview' }).click();
    await page.getByText('Preview stopped.').waitFor();
    assert.is(await page.locator('iframe.preview').count(), 0);
    await page.getByRole('button', { name: 'Run the preview' }).click();
    await shown(page).getByText('shown').waitFor();

    await page.goto(url('/member/busy?edit&stopped'));
    await waitForStatus(page, 'saved');
    await page.getByText('Preview stopped.').waitFor();
    await page.waitForTimeout(1_000);
    assert.is(await page.locator('iframe.preview').count(), 0, 'nothing of the site runs');
    await page.getByText('shown', { exact: false }).first().waitFor();
  });
});

test.run();
