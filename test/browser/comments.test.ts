/** Comments in the editor: from a selection to a thread that others answer, by mouse, keyboard and on a phone. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, code, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { codeOf, type World, waitForCode, withWorld, write } from '../support/editing.ts';

const PAGE = '<h1>Our class</h1>\n<p>Piano on Monday</p>\n<p>Choir on Friday</p>';

const saved = (page: Page) => page.locator('.save-status', { hasText: /^Saved$/ }).waitFor();
const comments = (page: Page) => page.locator('.comments-pane');
const threads = (page: Page) => comments(page).locator('.thread');

/** Ada with a site, and Bob, who has it open as well. */
async function two(world: World) {
  const ada = await world.editor('class', 'Ada');
  await write(ada.page, PAGE);
  await saved(ada.page);
  const bob = await world.editor('class', 'Bob');
  await waitForCode(bob.page, PAGE);
  return { ada, bob };
}

/** Selects these words in index.html by the keyboard. */
async function select(page: Page, words: string): Promise<void> {
  const before = (await codeOf(page)).indexOf(words);
  await code(page).focus();
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < before; step++) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < words.length; step++) await page.keyboard.press('Shift+ArrowRight');
}

/** Selects words and comments on them. */
async function comment(page: Page, words: string, text: string): Promise<void> {
  await select(page, words);
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Your comment' }).fill(text);
  await page.keyboard.press('Control+Enter');
  await threads(page).filter({ hasText: text }).waitFor();
}

