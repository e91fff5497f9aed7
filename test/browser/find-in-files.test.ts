/** Find and replace in all files: by keys, with results that lead to their lines, in one step that everyone gets. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { code, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';

const PAGE = '<h1>Cat</h1>\n<p>\n  My cat and a CAT\n</p>';

test('text is found in all files, followed to its line, replaced everywhere and brought back', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page } = await editor('find', 'Ada');
    await write(page, PAGE);
    await write(page, '.cat { color: red }', 'style.css');
    await page.getByRole('tab', { name: 'script.js' }).click();
    await waitForStatus(page, 'saved');
    const grace = await editor('find', 'Grace');

    await page.keyboard.press('Control+Shift+F');
    const dialog = page.getByRole('dialog', { name: 'Find in all files' });
    await dialog.getByLabel('Find', { exact: true }).fill('cat');
    await dialog.getByText('4 results in 2 files.').waitFor();
    assert.equal(await accessibility(page), []);
    await look(page, 'find-in-files');
    await dialog.getByLabel('Match case').check();
    await dialog.getByText('2 results in 2 files.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'index.html:3' }).click();
    await dialog.waitFor({ state: 'detached' });
    const line = code(page).locator('.cm-activeLine');
    await line.filter({ hasText: 'My cat' }).waitFor();

    await page.keyboard.press('Control+Shift+F');
    await dialog.getByLabel('Find', { exact: true }).fill('dog');
    await dialog.getByRole('button', { name: 'Replace all' }).click();
    await dialog.getByRole('alert').getByText('No results.').waitFor();
    await dialog.getByLabel('Find', { exact: true }).fill('cat');
    await dialog.getByLabel('Replace with').fill('$& fox');
    await dialog.getByRole('button', { name: 'Replace all' }).click();
    await page.getByText('Replaced 4 results in 2 files.').waitFor();
    const replaced = PAGE.replace(/cat/gi, () => '$& fox');
    await waitForCode(page, replaced);
    await waitForCode(grace.page, replaced);
    await waitForCode(grace.page, '.$& fox { color: red }', 'style.css');

    await code(page).focus();
    await page.keyboard.press('Control+Z');
    await waitForCode(page, PAGE);
    await waitForCode(grace.page, PAGE);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await waitForCode(grace.page, '.cat { color: red }', 'style.css');
    await waitForCode(page, PAGE);
    assert.is(await page.getByRole('dialog').count(), 0);
  });
});

test.run();
