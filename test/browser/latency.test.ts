/** Latency in the player: shown while it plays, chosen, kept, and used by the sound that goes on. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

declare global {
  interface Window {
    /** The page's audio contexts and the hints they were made with, in order. */
    contexts: { readonly hint: unknown; readonly context: AudioContext }[];
  }
}

/** Keeps all audio contexts of a page. */
function keepContexts(): void {
  window.contexts = [];
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      window.contexts.push({ hint: options?.latencyHint, context: this });
    }
  };
}

const hints = (page: Page) => page.evaluate(() => window.contexts.map(({ hint }) => hint));
const states = (page: Page) => page.evaluate(() => window.contexts.map((one) => one.context.state));

/** What the browser says that the latency is, in whole milliseconds. */
const measured = (page: Page): Promise<number> =>
  page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    const context = element.view?.analyser?.context;
    if (!(context instanceof AudioContext)) return -1;
    return Math.round(1000 * (context.baseLatency + context.outputLatency));
  });

test('latency is shown while it plays, and a chosen one is used at once and after a reload', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript(keepContexts);
  await page.goto(`http://127.0.0.1:${port}/?play=drone`);
  await page.locator('sound-mode summary', { hasText: 'Advanced' }).click();
  const shown = page.locator('sound-mode .latency output');
  await shown.filter({ hasText: 'Press Play to measure it.' }).waitFor();
  await press(page, 'Play');
  await shown.filter({ hasText: /^Now: \d+ ms$/ }).waitFor();
  // The device's part changes from moment to moment.
  await until(async () => {
    const [, text = ''] = /(\d+)/.exec((await shown.textContent()) ?? '') ?? [];
    return Math.abs(Number(text) - (await measured(page))) < 100;
  });
  assert.equal(await hints(page), ['interactive']);

  const choice = page.getByRole('combobox', { name: 'Latency' });
  assert.is(await choice.inputValue(), 'interactive');
  await choice.selectOption({ label: 'Highest (fewest dropouts)' });
  await page.waitForFunction(() => window.contexts.length === 2);
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.waitForFunction(() => window.contexts[1]?.context.state === 'running');
  assert.equal(await hints(page), ['interactive', 'playback']);
  await until(async () => String(await states(page)) === 'closed,running');
  await shown.filter({ hasText: /^Now: \d+ ms$/ }).waitFor();
  await page.waitForFunction(() => {
    const element = document.querySelector<SoundModeElement>('sound-mode');
    const samples = new Float32Array(2048);
    element?.view?.analyser?.getFloatTimeDomainData(samples);
    return samples.some((sample) => Math.abs(sample) > 0.001);
  });
  await look(page, 'player-latency');

  await page.reload();
  await press(page, 'Play');
  await page.waitForFunction(() => window.contexts[0]?.context.state === 'running');
  assert.equal(await hints(page), ['playback']);
  assert.equal(person.errors, []);
  await person.close();
});

test('a choice while nothing plays starts nothing', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript(keepContexts);
  await page.goto(`http://127.0.0.1:${port}/?play=drone`);
  await page.locator('sound-mode summary', { hasText: 'Advanced' }).click();
  await page.getByRole('combobox', { name: 'Latency' }).selectOption('balanced');
  assert.equal(await hints(page), []);
  await press(page, 'Play');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  assert.equal(await hints(page), ['balanced']);
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);

test.run();
