/** The homepage, the player and the editor open when the server can't be reached, once they have been opened before. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { published, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { look } from '../support/chromium.ts';
import { type World, waitForCode, withWorld, write } from '../support/editing.ts';

const KEEPING = { serviceWorkers: 'allow' } as const;

/** Until the pages that are open are kept. */
const kept = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

const status = async (page: Page, address: string) => (await page.goto(address))?.status();

test('the editor opens without the server, with its site, and takes edits', () =>
  withWorld({}, async ({ editor, server, url }) => {
    const ada = await editor('train', 'Ada', KEEPING);
    await write(ada.page, '<h1>Kept</h1>');
    await waitForStatus(ada.page, 'saved');
    await shown(ada.page).getByRole('heading', { name: 'Kept' }).waitFor();
    await kept(ada.page);
    await server.stop();
    await ada.page.close();

    const away = await ada.tab();
    await away.goto(url('/member/train?edit'));
    await waitForCode(away, '<h1>Kept</h1>');
    await shown(away).getByRole('heading', { name: 'Kept' }).waitFor();
    await waitForStatus(away, 'offline');
    await write(away, '<p>written on a train</p>');
    await shown(away).getByText('written on a train').waitFor();
    await look(away, 'kept-editor');
    await away.close();

    const again = await ada.tab();
    await again.goto(url('/member/train?edit'));
    await waitForCode(again, '<h1>Kept</h1><p>written on a train</p>');
    await server.start();
    await waitForStatus(again, 'saved');
    const grace = await editor('train', 'Grace');
    await waitForCode(grace.page, '<h1>Kept</h1><p>written on a train</p>');
  }));

test('a site that was not opened before has its editor too; its preview says what it waits for', () =>
  withWorld({}, async ({ editor, server, url }) => {
    const ada = await editor('old', 'Ada', KEEPING);
    await kept(ada.page);
    await server.stop();
    await ada.page.goto(url('/member/new?edit'));
    await waitForStatus(ada.page, 'offline');
    await ada.page.getByText('this site isn’t stored in this browser').waitFor();
    await ada.page.getByText('The preview can’t be loaded').waitFor();
    await write(ada.page, '<h1>Begun</h1>');
    await look(ada.page, 'kept-editor-new');
    await server.start();
    await waitForStatus(ada.page, 'saved');
    await shown(ada.page).getByRole('heading', { name: 'Begun' }).waitFor();
    await waitForCode((await editor('new', 'Grace')).page, '<h1>Begun</h1>');
  }));

test('the homepage names the sites with edits that only this browser has', () =>
  withWorld({}, async ({ editor, server, url }) => {
    const ada = await editor('forgotten', 'Ada', KEEPING);
    await write(ada.page, 'saved ');
    await waitForStatus(ada.page, 'saved');
    await kept(ada.page);
    const home = await ada.tab();
    await home.goto(url('/'));
    const note = home.getByText('Unsaved edits in this browser');
    assert.is(await note.count(), 0);
    await server.stop();
    await waitForStatus(ada.page, 'offline');
    await write(ada.page, 'unsaved');
    await ada.page.close();
    await home.goto(url('/'));
    await note.waitFor();
    await look(home, 'unsaved');
    await note.getByRole('link', { name: 'forgotten' }).click();
    await waitForCode(home, 'saved unsaved');
    await waitForStatus(home, 'offline');
    await server.start();
    await waitForStatus(home, 'saved');
    await home.goto(url('/'));
    await home.getByRole('heading', { level: 1 }).waitFor();
    assert.is(await note.count(), 0);
  }));

