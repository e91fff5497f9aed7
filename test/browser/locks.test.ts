/** Parameters kept out of learning: locked in the list, and left alone by everything but a hand. */
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { accessibility } from '../support/accessibility.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { learned, presetMenu, press, restoreLeft } from '../support/player.ts';
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

const lockOf = (page: Page, param: string): Locator =>
  page.getByRole('button', { name: `Lock ${param}`, exact: true });
const sliderOf = (page: Page, param: string): Locator =>
  page.getByRole('slider', { name: param, exact: true });
const valueAt = async (page: Page, param: string): Promise<number> =>
  Number(await sliderOf(page, param).inputValue());

async function isLocked(page: Page, param: string): Promise<boolean> {
  return (await lockOf(page, param).getAttribute('aria-pressed')) === 'true';
}

async function setByHand(page: Page, param: string, unit: number): Promise<void> {
  await sliderOf(page, param).fill(String(unit));
}

/** Waits until the sound, which reports 30 times a second, was heard of anew. */
const heard = (page: Page): Promise<void> => page.waitForTimeout(200);

const LEVEL = 12345;

test('a locked parameter is left alone by all that changes a sound, while it plays, and a hand still moves it', async () => {
  const person = await open();
  const { page } = person;
  await press(page, 'Play');
  await setByHand(page, 'Pitch', LEVEL);
  await press(page, 'Release');
  await setByHand(page, 'Pitch', LEVEL);
  await lockOf(page, 'Pitch').click();
  assert.ok(await isLocked(page, 'Pitch'));
  await press(page, 'Release');
  const others = async (): Promise<number> => valueAt(page, 'Formant 1');
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a random sound', () => press(page, 'Surprise me')],
    ['teaching', () => press(page, 'Teach here')],
    ['a variation', () => press(page, 'Vary')],
    ['undo', () => press(page, 'Undo')],
    ['a preset', () => presetMenu(page).selectOption({ index: 2 })],
    ['a voice space', () => page.getByLabel('Voice space').selectOption('Growl')],
    ['the default sound', () => press(page, 'Default sound')],
    ['exploring', () => press(page, 'Explore around this sound')],
    ['Dislike', () => press(page, 'Dislike')],
    ['the end of exploring', () => press(page, 'Done')],
  ];
  for (const [what, step] of steps) {
    await step();
    await heard(page);
    assert.is(await valueAt(page, 'Pitch'), LEVEL, what);
    assert.ok(await isLocked(page, 'Pitch'), what);
  }
  assert.is.not(await others(), LEVEL);
  await setByHand(page, 'Pitch', 777);
  await press(page, 'Surprise me');
  await heard(page);
  assert.is(await valueAt(page, 'Pitch'), 777);
  await look(page, 'locks');
  await lockOf(page, 'Pitch').scrollIntoViewIfNeeded();
  await look(page, 'locks-list');
  await look(page, 'locks-list', 'phone');
  await person.close();
});

test('the lock is reached and switched by keys, says its parameter and state, and gives it back to the network', async () => {
  const person = await open();
  const { page } = person;
  await setByHand(page, 'Cutoff', LEVEL);
  await page.keyboard.press('Tab');
  const focused = page.locator('sound-mode :focus');
  assert.is(await focused.getAttribute('aria-label'), 'Lock Cutoff');
  assert.is(await focused.getAttribute('aria-pressed'), 'false');
  await page.keyboard.press('Space');
  assert.is(await focused.getAttribute('aria-pressed'), 'true');
  await press(page, 'Release');
  assert.is(await valueAt(page, 'Cutoff'), LEVEL);
  await lockOf(page, 'Cutoff').focus();
  await page.keyboard.press('Enter');
  assert.is(await focused.getAttribute('aria-pressed'), 'false');
  assert.is.not(await valueAt(page, 'Cutoff'), LEVEL);
  assert.equal(await accessibility(page), []);
  await person.close();
});

test('undo and redo take a lock back and forth, and leave it where hands moved it', async () => {
  const person = await open();
  const { page } = person;
  await setByHand(page, 'Cutoff', LEVEL);
  await lockOf(page, 'Cutoff').click();
  await press(page, 'Teach here');
  await setByHand(page, 'Cutoff', 99);
  await press(page, 'Undo');
  assert.ok(await isLocked(page, 'Cutoff'));
  assert.is(await valueAt(page, 'Cutoff'), 99, 'what was taught is undone, not the hand');
  await press(page, 'Undo');
  assert.not(await isLocked(page, 'Cutoff'));
  await press(page, 'Redo');
  assert.ok(await isLocked(page, 'Cutoff'));
  await person.close();
});

