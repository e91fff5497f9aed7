/** `npm run screenshots`: takes the README's pictures of two people who edit a site, from the real thing. */
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { code, shown, waitForSign, withWorld } from './editing.ts';

const FOLDER = 'src/web/pictures';
const VIEW = { width: 1180, height: 700 };

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}/edit-${name}.png` });
}

async function type(page: Page, line: string, text: string, file = 'index.html'): Promise<void> {
  await page.getByRole('tab', { name: file }).click();
  await code(page, file).locator('.cm-line', { hasText: line }).click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(text);
}

mkdirSync(FOLDER, { recursive: true });
await withWorld({}, async ({ editor }) => {
  const ada = await editor('garden', 'Ada', { viewport: VIEW });
  await ada.page.getByRole('button', { name: 'begin with a small page' }).click();
  const grace = await editor('garden', 'Grace', { viewport: VIEW, colorScheme: 'dark' });
  await grace.page.getByRole('button', { name: /\(you\)/ }).click();
  await grace.page.getByTitle('pink').click();
  await grace.page.getByRole('button', { name: 'Keep' }).click();

  await type(ada.page, '<h1>', '\n    <p>Sown in March, open to all who pass.</p>');
  await type(grace.page, '<p>Change', '\n    <ul>\n      <li>Peas\n      <li>Beans\n    </ul>');
  await waitForSign(ada.page, 'saved');
  await shown(ada.page).getByText('Beans').waitFor();
  await ada.page.locator('.peer-caret.fresh').waitFor();
  await take(ada.page, 'two-people');

  await ada.page.getByRole('button', { name: 'History' }).click();
  await ada.page.getByRole('button', { name: 'Name…' }).click();
  await ada.page.getByLabel('Name of this version').fill('First harvest');
  await ada.page.getByRole('button', { name: 'Keep' }).click();
  await ada.page.locator('.versions .named').waitFor();
  await ada.page.getByRole('button', { name: 'History' }).click();

  await grace.page.getByRole('tab', { name: 'style.css' }).click();
  await type(grace.page, 'max-width', '\n  border-top: 4px solid #2f7d32;', 'style.css');
  await type(ada.page, 'color: #33241c', '\n  accent-color: #2f7d32;', 'style.css');
  await waitForSign(grace.page, 'saved');
  await grace.page.locator('.peer-caret.fresh').waitFor();
  await grace.page.waitForTimeout(900);
  await take(grace.page, 'the-other-side');

  await ada.page.getByRole('button', { name: 'History' }).click();
  await ada.page.locator('.versions button', { hasText: 'First harvest' }).click();
  await ada.page.getByRole('button', { name: 'Changes since' }).click();
  await ada.page.locator('.cm-changedLine').first().waitFor();
  await ada.page.locator('.notice').waitFor({ state: 'detached' });
  await take(ada.page, 'history');
});
