/** The timeline in a browser: versions with who and when, looks, changes, names, restoring. */
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, code, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';

const colour = (mark: Locator): Promise<string> =>
  mark.first().evaluate((element) => getComputedStyle(element).backgroundColor);

test('an earlier version is seen, compared, named and restored as a new edit', async () => {
  await withWorld({}, async ({ editor, server }) => {
    const ada = await editor('past', 'Ada');
    await write(ada.page, '<h1>Before</h1>\n');
    await waitForStatus(ada.page, 'saved');

    await ada.page.getByRole('button', { name: 'History' }).click();
    await ada.page.locator('.versions button', { hasText: 'Ada' }).first().waitFor();
    await ada.page.getByRole('button', { name: 'Name version…' }).click();
    await ada.page.getByLabel('Version name').fill('The start');
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await ada.page.locator('.versions .named', { hasText: 'The start' }).waitFor();
    await ada.page.getByRole('button', { name: 'History' }).click();

    await write(ada.page, '<h2>After</h2>\n');
    await waitForStatus(ada.page, 'saved');
    await ada.page.getByRole('button', { name: 'History' }).click();
    await ada.page.locator('.versions [data-version]', { hasText: 'The start' }).click();
    await shown(ada.page).getByRole('heading', { name: 'Before' }).waitFor();
    await ada.page.getByRole('button', { name: 'Compare with now' }).click();
    await ada.page.locator('.cm-changedLine', { hasText: 'After' }).waitFor();
    assert.is(await ada.page.locator('.diff p', { hasText: 'No changes.' }).count(), 2);

    const grace = await editor('past', 'Grace');
    await ada.page.getByRole('button', { name: 'Restore', exact: true }).click();
    await waitForCode(grace.page, '<h1>Before</h1>\n');
    await ada.page.getByText('Restored. index.html: 1 line removed.').waitFor();
    await ada.page.locator('.versions button', { hasText: 'restored' }).waitFor();
    await look(ada.page, 'restored', 'desktop');
    await look(ada.page, 'restored', 'phone');
    await ada.page.getByRole('button', { name: 'Restore', exact: true }).click();
    await ada.page.getByText('Nothing to restore').waitFor();
    assert.is(await ada.page.locator('.versions button', { hasText: 'restored' }).count(), 1);

    await server.stop();
    await server.start();
    await waitForStatus(grace.page, 'saved');
    await grace.page.goto(`${server.url}/member/past?history`);
    await grace.page.locator('.versions .named', { hasText: 'The start' }).waitFor();
    assert.equal(
      ada.errors.filter((text) => !text.includes('WebSocket')),
      [],
    );
  });
});

test('a version that cannot be loaded is said to be, and the one that is shown stays chosen', async () => {
  await withWorld({}, async ({ editor, url }) => {
    const ada = await editor('cut', 'Ada');
    await write(ada.page, '<h1>Before</h1>\n');
    await waitForStatus(ada.page, 'saved');
    const grace = await editor('cut', 'Grace');
    await write(grace.page, '<h1>After</h1>\n');
    await waitForStatus(grace.page, 'saved');

    const page = await ada.tab();
    let isCut = false;
    const close: (() => Promise<void>)[] = [];
    await page.routeWebSocket(/member/, (route) => {
      if (isCut) return void route.close();
      const server = route.connectToServer();
      close.push(() => route.close());
      // Without the single edits, a version is asked for when it is chosen.
      route.onMessage((message) => {
        if (!Buffer.from(message).includes('"op":"edits"')) server.send(message);
      });
    });
    await page.goto(url('/member/cut?history'));
    const version = (by: string) => page.locator('.versions [data-version]', { hasText: by });
    await shown(page).getByRole('heading', { name: 'After' }).waitFor();
    isCut = true;
    await Promise.all(close.map((cut) => cut()));
    await waitForStatus(page, 'offline');
    await version('Ada').click();
    await page.locator('.notices', { hasText: 'not connected to the server' }).waitFor();
    await page.locator('.versions [aria-current]', { hasText: 'Grace' }).waitFor();
    assert.is(await version('Ada').getAttribute('aria-current'), null);
    await shown(page).getByRole('heading', { name: 'After' }).waitFor();
  });
});

test('versions that were listed before the last edits cannot be chosen any more', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('fresh', 'Ada');
    await write(ada.page, '<h1>Before</h1>\n');
    await waitForStatus(ada.page, 'saved');
    const versions = ada.page.locator('.versions [data-version]');
    const button = ada.page.getByRole('button', { name: 'History' });
    await button.click();
    await versions.first().waitFor();
    await button.click();
    const grace = await editor('fresh', 'Grace');
    await deleteAll(grace.page);
    await waitForCode(ada.page, '');
    // Before the server can have answered.
    const listed = await button.evaluate((element) => {
      if (element instanceof HTMLElement) element.click();
      return document.querySelector('.versions')?.textContent;
    });
    assert.is(listed, 'Loading the versions…');
    await versions.filter({ hasText: 'Grace' }).first().waitFor();
    assert.is(await versions.count(), 2);
  });
});

const ESSAY = `<h1>My essay</h1>\n${'<p>All my own work.</p>\n'.repeat(90)}`;

