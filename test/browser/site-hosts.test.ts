/** Sites on hosts of their own (SITES_URL) in Chromium: whatever a site does, the address says whose page it is. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { published } from '../../scripts/demo/page-actions.ts';
import { SiteHosts } from '../../src/http/site-host.ts';
import { Chromium } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { startPublished } from '../support/published.ts';

const PLATFORM = 'http://p.example';
const PHISHER = `<!doctype html><title>p</title><a id="edit" href="/member/victim?edit">edit</a><p id="done"></p><script>
  const tries = [
    () => history.replaceState(null, '', '/member/victim?edit'),
    () => history.pushState(null, '', '${PLATFORM}/member/victim?edit'),
    () => { top.location.replace('${PLATFORM}/member/victim?edit'); },
    () => { parent.history.replaceState(null, '', '/?edit'); },
    () => { location.hash = '#/member/victim?edit'; },
    () => { document.domain = 'example'; },
    () => { top.postMessage({ hash: '/member/victim?edit' }, '*'); },
  ];
  const kept = [];
  for (const attempt of tries) try { attempt(); } catch {}
  for (const read of [() => document.cookie, () => localStorage.key(0), () => parent.document.title])
    try { if (read()) kept.push('got'); } catch { kept.push('refused'); }
  done.textContent = 'tried ' + kept.filter((one) => one === 'got').length;
</script>`;

const { port, close } = await startPublished(
  { phisher: PHISHER, victim: '<!doctype html><title>v</title><h1>Victim</h1>' },
  {
    origin: { base: PLATFORM, loopbackOnly: true },
    siteHosts: new SiteHosts('http://{name}.s.example', PLATFORM),
  },
);
const server = `127.0.0.1:${port}`;
const chromium = await Chromium.launch({
  isolated: true,
  flags: [`--host-resolver-rules=MAP *.s.example:80 ${server}, MAP p.example:80 ${server}`],
});

test("a site's page is at its own host, and nothing it does shows another address or reaches ours", async () => {
  const { page } = await chromium.person();
  await page.goto(`${PLATFORM}/member/phisher`);
  await (await published(page)).waitForSelector('#done:has-text("tried 0")');
  await page.waitForTimeout(500);
  const { origin, pathname, search } = new URL(page.url());
  assert.equal([origin, pathname, search], ['http://phisher.s.example', '/', '']);
});

test('a view asked of the host of a site is on the platform, and the site is not shown there', async () => {
  for (const query of ['edit', 'Edit', 'edit.', 'edit/']) {
    const { page } = await chromium.person();
    await page.goto(`http://phisher.s.example/?${query}`);
    if (page.url() === 'http://phisher.s.example/') continue;
    assert.is(new URL(page.url()).origin, PLATFORM);
    assert.is(page.frames().length, 1);
  }
});

test("a site's link to another one's editor leads to the platform, where no site is shown", async () => {
  const { page } = await chromium.person();
  await page.goto(`${PLATFORM}/member/phisher`);
  await (await published(page)).click('#edit');
  await page.waitForURL(`${PLATFORM}/member/victim?edit`);
  assert.is(page.frames().length, 1);
  await page.goto(`${PLATFORM}/member/victim`);
  assert.is(page.url(), 'http://victim.s.example/');
});

closing(chromium, close);

test.run();
