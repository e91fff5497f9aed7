/** However a page lays it out, an instrument is as wide as there is room, never wider than its page, and stays in place. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from '../support/bundled.ts';
import { Chromium } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';

await bundled();
const script = readFileSync('dist/web/sound-mode.js', 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-layout-'));
const chromium = await Chromium.launch();

const TAG = '<sound-mode mode="space_reverb"></sound-mode>';
const GRID = 'body { display: grid; place-items: center }';
const COLUMN = 'body { display: flex; flex-direction: column; align-items: center }';

const LAYOUTS: readonly (readonly [name: string, css: string, tag: string])[] = [
  ['a plain page', '', TAG],
  ['a grid that centres', GRID, TAG],
  ['a padded box in such a grid', `${GRID} main { padding: 2rem }`, `<main>${TAG}</main>`],
  ['a centred column', COLUMN, TAG],
  ['a padded box in such a column', `${COLUMN} main { padding: 2rem }`, `<main>${TAG}</main>`],
  ['a row', 'body { display: flex }', TAG],
  ['a line of text', 'sound-mode { display: inline-block }', TAG],
  ['beside text', 'sound-mode { float: left }', TAG],
  ['a table', '', `<table><tr><td>${TAG}</table>`],
];

for (const [name, css, tag] of LAYOUTS) {
  test(`${name}: wide on a desk, within the page on a phone`, async () => {
    const file = path.join(folder, 'page.html');
    writeFileSync(
      file,
      `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>x</title>
<style>${css}</style><body><h1>x</h1>${tag}<script>${script}</script>`,
    );
    const { page } = await chromium.person();
    await page.goto(pathToFileURL(file).href);
    const instrument = page.locator('sound-mode .instrument');
    await instrument.waitFor();
    assert.ok(((await instrument.boundingBox())?.width ?? 0) >= 900);
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(((await instrument.boundingBox())?.width ?? 0) >= 260);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(wide) <= 360, `${wide} pixels wide at 360`);
  });
}

test('nothing moves when the instrument begins to play, however wide the page is', async () => {
  const file = path.join(folder, 'playing.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>x</title>
<sound-mode mode="drum_sequencer"></sound-mode><script>${script}</script>`,
  );
  const { page } = await chromium.person();
  await page.goto(pathToFileURL(file).href);
  const pad = page.locator('sound-mode .pad').first();
  const power = page.locator('sound-mode button.power');
  await pad.waitFor();
  for (let width = 360; width <= 1_200; width += 20) {
    await page.setViewportSize({ width, height: 740 });
    const places = [];
    for (const state of ['true', 'false']) {
      await power.click();
      await page.locator(`sound-mode button.power[aria-pressed=${state}]`).waitFor();
      places.push(await pad.boundingBox());
    }
    assert.equal(places[0], places[1], `at ${width} pixels`);
  }
});

closing(chromium, folder);

test.run();