/** Deletes all of index.html the way a person does. */
async function deleteAll(page: Page): Promise<void> {
  await code(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await waitForCode(page, '');
}

test('History offers every author once, however often they take turns', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('turns', 'Ada');
    const bob = await editor('turns', 'Bob');
    const all: string[] = [];
    for (const { page } of [ada, bob, ada, bob]) {
      await waitForCode(page, all.join(''));
      all.push('x');
      await write(page, 'x');
      await waitForStatus(page, 'saved');
    }
    await waitForCode(ada.page, all.join(''));
    await ada.page.getByRole('button', { name: 'History' }).click();
    const options = ada.page.getByLabel('Author').locator('option');
    await options.nth(2).waitFor({ state: 'attached' });
    assert.equal((await options.allTextContents()).slice(1).sort(), ['Ada', 'Bob']);
  });
});

test('an essay that someone deletes is found by its author, played back, and restored with one click', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('essay', 'Ada');
    const mallory = await editor('essay', 'Mallory');
    await write(ada.page, ESSAY);
    await waitForCode(mallory.page, ESSAY);
    await deleteAll(mallory.page);
    await waitForCode(ada.page, '');

    const { page } = ada;
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByLabel('Author').selectOption('Ada');
    await page
      .locator('.versions [data-version]', { hasText: 'Mallory' })
      .waitFor({ state: 'detached' });
    await page.locator('.versions [data-version]', { hasText: '+2,' }).click();
    await shown(page).getByRole('heading', { name: 'My essay' }).waitFor();
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.locator('.old-code .written').first().waitFor();
    await page.locator('.old-code .writer', { hasText: 'Ada' }).first().waitFor();

    const slider = page.getByRole('slider', { name: 'Edit shown' });
    await page.getByRole('button', { name: 'Next edit' }).click();
    await page.locator('.where', { hasText: 'Mallory' }).waitFor();
    assert.is(await page.locator('.old-code .written').count(), 0);
    await slider.press('Home');
    await page.locator('.where', { hasText: 'Edit 1 of' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.where', { hasText: 'Mallory' }).waitFor();
    await slider.press('ArrowLeft');
    await look(page, 'history-code', 'desktop');
    assert.equal(await accessibility(page), []);
    await look(page, 'history-code-phone', 'phone');
    assert.equal(await accessibility(page), []);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await shown(page).getByRole('heading', { name: 'My essay' }).waitFor();
    await look(page, 'history-phone', 'phone');
    await look(page, 'history', 'desktop');

    await page.locator('.versions [data-version]', { hasText: '+2,' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await waitForCode(mallory.page, ESSAY);
    await page.getByText('Restored. index.html: 91 lines added.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForCode(mallory.page, '');
    assert.equal(ada.errors, []);
  });
});

test('a passage comes back into its place, and a file; the code shows who wrote what', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('passage', 'Ada');
    const grace = await editor('passage', 'Grace');
    await write(ada.page, 'one\ntwo\nthree\n');
    await waitForCode(grace.page, 'one\ntwo\nthree\n');
    await deleteAll(grace.page);
    await write(grace.page, 'new\n');
    await waitForCode(ada.page, 'new\n');

    const { page } = ada;
    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.versions [data-version]', { hasText: 'Ada' }).first().click();
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.locator('.old-code .written').first().waitFor();
    const old = page.getByRole('textbox', { name: 'Code of this version' });
    await old.locator('.cm-line', { hasText: 'two' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: 'Restore selection' }).click();
    await waitForCode(grace.page, 'two\nnew\n');

    await page.getByRole('button', { name: 'History' }).click();
    await choose(page, 'Menu', /Show authors/);
    const line = (text: string) => code(page).locator('.written', { hasText: text });
    await line('two').waitFor();
    assert.is.not(await colour(line('two')), await colour(line('new')));
    await page.locator('.work .writer', { hasText: 'Grace' }).waitFor();
    await look(page, 'authors-phone', 'phone');
    await look(page, 'authors', 'desktop');
    assert.equal(await accessibility(page), []);
    await choose(page, 'Menu', /Hide authors/);
    await line('two').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'History' }).click();
    await page.locator('.versions [data-version]', { hasText: 'Ada' }).last().click();
    await page.getByRole('button', { name: 'Restore index.html' }).click();
    await waitForCode(grace.page, 'one\ntwo\nthree\n');
    assert.equal(ada.errors, []);
  });
});

test('who comes back is told who changed the site meanwhile, and sees what', async () => {
  await withWorld({}, async ({ editor, url }) => {
    const ada = await editor('since', 'Ada');
    await write(ada.page, '<p>by Ada</p>\n');
    await waitForStatus(ada.page, 'saved');
    await ada.page.reload();
    await waitForStatus(ada.page, 'saved');
    await ada.page.goto('about:blank');
    const grace = await editor('since', 'Grace');
    await write(grace.page, '<p>by Grace</p>\n');
    await waitForStatus(grace.page, 'saved');
    await ada.page.goto(url('/member/since?edit'));
    await ada.page.locator('.banner', { hasText: /^Grace changed this site/ }).waitFor();
    await look(ada.page, 'since', 'desktop');
    await ada.page.getByRole('button', { name: 'See changes' }).click();
    await ada.page.locator('.diff .cm-changedLine', { hasText: 'by Grace' }).waitFor();
    assert.is(await ada.page.locator('.diff .cm-changedLine', { hasText: 'by Ada' }).count(), 0);

    await ada.page.goto('about:blank');
    const namesake = await editor('since', 'Ada');
    await write(namesake.page, '<p>by somebody of that name</p>\n');
    await waitForStatus(namesake.page, 'saved');
    await ada.page.goto(url('/member/since?edit'));
    await ada.page.locator('.banner', { hasText: /^Ada changed this site/ }).waitFor();
  });
});

test.run();
