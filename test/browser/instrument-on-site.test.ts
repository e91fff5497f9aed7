/**
 * The whole way of an instrument, on the real server: from the homepage to a taught sound, onto a site, to
 * a second person, into a file that plays from disk.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { published, type Surface } from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { keepsUp } from '../support/audio-thread.ts';
import { bundled } from '../support/bundled.ts';
import { Chromium, look } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { start, waitFor } from '../support/program.ts';
import { until } from '../support/until.ts';

await bundled();
const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-way-'));
const program = start(['--port', '0'], { DATA_DIR: path.join(folder, 'data') });
const [, base = ''] = await waitFor(program, /"url":"([^"]+)"/);
const chromium = await Chromium.launch();
const PLACE = [0.3, 0.6] as const;

const instrument = (page: Surface) => page.locator('sound-mode').first();
const press = (page: Surface, label: string) =>
  instrument(page).getByRole('button', { name: label, exact: true }).first().click();

async function point(
  page: Page,
  [x, y]: readonly [number, number],
  surface: Surface = page,
): Promise<void> {
  const pad = instrument(surface).locator('.pad').first();
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('the pad has no place');
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

/** What the instrument answers at the same place, wherever it is played. */
const answer = (page: Surface): Promise<number[]> =>
  instrument(page).evaluate((element: SoundModeElement) => [
    ...(element.view?.model.answerAt([9000, 20000, 16384]) ?? []),
  ]);

const loudness = (page: Surface): Promise<number> =>
  instrument(page).evaluate((element: SoundModeElement) => {
    const analyser = element.view?.analyser;
    const samples = new Float32Array(analyser?.fftSize ?? 1);
    analyser?.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
  });

const sounds = (page: Page | Frame): Promise<void> =>
  until(
    async () => (await loudness(page)) > 0.002,
    () => 'sound',
  );

let taught: number[] = [];
let file = '';

test('from the homepage: open an instrument, hear it, teach it two sounds, put it on a new site', async () => {
  const ada = await chromium.person();
  const { page } = ada;
  await page.goto(base);
  await look(page, 'way-1-home');
  await page.locator('a[href="/?play=space_reverb"]').click();
  await instrument(page).locator('.pad').waitFor();
  await press(page, 'Play');
  await sounds(page);
  for (const place of [
    [0.2, 0.2],
    [0.8, 0.8],
  ] as const) {
    await press(page, 'Surprise me');
    await point(page, place);
    await press(page, 'Teach here');
  }
  await press(page, 'Train');
  await instrument(page).locator('.message', { hasText: 'Learned in' }).waitFor();
  await point(page, PLACE);
  await look(page, 'way-2-taught');
  taught = await answer(page);
  await page.getByLabel('Site name').fill('Ada!');
  await page.getByRole('button', { name: 'Add to site' }).click();
  await page.getByText('A site name has 1 to 64 characters').waitFor();
  await page.getByLabel('Site name').fill('ada');
  await page.getByRole('button', { name: 'Add to site' }).click();
  await page.getByText('Saved. Visitors to').waitFor();
  assert.equal(ada.errors, []);
  await ada.close();
});

