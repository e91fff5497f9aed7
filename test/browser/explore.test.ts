/** Exploring by ear in the player: the pad becomes a plane, and presses lead from sound to sound. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { instrument, press, touch } from '../../scripts/demo/page-actions.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { accessibility } from '../support/accessibility.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const EXPLORE = 'Explore around this sound';

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await instrument(person.page).locator('.instrument').waitFor();
  return person;
}

const paramsOf = (page: Page): Promise<number[]> =>
  page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => [...(element.view?.model.params ?? [])]);

const taughtIn = (page: Page): Promise<number[][]> =>
  page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) =>
      (element.view?.model.examples ?? []).map(({ inputs, params }) => [...inputs, ...params]),
    );

const named = (page: Page, name: string) =>
  instrument(page).getByRole('button', { name, exact: true });

test('the sound is in the middle; Like goes on from a place, Dislike does not, Undo goes back', async () => {
  const person = await open('drum_sequencer');
  const { page } = person;
  await touch(page, [0.2, 0.8]);
  const start = await paramsOf(page);
  await press(page, EXPLORE);
  assert.equal(await paramsOf(page), start);
  assert.is(await named(page, 'Teach here').count(), 0);
  assert.ok(await named(page, 'Undo').isDisabled());
  await touch(page, [0.95, 0.9]);
  const liked = await paramsOf(page);
  assert.not.equal(liked, start);
  await press(page, 'Like');
  assert.equal(await paramsOf(page), liked);
  await press(page, 'Dislike');
  assert.equal(await paramsOf(page), liked);
  await touch(page, [0.1, 0.1]);
  assert.not.equal(await paramsOf(page), liked);
  await press(page, 'Undo');
  await press(page, 'Undo');
  assert.equal(await paramsOf(page), start);
  assert.equal(person.errors, []);
  await person.close();
});

test('Keep teaches the sound where the pad was before, and the pad is the map again', async () => {
  const person = await open('drum_sequencer');
  const { page } = person;
  await touch(page, [0.25, 0.75]);
  await press(page, EXPLORE);
  await touch(page, [0.9, 0.2]);
  await press(page, 'Like');
  const found = await paramsOf(page);
  await press(page, 'Keep');
  await instrument(page).getByText('Taught this sound where you were').waitFor();
  const [[x = 0, y = 0, ...sound] = []] = await taughtIn(page);
  assert.ok(Math.abs(x / 32768 - 0.25) < 0.02 && Math.abs(y / 32768 - 0.75) < 0.02);
  assert.equal(sound, found);
  assert.is(await instrument(page).locator('.point').count(), 1);
  assert.ok(await instrument(page).locator('canvas.map').isVisible());
  assert.is(await named(page, 'Like').count(), 0);
  await person.close();
});

test('Done holds the sound, to teach it elsewhere', async () => {
  const person = await open('drum_sequencer');
  const { page } = person;
  await press(page, EXPLORE);
  await touch(page, [0.9, 0.2]);
  const found = await paramsOf(page);
  await press(page, 'Done');
  await touch(page, [0.1, 0.1]);
  assert.equal(await paramsOf(page), found);
  await press(page, 'Teach here');
  const [[x = 0, , ...sound] = []] = await taughtIn(page);
  assert.ok(x / 32768 < 0.13);
  assert.equal(sound, found);
  await person.close();
});

test('an instrument without a pad gets a plane, by keys alone, and a param that is moved stays', async () => {
  const person = await open('drone');
  const { page } = person;
  await named(page, EXPLORE).focus();
  await page.keyboard.press('Enter');
  const across = page.getByRole('slider', { name: 'Across' });
  assert.ok(await across.evaluate((slider) => slider.matches(':focus')));
  const start = await paramsOf(page);
  await page.keyboard.press('End');
  const liked = await paramsOf(page);
  assert.not.equal(liked, start);
  await page.keyboard.press('Enter');
  assert.equal(await paramsOf(page), liked);
  assert.is(await across.getAttribute('aria-valuetext'), '50 %');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  assert.equal(await paramsOf(page), start);
  await page.getByText('All parameters').click();
  await instrument(page).locator('fieldset input').first().fill('1234');
  await across.focus();
  await page.keyboard.press('Home');
  assert.is((await paramsOf(page))[0], 1234);
  assert.equal(await accessibility(page), []);
  await named(page, 'Done').focus();
  await page.keyboard.press('Enter');
  assert.ok(await named(page, EXPLORE).evaluate((one) => one.matches(':focus')));
  await person.close();
});

test('a random sound, a preset or a new network ends exploring', async () => {
  const person = await open('drum_sequencer');
  const { page } = person;
  await press(page, EXPLORE);
  await instrument(page).getByRole('combobox', { name: 'Preset' }).selectOption({ index: 1 });
  await named(page, EXPLORE).waitFor();
  assert.is(await instrument(page).locator('.pad').count(), 1);
  assert.equal(person.errors, []);
  await person.close();
});

test('what others teach meanwhile does not end exploring', async () => {
  const person = await open('drum_sequencer');
  const { page } = person;
  await press(page, EXPLORE);
  await touch(page, [0.9, 0.2]);
  await press(page, 'Like');
  const found = await paramsOf(page);
  await page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    const { view } = element;
    view?.model.follow({ voiceSpace: 0, taught: [] });
  });
  assert.equal(await paramsOf(page), found);
  await press(page, 'Dislike');
  assert.equal(await paramsOf(page), found);
  await press(page, 'Keep');
  assert.equal(
    (await taughtIn(page)).map((words) => words.slice(2)),
    [found],
  );
  assert.equal(person.errors, []);
  await person.close();
});

test('on a phone, the plane and its buttons are on one screen', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  await press(page, EXPLORE);
  const plane = instrument(page).locator('.pad:visible');
  assert.is(await plane.count(), 1);
  await plane.scrollIntoViewIfNeeded();
  const [pad, like, done] = await Promise.all(
    [plane, named(page, 'Like'), named(page, 'Done')].map((one) => one.boundingBox()),
  );
  assert.ok(pad && like && done);
  assert.ok(done.y + done.height - pad.y < 844, `${done.y + done.height - pad.y} pixels`);
  assert.ok(like.height >= 40);
  await person.close();
});

closing(chromium, service);

test.run();
