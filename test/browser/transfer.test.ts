/** Taking a site elsewhere: remix, export opened from disk without a network, import. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  choose,
  insertInstrument,
  newFile,
  panel,
  type Surface,
  shown,
  startFrom,
  waitForStatus,
} from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { codeOf, importInto, waitForCode, withWorld, write } from '../support/editing.ts';
import { withFolder } from '../support/folder.ts';

async function begin(page: Page): Promise<void> {
  await startFrom(page);
  await waitForStatus(page, 'saved');
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
      await choose(ada.page, 'Menu', /one file that works offline/);
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

/** Everything an instrument learned, to the bit. */
const learned = (where: Surface): Promise<string> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => String(element.view?.model.save()));

/** Downloads the site as a folder. */
async function exportFolder(page: Page, file: string): Promise<Uint8Array> {
  const coming = page.waitForEvent('download');
  await choose(page, 'Menu', /^Export as .zip/);
  const download = await coming;
  assert.is(download.suggestedFilename(), path.basename(file));
  await download.saveAs(file);
  return readFileSync(file);
}

test('a folder of several pages and an instrument plays from disk with no network, and becomes the same site again', async () => {
  await withFolder(async (folder) => {
    await withWorld({}, async ({ editor, chromium }) => {
      const ada = await editor('folder', 'Ada');
      const { page } = ada;
      await write(page, '<!doctype html><h1>Home</h1><a href="about.html">About us</a>\n');
      await insertInstrument(page, /^Drone/);
      await panel(page).locator('sound-mode .instrument').waitFor();
      for (const label of ['Surprise me', 'Teach here']) {
        await panel(page).getByRole('button', { name: label, exact: true }).first().click();
      }
      await page.getByText('Visitors play what everyone here taught.').waitFor();
      const bits = await learned(panel(page));
      await newFile(page, 'about.html');
      await waitForStatus(page, 'saved');
      const zip = path.join(folder, 'folder.zip');
      const bytes = await exportFolder(page, zip);
      const files = unzipSync(bytes);
      mkdirSync(path.join(folder, 'site'));
      for (const [name, one] of Object.entries(files)) {
        writeFileSync(path.join(folder, 'site', name), one);
      }

      const visitor = await chromium.person({ offline: true });
      await visitor.page.goto(pathToFileURL(path.join(folder, 'site', 'index.html')).href);
      await visitor.page.locator('sound-mode .pad, sound-mode .controls').first().waitFor();
      assert.is(await learned(visitor.page), bits);
      await visitor.page.getByRole('link', { name: 'About us' }).click();
      await visitor.page.getByRole('heading', { name: 'About' }).waitFor();
      assert.equal(visitor.errors, []);

      const grace = await editor('again', 'Grace');
      await importInto(grace.page, zip);
      await shown(grace.page).getByRole('heading', { name: 'Home' }).waitFor();
      for (const name of ['index.html', 'style.css', 'script.js', 'about.html']) {
        await grace.page.getByRole('tab', { name }).click();
        await waitForCode(grace.page, await codeOf(page, name), name);
      }
      await waitForStatus(grace.page, 'saved');
      const again = await exportFolder(grace.page, path.join(folder, 'again.zip'));
      assert.ok(Buffer.from(again).equals(Buffer.from(bytes)), 'byte for byte');

      // Without a connection the browser packs the folder; instruments in it need the platform to play.
      await grace.context.setOffline(true);
      await waitForStatus(grace.page, 'offline');
      const offline = unzipSync(await exportFolder(grace.page, path.join(folder, 'again.zip')));
      assert.equal(offline['ensemble.json'], files['ensemble.json']);
    });
  });
});

test('a hostile archive changes nothing', async () => {
  await withFolder(async (folder) => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const archives = {
      'leads out': zipSync({ 'index.html': bytes('x'), '../index.html': bytes('x') }),
      'when it is unpacked': zipSync({ 'index.html': bytes('x'), 'a.wav': new Uint8Array(3e7) }),
      'run.exe is not a page': zipSync({ 'index.html': bytes('x'), 'run.exe': bytes('x') }),
      'no index.html': zipSync({ 'about.html': bytes('x') }),
    };
    await withWorld({}, async ({ editor }) => {
      const { page, errors } = await editor('hostile', 'Ada');
      await write(page, '<p>mine</p>');
      await choose(page, 'Menu', /^Import/);
      for (const [said, archive] of Object.entries(archives)) {
        const file = path.join(folder, 'hostile.zip');
        writeFileSync(file, archive);
        await page.getByLabel('File to import').setInputFiles(file);
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByRole('alert').getByText(said).waitFor();
      }
      await page.keyboard.press('Escape');
      assert.is(await codeOf(page), '<p>mine</p>');
      assert.equal(errors, []);
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
