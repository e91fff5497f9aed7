/** Coming back to a site that only invited people edit: what was written meanwhile is saved, under its author's name. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  closeDialog,
  giveAuthenticator,
  inviteOnly,
  keepName,
  makeMine,
} from '../../scripts/demo/member-actions.ts';
import { code, startFrom, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { decodeServerMessage } from '../../src/shared/site/protocol.ts';
import { codeOf, type World, withWorld, write } from '../support/editing.ts';
import { until } from '../support/until.ts';

/** Ada's site, which only people edit whom she invites; Bob has it open. Text was deleted in it before. */
async function invited(world: World): Promise<{ readonly ada: Page; readonly bob: Page }> {
  const { page: ada } = await world.chromium.person();
  await giveAuthenticator(ada);
  await ada.goto(world.server.named('/member/choir?edit'));
  await waitForStatus(ada, 'saved');
  await startFrom(ada);
  await write(ada, 'x');
  await ada.keyboard.press('Backspace');
  await makeMine(ada, 'Ada');
  const link = await inviteOnly(ada, 'Bob');
  await closeDialog(ada);
  const { page: bob } = await world.chromium.person();
  await giveAuthenticator(bob);
  await bob.goto(link);
  await waitForStatus(bob, 'saved');
  await keepName(bob, 'Bob');
  return { ada, bob };
}

const SETTLED_MS = 3_000;
/** 1 s of silence, 5 more without an answer, and a busy machine: less than the 20 s of an idle page. */
const NOTICED_MS = 12_000;

/** Counts the sockets on which the server answers a page from now on. */
function countSockets(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) => {
    socket.once('framereceived', () => {
      count += 1;
    });
  });
  return () => count;
}

for (const [what, reopen] of [
  ['loads the page again', (page: Page) => page.reload().then(() => undefined)],
  [
    'was offline',
    async (page: Page) => {
      await page.context().setOffline(true);
      await waitForStatus(page, 'offline');
      await page.context().setOffline(false);
    },
  ],
] as const) {
  test(`an invited editor who ${what} is connected once, and edits`, () =>
    withWorld({}, async (world) => {
      const { ada, bob } = await invited(world);
      await write(bob, 'y');
      await bob.keyboard.press('Backspace');
      await waitForStatus(bob, 'saved');
      const sockets = countSockets(bob);
      await reopen(bob);
      await waitForStatus(bob, 'saved');
      await bob.waitForTimeout(SETTLED_MS);
      await waitForStatus(bob, 'saved');
      assert.is(sockets(), 1);
      await write(bob, '<p>Bob</p>');
      await until(async () => (await codeOf(ada)).endsWith('<p>Bob</p>'));
    }));
}

test('what an invited editor wrote and deleted while the server was away is saved under their name', () =>
  withWorld({}, async (world) => {
    const { ada, bob } = await invited(world);
    await world.server.stop('SIGKILL');
    await waitForStatus(bob, 'offline');
    await write(bob, '<p>Bob, meanwhile</p>');
    await bob.keyboard.press('Backspace');
    await world.server.start();
    for (const page of [ada, bob]) await waitForStatus(page, 'saved');
    await until(async () => (await codeOf(ada)).endsWith('<p>Bob, meanwhile</p'));
    await ada.getByRole('button', { name: 'History' }).click();
    await ada.getByLabel('Author', { exact: true }).selectOption('Bob');
    await ada.locator('.versions li').first().waitFor();
  }));

test('a page notices within seconds that its server is frozen, and goes on when it is not', () =>
  withWorld({}, async (world) => {
    const { page } = await world.chromium.person();
    await page.goto(world.server.named('/member/choir?edit'));
    await waitForStatus(page, 'saved');
    await startFrom(page);
    await waitForStatus(page, 'saved');
    world.server.signal('SIGSTOP');
    await write(page, '<p>meanwhile</p>');
    const writtenMs = performance.now();
    await waitForStatus(page, 'offline');
    const noticedMs = performance.now() - writtenMs;
    assert.ok(noticedMs < NOTICED_MS, `after ${noticedMs} ms`);
    let attempts = 0;
    page.on('websocket', () => {
      attempts += 1;
    });
    // Sockets to it do not open.
    await until(
      () => attempts >= 2,
      () => `${attempts} attempts`,
      2 * NOTICED_MS,
    );
    world.server.signal('SIGCONT');
    await waitForStatus(page, 'saved');
  }));

/** From the next socket on, the server answers requests only so long after it is asked. Other messages come at once. */
async function delayReplies(page: Page, delayMs: number): Promise<void> {
  await page.routeWebSocket(/member/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isReply =
        typeof message !== 'string' &&
        decodeServerMessage(new Uint8Array(message)).kind === 'reply';
      setTimeout(() => socket.send(message), isReply ? delayMs : 0);
    });
  });
}

/** Records what becomes of an attribute of the code. */
async function recordEditable(page: Page): Promise<() => Promise<unknown>> {
  await code(page).evaluate((content) => {
    const seen: (string | null)[] = [];
    Reflect.set(globalThis, 'seen', seen);
    new MutationObserver(() => seen.push(content.getAttribute('contenteditable'))).observe(
      content,
      { attributeFilter: ['contenteditable'] },
    );
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'seen'));
}

for (const delayMs of [0, 3_000]) {
  test(`an invited editor keeps typing while the page reconnects, and no character is lost; replies take ${delayMs} ms`, () =>
    withWorld({}, async (world) => {
      const { ada, bob } = await invited(world);
      await delayReplies(bob, delayMs);
      const editable = await recordEditable(bob);
      await world.server.stop('SIGKILL');
      await waitForStatus(bob, 'offline');
      await write(bob, '<p>');
      await world.server.start();
      let typed = '';
      const isSaving = () => bob.locator('.save-status[data-state="saving"]').isVisible();
      for (let connectedAt = Number.POSITIVE_INFINITY; ; ) {
        typed += 'o';
        await bob.keyboard.insertText('o');
        await bob.waitForTimeout(10);
        const now = performance.now();
        if (connectedAt > now && (await isSaving())) connectedAt = now;
        // The server asks who is here, and is told: two replies.
        if (now > connectedAt + 2 * delayMs + SETTLED_MS) break;
      }
      await until(async () => (await codeOf(ada)).endsWith(`<p>${typed}`));
      await waitForStatus(bob, 'saved');
      assert.equal(await editable(), []);
    }));
}

test.run();
