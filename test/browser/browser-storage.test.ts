/** What a browser keeps for the pages: read back at the next visit, and never an error where it keeps nothing. */
import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type * as storage from '../../src/web/browser-storage.ts';
import { Chromium } from '../support/chromium.ts';

declare global {
  interface Window {
    kept: typeof storage;
  }
}

const { outputFiles } = await build({
  entryPoints: ['src/web/browser-storage.ts'],
  bundle: true,
  format: 'iife',
  globalName: 'kept',
  write: false,
});
const script = `<!doctype html><title>Storage</title><script>${outputFiles[0]?.text}</script>`;
const chromium = await Chromium.launch();
const { page, errors } = await chromium.person();
await page.route('http://localhost/', (route) =>
  route.fulfill({ contentType: 'text/html', body: script }),
);
await page.goto('http://localhost/');

const recallIn = (where: Page | Frame, name: string): Promise<unknown> =>
  where.evaluate((one) => [window.kept.recall(one), window.kept.recallJson(one)], name);

test('a text is there at the next visit, until it is forgotten', async () => {
  assert.ok(await page.evaluate(() => window.kept.keep('ensemble.a', '{"b":1}')));
  await page.reload();
  assert.equal(await recallIn(page, 'ensemble.a'), ['{"b":1}', { b: 1 }]);
  await page.evaluate(() => window.kept.forget('ensemble.a'));
  assert.equal(await recallIn(page, 'ensemble.a'), [undefined, undefined]);
});

test('a text that is no JSON is none', async () => {
  await page.evaluate(() => window.kept.keep('ensemble.a', '{'));
  assert.equal(await recallIn(page, 'ensemble.a'), ['{', undefined]);
});

test('where storage is full, a text is not kept, and what was there stays', async () => {
  await page.evaluate(() => window.kept.keep('ensemble.a', 'before'));
  assert.not(await page.evaluate(() => window.kept.keep('ensemble.a', 'x'.repeat(20_000_000))));
  assert.equal(await recallIn(page, 'ensemble.a'), ['before', undefined]);
});

test('where storage is blocked, as in a sandbox, nothing is kept and nothing fails', async () => {
  await page.evaluate((srcdoc) => {
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-scripts');
    frame.srcdoc = srcdoc;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    return loaded;
  }, script);
  const sandboxed = page.frames()[1];
  assert.ok(sandboxed);
  assert.not(await sandboxed.evaluate(() => window.kept.keep('ensemble.a', 'a')));
  assert.equal(await recallIn(sandboxed, 'ensemble.a'), [undefined, undefined]);
  await sandboxed.evaluate(() => window.kept.forget('ensemble.a'));
});

test('the page had no error', async () => {
  await chromium.close();
  assert.equal(errors, []);
});

test.run();
