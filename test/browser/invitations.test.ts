/** Sharing in browsers: links to view and to edit, invitations, and the way from a published page to its editor. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  closeDialog,
  createPasskey,
  giveAuthenticator,
} from '../../scripts/demo/member-actions.ts';
import { choose, published, setUser, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look, type Person } from '../support/chromium.ts';
import { codeOf, type World, waitForCode, withWorld, write } from '../support/editing.ts';
import { readQrCode } from '../support/qr-code.ts';
import { until } from '../support/until.ts';

const EVERYONE = 'Everyone who can open the site';

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('textbox', { name: 'Link to view' }).waitFor();
}

/** Ada's site with some text, whose owner she is; the Share dialog is open. */
async function owned(world: World, site: string, editors: string): Promise<Person> {
  const ada = await world.chromium.person();
  await setUser(ada.context, 'Ada');
  await giveAuthenticator(ada.page);
  await ada.page.goto(world.server.named(`/member/${site}?edit`));
  await waitForStatus(ada.page, 'saved');
  await write(ada.page, '<h1>By Ada</h1>');
  await waitForStatus(ada.page, 'saved');
  await share(ada.page);
  await ada.page.getByRole('button', { name: 'Make this site mine' }).click();
  await createPasskey(ada.page);
  await ada.page.getByText('You own this site.').waitFor();
  await ada.page.getByLabel('Who can edit').selectOption({ label: editors });
  return ada;
}

/** Address of a new edit link. */
async function newLink({ page }: Person): Promise<string> {
  await page.getByRole('button', { name: 'New edit link' }).click();
  return page.locator('.made input').inputValue();
}

/** Opens the QR code of a link in the Share dialog and reads it. */
async function scanned(page: Page, what: string): Promise<string | undefined> {
  const picture = page.getByRole('img', { name: `QR code: ${what}`, includeHidden: true });
  await page.locator('details', { has: picture }).getByText('QR code').click();
  await picture.waitFor();
  return readQrCode(page, picture);
}

test('whoever may not edit any more is told that what they wrote offline is not saved, and exports it', () =>
  withWorld({}, async (world) => {
    const ada = await owned(world, 'withdrawn', EVERYONE);
    const ben = await world.chromium.person();
    await ben.page.goto(world.server.named('/member/withdrawn?edit'));
    await waitForCode(ben.page, '<h1>By Ada</h1>');
    await waitForStatus(ben.page, 'saved');
    await ben.context.setOffline(true);
    await waitForStatus(ben.page, 'offline');
    await write(ben.page, '<p>by Ben</p>');
    await ada.page.getByLabel('Who can edit').selectOption({ label: 'People you invite' });
    await ada.page.getByLabel('Who is it for?').waitFor();
    await ben.context.setOffline(false);
    await waitForStatus(ben.page, 'reading');
    await ben.page.getByText('Your last edits are only in this browser. Ask the owner').waitFor();
    await ben.page.locator('.save-status', { hasText: /^Not saved$/ }).waitFor();
    await look(ben.page, 'not-saved', 'desktop');
    await ben.page.reload();
    await ben.page.getByText('Your last edits are only in this browser. Ask the owner').waitFor();
    const download = ben.page.waitForEvent('download');
    await ben.page.locator('.banner').getByRole('button', { name: 'Export' }).click();
    assert.match(readFileSync(await (await download).path(), 'utf8'), /by Ben/);
    const cleo = await world.chromium.person();
    await cleo.page.goto(world.server.named('/member/withdrawn?edit'));
    await cleo.page.getByText('Only people invited by its owner can edit this site.').waitFor();
    assert.is(await cleo.page.getByText('Your last edits').count(), 0);
    await ada.page.getByLabel('Who can edit').selectOption({ label: EVERYONE });
    await waitForStatus(ben.page, 'saved');
    await waitForCode(ada.page, '<h1>By Ada</h1><p>by Ben</p>');
  }));

