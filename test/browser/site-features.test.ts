/** What ordinary web pages need, in Chromium: forms, links in new tabs, libraries, storage. And what they still may not. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { published, type Surface, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

const LIBRARY = 'https://cdn.jsdelivr.net/npm/greeting@1/greeting.js';
const MODULE = 'https://esm.sh/answer@1';
/** Delivered in place of the network: what it may do is shown by what it does. */
const LIBRARIES = new Map([
  [
    LIBRARY,
    `window.greet = () => 'hello from afar';
     window.libraryTried = Promise.allSettled([
       fetch('/api'), new Promise((yes, no) => { try { yes(parent.document.title); } catch (e) { no(e); } }),
     ]).then((all) => all.map(({ status }) => status).join());`,
  ],
  [MODULE, 'export const answer = 42;'],
]);

async function deliver(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route(/^https:/, async (route) => {
    const address = route.request().url();
    asked.push(address);
    const body = LIBRARIES.get(address);
    if (body === undefined) return route.abort();
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
    return route.fulfill({ status: 200, headers, body });
  });
  return asked;
}

/** A server elsewhere that remembers who came. */
async function elsewhere(): Promise<{ address: string; visits: string[]; close(): void }> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(`${request.method} ${request.url}`);
    response.setHeader('Content-Type', 'text/html');
    response.end(`<title>Elsewhere</title>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref(); // A test that fails leaves it open.
  const found: AddressInfo | string | null = server.address();
  if (found === null || typeof found === 'string') throw new Error('no port');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${found.port}/`, visits, close };
}

/** Writes a site, waits until it is saved, and opens it as a visitor. */
const messages = (page: Page) => page.locator('.log li');

async function openMessages(page: Page): Promise<void> {
  const console = page.locator('.console');
  if ((await console.getAttribute('open')) === null) await console.locator('summary').click();
}

/** Without waiting for the page that a form leads to elsewhere: it never comes. */
const send = (site: Surface) =>
  site.getByRole('button', { name: 'Send' }).evaluate((one: HTMLElement) => one.click());

/** The note in front of a site. Playwright takes the form for a navigation under way, and waits in vain before it looks. */
const noteIn = (site: Frame): Promise<string> =>
  site.evaluate(() => document.documentElement.lastElementChild?.shadowRoot?.textContent ?? '');

/** The tab that a link opens. On a busy machine the preview can be replaced between the look at a link and its click. */
async function tabOf(context: BrowserContext, link: Locator): Promise<Page> {
  for (let tries = 0; tries < 4; tries += 1) {
    const coming = context.waitForEvent('page', { timeout: 10_000 }).catch(() => undefined);
    await link.click();
    const tab = await coming;
    if (tab !== undefined) return tab;
  }
  throw new Error('no tab opened');
}

const FORM = `<form id="form" action="ELSEWHERE" method="post"><input name="q" value="tea"><button>Send</button></form>
<p id="heard"></p>`;

test('a form reaches its script and no server', async () => {
  const { address, visits, close } = await elsewhere();
  await withWorld({}, async ({ editor, chromium, url }) => {
    const { page } = await editor('form', 'Ada');
    const listen = `document.querySelector('form').addEventListener('submit', (event) => {
      if (new URLSearchParams(location.search)) event.preventDefault();
      document.querySelector('#heard').textContent = 'heard ' + new FormData(event.target).get('q');
    });`;
    await write(page, FORM.replace('ELSEWHERE', address));
    await waitForStatus(page, 'saved');
    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/form'));
    const unheard = await published(visitor.page);
    await send(unheard);
    await until(async () => /This form was not sent/.test(await noteIn(unheard)));
    await send(shown(page));
    await openMessages(page);
    await messages(page).getByText('Handle its submit event in script.js').waitFor();
    await messages(page).getByRole('button', { name: 'index.html:1' }).waitFor();

    await write(page, listen, 'script.js');
    await waitForStatus(page, 'saved');
    await visitor.page.goto(url('/member/form'));
    const site = await published(visitor.page);
    await site.getByRole('button', { name: 'Send' }).click();
    await site.getByText('heard tea').waitFor();
    await shown(page).getByRole('button', { name: 'Send' }).click();
    await shown(page).getByText('heard tea').waitFor();
    assert.equal(visits, []);
  });
  close();
});