test('whoever has seen the homepage can play every instrument without the server', () =>
  withWorld({}, async ({ chromium, server, url }) => {
    const { page } = await chromium.person(KEEPING);
    await page.goto(url('/'));
    await kept(page);
    await page.goto(url('/?reference=strings'));
    await server.stop();
    await page.goto(url('/'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(url('/?reference=drone'));
    await page.getByRole('heading', { name: 'Drone' }).first().waitFor();
    await page.goto(url('/?play=drone'));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => {
      const element = document.querySelector<SoundModeElement>('sound-mode');
      const samples = new Float32Array(2048);
      element?.view?.analyser?.getFloatTimeDomainData(samples);
      return samples.some((sample) => Math.abs(sample) > 0.001);
    });
    await page.getByLabel('Site name').fill('later');
    await page.getByRole('button', { name: 'Add to site' }).click();
    await page.getByText('You’re not connected to the server. Try again later.').waitFor();
    await look(page, 'kept-player');
    await page.goto(url('/?play=nothing'));
    await page.getByText('There is no instrument “nothing”. Available instruments: ').waitFor();
    // What a site has taught is on the server.
    await page.goto(url('/member/later?play=drone'));
    await page.getByText('You’re not connected to the server. Try again later.').waitFor();
  }));

/** Between visitors and a server: what it answers in its place, or nothing. */
async function withProxy(
  { server }: World,
  body: (proxy: {
    base: string;
    answer: number | 'login' | 'silence' | undefined;
  }) => Promise<void>,
): Promise<void> {
  const proxy: Parameters<typeof body>[0] = { base: '', answer: undefined };
  const front = http.createServer((request, response) => {
    const { answer } = proxy;
    if (answer === 'silence') return;
    if (answer === 'login')
      return void response.end('<!doctype html><h1>Welcome to our network</h1>');
    if (answer !== undefined) return void response.writeHead(answer).end('Bad gateway');
    const { host: _, ...headers } = request.headers;
    http
      .get(server.at(request.url ?? '/'), { headers }, (answered) => {
        response.writeHead(answered.statusCode ?? 500, answered.rawHeaders);
        answered.pipe(response);
      })
      .on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  proxy.base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  try {
    await body(proxy);
  } finally {
    front.closeAllConnections();
    front.close();
  }
}

test('pages are as the server has them now, and as they were if it does not answer', () =>
  withWorld({}, async (world) => {
    const { chromium, editor } = world;
    await withProxy(world, async (proxy) => {
      const { page } = await chromium.person(KEEPING);
      await page.goto(proxy.base);
      await kept(page);
      const ada = await editor('fresh', 'Ada');
      await write(ada.page, '<p>new');
      await waitForStatus(ada.page, 'saved');
      const card = page.locator('.card', { hasText: '/member/fresh' });
      await page.reload();
      await card.waitFor();
      for (const answer of [502, 503, 504]) {
        proxy.answer = answer;
        assert.is(await status(page, proxy.base), 200, `${answer}`);
        await card.waitFor();
      }
      // What says no is heard.
      proxy.answer = 403;
      assert.is(await status(page, proxy.base), 403);
      // What answers in the place of the server is shown, and not kept.
      proxy.answer = 'login';
      await page.goto(proxy.base);
      await page.getByText('Welcome to our network').waitFor();
      proxy.answer = 'silence';
      assert.is(await status(page, proxy.base), 200);
      await card.waitFor();
    });
  }));

test('a kept page has its policy, and sites are not kept', () =>
  withWorld({}, async ({ editor, server, url }) => {
    const ada = await editor('strict', 'Ada', KEEPING);
    const { page } = ada;
    await write(page, '<p>hello</p>');
    await waitForStatus(page, 'saved');
    await kept(page);
    await page.goto(url('/member/strict'));
    await (await published(page)).getByText('hello').waitFor();
    await server.stop();
    await page.goto(url('/member/strict?edit'));
    await waitForCode(page, '<p>hello</p>');
    const refused = await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>no</b>';
        return 'taken';
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    });
    assert.is(refused, 'refused');
    await page.goto(url('/member/strict')).then(
      () => assert.unreachable('a site is not kept'),
      (error: unknown) => assert.match(String(error), 'ERR_CONNECTION_REFUSED'),
    );
  }));

test.run();
