/** A sequencer plays the synths that are connected to the page, and lets no note hang. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

/** The sequencer plays, connected to a synth. */
async function open(): Promise<Person> {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript({ path: 'test/support/fake-devices.js' });
  await page.goto(`http://127.0.0.1:${port}/?play=polyrhythm`);
  await page.locator('sound-mode .instrument').waitFor();
  await press(page, 'Connect MIDI');
  await page.locator('sound-mode .message', { hasText: 'Connected to Keys.' }).waitFor();
  await press(page, 'Play');
  return person;
}

const press = (page: Page, label: string): Promise<void> =>
  page.locator('sound-mode').getByRole('button', { name: label, exact: true }).first().click();

/** Every message that a synth was sent. */
const sentTo = (page: Page, synth: string): Promise<number[][]> =>
  page.evaluate(
    (wanted) =>
      window.fakeMidi.sent.flatMap(([name, ...bytes]) => (name === wanted ? [bytes] : [])),
    synth,
  );

/** Notes that began and have not ended. */
async function held(page: Page, synth: string): Promise<number> {
  const notes = new Map<number, number>();
  for (const [status = 0, key = 0] of await sentTo(page, synth)) {
    const note = (status & 0x0f) * 128 + key;
    const count = notes.get(note) ?? 0;
    if ((status & 0xf0) === 0x90) notes.set(note, count + 1);
    if ((status & 0xf0) === 0x80) notes.set(note, Math.max(0, count - 1));
  }
  return [...notes.values()].reduce((sum, count) => sum + count, 0);
}

/** Waits until notes sound at a synth, or until none does. */
const sounds = (page: Page, synth: string, wanted = true): Promise<void> =>
  until(
    async () => (await held(page, synth)) > 0 === wanted,
    () => (wanted ? `notes at ${synth}` : `the end of all notes at ${synth}`),
  );

test('no note sounds on when it stops, when another output is chosen, or after the page', async () => {
  const person = await open();
  const { page } = person;
  await sounds(page, 'Synth');
  await page.evaluate(() => window.fakeMidi.plug('Other synth'));
  await page.getByRole('combobox', { name: 'MIDI output' }).selectOption('Other synth');
  assert.is(await held(page, 'Synth'), 0);
  await sounds(page, 'Other synth');
  await press(page, 'Pause');
  await sounds(page, 'Other synth', false);
  await press(page, 'Play');
  await sounds(page, 'Other synth');
  const left = await page.evaluate(() => {
    dispatchEvent(new Event('pagehide'));
    return window.fakeMidi.sent.at(-1);
  });
  assert.is((left?.[1] ?? 0) & 0xf0, 0x80, 'the last message ends a note');
  const statuses = (await sentTo(page, 'Other synth')).map(([status]) => status);
  for (const status of [0x90, 0x91, 0x92])
    assert.ok(statuses.includes(status), 'a line of its own');
  assert.equal(person.errors, []);
  await person.close();
});

test('a synth that is chosen gets its own controllers on channel 1, also after a reload', async () => {
  const person = await open();
  const { page } = person;
  await sounds(page, 'Synth');
  const synths = page.getByRole('combobox', { name: 'Sends to' });
  await until(
    async () =>
      (await sentTo(page, 'Synth')).some(([status, number]) => status === 0xb2 && number === 74),
    () => 'the cutoff on each channel',
  );
  const before = (await sentTo(page, 'Synth')).length;
  await synths.selectOption('Korg minilogue');
  await until(
    async () => (await sentTo(page, 'Synth')).slice(before).some(([, number]) => number === 43),
    () => 'the cutoff of the minilogue',
  );
  await page.locator('sound-mode .sent', { hasText: 'CC 43:' }).waitFor();
  await sounds(page, 'Synth');
  // What ends notes that began without a synth comes first.
  const after = (await sentTo(page, 'Synth')).slice(before);
  const first = after.findIndex(([, number]) => number === 43);
  assert.ok(after.slice(first).every(([status = 0]) => (status & 0x0f) === 0));
  await page.reload();
  await page.locator('sound-mode .instrument').waitFor();
  await press(page, 'Connect MIDI');
  assert.is(await synths.inputValue(), 'korg_minilogue');
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);

test.run();