test('a link opens in a new tab, published and from the preview, and no link in a preview moves the editor', async () => {
  const { address, close } = await elsewhere();
  await withWorld({ isolated: true }, async ({ editor, chromium, url }) => {
    const { page, context } = await editor('links', 'Ada');
    await write(
      page,
      `<a target="_blank" href="${address}">away</a> <a href="/member/other">other</a> <a href="javascript:top.location='${address}'">script</a>`,
    );
    await waitForStatus(page, 'saved');
    for (const name of ['away', 'other']) {
      const tab = await tabOf(context, shown(page).getByText(name));
      await tab.waitForLoadState();
      assert.is(tab.url(), name === 'away' ? address : url('/member/other'));
      assert.is(await tab.evaluate(() => window.opener), null);
      await tab.close();
    }
    await shown(page).getByText('script').click();
    assert.is(page.url(), url('/member/links?edit'));
    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/links'));
    const tab = await tabOf(visitor.context, (await published(visitor.page)).getByText('away'));
    await tab.waitForLoadState();
    assert.is(await tab.title(), 'Elsewhere');
    assert.is(visitor.page.url(), url('/member/links'));
  });
  close();
});

test('a deferred script runs once the page is there, and its functions are global', async () => {
  const page =
    '<!doctype html><html lang="en"><title>Late</title><script defer src="script.js"></script>' +
    '<button onclick="greet()">Greet</button><p></p><output></output></html>';
  const script =
    "seen = [document.readyState, document.querySelectorAll('p').length, this === window];\n" +
    "addEventListener('DOMContentLoaded', () => { seen.push('ready'); });\n" +
    "function greet() { document.querySelector('output').textContent = 'hello ' + seen; }\n" +
    "throw new Error('line four');";
  const works = async (site: Surface) => {
    await site.getByRole('button', { name: 'Greet' }).click();
    await site.locator('output', { hasText: 'hello loading,1,true,ready' }).waitFor();
  };
  await withWorld({}, async ({ editor, chromium, url }) => {
    const { page: ada } = await editor('late', 'Ada');
    await write(ada, page);
    await write(ada, script, 'script.js');
    await waitForStatus(ada, 'saved');
    await works(shown(ada));
    await openMessages(ada);
    await messages(ada).getByRole('button', { name: 'script.js:4' }).first().waitFor();
    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/late'));
    await works(await published(visitor.page));
    const file = await (await fetch(url('/member/late?export'))).text();
    await visitor.page.setContent(file);
    await works(visitor.page);
  });
});

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg"><text y="20">drawn</text><script>
let found = 'nothing';
try { found = localStorage.getItem('ensemble.user'); } catch {}
document.querySelector('text').textContent = 'found ' + found + ', ' + origin;
</script></svg>`;

test('a link to a file of the site opens or saves it, and what it opens can do no more than the site', async () => {
  await withWorld({ isolated: true }, async ({ editor, chromium, url }) => {
    const { page: ada } = await editor('files', 'Ada');
    const buffer = Buffer.from(DRAWING);
    await ada
      .getByLabel('Add pictures and sounds')
      .setInputFiles([{ name: 'note.svg', mimeType: 'image/svg+xml', buffer }]);
    await write(ada, '<a href="note.svg">see</a> <a href="./note.svg" download>save</a>');
    await waitForStatus(ada, 'saved');
    const visitor = await chromium.person();
    const saved = async (link: Locator) => {
      const download = visitor.page.waitForEvent('download');
      await link.click();
      return (await download).suggestedFilename();
    };
    await visitor.page.goto(url('/'));
    await visitor.page.evaluate(() => localStorage.setItem('ensemble.user', 'secret'));
    await visitor.page.goto(url('/member/files'));
    const site = await published(visitor.page);
    const tab = await tabOf(visitor.context, site.getByRole('link', { name: 'see' }));
    await tab.getByText('found nothing, null').waitFor();
    assert.is(await tab.evaluate(() => window.opener), null);
    assert.is(await saved(site.getByRole('link', { name: 'save' })), 'note.svg');
    assert.is(visitor.page.url(), url('/member/files'));

    await openMessages(ada);
    await shown(ada).getByRole('link', { name: 'see' }).click();
    await messages(ada).getByText('Visitors get note.svg with this link.').waitFor();
    await visitor.page.setContent(await (await fetch(url('/member/files?export'))).text());
    for (const name of ['see', 'save']) {
      assert.is(await saved(visitor.page.getByRole('link', { name })), 'note.svg');
    }
  });
});

test('a site opens nothing without a click', async () => {
  const { address, visits, close } = await elsewhere();
  await withWorld({ isolated: true }, async ({ editor, chromium, url }) => {
    const { page, context } = await editor('popper', 'Mallory');
    await write(page, `<p id="done"></p>`);
    await write(
      page,
      `for (let i = 0; i < 5; i += 1) window.open('${address}'); done.textContent = 'tried';`,
      'script.js',
    );
    await waitForStatus(page, 'saved');
    await shown(page).getByText('tried').waitFor();
    await openMessages(page);
    await messages(page).getByRole('button', { name: 'Open in a new tab' }).first().waitFor();
    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/popper'));
    await (await published(visitor.page)).getByText('tried').waitFor();
    assert.is(context.pages().length, 1);
    assert.is(visitor.context.pages().length, 1);
    assert.equal(visits, []);
  });
  close();
});

const POPPER = `<button onclick="look(window.open('/member/victim?edit'))">Editor</button>
<button onclick="look(window.open('about:blank'))">Blank</button>
<p id="found"></p><script>function look(opened) { setTimeout(() => {
  let stored = 'nothing';
  try { stored = opened.localStorage.getItem('ensemble.user'); } catch {}
  let moved = 'refused';
  try { opened.location = 'about:blank'; moved = 'moved'; } catch {}
  found.textContent = 'found ' + stored + ' ' + moved;
}, 1500); }</script>`;

test('a site has no hold on an editor it opened, nor the editor on it', async () => {
  await withWorld({ isolated: true }, async ({ editor, chromium, url }) => {
    const { page } = await editor('opens', 'Mallory');
    await write(page, POPPER);
    await waitForStatus(page, 'saved');
    const visitor = await chromium.person();
    await visitor.page.goto(url('/member/opens'));
    const site = await published(visitor.page);
    await site.getByRole('button', { name: 'Editor' }).click();
    await site.getByText('found nothing refused').waitFor();
    const opened = visitor.context.pages().find((one) => one.url() === url('/member/victim?edit'));
    assert.ok(
      opened,
      visitor.context
        .pages()
        .map((one) => one.url())
        .join(),
    );
    assert.is(await opened.evaluate(() => window.opener), null);
  });
});

test("no pop-up of a site reaches our origin's storage", async () => {
  await withWorld({ isolated: true }, async ({ editor, chromium, url }) => {
    const { page } = await editor('opens', 'Mallory');
    await write(page, POPPER);
    await waitForStatus(page, 'saved');
    const visitor = await chromium.person();
    await visitor.page.goto(url('/'));
    await visitor.page.evaluate(() => localStorage.setItem('ensemble.user', 'secret'));
    await visitor.page.goto(url('/member/opens'));
    const site = await published(visitor.page);
    await site.getByRole('button', { name: 'Blank' }).click();
    await site.getByText('found nothing').waitFor();
  });
});

const WITH_LIBRARY = `<script src="${LIBRARY}"></script>
<script src="https://evil.example/x.js"></script>
<p id="said"></p><p id="tried"></p><p id="answer"></p>
<script>said.textContent = greet(); libraryTried.then((text) => { tried.textContent = 'tried ' + text; });</script>
<script type="module">import { answer } from '${MODULE}'; document.querySelector('#answer').textContent = 'answer ' + answer;</script>`;

test('a script from a delivery network can do no more than inline code', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const { page, context } = await editor('library', 'Ada');
    await deliver(context);
    await write(page, WITH_LIBRARY);
    await waitForStatus(page, 'saved');
    const visitor = await chromium.person();
    const asked = await deliver(visitor.context);
    await visitor.page.goto(url('/member/library'));
    for (const site of [await published(visitor.page), shown(page)]) {
      await site.getByText('hello from afar').waitFor();
      await site.getByText('answer 42').waitFor();
      await site.getByText('tried rejected,rejected').waitFor();
    }
    assert.equal(asked, [LIBRARY, MODULE], 'no other address is asked');
    await openMessages(page);
    const refused = messages(page).filter({ hasText: 'https://evil.example/x.js was not loaded' });
    await refused.getByRole('button', { name: 'index.html:2' }).waitFor();
    assert.is(await refused.count(), 1);
    assert.is(await messages(page).filter({ hasText: 'was not fetched' }).count(), 1);
  });
});

const TO_DO = `<button onclick="localStorage.todo = (localStorage.todo || '') + 'tea '; document.cookie = 'a=1; path=/'; show()">Add</button>
<p id="list"></p><script>
function show() { list.textContent = 'list: ' + (localStorage.getItem('todo') ?? 'empty') + ' ' + document.cookie + ' ' + Object.keys(localStorage); }
show();</script>`;

test('two loads of a site share nothing', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const { page } = await editor('todo', 'Ada');
    await write(page, TO_DO);
    await waitForStatus(page, 'saved');
    const visitor = await chromium.person();
    for (let visit = 0; visit < 2; visit += 1) {
      await visitor.page.goto(url('/member/todo'));
      const site = await published(visitor.page);
      await site.getByText('list: empty').waitFor();
      await site.getByRole('button', { name: 'Add' }).click();
      await site.getByRole('button', { name: 'Add' }).click();
      await site.getByText('list: tea tea a=1 todo').waitFor();
    }
    await visitor.page.goto(url('/'));
    assert.is(await visitor.page.evaluate(() => localStorage.getItem('todo')), null);
    assert.equal(await visitor.context.cookies(), []);
    await shown(page).getByRole('button', { name: 'Add' }).click();
    await openMessages(page);
    await messages(page).getByText('last until the page is closed or reloaded').waitFor();
    assert.is(await messages(page).count(), 1);
  });
});

test('storage holds what a browser would, and says when it is full', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('full', 'Ada');
    await write(
      page,
      `<p id="out"></p><script>
      const s = localStorage, said = [];
      s.setItem('a', 1); s.b = { toString: () => 'two' }; s['getItem2'] = 'x';
      said.push(s.length, s.getItem('a'), s.b, 'a' in s, 'z' in s, s.z, s.key(0), s.key(9));
      delete s.a; s.removeItem('getItem2'); said.push(JSON.stringify(s));
      try { s.big = 'x'.repeat(6_000_000); } catch (error) { said.push(error.name); }
      s.clear(); said.push(s.length, s instanceof Storage, sessionStorage.length);
      document.cookie = 'a=1'; document.cookie = 'b=2; max-age=0'; document.cookie = 'a=3; expires=Thu, 01 Jan 1970 00:00:00 GMT';
      said.push('[' + document.cookie + ']');
      out.textContent = said.join('|');
      </script>`,
    );
    await shown(page)
      .getByText('3|1|two|true|false||a||{"b":"two"}|QuotaExceededError|0|true|0|[]')
      .waitFor();
  });
});

test.run();
