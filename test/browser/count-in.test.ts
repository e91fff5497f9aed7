/** A count-in before a recording: four clicks that are heard and not recorded. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readWav } from '../../scripts/render/read-wav.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const BEAT_S = 60 / 120;

declare global {
  interface Window {
    /** Context times of all clicks. */
    clicks: number[];
    /** Those that were taken back. */
    silenced: number;
    /** Numbers that were shown, in their order. */
    beats: string[];
  }
}

/** A player that keeps when its clicks are due. */
async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.addInitScript(() => {
    window.clicks = [];
    window.silenced = 0;
    const { prototype } = OscillatorNode;
    const { start, disconnect } = prototype;
    prototype.start = function (at = 0) {
      window.clicks.push(at);
      start.call(this, at);
    };
    Object.assign(prototype, {
      disconnect(this: OscillatorNode) {
        window.silenced += 1;
        Reflect.apply(disconnect, this, []);
      },
    });
  });
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await press(person.page, 'Play');
  await person.page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await person.page.getByRole('checkbox', { name: 'Count-in' }).check();
  return person;
}

const says = (page: Page, text: string) =>
  page.locator('sound-mode .message', { hasText: text }).waitFor();

test('four clicks half a second apart come before a recording, and are not in it', async () => {
  // Silent until a note is played: a recorded click would be all there is.
  const person = await open('fm_voice');
  const { page } = person;
  // A beat is over before a busy machine looks for it.
  await page.locator('sound-mode .beat').evaluate((beat) => {
    window.beats = [];
    new MutationObserver(() => window.beats.push(beat.textContent ?? '')).observe(beat, {
      childList: true,
    });
  });
  await press(page, 'Record');
  await says(page, 'Recording starts after four beats.');
  await look(page, 'player-count-in');
  await says(page, 'Recording.');
  assert.equal(await page.evaluate(() => window.beats), ['4', '3', '2', '1', '']);
  const coming = page.waitForEvent('download');
  await page.waitForTimeout(1_000);
  await press(page, 'Stop recording');
  const { left } = readWav(readFileSync(await (await coming).path()));
  const now_s = await page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => element.view?.analyser?.context.currentTime ?? 0);
  assert.ok(left.length > 4_000, `${left.length} frames`);
  assert.ok(
    left.every((sample) => Math.abs(sample) < 0.001),
    'a click was recorded',
  );
  const clicks = await page.evaluate(() => window.clicks);
  assert.is(clicks.length, 4);
  const most_s = now_s - (clicks[0] ?? 0) - 4 * BEAT_S;
  assert.ok(left.length / 48_000 < most_s + 0.05, `${left.length} frames in ${most_s} s`);
  for (const [at, time] of clicks.entries()) {
    assert.ok(Math.abs(time - (clicks[0] ?? 0) - at * BEAT_S) < 0.001, clicks.join());
  }
  // The choice is remembered.
  await page.reload();
  assert.ok(await page.getByRole('checkbox', { name: 'Count-in' }).isChecked());
  assert.equal(person.errors, []);
  await person.close();
});

test('a count-in is cancelled by its button and by Pause, and nothing is downloaded', async () => {
  const person = await open('drone');
  const { page } = person;
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  for (const cancel of ['Cancel recording', 'Pause']) {
    await press(page, 'Record');
    await page.locator('sound-mode .beat', { hasText: /\d/ }).waitFor();
    await press(page, cancel);
    await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
    assert.is(await page.locator('sound-mode .beat').textContent(), '');
  }
  await page.waitForTimeout(4 * BEAT_S * 1_000 + 500);
  assert.is(await page.getByRole('button', { name: 'Record', exact: true }).count(), 1);
  assert.is(downloads, 0);
  assert.is(await page.evaluate(() => window.silenced), 8);
  assert.equal(person.errors, []);
  await person.close();
});

test('an instrument with a tempo counts in at its own', async () => {
  const person = await open('drum_sequencer');
  const { page } = person;
  await page.locator('sound-mode summary', { hasText: 'All parameters' }).click();
  const tempo = page.locator('sound-mode .params label', { hasText: 'Tempo' });
  await tempo.locator('input').evaluate((input: HTMLInputElement) => {
    input.value = '0';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const bpm = async () => Number.parseFloat((await tempo.locator('output').textContent()) ?? '');
  await until(async () => (await bpm()) === 60);
  await press(page, 'Record');
  const [first = 0, second = 0] = await page.evaluate(() => window.clicks);
  assert.ok(Math.abs(second - first - 1) < 0.01, `${second - first} s`);
  await person.close();
});

closing(chromium, service);

test.run();
