/** Sound files as what an instrument processes: dropped on it or chosen, before and while it plays. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { writeWav } from '../../src/shared/wav.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

/** Half a second of a tone that peaks at a quarter of full scale. */
const tone = Float32Array.from(
  { length: 24_000 },
  (_, at) => 0.25 * Math.sin((2 * Math.PI * at) / 96),
);
const SOUND = {
  name: 'tone.wav',
  type: 'audio/wav',
  bytes: [...writeWav(48_000, [{ left: tone, right: tone }])],
};
const TEXT = { name: 'notes.txt', type: 'text/plain', bytes: [104, 101, 108, 108, 111] };

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

/** Drops a file on the instrument; whether the page took it instead of opening it. */
const drop = (page: Page, file: typeof SOUND): Promise<boolean | undefined> =>
  page.locator('sound-mode').evaluate((element: SoundModeElement, { name, type, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(bytes)], name, { type }));
    const inside = element.view?.element.querySelector('.controls');
    if (!inside) throw new Error('the instrument has no controls');
    // Whether the last of them, the drop itself, was taken.
    return ['dragover', 'drop'].map((kind) => {
      const init = { dataTransfer: data, bubbles: true, composed: true, cancelable: true };
      return !inside.dispatchEvent(new DragEvent(kind, init));
    })[1];
  }, file);

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const level = (page: Page) => page.getByRole('meter', { name: 'Input level' });

/** Waits until the peak of the input is that of the file, within a hundredth. */
async function hears(page: Page, peak: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const meter = document.querySelector('sound-mode')?.shadowRoot?.querySelector('.feed meter');
      return meter instanceof HTMLMeterElement && Math.abs(meter.value - wanted) < 0.01;
    },
    peak,
    { timeout: 60_000 },
  );
}

/** Waits until this source is the one that is shown as chosen. */
const on = (page: Page, name: string): Promise<void> =>
  until(
    async () => String(await page.locator('.feed [aria-pressed=true]').allTextContents()) === name,
    () => `${name} to be on`,
  );

/** Waits until the plucked strings are heard, which are louder than the file. */
async function louder(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const meter = document.querySelector('sound-mode')?.shadowRoot?.querySelector('.feed meter');
    return meter instanceof HTMLMeterElement && meter.value > 0.3;
  });
}

test('a sound file dropped on an instrument that plays is what it processes from then on', async () => {
  const person = await open('echo_bank');
  const { page } = person;
  await press(page, 'Play');
  await level(page).waitFor();
  assert.is(await drop(page, SOUND), true);
  await hears(page, 0.25);
  await press(page, 'Pause');
  await press(page, 'Play');
  await hears(page, 0.25);
  assert.equal(person.errors, []);
  await person.close();
});

test('a file dropped before Play is heard once it is pressed, until another source is chosen', async () => {
  const person = await open('echo_bank');
  const { page } = person;
  assert.is(await drop(page, SOUND), true);
  await page.locator('sound-mode .message', { hasText: 'Press Play to hear it.' }).waitFor();
  await on(page, 'Audio file: tone.wav');
  await press(page, 'Play');
  await hears(page, 0.25);
  assert.is(await page.locator('sound-mode .message').textContent(), '');
  await press(page, 'Plucked strings');
  await louder(page);
  await on(page, 'Plucked strings');
  await press(page, 'Pause');
  await on(page, 'Plucked strings');
  await person.close();
});

test('a file chosen with the button is processed too, and again after Pause', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await press(page, 'Play');
  const choosing = page.waitForEvent('filechooser');
  await press(page, 'Audio file');
  await (await choosing).setFiles({
    name: SOUND.name,
    mimeType: SOUND.type,
    buffer: Buffer.from(SOUND.bytes),
  });
  await hears(page, 0.25);
  await press(page, 'Pause');
  await press(page, 'Play');
  await hears(page, 0.25);
  await person.close();
});

test('what is no sound is refused in words, and what was heard goes on', async () => {
  const person = await open('echo_bank');
  const { page } = person;
  await press(page, 'Play');
  await drop(page, SOUND);
  await hears(page, 0.25);
  await drop(page, TEXT);
  await page
    .locator('sound-mode .message', { hasText: 'This browser can’t play this file.' })
    .waitFor();
  await on(page, 'Audio file: tone.wav');
  await hears(page, 0.25);
  await press(page, 'Pause');
  await press(page, 'Play');
  await hears(page, 0.25);
  await person.close();
});

test('where no sound was dropped before Play, the plucked strings are heard', async () => {
  const person = await open('echo_bank');
  const { page } = person;
  await drop(page, TEXT);
  await press(page, 'Play');
  await page
    .locator('sound-mode .message', { hasText: 'This browser can’t play this file.' })
    .waitFor();
  await louder(page);
  await person.close();
});

test('an instrument that processes no sound takes no files', async () => {
  const person = await open('drone');
  assert.is(await drop(person.page, SOUND), false);
  await person.close();
});

closing(chromium, service);

test.run();
