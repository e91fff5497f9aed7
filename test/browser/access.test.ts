/** Keys in a browser: who may edit, who moderates, and what everyone else is told. */

import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, setUser, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { Cuttable } from '../support/cuttable.ts';
import { codeOf, waitForCode, withWorld, write } from '../support/editing.ts';

const env = {
  ENSEMBLE_EDIT_KEY: 'open sesame, all of you',
  ENSEMBLE_OPERATOR_KEY: 'the-operators-key',
};

async function giveKey(page: Page, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Key' }).fill(key);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('where a key is set it is asked for, a wrong one is said to be wrong, a reader goes on reading', async () => {
  await withWorld({ env }, async ({ chromium, url }) => {
    const ada = await chromium.person();
    await setUser(ada.context, 'Ada');
    await ada.page.goto(url('/member/keyed?edit'));
    await ada.page.getByText('You need the edit key to edit this site. You can').waitFor();
    await giveKey(ada.page, 'not-the-right-key');
    await ada.page.getByText('That key is wrong. Try again.').waitFor();
    await giveKey(ada.page, 'open sesame, all of you');
    await waitForStatus(ada.page, 'saved');
    await write(ada.page, 'by key');
    await waitForStatus(ada.page, 'saved');
    // The tab remembers the key; it stands in no address.
    await ada.page.reload();
    await waitForCode(ada.page, 'by key');
    await waitForStatus(ada.page, 'saved');
    assert.ok(!ada.page.url().includes('sesame'));

    const reader = await chromium.person();
    await reader.page.goto(url('/member/keyed?edit'));
    await reader.page.getByRole('button', { name: 'Cancel' }).click();
    await waitForCode(reader.page, 'by key');
    await waitForStatus(reader.page, 'reading');
    await reader.page.getByRole('textbox', { name: 'index.html code' }).click();
    await reader.page.keyboard.insertText('no');
    assert.is(await codeOf(reader.page), 'by key');
    await choose(reader.page, 'Menu', /^Edit key/);
    await giveKey(reader.page, 'wrong-again');
    await reader.page.getByText('That key is wrong').first().waitFor();
    await reader.page.getByRole('button', { name: 'Cancel' }).click();
    await waitForStatus(reader.page, 'reading');
  });
});

/** What an operator's menu offers to do to the site. */
async function operations(page: Page): Promise<string[]> {
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  const words = await page.getByRole('menuitem').locator('visible=true').allTextContents();
  await page.keyboard.press('Escape');
  const names = ['Lock', 'Unlock', 'Hide…', 'Show this site again', 'Remove…', 'Recover', 'Purge…'];
  return names.filter((name) => words.some((one) => one.startsWith(name)));
}

test('the operator locks, unlocks, hides and shows a site, and everyone is told', async () => {
  await withWorld({ env: { ENSEMBLE_OPERATOR_KEY: env.ENSEMBLE_OPERATOR_KEY } }, async (world) => {
    const ada = await world.editor('ruled', 'Ada');
    const operator = await world.editor('ruled', 'Op');
    await write(ada.page, 'words');
    await waitForCode(operator.page, 'words');
    await choose(operator.page, 'Menu', /^Operator/);
    await giveKey(operator.page, env.ENSEMBLE_OPERATOR_KEY);
    await operator.page.locator('#app[data-access="operate"]').waitFor();

    await choose(operator.page, 'Menu', /^Lock/);
    await ada.page.getByText('The operator has locked this site').waitFor();
    await waitForStatus(ada.page, 'reading');
    await operator.page.getByText('Site locked.').waitFor();
    await operator.page.getByText('This site is locked:').waitFor();
    assert.equal(await operations(operator.page), ['Unlock', 'Hide…', 'Remove…', 'Purge…']);
    await choose(operator.page, 'Menu', /^Unlock/);
    await waitForStatus(ada.page, 'saved');
    await write(ada.page, ' more');
    await waitForCode(operator.page, 'words more');

    await choose(operator.page, 'Menu', /^Hide/);
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await ada.page.getByText('This site has been hidden or removed.').waitFor();
    await operator.page.getByText('This site is hidden:').waitFor();
    const shown = ['Lock', 'Show this site again', 'Remove…', 'Purge…'];
    assert.equal(await operations(operator.page), shown);
    await operator.page.reload();
    await operator.page.getByText('This site is hidden:').waitFor();
    const visitor = await world.chromium.person();
    await visitor.page.goto(world.url('/member/ruled'));
    assert.is(await visitor.page.getByText('words').count(), 0);
    await choose(operator.page, 'Menu', /Show this site/);
    await operator.page.getByText('Site shown.').waitFor();
    assert.is(await operator.page.getByText('This site is hidden:').count(), 0);
    await ada.page.getByRole('button', { name: 'Try again' }).click();
    await waitForStatus(ada.page, 'saved');
  });
});

