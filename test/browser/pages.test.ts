/** The platform's own pages in Chromium: readable by everybody, working without script, at any width. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Page } from '../../src/http/page.ts';
import { siteHeaders } from '../../src/http/policy.ts';
import type { ListedSite } from '../../src/sites/sites.ts';
import { Chromium, look, type Person, SIZES, type Size } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { noSites } from '../support/no-sites.ts';
import { startService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const NAMES = [
  '',
  'Ada’s notes',
  'אתר של עדה',
  '工作室',
  'A name so long that no card has the room for it',
];
const LISTED: readonly ListedSite[] = Array.from({ length: 40 }, (_, i) => ({
  username: `${['ada', 'field-recordings', 'studio.9', 'x'][i % 4]}-${i}`,
  display_name: NAMES[i % NAMES.length] ?? '',
  edited_at: Date.UTC(2026, 10, 20, 12) - i * DAY_MS,
}));
const site = new Page({
  body: '<!doctype html><title>x</title><h1>mine</h1>',
  headers: siteHeaders(),
});

const { port, service } = await startService({
  sites: {
    ...noSites(),
    publish: (username) => (username === 'ada-0' ? site : undefined),
    list: ({ search, offset, count }) => {
      const found = LISTED.filter(({ username }) => username.includes(search));
      return { sites: found.slice(offset, offset + count), total: found.length };
    },
  },
});
const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
const chromium = await Chromium.launch();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  search: '/?q=nothing-like-it',
  'home-page-2': '/?q=ada&page=2',
  refused: '/?go=Ad%C3%A9le%20L.',
  placeholder: '/member/grace',
  'not-found': '/nowhere',
};

async function violations({ page }: Person): Promise<string[]> {
  await page.evaluate(axe);
  const results: AxeResults = await page.evaluate('axe.run(document)');
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
}

for (const [name, path] of Object.entries(PAGES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name}, ${colorScheme}: axe-core finds nothing, nothing is wider than its window`, async () => {
      const person = await chromium.person({ colorScheme, bypassCSP: true });
      const { page } = person;
      await page.goto(at(path));
      assert.equal(await violations(person), []);
      for (const size of ['phone', 'tablet', 'desktop'] satisfies Size[]) {
        await page.setViewportSize(SIZES[size]);
        await look(page, `${name}-${colorScheme}`, size);
      }
      for (const width of [320, 360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        assert.is(await page.evaluate(over), 0, `${width} px`);
      }
    });
  }

  test(`${name} breaks no rule of its own policy`, async () => {
    const person = await chromium.person();
    await person.page.goto(at(path));
    const complaints = person.errors.filter((text) => !/status of 40[04]/.test(text));
    assert.equal(complaints, []);
  });
}

test('without script: a name leads to its page, and back to the list, its search and its pages', async () => {
  const context = await chromium.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at('/'));
  await page.getByLabel('Create a site, or open one').fill('Grace');
  await page.getByRole('button', { name: 'Go' }).click();
  assert.is(page.url(), at('/member/grace'));
  assert.is(await page.getByRole('heading', { level: 1 }).textContent(), 'grace');
  await page.getByRole('link', { name: 'Browse sites' }).click();
  await page.getByLabel('Search sites').fill('ada');
  await page.getByRole('button', { name: 'Search' }).click();
  assert.is(page.url(), at('/?q=ada#sites'));
  assert.is(
    await page.getByRole('heading', { level: 2 }).first().textContent(),
    'Sites matching “ada”',
  );
  await page.goto(at('/'));
  await page.getByRole('link', { name: 'Older' }).click();
  assert.is(page.url(), at('/?page=2#sites'));
  await page.getByRole('link', { name: 'Newer' }).click();
  await page.locator('.card .open').first().click();
  assert.is(await page.getByRole('heading', { level: 1 }).textContent(), 'mine');
});

test('by keyboard: the first stop skips to the content, and every stop can be seen', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/'));
  await page.keyboard.press('Tab');
  assert.is(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
  assert.ok(await page.evaluate('document.activeElement.getBoundingClientRect().top >= 0'));
  await page.keyboard.press('Enter');
  assert.is(await page.evaluate('document.activeElement.id'), 'main');
  await page.keyboard.press('Tab');
  assert.is(await page.evaluate('document.activeElement.id'), 'go');
  const ring = 'getComputedStyle(document.activeElement.parentElement).outlineStyle';
  assert.is(await page.evaluate(ring), 'solid');
  await page.keyboard.type('grace');
  await page.keyboard.press('Enter');
  await page.waitForURL(at('/member/grace'));
});

test('a name in a right-to-left script reads from the right, its address from the left', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/'));
  const name = page.getByText('אתר של עדה').first();
  assert.is(await name.evaluate((element) => getComputedStyle(element).direction), 'rtl');
  const place = page.getByText('/member/studio.9-2');
  assert.is(await place.evaluate((element) => getComputedStyle(element).direction), 'ltr');
});

test('nothing on the homepage moves while it loads', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/'));
  const shift = await page.evaluate(
    `new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(sum), 300);
    })`,
  );
  assert.is(shift, 0);
});

test('a second visit costs no body: the browser asks and is told 304', async () => {
  const { page } = await chromium.person();
  const first = await page.goto(at('/member/grace'));
  assert.is(first?.status(), 200);
  const told = await page.evaluate(
    `fetch(location.href, { cache: 'no-cache' }).then(() => performance.getEntriesByType('resource').length).catch(() => 'refused by policy')`,
  );
  assert.is(told, 'refused by policy');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const statuses: number[] = [];
  session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode));
  await page.reload();
  assert.equal(statuses, [304]);
});

test('with forced colours, drawings take them too', async () => {
  const { page } = await chromium.person({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto(at('/'));
  const [link, text, ground] = await page.evaluate(() =>
    ['LinkText', 'CanvasText', 'Canvas'].map((name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = name;
      return getComputedStyle(probe).color;
    }),
  );
  const look = (selector: string) =>
    page.evaluate((at) => {
      const found = document.querySelector(at);
      const { stroke = '', fill = '' } = found === null ? {} : getComputedStyle(found);
      return { stroke, fill };
    }, selector);
  assert.is((await look('.brand .mark')).stroke, link);
  assert.is((await look('#instruments .card .curve')).stroke, link);
  assert.is((await look('#sites .card .curve')).stroke, text);
  assert.equal(await look('.art circle'), { stroke: link, fill: ground });
});

closing(chromium, service);

test.run();
