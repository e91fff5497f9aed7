/** Members in browsers: keep a name, sign in on another device, own a site and decide who edits it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  closeDialog,
  giveAuthenticator,
  keepName,
  makeMine,
} from '../../scripts/demo/member-actions.ts';
import { choose, published, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { withWorld, write } from '../support/editing.ts';

test('others come to a member’s page from presence and history, and the account lists all sites', () =>
  withWorld({}, async (world) => {
    const ada = await world.chromium.person();
    const { page } = ada;
    await giveAuthenticator(page);
    await page.goto(world.server.named('/member/page?edit'));
    await waitForStatus(page, 'saved');
    await write(page, '<h1>A page</h1>');
    await keepName(page, 'Ada Lovelace');
    await makeMine(page);
    await closeDialog(page);
    await write(page, '<p>mine</p>');
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    await choose(page, 'Menu', /^Your account/);
    const own = page.getByRole('list', { name: 'Your sites' });
    await own.getByRole('link', { name: 'page' }).waitFor();
    await own.getByText('Owner', { exact: true }).waitFor();
    assert.equal(await accessibility(page), []);
    await look(page, 'own-sites', 'phone');
    await look(page, 'own-sites', 'desktop');
    await closeDialog(page);

    const bob = await world.chromium.person({ colorScheme: 'dark' });
    await bob.page.goto(world.server.named('/member/page?edit'));
    await bob.page.getByRole('button', { name: 'Who is here' }).click();
    const opened = bob.context.waitForEvent('page');
    await bob.page.getByRole('menuitem', { name: /Sites of Ada Lovelace/ }).click();
    const listed = await opened;
    await listed.getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    await listed.getByRole('link', { name: 'Open page', exact: true }).waitFor();
    assert.equal(await accessibility(listed), []);
    for (const size of ['phone', 'desktop'] as const) await look(listed, 'member-page', size);

    await bob.page.getByRole('button', { name: 'History' }).click();
    await bob.page.getByLabel('Author', { exact: true }).selectOption('Ada Lovelace');
    const link = bob.page.getByRole('link', { name: 'Sites of Ada Lovelace' });
    assert.is(await link.getAttribute('href'), '/?member=Ada%20Lovelace');
    await look(bob.page, 'history-member', 'desktop');
    assert.equal(await accessibility(bob.page), []);
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('a passkey signs in on another device, which can be signed out from the first', () =>
  withWorld({}, async (world) => {
    const { page } = await world.chromium.person();
    await giveAuthenticator(page);
    await page.goto(world.server.named('/member/devices?edit'));
    await waitForStatus(page, 'saved');
    const [code = ''] = await keepName(page, 'Grace');

    // As if on another device: the same authenticator, a browser that has forgotten its key.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('ensemble.device').addEventListener('success', resolve);
        }),
    );
    await page.reload();
    await waitForStatus(page, 'saved');
    await choose(page, 'Menu', /^Sign in/);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as Grace.').waitFor();
    // The menu says who is signed in, and does not offer to sign in again.
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Your account… *Signed in as Grace$/ }).waitFor();
    assert.is(await page.getByRole('menuitem', { name: /^Sign in/ }).count(), 0);
    await look(page, 'menu-member', 'desktop');
    await page.keyboard.press('Escape');
    await choose(page, 'Menu', /^Your account/);
    await page.getByText('You are Grace, with 1 passkey and 8 recovery codes.').waitFor();
    assert.is(
      await page.getByRole('list', { name: 'Where you are signed in' }).locator('li').count(),
      2,
    );
    await look(page, 'account', 'phone');
    await look(page, 'account', 'desktop');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.getByText('Signed out.').waitFor();
    await closeDialog(page);

    const phone = await world.chromium.person();
    await phone.page.goto(world.server.named('/member/devices?edit'));
    await waitForStatus(phone.page, 'saved');
    await choose(phone.page, 'Menu', /^Sign in/);
    await phone.page.getByRole('textbox', { name: /^Recovery code/ }).fill(code);
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await phone.page.getByText('Signed in as Grace.').waitFor();
  }));

/** What a page downloads. */
async function downloaded(page: Page, start: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await start();
  return readFileSync(await (await download).path(), 'utf8');
}

