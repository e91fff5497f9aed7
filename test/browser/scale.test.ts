/** The scale that pitches snap to: chosen by menus, heard, shown as notes, taught, shared and undone. */
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { accessibility } from '../support/accessibility.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const home = `http://127.0.0.1:${port}/?play=paf_synth`;

async function open(address = home): Promise<Person> {
  const person = await chromium.person({ permissions: ['clipboard-read', 'clipboard-write'] });
  await person.page.goto(address);
  await person.page.getByText('All parameters').click();
  return person;
}

const scaleMenu = (page: Page): Locator => page.getByLabel('Scale', { exact: true });
const rootMenu = (page: Page): Locator => page.getByLabel('Root note', { exact: true });
const pitch = (page: Page): Locator => page.getByRole('slider', { name: 'Pitch', exact: true });
const textOf = async (page: Page): Promise<string> =>
  (await pitch(page).getAttribute('aria-valuetext')) ?? '';

test('a pitch snaps to the scale, its slider has the notes, and off gives back what was there', async () => {
  const person = await open();
  const { page } = person;
  assert.ok(await rootMenu(page).isDisabled());
  await pitch(page).fill('10001');
  const free = await textOf(page);
  assert.match(free, /^[\d.]+ Hz$/);
  await scaleMenu(page).selectOption('Minor pentatonic');
  await rootMenu(page).selectOption('E♭');
  const heard = await textOf(page);
  assert.match(heard, /^(?:E♭|F♯|A♭|B♭|C♯)\d · [\d.]+ Hz$/);
  await pitch(page).focus();
  await page.keyboard.press('ArrowRight');
  const next = await textOf(page);
  assert.match(next, /^(?:E♭|F♯|A♭|B♭|C♯)\d · [\d.]+ Hz$/);
  assert.is.not(next, heard);
  await page.keyboard.press('Home');
  assert.is(await textOf(page), 'F♯1 · 46.2 Hz');
  assert.equal(await accessibility(page), []);
  await look(page, 'scale');
  await look(page, 'scale', 'phone');
  await person.close();
});

test('what sounds is the note that is shown, and it is taught there', async () => {
  const person = await open();
  const { page } = person;
  await press(page, 'Play');
  await scaleMenu(page).selectOption('Blues');
  await pitch(page).fill('7');
  await page.waitForTimeout(300);
  const note = await textOf(page);
  await press(page, 'Teach here');
  await page.waitForTimeout(300);
  assert.is(await textOf(page), note);
  await scaleMenu(page).selectOption('Off');
  await page.waitForTimeout(300);
  assert.is(await textOf(page), note.replace(/^.* · /, ''));
  await press(page, 'Undo');
  assert.is(await scaleMenu(page).inputValue(), 'Blues');
  await press(page, 'Redo');
  assert.is(await scaleMenu(page).inputValue(), 'Off');
  await person.close();
});

test('a link has the scale, and an instrument without pitches no menu', async () => {
  const person = await open();
  const { page } = person;
  await scaleMenu(page).selectOption('Dorian');
  await rootMenu(page).selectOption('D');
  await press(page, 'Teach here');
  await press(page, 'Copy link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#taught=3\./);
  await person.close();
  const other = await open(link);
  assert.is(await scaleMenu(other.page).inputValue(), 'Dorian');
  assert.is(await rootMenu(other.page).inputValue(), 'D');
  await other.page.goto(home.replace('paf_synth', 'space_reverb'));
  await other.page.getByText('All parameters').click();
  assert.is(await scaleMenu(other.page).count(), 0);
  await other.close();
});

closing(chromium, service);

test.run();