test('a second person opens the site, plays the same map, and hears it', async () => {
  const ben = await chromium.person();
  const { page } = ben;
  await page.goto(`${base}/member/ada`);
  const site = await published(page);
  await instrument(site).locator('.pad').waitFor();
  assert.equal(await answer(site), taught);
  await press(site, 'Play');
  await point(page, PLACE, site);
  await sounds(site);
  await look(page, 'way-3-site');
  for (const name of ['Microphone', 'Teach here', 'Forget all', 'Save to file']) {
    assert.is(await instrument(site).getByRole('button', { name }).count(), 0, name);
  }
  assert.equal(ben.errors, []);

  await instrument(site).getByRole('link', { name: 'Open in player' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await instrument(page).locator('.pad').waitFor();
  assert.match(page.url(), /\/member\/ada\?play=space_reverb$/);
  assert.equal(await answer(page), taught);
  await press(page, 'Vary');
  taught = await answer(page);
  await page.getByRole('button', { name: 'Save to site' }).click();
  await page.getByText('Saved. Visitors to').waitFor();
  await ben.close();
});

test('what the second person saved is what the site plays, and the export plays from disk', async () => {
  const cleo = await chromium.person({ offline: false });
  const { page } = cleo;
  await page.goto(`${base}/member/ada`);
  const site = await published(page);
  await instrument(site).locator('.pad').waitFor();
  assert.equal(await answer(site), taught);
  const response = await page.request.get(`${base}/member/ada?export`);
  file = path.join(folder, 'ada.html');
  writeFileSync(file, await response.body());
  await cleo.context.setOffline(true);
  await page.goto(pathToFileURL(file).href);
  await instrument(page).locator('.pad').waitFor();
  assert.equal(await answer(page), taught);
  await press(page, 'Play');
  await sounds(page);
  assert.is(await instrument(page).getByRole('link', { name: 'Open in player' }).count(), 0);
  assert.equal(cleo.errors, []);
  await cleo.close();
});

test('four instruments on one page share one audio context, and none is late for another', async () => {
  const dan = await chromium.person();
  const { page } = dan;
  await page.addInitScript(() => {
    const Native = globalThis.AudioContext;
    Object.assign(globalThis, { contexts: 0 });
    globalThis.AudioContext = class extends Native {
      constructor(options?: AudioContextOptions) {
        super(options);
        Object.assign(globalThis, { contexts: Reflect.get(globalThis, 'contexts') + 1 });
      }
    };
  });
  const script = readFileSync('dist/web/sound-mode.js', 'utf8');
  const modes = ['drone', 'wanderer', 'drum_sequencer', 'paf_synth'];
  const many = path.join(folder, 'many.html');
  writeFileSync(
    many,
    `<!doctype html><meta charset="utf-8"><title>x</title>${modes
      .map((mode) => `<sound-mode mode="${mode}"></sound-mode>`)
      .join('')}<script>${script}</script>`,
  );
  await page.goto(pathToFileURL(many).href);
  await page.locator('sound-mode .instrument').nth(3).waitFor();
  const turn = async (at: number, [from, to]: readonly [string, string]): Promise<void> => {
    const one = page.locator('sound-mode').nth(at);
    await one.getByRole('button', { name: from, exact: true }).click();
    await one.getByRole('button', { name: to, exact: true }).waitFor();
  };
  await turn(0, ['Play', 'Pause']);
  await page.waitForTimeout(500);
  const found = await keepsUp(page, async () => {
    for (const at of [1, 2, 3]) await turn(at, ['Play', 'Pause']);
    await page.waitForTimeout(300);
    for (const at of [1, 2, 3]) await turn(at, ['Pause', 'Play']);
  });
  assert.is(found, 'on time', 'starting others does not hold up the one that plays');
  for (const at of [1, 2, 3]) await turn(at, ['Play', 'Pause']);
  assert.is(await page.evaluate('contexts'), 1);
  const playing = await page
    .locator('sound-mode')
    .evaluateAll((all) => all.filter((one) => Reflect.get(one, 'view')?.playing).length);
  assert.is(playing, 4);
  assert.equal(dan.errors, []);
  await dan.close();
});

test('a tag with a mistake says what it should be', async () => {
  const eve = await chromium.person();
  const { page } = eve;
  const wrong = path.join(folder, 'wrong.html');
  const script = readFileSync('dist/web/sound-mode.js', 'utf8');
  writeFileSync(
    wrong,
    `<!doctype html><meta charset="utf-8"><title>x</title><sound-mode></sound-mode><sound-mode mode="flute"></sound-mode><sound-mode mode="drone" taught="${'x'.repeat(80)}!"></sound-mode><script>${script}</script>`,
  );
  await page.goto(pathToFileURL(wrong).href);
  await page.getByText('Give <sound-mode> a mode attribute: one of').waitFor();
  await page.getByText('Unknown instrument “flute”. Available instruments:').waitFor();
  await page.getByText('What this instrument learned can’t be loaded: not base64').waitFor();
  await eve.close();
});

test('what is locked stays locked on the site, for whoever plays there and whoever teaches it further', async () => {
  const ada = await chromium.person();
  await ada.page.goto(`${base}/?play=drone`);
  await instrument(ada.page).getByText('All parameters').click();
  await press(ada.page, 'Lock Cutoff');
  const locks = (page: Surface): Promise<(readonly [number, number])[]> =>
    instrument(page).evaluate((one: SoundModeElement) => [...(one.view?.model.locks ?? [])]);
  const locked = await locks(ada.page);
  assert.is(locked.length, 1);
  await ada.page.getByLabel('Site name').fill('locks');
  await ada.page.getByRole('button', { name: 'Add to site' }).click();
  await ada.page.getByText('Saved. Visitors to').waitFor();
  await ada.close();
  const ben = await chromium.person();
  await ben.page.goto(`${base}/member/locks`);
  const site = await published(ben.page);
  await instrument(site).locator('.instrument').waitFor();
  assert.equal(await locks(site), locked);
  await ben.page.goto(`${base}/member/locks?play=drone`);
  await instrument(ben.page).getByText('All parameters').click();
  const lock = instrument(ben.page).getByRole('button', { name: 'Lock Cutoff', exact: true });
  assert.is(await lock.getAttribute('aria-pressed'), 'true');
  await press(ben.page, 'Surprise me');
  assert.equal(await locks(ben.page), locked);
  await ben.close();
});

closing(chromium, () => program.child.kill(), folder);

test.run();
