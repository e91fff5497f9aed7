/** A site of several pages as one file, opened from disk: its pages lead to each other, and each runs alone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, newFile, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { EMPTY_SITE } from '../../src/shared/site/document.ts';
import { exportOneFile } from '../../src/shared/site/one-file.ts';
import { Chromium } from '../support/chromium.ts';
import { withWorld, write } from '../support/editing.ts';
import { bundles } from '../support/service.ts';
import { until } from '../support/until.ts';

const INDEX = `<!doctype html><html lang="en"><title>Home</title>
<script>window.first = 1; const here = 'home'; addEventListener('load', () => { localStorage.from = here; });</script>
<h1>Home</h1><a href="about.html#team">Team</a> <a href="play.html">Play</a> <p></p>
<script>document.querySelector('p').innerHTML = '<a href="about.html">made</a>';</script>
<script src="script.js"></script></html>`;
const ABOUT = `<!doctype html><html lang="de"><title>About</title><link rel="stylesheet" href="style.css">
<script>const here = 'about'; let loads = 0; addEventListener('load', () => { loads += 1; });</script>
<h1>About</h1><a href="index.html">Home</a><p style="height: 3000px">tall</p><h2 id="team">Team</h2></html>`;
/** Its part is made by a script, and relative addresses lead elsewhere. */
const MADE = `<!doctype html><html lang="en"><base href="https://a.example/"><title>Made</title>
<h1 id="top">Made</h1><p style="height: 3000px">tall</p><div></div><p style="height: 3000px">tall</p>
<script>addEventListener('load', () => { document.querySelector('div').id = 'made'; });</script></html>`;
const PLAY =
  '<h1>Play</h1><sound-mode mode="drone"></sound-mode><p id="end">end</p><a href="about.html">us</a>';

async function withFile(body: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-one-file-'));
  try {
    await body(path.join(folder, 'my site.html'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
const follow = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click();

async function written(file: string): Promise<string> {
  const built = await bundles();
  const files = {
    ...EMPTY_SITE.files,
    'index.html': INDEX,
    'about.html': ABOUT,
    'made.html': MADE,
    'play.html': PLAY,
    'style.css': 'h1 { color: rgb(1, 2, 3) }',
    'script.js': 'window.script = 1;',
  };
  const parts = { pager: built.text('exported.js'), player: built.text('sound-mode.js') };
  writeFileSync(file, exportOneFile({ ...EMPTY_SITE, files }, 'ada', parts));
  return pathToFileURL(file).href;
}

test('pages of one file lead to each other and back, each alone with its scripts, and share their storage', async () => {
  const chromium = await Chromium.launch();
  try {
    await withFile(async (file) => {
      const { page, errors } = await chromium.person({ offline: true });
      const address = await written(file);
      await page.goto(address);
      await follow(page, 'Team');
      await heading(page, 'About');
      assert.is(page.url(), `${address}?page=about.html#team`);
      await page.waitForFunction('document.readyState === "complete" && scrollY > 1000');
      assert.equal(
        await page.evaluate(
          '[here, loads, document.title, document.documentElement.lang, document.compatMode, window.first, window.script, localStorage.from, getComputedStyle(document.querySelector("h1")).color]',
        ),
        ['about', 1, 'About', 'de', 'CSS1Compat', undefined, undefined, 'home', 'rgb(1, 2, 3)'],
      );
      await follow(page, 'Home');
      await heading(page, 'Home');
      await follow(page, 'made');
      await heading(page, 'About');
      assert.is(page.url(), `${address}?page=about.html`);
      await page.reload();
      await heading(page, 'About');
      await page.goBack();
      await heading(page, 'Home');
      assert.equal(errors, []);
    });
  } finally {
    await chromium.close();
  }
});

test('a further page is scrolled to the #part of its address, however slow the machine is', async () => {
  const chromium = await Chromium.launch();
  try {
    await withFile(async (file) => {
      const address = await written(file);
      for (const [rate, part, from, to] of [
        [1, '#made', 2_900, 3_200],
        [20, '#made', 2_900, 3_200],
        [1, '#top', 0, 30],
      ] as const) {
        const { page, context, errors } = await chromium.person({ offline: true });
        const tools = await context.newCDPSession(page);
        await tools.send('Emulation.setCPUThrottlingRate', { rate });
        await page.goto(`${address}?page=made.html${part}`);
        await heading(page, 'Made');
        const isThere = `document.readyState === 'complete' && scrollY >= ${from} && scrollY <= ${to}`;
        await until(async () => page.evaluate(isThere));
        await page.evaluate('new Promise(requestAnimationFrame)');
        assert.is(page.url(), `${address}?page=made.html${part}`);
        assert.equal(errors, []);
        await context.close();
      }
    });
  } finally {
    await chromium.close();
  }
});

test('an instrument plays on a further page, and an address of no page shows the first', async () => {
  const chromium = await Chromium.launch();
  try {
    await withFile(async (file) => {
      const { page, errors } = await chromium.person({ offline: true });
      const address = await written(file);
      await page.goto(`${address}?page=play.html`);
      await heading(page, 'Play');
      await page.locator('sound-mode').getByRole('button', { name: 'Play', exact: true }).click();
      await page
        .locator('sound-mode')
        .getByRole('button', { name: 'Pause', exact: true })
        .waitFor();
      for (const query of ['?page=none.html', '?page=__proto__', '?page=%zz', '?page']) {
        await page.goto(address + query);
        await heading(page, 'Home');
      }
      assert.equal(errors, []);
    });
  } finally {
    await chromium.close();
  }
});

test('the editor says which parts of an export need the internet or a web server', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, context } = await editor('parts', 'Ada');
    await context.route(/^https:/, (route) => route.abort());
    await write(
      page,
      '<!doctype html><script src="https://cdn.jsdelivr.net/npm/p5@1/lib/p5.js"></script>' +
        '<img alt="" src="//pictures.example/"><script type="module" src="script.js"></script>',
    );
    const said = page.getByRole('dialog').getByRole('paragraph');
    for (const [entry, about] of [
      [/one file that works offline/, []],
      [/^Export as .zip/, ['module scripts (script.js)']],
    ] as const) {
      const coming = page.waitForEvent('download');
      await choose(page, 'Menu', entry);
      await coming;
      await said.filter({ hasText: 'p5.js (cdn.jsdelivr.net), pictures.example.' }).waitFor();
      for (const words of about) await said.filter({ hasText: words }).waitFor();
      assert.is(await page.getByText('module scripts').count(), about.length);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    }
  });
});

test('the editor exports all pages without a network, too', async () => {
  await withFile(async (file) => {
    await withWorld({}, async ({ editor, chromium }) => {
      const { page, context } = await editor('one-file', 'Ada');
      await write(page, '<!doctype html><h1>Home</h1><a href="about.html">About us</a>');
      await newFile(page, 'about.html');
      await shown(page).getByRole('heading', { name: 'About' }).waitFor();
      await waitForStatus(page, 'saved');
      await context.setOffline(true);
      const coming = page.waitForEvent('download');
      await choose(page, 'Menu', /one file that works offline/);
      await (await coming).saveAs(file);

      const visitor = await chromium.person({ offline: true });
      await visitor.page.goto(pathToFileURL(file).href);
      await follow(visitor.page, 'About us');
      await heading(visitor.page, 'About');
      assert.equal(visitor.errors, []);
    });
  });
});

test.run();
