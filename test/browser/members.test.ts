/** Members among guests in the editor: how they are told apart, found and followed. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { giveAuthenticator, keepName } from '../../scripts/demo/member-actions.ts';
import { choose, code, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { codeOf, type World, withWorld, write } from '../support/editing.ts';
import { editsOf } from '../support/history-check.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** A new member who has the editor of a site open. */
async function member(world: World, site: string, name: string): Promise<Page> {
  const { page } = await world.chromium.person();
  await giveAuthenticator(page);
  await page.goto(world.server.named(`/member/${site}?edit`));
  await waitForStatus(page, 'saved');
  await keepName(page, name);
  return page;
}

/** What this browser keeps to be the same author: whether the private half can be read, and its uses. */
const deviceKey = (page: Page) =>
  page.evaluate(async () => {
    const stored = await new Promise<unknown>((resolve, reject) => {
      const opening = indexedDB.open('ensemble.device');
      opening.onerror = reject;
      opening.onsuccess = () => {
        const get = opening.result.transaction('keys').objectStore('keys').get('author');
        get.onsuccess = () => resolve(get.result);
      };
    });
    const key: unknown = Reflect.get(Object(stored), 'privateKey');
    return key instanceof CryptoKey && { extractable: key.extractable, usages: [...key.usages] };
  });

test('the first edit makes a key that cannot be read, and the browser is the same author tomorrow', () =>
  withWorld({}, async (world) => {
    const ada = await world.editor('tomorrow', 'Ada');
    const hasStore = async () =>
      (await ada.page.evaluate(() => indexedDB.databases())).some(
        ({ name }) => name === 'ensemble.device',
      );
    await until(hasStore);
    assert.is(await deviceKey(ada.page), false);
    await write(ada.page, '<p>today</p>');
    await ada.page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
    assert.equal(await deviceKey(ada.page), { extractable: false, usages: ['sign'] });
    const tomorrow = await ada.tab();
    await ada.page.close();
    await tomorrow.goto(world.url('/member/tomorrow?edit'));
    await waitForStatus(tomorrow, 'saved');
    await write(tomorrow, '<p>tomorrow</p>');
    await until(async () => (await codeOf(tomorrow)).includes('tomorrow'));
    await waitForStatus(tomorrow, 'saved');
    const other = await world.editor('tomorrow', 'Ada');
    await write(other.page, '<p>another Ada</p>');
    await code(tomorrow).locator('.cm-line', { hasText: 'another Ada' }).waitFor();
    const reader = await new Editor(Number(new URL(world.server.url).port), 'tomorrow').ready();
    const authors: unknown[] = [];
    for await (const { by } of editsOf(reader)) authors.push(by);
    assert.is(new Set(authors.slice(0, -1)).size, 1, `${authors}`);
    assert.is.not(authors.at(-1), authors[0]);
    reader.cut();
  }));

test('history marks what members wrote, in the list, at the slider and beside the lines', () =>
  withWorld({}, async (world) => {
    const page = await member(world, 'marked', 'Ada');
    await write(page, '<p>by Ada</p>\n');
    await waitForStatus(page, 'saved');
    const guest = await world.editor('marked', 'Mallory (member)');
    await write(guest.page, '<p>by Mallory</p>\n');
    await waitForStatus(guest.page, 'saved');
    await code(page).locator('.cm-line', { hasText: 'by Mallory' }).waitFor();

    await page.getByRole('button', { name: 'History' }).click();
    const version = (name: string) => page.locator('.versions [data-version]', { hasText: name });
    await version('Ada').getByRole('img', { name: 'member', exact: true }).waitFor();
    await version('Mallory (member) (guest)').waitFor();
    assert.is(await version('Mallory').getByRole('img').count(), 0);
    await version('Ada').click();
    await page.locator('.where', { hasText: 'Ada (member)' }).waitFor();
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    const writer = page.locator('.old-code .writer', { hasText: 'Ada' });
    // The gutter is hidden from screen readers, which are told by the list.
    await writer.locator('.member-mark').waitFor();
    assert.match((await writer.getAttribute('title')) ?? '', /^Ada \(member\)/);
    assert.equal(await accessibility(page), []);
    await look(page, 'history-members', 'desktop');
    await version('Mallory').click();
    const other = page.locator('.old-code .writer', { hasText: 'Mallory' });
    await other.waitFor();
    assert.is(await other.locator('.member-mark').count(), 0);
    assert.equal(guest.errors, []);
  }));

test('a member changes their name, but not to one like another member’s', () =>
  withWorld({}, async (world) => {
    const grace = await member(world, 'names', 'Grace');
    const page = await member(world, 'names', 'Ada');
    await grace.getByTitle(/^Follow Ada \(member\):/).waitFor();
    await page.getByRole('button', { name: /^Ada \(member\) \(you\)/ }).waitFor();
    await choose(page, 'Menu', /^Your account/);
    await page.getByRole('button', { name: 'Change your name…' }).click();
    const name = page.getByRole('textbox', { name: 'Your name' });
    await name.fill('Gr ace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A member has this name, or one that looks like it.').waitFor();
    assert.equal(await accessibility(page), []);
    await look(page, 'change-name', 'phone');
    await name.fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await grace.getByTitle(/^Follow Ada Lovelace \(member\):/).waitFor();
    // The same on the next visit, whatever this browser remembers.
    await page.evaluate(() => {
      localStorage.setItem('ensemble.user', '{"name":"Old","color":"#1d6fd8"}');
    });
    await page.reload();
    await page.getByRole('button', { name: /^Ada Lovelace \(member\) \(you\)/ }).waitFor();
    await grace.getByTitle(/^Follow Ada Lovelace \(member\):/).waitFor();
    assert.is(await grace.getByTitle(/^Follow Old\b/).count(), 0);
  }));

test.run();