test('the operator removes a site and recovers it, with all that was in it', async () => {
  await withWorld({ env: { ENSEMBLE_OPERATOR_KEY: env.ENSEMBLE_OPERATOR_KEY } }, async (world) => {
    const ada = await world.editor('removed', 'Ada');
    const operator = await world.editor('removed', 'Op');
    await write(ada.page, 'words');
    await waitForCode(operator.page, 'words');
    await choose(operator.page, 'Menu', /^Operator/);
    await giveKey(operator.page, env.ENSEMBLE_OPERATOR_KEY);
    await operator.page.locator('#app[data-access="operate"]').waitFor();
    const visitor = await world.chromium.person();
    const published = () => visitor.page.goto(world.url('/member/removed'));
    assert.is((await published())?.status(), 200);

    await choose(operator.page, 'Menu', /^Remove/);
    const question = operator.page.getByRole('dialog');
    await question.getByText('You can recover it within 30 days').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.is((await published())?.status(), 200, 'nothing is done without a yes');
    await choose(operator.page, 'Menu', /^Remove/);
    await question.getByRole('button', { name: 'Remove' }).click();
    await operator.page.getByText('Site removed.').waitFor();
    await ada.page.getByText('This site has been hidden or removed.').waitFor();
    assert.is((await published())?.status(), 410);
    await visitor.page.goto(world.url('/'));
    assert.is(await visitor.page.getByText('removed', { exact: true }).count(), 0);

    await choose(operator.page, 'Menu', /^Recover/);
    await operator.page.getByText('Site recovered.').waitFor();
    assert.is((await published())?.status(), 200);
    await ada.page.getByRole('button', { name: 'Try again' }).click();
    await waitForStatus(ada.page, 'saved');
    await write(ada.page, ' again');
    await waitForCode(operator.page, 'words again');
  });
});

test('a site that was purged does not come back from a browser that kept it', async () => {
  await withWorld({ env: { ENSEMBLE_OPERATOR_KEY: env.ENSEMBLE_OPERATOR_KEY } }, async (world) => {
    const ada = await world.editor('gone', 'Ada');
    await write(ada.page, 'to be forgotten');
    await waitForStatus(ada.page, 'saved');
    await ada.page.goto('about:blank');

    const operator = await world.editor('gone', 'Op');
    await choose(operator.page, 'Menu', /^Operator/);
    await giveKey(operator.page, env.ENSEMBLE_OPERATOR_KEY);
    await operator.page.locator('#app[data-access="operate"]').waitFor();
    await choose(operator.page, 'Menu', /^Purge/);
    await operator.page.getByRole('dialog').getByRole('button', { name: 'Purge' }).click();
    await operator.page.waitForTimeout(500);
    await operator.close();

    await ada.page.goto(world.url('/member/gone?edit'));
    await ada.page.getByText('Start with a template').waitFor();
    await waitForCode(ada.page, '');
    const visitor = await world.editor('gone', 'Visitor');
    await waitForCode(visitor.page, '');
  });
});

test('the operator sees who shares an address before it is blocked, and can undo it; their own is refused', async () => {
  await withWorld({ env: { ENSEMBLE_OPERATOR_KEY: env.ENSEMBLE_OPERATOR_KEY } }, async (world) => {
    const operator = await world.editor('blocked', 'Op');
    await choose(operator.page, 'Menu', /^Operator/);
    await giveKey(operator.page, env.ENSEMBLE_OPERATOR_KEY);
    await operator.page.locator('#app[data-access="operate"]').waitFor();
    await choose(operator.page, 'Menu', /^Block/);
    await operator.page.getByText('No one else is here.').waitFor();
    const elsewhere = await Cuttable.to(Number(new URL(world.url('/')).port), '127.0.0.2');
    const people = operator.page.locator('.people');
    const comes = async (name: string, address: string) => {
      const person = await world.chromium.person();
      await setUser(person.context, name);
      await person.page.goto(address);
      await people.getByText(name).waitFor({ state: 'attached' });
      return person;
    };
    const there = `http://127.0.0.1:${elsewhere.port}/member/blocked?edit`;
    const near = await comes('Near', world.url('/member/blocked?edit'));
    const rude = await comes('Rude', there);
    await comes('Cem', there);
    await choose(operator.page, 'Menu', /^Block/);
    const dialog = operator.page.getByRole('dialog');
    await dialog.getByLabel('Person').selectOption('Near');
    await dialog.getByText('shares your own network address').waitFor();
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await dialog.getByText('would cut you off, too').waitFor();
    await dialog.getByLabel('Person').selectOption('Rude');
    await dialog.getByText('One more person here will be blocked, too').waitFor();
    await dialog.getByText('share the address: Cem.').waitFor();
    await dialog.getByLabel('Hours').fill('2');
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await rude.page.getByText('Your network address is blocked').waitFor();
    await operator.page.getByText('Rude is blocked for 2 hours.').waitFor();
    await operator.page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    await operator.page.getByText('Block removed.').waitFor();
    await rude.page.getByRole('button', { name: 'Try again' }).click();
    await waitForStatus(rude.page, 'saved');
    await waitForStatus(near.page, 'saved');
    elsewhere.close();
  });
});

test.run();
