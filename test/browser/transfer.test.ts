/** Taking a site elsewhere: remix, export opened from disk without a network, import. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, shown, startFrom, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { codeOf, waitForCode, withWorld, write } from '../support/editing.ts';

async function begin(page: Page): Promise<void> {
  await startFrom(page);
  await waitForStatus(page, 'saved');
}

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-export-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a remix is a site of its own, and never takes a name that is taken', async () => {
  await withWorld({}, async ({ editor }) => {
    const ada = await editor('source', 'Ada');
    await begin(ada.page);
    const text = await codeOf(ada.page);
    await choose(ada.page, 'Menu', /^Remix/);
    const name = ada.page.getByLabel('Name of the copy');
    const go = ada.page.getByRole('button', { name: 'Create copy' });
    await name.fill('no such name!');
    await go.click();
    await ada.page.getByRole('alert').getByText('A site name has 1 to 64 characters').waitFor();
    await name.fill('source');
    await go.click();
    await ada.page
      .getByRole('alert')
      .getByText(/source/)
      .waitFor();
    await name.fill('copy');
    await go.click();
    await ada.page.waitForURL('**/member/copy?edit');
    await waitForCode(ada.page, text);
    await write(ada.page, '<!-- mine -->');
    await waitForStatus(ada.page, 'saved');
    const grace = await editor('source', 'Grace');
    await waitForCode(grace.page, text);
  });
});

test('an export plays from disk with no network and becomes the same site again', async () => {
  await withFolder(async (folder) => {
    await withWorld({}, async ({ editor, chromium }) => {
      const ada = await editor('export', 'Ada');
      await begin(ada.page);
      await write(ada.page, '\n/* end */', 'style.css');
      await write(ada.page, "document.body.append('The script ran.');\n", 'script.js');
      await waitForStatus(ada.page, 'saved');
      const coming = ada.page.waitForEvent('download');
      await choose(ada.page, 'Menu', /^Export/);
      const download = await coming;
      assert.is(download.suggestedFilename(), 'export.html');
      const file = path.join(folder, 'export.html');
      await download.saveAs(file);

      const visitor = await chromium.person({ offline: true });
      await visitor.page.goto(pathToFileURL(file).href);
      await visitor.page.getByText('The script ran.').waitFor();
      assert.equal(visitor.errors, []);

      const grace = await editor('import', 'Grace');
      await choose(grace.page, 'Menu', /^Import/);
      await grace.page.getByRole('button', { name: 'Import', exact: true }).click();
      await grace.page.getByRole('alert').getByText('Choose a file first').waitFor();
      await grace.page.getByLabel('File to import').setInputFiles(file);
      await grace.page.getByRole('button', { name: 'Import', exact: true }).click();
      await shown(grace.page).getByRole('heading', { name: 'Hello from export' }).waitFor();
      for (const name of ['index.html', 'style.css', 'script.js']) {
        await grace.page.getByRole('tab', { name }).click();
        await waitForCode(grace.page, await codeOf(ada.page, name), name);
      }
    });
  });
});

test('any HTML file can be imported; a damaged export is refused with a sentence', async () => {
  await withFolder(async (folder) => {
    const [plain, damaged] = ['plain.html', 'damaged.html'].map((name) => path.join(folder, name));
    if (plain === undefined || damaged === undefined) return;
    writeFileSync(plain, '<p>from elsewhere</p>');
    writeFileSync(damaged, '<script id="ensemble-source">{}</script>');
    await withWorld({}, async ({ editor }) => {
      const { page } = await editor('import', 'Ada');
      await choose(page, 'Menu', /^Import/);
      await page.getByLabel('File to import').setInputFiles(damaged);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('alert').getByText('sources are damaged').waitFor();
      await page.getByLabel('File to import').setInputFiles(plain);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await waitForCode(page, readFileSync(plain, 'utf8'));
    });
  });
});

test('a site has a name in any script and a language, which its page gets', async () => {
  await withWorld({}, async ({ editor, chromium, url }) => {
    const ada = await editor('named', 'Ada');
    await write(ada.page, '<p>hi</p>');
    await choose(ada.page, 'Menu', /^Display name and language/);
    await ada.page.getByLabel('Display name', { exact: true }).fill('Άντα 👩‍💻');
    await ada.page.getByLabel(/^Language/).fill('not a tag');
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await ada.page.getByRole('alert').getByText('Enter a language code').waitFor();
    await ada.page.getByLabel(/^Language/).fill('el');
    await ada.page.getByRole('button', { name: 'Save' }).click();
    await waitForStatus(ada.page, 'saved');
    const { page } = await chromium.person();
    await page.goto(url('/member/named'));
    assert.is(await page.title(), 'Άντα 👩‍💻');
    assert.is(await page.locator('html').getAttribute('lang'), 'el');
  });
});

test.run();
