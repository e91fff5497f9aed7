/** A loop of gestures: recorded by hand, repeated on the instrument, and sent to a synth. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { accessibility } from '../support/accessibility.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press, restoreLeft } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.addInitScript({ path: 'test/support/fake-devices.js' });
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

const says = (page: Page, text: string) =>
  page.locator('sound-mode .message', { hasText: text }).waitFor();

const across = (page: Page): Promise<number> =>
  page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => element.view?.model.inputs[0] ?? -1);

/** The loop that is kept, packed. */
const loopOf = (page: Page): Promise<string> =>
  page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => element.view?.model.loop ?? '');

/** Records a loop of a move to the right, which then repeats. */
async function recordMove(page: Page): Promise<void> {
  await press(page, 'Record loop');
  await page.locator('sound-mode .pad input').first().focus();
  await page.keyboard.press('End');
  await page.waitForTimeout(100);
  await press(page, 'End loop');
  await says(page, 'Repeating');
}

/** What was sent to the synth: status, data… */
const sent = (page: Page): Promise<number[][]> =>
  page.evaluate(() => window.fakeMidi.sent.map(([, ...bytes]) => bytes));

test('moves are repeated until the loop is stopped, from where they began', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  const pad = page.locator('sound-mode .pad input').first();
  assert.ok(await page.getByRole('button', { name: 'Play loop' }).isDisabled());
  await press(page, 'Record loop');
  await says(page, 'Recording your gestures.');
  await pad.focus();
  await page.keyboard.press('Home');
  await page.waitForTimeout(200);
  await page.keyboard.press('End');
  await page.waitForTimeout(200);
  await press(page, 'End loop');
  await says(page, 'Repeating');
  // All three places, twice: the middle, where it began, and both ends.
  for (const unit of [16_384, 0, 32_768, 16_384, 0, 32_768]) {
    await until(
      async () => (await across(page)) === unit,
      () => `the pad at ${unit}`,
    );
  }
  await look(page, 'player-loop');
  assert.equal(await accessibility(page), []);
  await press(page, 'Stop loop');
  const stopped = await across(page);
  await page.waitForTimeout(700);
  assert.is(await across(page), stopped);
  await press(page, 'Play loop');
  await until(async () => (await across(page)) !== stopped);
  assert.equal(person.errors, []);
  await person.close();
});

test('a loop is kept: after a reload it is offered with everything else, and plays', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await recordMove(page);
  await press(page, 'Stop loop');
  const recorded = await loopOf(page);
  assert.is.not(recorded, '');
  await page.reload();
  await restoreLeft(page);
  await until(async () => (await loopOf(page)) === recorded);
  const before = await across(page);
  await press(page, 'Play loop');
  await until(async () => (await across(page)) !== before);
  // Damaged, it is left out.
  await page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => element.view?.model.keepLoop('no loop'));
  assert.ok(await page.getByRole('button', { name: 'Stop loop' }).isEnabled());
  assert.equal(person.errors, []);
  await person.close();
});

test('a loop stays until another one has gestures, so that Record loop alone destroys none', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await recordMove(page);
  const loop = await loopOf(page);
  assert.is.not(loop, '');
  await press(page, 'Record loop');
  await press(page, 'End loop');
  await says(page, 'your loop is unchanged');
  assert.is(await loopOf(page), loop);
  const before = await across(page);
  await press(page, 'Play loop');
  await until(async () => (await across(page)) !== before);
  await press(page, 'Record loop');
  await page.locator('sound-mode .pad input').first().focus();
  for (const key of ['Home', 'End']) await page.keyboard.press(key);
  await press(page, 'End loop');
  await says(page, 'Repeating');
  assert.is.not(await loopOf(page), loop);
  assert.equal(person.errors, []);
  await person.close();
});

test('a recording of nothing is no loop, and a count-in comes before one where it is wanted', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await press(page, 'Record loop');
  await press(page, 'End loop');
  await says(page, 'there is no loop');
  assert.ok(await page.getByRole('button', { name: 'Play loop' }).isDisabled());
  await page.getByRole('checkbox', { name: 'Count-in' }).check();
  await press(page, 'Record loop');
  await says(page, 'The loop starts after four beats.');
  await press(page, 'Cancel loop');
  await press(page, 'Record loop');
  await says(page, 'Recording your gestures.');
  await page.getByRole('button', { name: 'End loop' }).waitFor();
  assert.equal(person.errors, []);
  await person.close();
});

test('a loop is sent to a synth: moves as controllers, notes as notes that end with it', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await press(page, 'Connect MIDI');
  await recordMove(page);
  assert.equal(await sent(page), []);
  await page.getByRole('checkbox', { name: 'Send the loop to the MIDI output' }).check();
  await until(
    async () => (await sent(page)).length > 3,
    () => 'controllers',
  );
  for (const [status, controller, value] of await sent(page)) {
    assert.equal([status, controller], [0xb0, 102]);
    assert.ok(value === 64 || value === 127, `${value}`);
  }
  assert.equal(person.errors, []);
  await person.close();
});

test('a key held at the end of a loop is released there, and when it is stopped', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await press(page, 'Connect MIDI');
  await page.getByRole('checkbox', { name: 'Send the loop to the MIDI output' }).check();
  await press(page, 'Record loop');
  await page.keyboard.down('KeyA');
  await page.waitForTimeout(100);
  await press(page, 'End loop');
  await page.keyboard.up('KeyA');
  await until(
    async () => (await sent(page)).length > 4,
    () => 'notes',
  );
  await press(page, 'Stop loop');
  const notes = await sent(page);
  assert.is(notes.length % 2, 0);
  for (const [at, [status, key]] of notes.entries()) {
    assert.equal([status, key], [at % 2 === 0 ? 0x90 : 0x80, 60]);
  }
  assert.equal(person.errors, []);
  await person.close();
});

test('what plays itself has no loop of gestures', async () => {
  const person = await open('wanderer');
  const { page } = person;
  assert.is(await page.getByRole('button', { name: 'Record loop' }).count(), 0);
  assert.is(await page.getByRole('button', { name: 'Record', exact: true }).count(), 1);
  await person.close();
});

closing(chromium, service);

test.run();