test('what is taught while a parameter is locked plays its value once it is unlocked', async () => {
  const person = await open();
  const { page } = person;
  await setByHand(page, 'Cutoff', LEVEL);
  await lockOf(page, 'Cutoff').click();
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
  await lockOf(page, 'Cutoff').click();
  assert.ok(Math.abs((await valueAt(page, 'Cutoff')) - LEVEL) <= 8);
  await person.close();
});

test('a link, a preset of one’s own and what the browser keeps hold locks and values', async () => {
  const person = await open();
  const { page } = person;
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
  await setByHand(page, 'Cutoff', LEVEL);
  await lockOf(page, 'Cutoff').click();
  await press(page, 'Release');
  const taught = await learned(page);
  await press(page, 'Copy link');
  await page.getByText('Link copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#taught=2\./);
  assert.ok(link.length < 500, `${link.length} letters`);
  const other = await open(link);
  assert.equal(await learned(other.page), taught);
  assert.ok(await isLocked(other.page, 'Cutoff'));
  assert.is(await valueAt(other.page, 'Cutoff'), LEVEL);
  await other.close();

  await page.getByLabel('Preset name').fill('Low');
  await press(page, 'Save preset');
  await page.getByText('Saved “Low”').waitFor();
  await lockOf(page, 'Cutoff').click();
  await presetMenu(page).selectOption({ index: 1 });
  await presetMenu(page).selectOption('Low');
  assert.ok(await isLocked(page, 'Cutoff'));
  assert.equal(await learned(page), taught);

  // Else it is a preset, and nothing to restore.
  await press(page, 'Vary');
  const varied = await learned(page);
  await page.reload();
  await restoreLeft(page);
  await page.getByText('All parameters').click();
  assert.ok(await isLocked(page, 'Cutoff'));
  assert.equal(await learned(page), varied);
  await person.close();
});

test('a preset adds its locks to those there are, whose values stay, and undo takes them away again', async () => {
  const person = await open();
  const { page } = person;
  await setByHand(page, 'Cutoff', LEVEL);
  await lockOf(page, 'Cutoff').click();
  await setByHand(page, 'Drive', LEVEL);
  await lockOf(page, 'Drive').click();
  await page.getByLabel('Preset name').fill('Both');
  await press(page, 'Save preset');
  await page.getByText('Saved “Both”').waitFor();
  await lockOf(page, 'Drive').click();
  await setByHand(page, 'Cutoff', 5);
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
  await presetMenu(page).selectOption('Both');
  assert.ok(await isLocked(page, 'Drive'));
  assert.is(await valueAt(page, 'Drive'), LEVEL);
  assert.is(await valueAt(page, 'Cutoff'), 5);
  await press(page, 'Undo');
  assert.not(await isLocked(page, 'Drive'));
  assert.ok(await isLocked(page, 'Cutoff'));
  assert.is(await valueAt(page, 'Cutoff'), 5);
  await person.close();
});

test('a tempo is tapped, in the time of a hand or of keys, and can be locked there', async () => {
  const person = await open(`http://127.0.0.1:${port}/?play=drum_sequencer`);
  const { page } = person;
  const tap = page.getByRole('button', { name: 'Tap the tempo', exact: true });
  const tempo = async (): Promise<number> =>
    Number.parseFloat((await sliderOf(page, 'Tempo').getAttribute('aria-valuetext')) ?? '');
  const before = await tempo();
  // Events of the page itself, at exact times: a busy machine delays those of a real mouse.
  const tapAt = (type: string, times: readonly number[]): Promise<void> =>
    tap.evaluate(
      (element, { type, times }) => {
        for (const time of times) {
          const event = new (type === 'click' ? MouseEvent : PointerEvent)(type, { bubbles: true });
          Object.defineProperty(event, 'timeStamp', { value: time });
          element.dispatchEvent(event);
        }
      },
      { type, times },
    );
  await tapAt('pointerdown', [1_000]);
  assert.is(await tempo(), before, 'one tap is no tempo');
  await tapAt('pointerdown', [1_600, 2_200]);
  assert.is(await tempo(), 100);
  await tapAt('click', [20_000, 20_400]);
  assert.is(await tempo(), 150);
  await tapAt('click', [30_000, 30_050]);
  assert.is(await tempo(), 200, 'no faster than the instrument can be');
  await lockOf(page, 'Tempo').click();
  await press(page, 'Surprise me');
  assert.is(await tempo(), 200);
  // A real click begins a tempo with the press, and does not count again when the mouse is let go.
  await tap.click();
  assert.is(await tempo(), 200);
  await tap.scrollIntoViewIfNeeded();
  await look(page, 'player-tap-tempo', 'desktop');
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);

test.run();
