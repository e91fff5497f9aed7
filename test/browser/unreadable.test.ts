/** A document that the editor could not show: the page says so at once and goes on answering, instead of hanging. */
import type { Page, WebSocketRoute } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { waitForStatus } from '../../scripts/demo/page-actions.ts';
import { decodeServerMessage, encodeUpdate } from '../../src/shared/site/protocol.ts';
import { withWorld, write } from '../support/editing.ts';

/** An update that no editor makes. */
function embed(): Buffer {
  const doc = new Y.Doc();
  doc.getText('index.html').insertEmbed(0, { image: 'x' });
  return Buffer.from(encodeUpdate(Y.encodeStateAsUpdate(doc)));
}

const code = (page: Page) => page.locator('.cm-content').first();

test('a page that gets an embed begins anew with what the server has', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('embed', 'Ada');
    const routes: WebSocketRoute[] = [];
    await page.routeWebSocket(/member\/embed/, (route) => {
      route.connectToServer();
      routes.push(route);
    });
    await page.reload();
    await waitForStatus(page, 'saved');
    await write(page, 'before ');
    await waitForStatus(page, 'saved');
    const loaded = page.waitForEvent('load');
    routes.at(-1)?.send(embed());
    await loaded;
    await waitForStatus(page, 'saved');
    assert.match((await code(page).textContent()) ?? '', /before/);
    await write(page, 'after ');
    await waitForStatus(page, 'saved');
  });
});

test('a site with an embed stops the visit with a sentence, and the page goes on answering', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('embed', 'Ada');
    await write(page, 'before ');
    await waitForStatus(page, 'saved');
    await page.routeWebSocket(/member\/embed/, (route) => {
      const server = route.connectToServer();
      server.onMessage((message) => {
        const bytes = Buffer.from(message);
        const isState = decodeServerMessage(bytes).kind === 'step2';
        route.send(isState ? embed() : bytes);
      });
    });
    await page.reload();
    await waitForStatus(page, 'stopped');
    await page.getByText('This site contains edits that can’t be shown safely.').waitFor();
    assert.is(await page.evaluate(() => 1 + 1), 2);
    assert.is(await code(page).getAttribute('aria-readonly'), 'true');
  });
});

test.run();
