/** A site with libraries of delivery networks, exported with copies of them, opened from disk with no network. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, code, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { accessibility } from '../support/accessibility.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';

const SCRIPT = "addEventListener('load', () => document.body.append('The library ran.'));";
const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>';
const STYLE = 'h1 { color: rgb(7, 8, 9); content: url(../dot.svg) }';

const hash = (text: string): string =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`;

const NETWORK: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'https://cdn.jsdelivr.net/npm/lib@1/lib.js': ['text/javascript', SCRIPT],
  'https://unpkg.com/look@1/css/look.css': ['text/css', STYLE],
  'https://unpkg.com/look@1/dot.svg': ['image/svg+xml', DOT],
};

const PAGE = `<!doctype html><html lang="en"><title>Libraries</title>
<link rel="stylesheet" href="https://unpkg.com/look@1/css/look.css" integrity="${hash(STYLE)}" crossorigin="anonymous">
<script defer src="https://cdn.jsdelivr.net/npm/lib@1/lib.js" integrity="${hash(SCRIPT)}" crossorigin="anonymous"></script>
<h1>Bücher</h1></html>
`;

/** Answers in place of the networks, as long as `isUp` says so. */
async function provide(context: BrowserContext, isUp: () => boolean): Promise<void> {
  for (const [address, [contentType, body]] of Object.entries(NETWORK)) {
    await context.route(address, (route) => {
      const headers = { 'access-control-allow-origin': '*' };
      return isUp() ? route.fulfill({ contentType, body, headers }) : route.abort();
    });
  }
}

async function saved(page: Page, action: () => Promise<void>, file: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await action();
  await (await coming).saveAs(file);
  return pathToFileURL(file).href;
}

test('an export with copies of its libraries needs no network, and becomes the same site again', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-libraries-'));
  await withWorld({}, async ({ editor, chromium }) => {
    const { page, context, errors } = await editor('libraries', 'Ada');
    let up = true;
    await provide(context, () => up);
    await write(page, PAGE);
    await shown(page).getByText('The library ran.').waitFor();
    await waitForStatus(page, 'saved');
    await saved(
      page,
      () => choose(page, 'Menu', /one file that works offline/),
      path.join(folder, 'without.html'),
    );
    const dialog = page.getByRole('dialog', { name: 'Site exported' });
    await dialog
      .getByText(/offline: look\.css \(unpkg\.com\), lib\.js \(cdn\.jsdelivr\.net\)\. The file can/)
      .waitFor();
    assert.equal(await accessibility(page), []);
    await look(page, 'export-libraries', 'phone');
    await look(page, 'export-libraries', 'desktop');
    const again = dialog.getByRole('button', { name: 'Export again with copies' });
    assert.equal(errors, []);
    up = false;
    await again.click();
    await dialog
      .getByRole('alert')
      .getByText('look.css (unpkg.com) could not be loaded.')
      .waitFor();
    up = true;
    const address = await saved(page, () => again.click(), path.join(folder, 'with.html'));
    await dialog.waitFor({ state: 'detached' });

    const visitor = await chromium.person({ offline: true });
    await visitor.page.goto(address);
    await visitor.page.getByText('The library ran.').waitFor();
    const title = visitor.page.getByRole('heading', { name: 'Bücher' });
    const looks = await title.evaluate((one) => {
      const { color, content } = getComputedStyle(one);
      return { color, content };
    });
    assert.is(looks.color, 'rgb(7, 8, 9)');
    assert.match(looks.content, /^url\("data:image\/svg\+xml/);
    assert.equal(visitor.errors, []);

    const grace = await editor('libraries-again', 'Grace');
    await choose(grace.page, 'Menu', /^Import/);
    await grace.page.getByLabel('File to import').setInputFiles(path.join(folder, 'with.html'));
    await grace.page.getByRole('button', { name: 'Import', exact: true }).click();
    await code(grace.page).waitFor();
    await waitForCode(grace.page, PAGE);
  });
  rmSync(folder, { recursive: true, force: true });
});

test.run();
