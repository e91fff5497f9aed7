/** Parameters that the engine reads in steps: the list shows and sets steps, and never a value between. */
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person({});
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.getByText('All parameters').click();
  return person;
}

const sliderOf = (page: Page, param: string): Locator =>
  page.getByRole('slider', { name: param, exact: true });

/** Waits until the sound, which reports 30 times a second, was heard of anew. */
const heard = (page: Page): Promise<void> => page.waitForTimeout(200);

const textOf = async (page: Page, param: string): Promise<string | null> =>
  sliderOf(page, param).getAttribute('aria-valuetext');

test('an interval in whole semitones has a place for each, moves by one with a key, and sounds there', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  await press(page, 'Play');
  const slider = sliderOf(page, 'Second voice');
  assert.is(await slider.getAttribute('max'), '24');
  for (let step = 0; step <= 24; step += 6) {
    await slider.fill(String(step));
    await heard(page);
    assert.is(await slider.inputValue(), String(step));
    assert.is(await textOf(page, 'Second voice'), `${step - 12} st`);
  }
  await slider.press('ArrowLeft');
  await heard(page);
  assert.is(await textOf(page, 'Second voice'), '11 st');
  await press(page, 'Surprise me');
  await heard(page);
  assert.match((await textOf(page, 'Second voice')) ?? '', /^-?\d+ st$/);
  assert.equal(person.errors, []);
  await person.close();
});

test('a voice space that reads any interval gives it a slider of any value, and back', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  const slider = sliderOf(page, 'Second voice');
  await slider.fill('3');
  await page.getByLabel('Voice space').selectOption('Glass');
  await heard(page);
  assert.is(await slider.getAttribute('max'), '32768');
  await slider.fill('10001');
  assert.is(await textOf(page, 'Second voice'), '-4.68 st');
  await page.getByLabel('Voice space').selectOption('Choir');
  await heard(page);
  assert.is(await textOf(page, 'Second voice'), '-5 st');
  assert.equal(person.errors, []);
  await person.close();
});

test('steps that are no whole numbers of their unit are counted', async () => {
  const person = await open('wanderer');
  const { page } = person;
  const slider = sliderOf(page, 'Melody range');
  await slider.fill('2');
  assert.is(await textOf(page, 'Melody range'), '3 of 19');
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);
test.run();
