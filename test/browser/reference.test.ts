/** The reference cards: what each parameter does to the sound that is chosen, as a picture and to hear. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { modeNamed } from '../../build/ts/registry.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { referencePage } from '../../src/routes/reference-view.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { presetMenu } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const built = await bundles();
const { port, service } = await startService({
  views: { play: playerPage(built), reference: referencePage(built) },
});
const chromium = await Chromium.launch();

async function open(mode: string, options: BrowserContextOptions = {}): Promise<Person> {
  const person = await chromium.person(options);
  await person.page.goto(`http://127.0.0.1:${port}/?reference=${mode}`);
  await person.page.locator('#reference .card').first().waitFor();
  return person;
}

const card = (page: Page, param: string): Locator =>
  page.locator('#reference .card', {
    has: page.getByRole('heading', { name: param, exact: true }),
  });

/** Waits until the picture of a card is drawn. @returns its levels as text */
async function drawn(one: Locator): Promise<string> {
  await one.scrollIntoViewIfNeeded();
  const level = one.locator('.heard dd', { hasText: 'LUFS' });
  await level.waitFor();
  return (await level.textContent()) ?? '';
}

const pixels = (one: Locator): Promise<string> =>
  one.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

/** Counts audio contexts that run. */
const sounding = (page: Page): Promise<boolean> => page.evaluate('window.running === true');

test('a card says that a phrase is played, and nothing where the instrument sounds without', async () => {
  for (const [mode, says] of [
    ['fm_voice', true],
    ['paf_synth', false],
  ] as const) {
    const person = await open(mode);
    const hints = (await person.page.locator('#reference .hints').textContent()) ?? '';
    assert.is(hints.includes('the same few notes'), says, mode);
    await person.close();
  }
});

test('every parameter is there, with its range, curve and picture', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  assert.is(await page.locator('#reference .card').count(), modeNamed('paf_synth')?.params.length);
  const cutoff = card(page, 'Cutoff');
  assert.match((await cutoff.textContent()) ?? '', /60\.0 Hz to 16000 Hz/);
  await drawn(cutoff);
  const [first, second] = [await pixels(cutoff), await pixels(card(page, 'Resonance'))];
  assert.is.not(first, second);
  const brightness = (await cutoff.locator('.heard dd').last().textContent()) ?? '';
  const [low = 0, high = 0] = (brightness.match(/\d+/g) ?? []).map(Number);
  assert.ok(high > 2 * low, brightness);
  await look(page, 'reference');
  assert.equal(person.errors, []);
  await person.close();
});

test('another preset draws the pictures again; another voice space shows its own curves', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  const cutoff = card(page, 'Cutoff');
  await drawn(cutoff);
  const before = await pixels(cutoff);
  const names = await presetMenu(page).locator('option').allTextContents();
  const current = await presetMenu(page).locator('option:checked').textContent();
  const other = names.find((name) => name !== current && !name.startsWith('No')) ?? '';
  await presetMenu(page).selectOption({ label: other });
  await until(
    async () => (await pixels(cutoff)) !== before,
    () => 'another picture',
  );
  await page.getByRole('combobox', { name: 'Voice space' }).selectOption({ label: 'Growl' });
  await cutoff.getByText('square').waitFor();
  await person.close();
});

test('what a parameter does can be heard and stopped, one at a time', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  await page.evaluate(() => {
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when: Parameters<typeof start>) {
      start.apply(this, when);
      Reflect.set(window, 'running', true);
      const channels = this.buffer === null ? [] : [this.buffer.getChannelData(0)];
      Reflect.set(
        window,
        'peak',
        Math.max(...channels.map((all) => all.reduce((a, b) => Math.max(a, Math.abs(b)), 0))),
      );
      this.addEventListener('ended', () => Reflect.set(window, 'running', false));
    };
  });
  const hear = (param: string) => card(page, param).getByRole('button');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await hear('Cutoff').click();
  // Only one of the two is heard.
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await until(
    () => sounding(page),
    () => 'a sound',
  );
  const peak = Number(await page.evaluate('window.peak'));
  assert.ok(peak > 0.02 && peak <= 1, String(peak));
  assert.is(await hear('Cutoff').textContent(), 'Stop');
  await hear('Drive').click();
  assert.is(await hear('Cutoff').textContent(), 'Hear it');
  assert.is(await hear('Drive').textContent(), 'Stop');
  await hear('Drive').click();
  await until(
    async () => !(await sounding(page)),
    () => 'silence',
  );
  assert.is(await hear('Drive').textContent(), 'Hear it');
  await hear('Drive').click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await until(
    async () => (await hear('Drive').textContent()) === 'Hear it',
    () => 'the instrument alone',
  );
  assert.equal(person.errors, []);
  await person.close();
});

test('what sends MIDI says so, and has no pictures', async () => {
  const person = await open('sound_analysis');
  await person.page.getByText('sends MIDI controllers').waitFor();
  assert.is(await person.page.locator('#reference .card canvas').count(), 0);
  await person.close();
});

test('the player links to it, and it to the player', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.goto(`http://127.0.0.1:${port}/?play=drone`);
  await page.getByRole('link', { name: 'reference card' }).click();
  await page.getByRole('link', { name: 'Play and teach it' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await person.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing at ${width}, ${colorScheme}; nothing is too wide`, async () => {
      const viewport = { width, height: width === 390 ? 844 : 800 };
      const person = await open('space_reverb', { colorScheme, viewport, bypassCSP: true });
      const { page } = person;
      await drawn(card(page, 'Size'));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.evaluate(axe);
      const results: AxeResults = await page.evaluate('axe.run(document)');
      assert.equal(
        results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`),
        [],
      );
      await look(page, `reference-${width}-${colorScheme}`);
      await person.close();
    });
  }
}

closing(chromium, service);

test.run();
