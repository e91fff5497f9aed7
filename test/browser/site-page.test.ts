/** A published site in Chromium: what the page around it keeps from it, and that visitors notice nothing of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { published } from '../../scripts/demo/page-actions.ts';
import { Chromium } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { startPublished } from '../support/published.ts';
import { ask } from '../support/raw.ts';
import { until } from '../support/until.ts';

const LONG = '<p style="height:3000px">long</p>';
const SITES = {
  phisher: `<!doctype html><title>p</title><p id="done"></p><script>
    const tries = [
      () => history.replaceState(null, '', '/member/victim?edit'),
      () => history.pushState(null, '', '/member/victim?edit'),
      () => { top.location.replace('/member/victim?edit'); },
      () => { parent.history.replaceState(null, '', '/member/victim?edit'); },
      () => { location.hash = '#/member/victim?edit'; },
      () => navigation.navigate('/member/victim?edit', { history: 'replace' }),
      () => { top.postMessage({ hash: '/member/victim?edit' }, '*'); },
    ];
    for (const attempt of tries) try { attempt(); } catch {}
    done.textContent = 'tried';
  </script>`,
  ada: `<!doctype html><html lang="de" dir="ltr"><head><title>Ada &amp; "friends"</title>
    <meta name="description" content="What Ada makes"><meta property="og:image" content="https://a.example/i.png">
    <meta name="viewport" content="width=device-width"><meta name="theme-color" content="#123456">
    <link rel="icon" href="data:image/png;base64,AAAA"><meta http-equiv="refresh" content="900;url=/"></head>
    <body><a id="far-link" href="#far">far</a> <a id="other" href="/member/other">other</a>
    <a id="script" href="javascript:void(document.title='Changed')">script</a> <a id="self" target="_self" href="/member/other">self</a>
    <button onclick="location.href='/member/other'">go</button>${LONG}
    <p id="far">here</p>${LONG}<script>addEventListener('hashchange', () => { document.body.dataset.hash = location.hash; });</script>`,
  other: '<!doctype html><title>Other</title><h1>Other</h1>',
};
const { port, close } = await startPublished(SITES);
const at = (place: string) => `http://127.0.0.1:${port}${place}`;
const chromium = await Chromium.launch({ isolated: true });
const scrolled = async (page: Page) =>
  (await published(page)).evaluate('scrollY') as Promise<number>;

test('a hostile site cannot make the address bar show another page of the platform', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/member/phisher'));
  await page.waitForTimeout(1_000);
  const { pathname, search } = new URL(page.url());
  assert.equal([pathname, search], ['/member/phisher', '']);
});

for (const query of ['edit/', 'Edit', 'edit.', 'EDIT=1', 'edit%20', 'x']) {
  test(`?${query} shows no site under that address`, async () => {
    const { page } = await chromium.person();
    await page.goto(at(`/member/ada?${query}`));
    assert.ok(
      ['/member/ada', '/member/ada?edit', '/member/ada?edit=1'].includes(
        page.url().slice(at('').length),
      ),
    );
  });
}

test('the page tells search engines, previews and the browser what the site tells', async () => {
  const { body } = await ask(port, '/member/ada');
  const [head = ''] = body.split('</head>');
  for (const part of [
    '<html lang="de" dir="ltr">',
    '<title>Ada &amp; &quot;friends&quot;</title>',
    '<meta name="description" content="What Ada makes">',
    '<meta property="og:image" content="https://a.example/i.png">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="theme-color" content="#123456">',
    '<link rel="icon" href="data:image/png;base64,AAAA">',
  ]) {
    assert.ok(head.includes(part), part);
  }
  assert.not.match(head, /http-equiv/);
  const { page } = await chromium.person();
  await page.goto(at('/member/ada'));
  assert.is(await page.title(), 'Ada & "friends"');
  assert.is(await page.locator('iframe').getAttribute('title'), 'Ada & "friends"');
});

test('a link to a part of the page scrolls there, shows it in the address, and the back button undoes it', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/member/ada'));
  const site = await published(page);
  await site.locator('#far-link').click();
  await until(async () => (await scrolled(page)) > 2000);
  await until(async () => page.url() === at('/member/ada#far'));
  assert.is(await site.locator('body').getAttribute('data-hash'), '#far');
  await page.goBack();
  await until(async () => (await scrolled(page)) === 0);
  assert.is(new URL(page.url()).hash, '');
});

test('a link from elsewhere to a part of the page opens it there', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/member/ada#far'));
  await until(async () => (await scrolled(page)) > 2000);
  await page.evaluate("location.hash = ''");
  await until(async () => (await scrolled(page)) === 0);
});

for (const link of ['#other', '#self']) {
  test(`the link ${link} leads the whole page, and back comes to where one was`, async () => {
    const { page } = await chromium.person();
    await page.goto(at('/member/ada'));
    await (await published(page)).evaluate('scrollTo(0, 5)');
    await page.waitForTimeout(500);
    await (await published(page)).locator(link).click();
    await page.waitForURL(at('/member/other'));
    await (await published(page)).getByRole('heading', { name: 'Other' }).waitFor();
    await page.goBack();
    await until(async () => (await scrolled(page)) === 5);
  });
}

test('a link that is a script runs in the site, and a title it changes is shown', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/member/ada'));
  await (await published(page)).locator('#script').click();
  await until(async () => (await page.title()) === 'Changed');
});

test('a script that sets the location is told that only links lead elsewhere', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/member/ada'));
  await (await published(page)).getByRole('button', { name: 'go' }).click();
  await page.getByRole('alert').getByText('Only links can do that').waitFor();
  assert.is(page.url(), at('/member/ada'));
});

test('keys scroll the site at once, without a click into it', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/member/ada'));
  await published(page);
  await page.keyboard.press('End');
  await until(async () => (await scrolled(page)) > 2000);
});

test('a long site is printed to its end', async () => {
  const { page } = await chromium.person();
  await page.goto(at('/member/ada'));
  await until(() =>
    page
      .locator('iframe')
      .evaluate((one: HTMLElement) => one.style.getPropertyValue('--height') !== ''),
  );
  const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(pages >= 5, `${pages} pages`);
});

test('without scripts the site is shown, and its links lead the whole page', async () => {
  const context = await chromium.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at('/member/ada'));
  const site = page.frameLocator('iframe.site');
  await site.getByText('here').waitFor();
  await site.locator('#other').click();
  await page.waitForURL(at('/member/other'));
});

test('an address with a #part is scrolled to it, however slow the machine is', async () => {
  for (const rate of [1, 4, 20]) {
    const { page, context } = await chromium.person();
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto(at('/member/ada#far'));
    await until(async () => (await scrolled(page)) > 2000);
    await context.close();
  }
});

test('saved to disk, the page shows the site with no network', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-saved-'));
  const file = path.join(folder, 'ada.html');
  writeFileSync(file, (await ask(port, '/member/ada')).body);
  const { page, context } = await chromium.person();
  await context.setOffline(true);
  await page.goto(`${pathToFileURL(file).href}#far`);
  await until(async () => (await scrolled(page)) > 2000);
  await (await published(page)).locator('#script').click();
  await until(async () => (await page.title()) === 'Changed');
  rmSync(folder, { recursive: true, force: true });
});

closing(chromium, close);

test.run();