test('recovery codes are not lost by a slip, and are replaced; a passkey is removed, but not the last', () =>
  withWorld({}, async (world) => {
    const { page } = await world.chromium.person();
    const lose = await giveAuthenticator(page);
    await page.goto(world.server.named('/member/codes?edit'));
    await waitForStatus(page, 'saved');
    await choose(page, 'Menu', /^Your account/);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByText('These codes are shown only now.').waitFor();
    const codes = page.locator('.codes li');
    const old = await codes.allTextContents();
    for (let time = 0; time < 2; time++) {
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Close without saving the codes?' }).waitFor();
      await page.keyboard.press('Escape');
      assert.is(await codes.count(), 8);
    }
    assert.equal(await accessibility(page), []);
    await look(page, 'recovery-codes', 'phone');
    const button = (name: string) =>
      page.getByRole('dialog').last().getByRole('button', { name, exact: true });
    const file = await downloaded(page, () => button('Download').click());
    assert.match(file, /^Recovery codes of Grace for localhost/);
    for (const code of old) assert.ok(file.includes(code));
    await page.keyboard.press('Escape');
    await codes.first().waitFor({ state: 'detached' });

    await choose(page, 'Menu', /^Your account/);
    const passkeys = page.getByRole('list', { name: 'Your passkeys' }).locator('li');
    await passkeys.first().waitFor();
    assert.is(await passkeys.count(), 1);
    assert.is(await page.getByRole('button', { name: 'Remove…' }).count(), 0);
    await button('New recovery codes…').click();
    await page.getByText('Your old recovery codes stop working.').waitFor();
    await button('Get new codes').click();
    await page.getByText('These codes are shown only now.').waitFor();
    const fresh = await codes.allTextContents();
    assert.ok(fresh.length === 8 && !fresh.some((code) => old.includes(code)));
    await button('I’ve saved these codes').click();

    // The device with the first passkey is lost: whoever has just proven who they are adds another.
    await lose();
    await giveAuthenticator(page);
    await button('Add a passkey').click();
    await page.getByText('Passkey added.').waitFor();
    await page.getByText('You are Grace, with 2 passkeys and 8 recovery codes.').waitFor();
    await look(page, 'account-passkeys', 'desktop');
    await page.getByRole('button', { name: 'Remove…' }).first().click();
    await button('Remove').click();
    await page.getByText('Passkey removed.').waitFor();
    await page.getByText('You are Grace, with 1 passkey and 8 recovery codes.').waitFor();
    assert.is(await page.getByRole('button', { name: 'Remove…' }).count(), 0);
  }));

test('a site can neither create nor use a passkey', () =>
  withWorld({}, async (world) => {
    const ada = await world.editor('hostile', 'Ada');
    await write(
      ada.page,
      `<h1>?</h1><script>
  const publicKey = { challenge: new Uint8Array(32), rp: { name: 'x' }, user: { id: new Uint8Array(8), name: 'x', displayName: 'x' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }] };
  const said = async (use) => { try { await use(); return 'done' } catch (error) { return error.name } };
  Promise.all([said(() => navigator.credentials.create({ publicKey })), said(() => navigator.credentials.get({ publicKey }))]).then((all) => { document.querySelector('h1').textContent = all.join() });
</script>`,
    );
    await waitForStatus(ada.page, 'saved');
    const { page } = await world.chromium.person();
    await giveAuthenticator(page);
    await page.goto(world.server.named('/member/hostile'));
    const frame = await published(page);
    await frame
      .getByRole('heading', {
        name: /^(NotAllowed|Security|Type)Error,(NotAllowed|Security|Type)Error$/,
      })
      .waitFor();
  }));

test.run();