test('Share gives addresses and QR codes to everyone, and says who can edit', () =>
  withWorld({}, async (world) => {
    const ada = await world.editor('shared', 'Ada');
    await write(ada.page, '<h1>By Ada</h1>');
    await waitForStatus(ada.page, 'saved');
    await share(ada.page);
    const view = ada.page.getByRole('textbox', { name: 'Link to view' });
    assert.is(await view.inputValue(), world.url('/member/shared'));
    const edit = ada.page.getByRole('textbox', { name: 'Link to edit' });
    assert.is(await edit.inputValue(), world.url('/member/shared?edit'));
    await ada.page.getByText('Who can edit: Everyone who can open the site.').waitFor();
    assert.is(await scanned(ada.page, 'Link to view'), world.url('/member/shared'));
    assert.equal(await accessibility(ada.page), []);
    await look(ada.page, 'share', 'desktop');
    await look(ada.page, 'share', 'phone');
    await ada.page.emulateMedia({ colorScheme: 'dark' });
    assert.is(await scanned(ada.page, 'Link to edit'), world.url('/member/shared?edit'));
    assert.equal(ada.errors, []);
  }));

test('the secret is in no request, log, history entry or frame', () =>
  withWorld({}, async (world) => {
    const ada = await owned(world, 'secret', 'People with the edit link');
    const link = await newLink(ada);
    const secret = link.split('#edit=')[1] ?? '';
    assert.is(secret.length, 22);
    assert.is(await scanned(ada.page, 'Link to edit'), link);
    const bob = await world.chromium.person();
    const sent: string[] = [];
    bob.page.on('request', (request) => {
      sent.push(request.url().split('#')[0] ?? '', JSON.stringify(request.headers()));
    });
    await bob.page.goto(link);
    await waitForStatus(bob.page, 'saved');
    await waitForCode(bob.page, '<h1>By Ada</h1>');
    const entries = await bob.page.evaluate('navigation.entries().map(({ url }) => url).join()');
    const frames = bob.page.frames().map((frame) => frame.url());
    const seen = [...sent, String(entries), ...frames, bob.page.url()].join('\n');
    assert.not.ok(seen.includes(secret), seen);
    await write(bob.page, '<p>and Bob</p>');
    await waitForCode(ada.page, '<h1>By Ada</h1><p>and Bob</p>');
    await bob.page.reload();
    await waitForStatus(bob.page, 'saved');
    const stranger = await world.chromium.person();
    await stranger.page.goto(world.url('/member/secret?edit'));
    await stranger.page.getByText('Only people invited by its owner can edit').waitFor();
    await waitForStatus(stranger.page, 'reading');
  }));

test('a tab with a revoked link cannot save another character', () =>
  withWorld({}, async (world) => {
    const ada = await owned(world, 'revoked', 'People with the edit link');
    const link = await newLink(ada);
    const bob = await world.chromium.person();
    await bob.page.goto(link);
    await waitForStatus(bob.page, 'saved');
    await ada.page.getByRole('button', { name: 'Revoke: Edit link 1' }).click();
    await waitForStatus(bob.page, 'reading');
    await bob.page.getByRole('textbox', { name: 'index.html code' }).click();
    await bob.page.keyboard.insertText('late');
    await closeDialog(ada.page);
    await write(ada.page, '!');
    await waitForCode(bob.page, '<h1>By Ada</h1>!');
    assert.is(await codeOf(ada.page), '<h1>By Ada</h1>!');
    await bob.page.goto(link);
    await waitForStatus(bob.page, 'reading');
  }));