test('a comment is written, answered, resolved and reopened, while both see it live', () =>
  withWorld({}, async (world) => {
    const { ada, bob } = await two(world);
    await comment(ada.page, 'Monday', 'Is it not Tuesday?');
    await look(ada.page, 'comment', 'phone');
    await look(ada.page, 'comment', 'desktop');
    assert.equal(await accessibility(ada.page), []);
    assert.is(await code(ada.page).locator('.commented').textContent(), 'Monday');

    await bob.page.locator('.notice', { hasText: 'Ada commented on index.html.' }).waitFor();
    await bob.page.getByRole('button', { name: 'Show', exact: true }).click();
    const thread = threads(bob.page);
    await thread.getByText('Is it not Tuesday?').waitFor();
    await thread.getByRole('textbox', { name: 'Reply to Ada' }).fill('It is.\nChange it.');
    await thread.getByRole('button', { name: 'Reply', exact: true }).click();
    await threads(ada.page).getByText('It is.').waitFor();
    await look(bob.page, 'reply', 'phone');
    await look(bob.page, 'reply', 'desktop');

    await threads(ada.page).getByRole('button', { name: 'Resolve', exact: true }).click();
    await comments(ada.page).getByText('No open comments').waitFor();
    await code(bob.page).locator('.commented').waitFor({ state: 'detached' });
    await comments(ada.page).getByRole('button', { name: 'Resolved (1)' }).click();
    await threads(ada.page).getByText('Ada resolved this').waitFor();
    assert.equal(await accessibility(ada.page), []);
    await look(ada.page, 'resolved', 'desktop');
    await threads(ada.page).getByRole('button', { name: 'Reopen' }).click();
    await code(bob.page).locator('.commented').waitFor();
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('someone who has a new site open sees that others created it, and their comments', () =>
  withWorld({}, async (world) => {
    const bob = await world.editor('class', 'Bob');
    await bob.page.locator('.save-status', { hasText: 'New site' }).waitFor();
    const ada = await world.editor('class', 'Ada');
    await write(ada.page, PAGE);
    await waitForCode(bob.page, PAGE);
    await saved(bob.page);
    await saved(ada.page);
    await comment(ada.page, 'Monday', 'Is it not Tuesday?');
    await bob.page.locator('.notice', { hasText: 'Ada commented on index.html.' }).waitFor();
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('a comment follows its text, is found from the panel and the code, and outlives its text', () =>
  withWorld({}, async (world) => {
    const { ada, bob } = await two(world);
    await comment(ada.page, 'Friday', 'Still?');
    await code(bob.page).focus();
    await bob.page.keyboard.press('Control+Home');
    await bob.page.keyboard.insertText('<!doctype html>\n');
    await comments(ada.page).getByText('Line 4').waitFor();
    assert.is(await code(ada.page).locator('.commented').textContent(), 'Friday');
    // From the panel to the line, from the line to the panel.
    await comments(ada.page).getByTitle('Go to index.html, line 4').click();
    await ada.page.keyboard.insertText('  ');
    await code(ada.page).getByText('  <p>Choir').waitFor();
    await bob.page.locator('.comment-mark').click();
    await threads(bob.page).getByText('Still?').waitFor();
    assert.is(await threads(bob.page).getAttribute('aria-current'), 'true');
    // The text goes, the comment says what it was about; Undo brings both back.
    await select(bob.page, 'Friday');
    await bob.page.keyboard.press('Delete');
    await threads(ada.page).getByText('This text was deleted').waitFor();
    assert.is(await threads(ada.page).locator('q').textContent(), 'Friday');
    await look(ada.page, 'detached', 'desktop');
    assert.equal(await accessibility(ada.page), []);
    await code(bob.page).focus();
    await bob.page.keyboard.press('Control+z');
    await comments(ada.page).getByText('Line 4').waitFor();
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('markup in a comment is text', () =>
  withWorld({}, async (world) => {
    const { ada, bob } = await two(world);
    const markup = '<img src=x onerror="document.title=1"><b>bold</b> &amp; [link](javascript:1)';
    await comment(ada.page, 'Piano', markup);
    // Also from the history, which makes way for it.
    await bob.page.getByRole('button', { name: 'History', exact: true }).click();
    await choose(bob.page, 'Menu', /^Comments/);
    const said = threads(bob.page).locator('p', { hasText: 'onerror' });
    await said.waitFor();
    assert.is(await said.textContent(), markup);
    assert.is(await comments(bob.page).locator('img, b, a').count(), 0);
    assert.match(await bob.page.title(), /Editing class/);
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('everything works by the keyboard, and what was written is edited and deleted by its author', () =>
  withWorld({}, async (world) => {
    const { ada, bob } = await two(world);
    const { page } = ada;
    await code(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Alt+m');
    await page.keyboard.type('By the keyboard');
    await page.keyboard.press('Control+Enter');
    await threads(page).getByText('By the keyboard').waitFor();
    assert.is(await threads(page).locator('q').textContent(), '<p>Choir on Friday</p>');
    await page.keyboard.press('Escape');
    await comments(page).waitFor({ state: 'hidden' });
    assert.is(await page.evaluate('document.activeElement.className'), 'comments-button');
    // At commented text the same keys open the thread.
    await code(page).focus();
    await page.keyboard.press('Control+Alt+m');
    await threads(page).and(page.locator(':focus')).waitFor();
    for (let step = 0; step < 2; step++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Edit comment' }).waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('Edited');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await threads(page).getByText('· edited').waitFor();
    await choose(bob.page, 'Menu', /^Comments/);
    await threads(bob.page).getByText('Edited', { exact: true }).waitFor();
    assert.is(await threads(bob.page).getByRole('button', { name: 'Delete' }).count(), 0);
    await threads(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await comments(bob.page).getByText('No open comments').waitFor();
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('on a phone the panel takes the page, and leads back to the code', () =>
  withWorld({}, async (world) => {
    const ada = await world.editor('class', 'Ada');
    await write(ada.page, PAGE);
    await saved(ada.page);
    await comment(ada.page, 'Monday', 'Is it not Tuesday?');
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const bob = await world.editor('class', 'Bob', phone);
    await bob.page.getByRole('button', { name: '1 open comment' }).tap();
    await threads(bob.page).getByText('Is it not Tuesday?').waitFor();
    assert.not.ok(await code(bob.page).isVisible());
    assert.equal(await accessibility(bob.page), []);
    assert.is(await bob.page.evaluate('document.documentElement.scrollWidth'), 390);
    await bob.page.getByTitle('Go to index.html, line 2').tap();
    await code(bob.page).waitFor();
    await select(bob.page, 'Piano');
    await look(bob.page, 'selected', 'phone');
    await bob.page.getByRole('button', { name: 'Comment', exact: true }).tap();
    await bob.page.getByRole('textbox', { name: 'Your comment' }).fill('Or the organ?');
    await look(bob.page, 'writing', 'phone');
    await bob.page.locator('.composer').getByRole('button', { name: 'Comment' }).tap();
    await threads(bob.page).getByText('Or the organ?').waitFor();
    assert.equal([...ada.errors, ...bob.errors], []);
  }));

test('whoever can’t edit sees no comments, and sees them once they can', () =>
  withWorld({ env: { ENSEMBLE_EDIT_KEY: 'the edit key of the house' } }, async (world) => {
    const { page, errors } = await world.chromium.person();
    await page.goto(world.url('/member/class?edit'));
    await page.getByRole('dialog').getByLabel('Key').waitFor();
    assert.is(await page.locator('.comments-button:visible').count(), 0);
    await page.getByRole('dialog').getByLabel('Key').fill('the edit key of the house');
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForStatus(page, 'saved');
    await write(page, PAGE);
    await saved(page);
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    await comments(page).getByText('No open comments').waitFor();
    assert.equal(errors, []);
  }));

test.run();
