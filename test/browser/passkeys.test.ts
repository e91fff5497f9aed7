/** Members in browsers: keep a name, sign in on another device, own a site and decide who edits it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, published, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import { giveAuthenticator, named } from '../support/passkeys.ts';

/** Counts the clicks of everyone from here on. */
class Clicks {
  count = 0;

  async click(locator: { click(): Promise<void> }): Promise<void> {
    this.count += 1;
    await locator.click();
  }
}

test('from guest to owner: edits, invites, keeps a name, restricts, removes, in under 25 clicks', () =>
  withWorld({}, async (world) => {
    const clicks = new Clicks();
    const ada = await world.chromium.person();
    const { page } = ada;
    await giveAuthenticator(page);
    await page.goto(named(world, '/member/class'));
    await clicks.click(page.getByRole('link', { name: 'Create this site' }));
    await waitForStatus(page, 'saved');
    assert.is(await page.locator('.save-status').textContent(), 'New site');
    await write(page, '<h1>Our class</h1>');
    await page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();

    await clicks.click(page.getByRole('button', { name: 'Menu', exact: true }));
    await clicks.click(page.getByRole('menuitem', { name: /^Your account/ }));
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
    await look(page, 'keep-my-name', 'phone');
    await look(page, 'keep-my-name', 'desktop');
    await clicks.click(page.getByRole('button', { name: 'Create passkey' }));
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    assert.is(await page.locator('.codes li').count(), 8);
    assert.equal(await accessibility(page), []);
    await look(page, 'recovery-codes', 'phone');
    await look(page, 'recovery-codes', 'desktop');
    await clicks.click(page.getByRole('button', { name: 'Close' }));

    await clicks.click(page.getByRole('button', { name: 'Share', exact: true }));
    await clicks.click(page.getByRole('button', { name: 'Make this site mine' }));
    await page.getByLabel('Who can edit').selectOption({ label: 'People you invite' });
    await page.getByLabel('Who is it for?').fill('Bob');
    await clicks.click(page.getByRole('button', { name: 'Invite', exact: true }));
    const link = await page.locator('.made input').inputValue();
    await clicks.click(page.getByRole('button', { name: 'Close' }));

    const bob = await world.chromium.person();
    await bob.page.goto(link);
    await waitForStatus(bob.page, 'saved');
    await write(bob.page, '<p>by Bob</p>');
    await waitForCode(page, '<h1>Our class</h1><p>by Bob</p>');
    await bob.page.getByTitle('Ada (member)').waitFor();

    await clicks.click(page.getByRole('button', { name: 'Share', exact: true }));
    await clicks.click(page.getByRole('button', { name: 'Remove Bob' }));
    await waitForStatus(bob.page, 'reading');
    assert.ok(clicks.count < 25, `${clicks.count} clicks`);
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('a passkey signs in on another device, which can be signed out from the first', () =>
  withWorld({}, async (world) => {
    const { page } = await world.chromium.person();
    await giveAuthenticator(page);
    await page.goto(named(world, '/member/devices?edit'));
    await waitForStatus(page, 'saved');
    await choose(page, 'Menu', /^Your account/);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace');
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    const [code = ''] = await page.locator('.codes li').allTextContents();
    await page.getByRole('button', { name: 'Close' }).click();

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
    await page.getByRole('button', { name: 'Close' }).click();

    const phone = await world.chromium.person();
    await phone.page.goto(named(world, '/member/devices?edit'));
    await waitForStatus(phone.page, 'saved');
    await choose(phone.page, 'Menu', /^Sign in/);
    await phone.page.getByRole('textbox', { name: /^Recovery code/ }).fill(code);
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await phone.page.getByText('Signed in as Grace.').waitFor();
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
    await page.goto(named(world, '/member/hostile'));
    const frame = await published(page);
    await frame
      .getByRole('heading', {
        name: /^(NotAllowed|Security|Type)Error,(NotAllowed|Security|Type)Error$/,
      })
      .waitFor();
  }));

test.run();