test('an invitation opens once, and whoever opened it comes again without it', () =>
  withWorld({}, async (world) => {
    const ada = await owned(world, 'invited', 'People you invite');
    await ada.page.getByLabel('Who is it for?').fill('Bob');
    await ada.page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = await ada.page.locator('.made input').inputValue();
    await look(ada.page, 'share-owner', 'desktop');
    await look(ada.page, 'share-owner', 'phone');
    assert.equal(await accessibility(ada.page), []);
    const bob = await world.chromium.person();
    await bob.page.goto(link);
    await waitForStatus(bob.page, 'saved');
    // What was deleted is in all that Bob's browser sends, before the server knows who he is.
    await write(bob.page, '<p>Bob</p>?');
    await bob.page.keyboard.press('Backspace');
    await waitForCode(ada.page, '<h1>By Ada</h1><p>Bob</p>');
    await waitForStatus(bob.page, 'saved');
    const sockets: string[] = [];
    bob.page.on('websocket', (socket) => sockets.push(socket.url()));
    await bob.page.goto(world.server.named('/member/invited?edit'));
    await waitForStatus(bob.page, 'saved');
    await write(bob.page, '<p>again</p>');
    await waitForCode(ada.page, '<h1>By Ada</h1><p>Bob</p><p>again</p>');
    await waitForStatus(bob.page, 'saved');
    assert.is(sockets.length, 1, 'he is let in on the socket that he came by');
    const late = await world.chromium.person();
    await late.page.goto(link);
    await waitForStatus(late.page, 'reading');
    await closeDialog(ada.page);
    await share(ada.page);
    await ada.page.getByRole('button', { name: 'Remove Bob' }).click();
    await waitForStatus(bob.page, 'reading');
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('an owner deletes a site, and everyone is told', () =>
  withWorld({}, async (world) => {
    const ada = await owned(world, 'over', 'Everyone who can open the site');
    const bob = await world.editor('over', 'Bob');
    await ada.page.getByRole('button', { name: 'Delete this site…' }).click();
    await look(ada.page, 'delete-site', 'phone');
    assert.equal(await accessibility(ada.page), []);
    await ada.page.getByRole('button', { name: 'Delete site', exact: true }).click();
    await ada.page.waitForURL(world.server.named('/'));
    await bob.page
      .getByText(/hidden or removed|was deleted/)
      .first()
      .waitFor();
    const visitor = await world.chromium.person();
    await visitor.page.goto(world.url('/member/over'));
    await visitor.page.getByRole('heading', { name: 'This site was removed' }).waitFor();
  }));

test('a site that changes or covers the Edit link gains nothing', () =>
  withWorld({}, async (world) => {
    const hostile = `<h1>By Ada</h1><style>body { position: fixed; inset: 0; z-index: 2147483647 }</style>
<script>
  let found = 'nothing';
  try { found = parent.document.body.innerHTML } catch (error) { found = error.name }
  document.querySelector('h1').textContent = found + document.querySelectorAll('[data-edit]').length;
</script>`;
    const ada = await owned(world, 'edited', 'Everyone who can open the site');
    await closeDialog(ada.page);
    await write(ada.page, hostile);
    await waitForStatus(ada.page, 'saved');
    const { page } = await world.chromium.person();
    await page.goto(world.url('/member/edited'));
    const frame = await published(page);
    await frame.getByRole('heading', { name: 'SecurityError0' }).waitFor();
    assert.is(await page.evaluate('document.querySelector("[data-edit]").shadowRoot'), null);
    await look(page, 'edit-this-page', 'desktop');
    await look(page, 'edit-this-page', 'phone');
    // Playwright sees into no closed shadow root: the link is in the corner, above the site.
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.mouse.click(width - 40, height - 24);
    await page.waitForURL(world.url('/member/edited?edit'));
    await waitForStatus(page, 'saved');

    await share(ada.page);
    await ada.page.getByLabel('Show “Edit this page” on the site').uncheck();
    await closeDialog(ada.page);
    // The switch answers at once; the server hears of it a moment later.
    await until(async () => {
      await page.goto(world.url('/member/edited'));
      return (await page.locator('[data-edit]').count()) === 0;
    });
    await choose(ada.page, 'Menu', 'View site');
  }));

test.run();
