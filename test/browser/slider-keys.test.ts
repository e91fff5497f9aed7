/** Parameters and wheels by the keys of a slider: steps that can be heard, and what a screen reader says of them. */
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.getByText('All parameters').click();
  return person;
}

const sliderOf = (page: Page, name: string): Locator =>
  page.getByRole('slider', { name, exact: true });

const textOf = (slider: Locator): Promise<string | null> => slider.getAttribute('aria-valuetext');

/** The MIDI messages that are played from now on. */
const listen = (page: Page): Promise<void> =>
  page.locator('sound-mode').evaluate((one: SoundModeElement) => {
    const played: unknown[] = [];
    Reflect.set(window, 'played', played);
    if (one.view !== undefined) one.view.play = (message) => void played.push(message);
  });

const played = (page: Page): Promise<number[][]> =>
  page.evaluate(() => Reflect.get(window, 'played').splice(0));

/** Presses keys, after each of which the slider is at a place. */
async function pressAll(
  slider: Locator,
  presses: readonly (readonly [key: string, place: number])[],
): Promise<void> {
  for (const [key, place] of presses) {
    await slider.press(key);
    assert.is(await slider.inputValue(), String(place), key);
  }
}

test('a key moves a parameter by a 128th of its range, Page up by a tenth, with Shift by the least there is', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  const slider = page.locator('sound-mode fieldset input').first();
  await slider.fill('10000');
  await pressAll(slider, [
    ['ArrowRight', 10256],
    ['ArrowUp', 10512],
    ['Shift+ArrowUp', 10513],
    ['Shift+ArrowLeft', 10512],
    ['ArrowDown', 10256],
    ['ArrowLeft', 10000],
    ['PageUp', 13277],
    ['PageDown', 10000],
    ['Home', 0],
    ['ArrowLeft', 0],
    ['End', 32768],
    ['ArrowRight', 32768],
  ]);
  assert.equal(person.errors, []);
  await person.close();
});

test('every press counts while the sound reports where the parameter was', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  await press(page, 'Play');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  const slider = page.locator('sound-mode fieldset input').first();
  await slider.fill('0');
  await slider.evaluate((one) => {
    const places: number[] = [];
    Reflect.set(window, 'places', places);
    new MutationObserver(() => {
      if (one instanceof HTMLInputElement) places.push(one.valueAsNumber);
    }).observe(one, { attributeFilter: ['aria-valuetext'] });
  });
  for (let presses = 0; presses < 60; presses += 1) await slider.press('ArrowRight');
  assert.is(await slider.inputValue(), String(60 * 256));
  const places: number[] = await page.evaluate(() => Reflect.get(window, 'places'));
  const back = places.filter((place, at) => place < (places[at - 1] ?? 0));
  assert.ok(places.length > 0);
  assert.equal(back, [], 'it never says where it was');
  await person.close();
});

test('an arrow key moves a parameter in steps by one, and Page up by a tenth of them', async () => {
  const person = await open('paf_synth');
  const slider = sliderOf(person.page, 'Second voice');
  await slider.fill('10');
  await pressAll(slider, [
    ['ArrowRight', 11],
    ['Shift+ArrowRight', 12],
    ['PageDown', 10],
  ]);
  assert.equal(person.errors, []);
  await person.close();
});

test('wheels and pressure say where they are, and move by keys', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await listen(page);
  const modulation = sliderOf(page, 'Modulation');
  assert.is(await textOf(modulation), '0 %');
  await modulation.press('ArrowRight');
  assert.is(await textOf(modulation), '1 %');
  await modulation.press('PageUp');
  assert.is(await textOf(modulation), '11 %');
  await modulation.press('Shift+ArrowLeft');
  await modulation.press('End');
  assert.is(await textOf(modulation), '100 %');
  assert.equal(await played(page), [
    [0xb0, 1, 1],
    [0xb0, 1, 14],
    [0xb0, 1, 13],
    [0xb0, 1, 127],
  ]);
  await sliderOf(page, 'Pressure').press('ArrowUp');
  assert.equal(await played(page), [[0xd0, 1, 0]]);
  assert.equal(person.errors, []);
  await person.close();
});

test('the pitch bends while a key is held, and springs back when it is let go', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await listen(page);
  const bend = sliderOf(page, 'Pitch bend');
  assert.is(await textOf(bend), '0 %');
  await bend.focus();
  await page.keyboard.down('ArrowRight');
  await page.keyboard.down('ArrowRight');
  assert.is(await textOf(bend), '3 %');
  await page.keyboard.up('ArrowRight');
  assert.is(await textOf(bend), '0 %');
  assert.equal(await played(page), [
    [0xe0, 0, 65],
    [0xe0, 0, 66],
    [0xe0, 0, 64],
  ]);
  await page.keyboard.down('Home');
  assert.is(await textOf(bend), '-100 %');
  await sliderOf(page, 'Modulation').focus();
  assert.is(await textOf(bend), '0 %', 'the focus leaves it');
  await page.keyboard.up('Home');
  await played(page);
  await person.close();
});

test('the pitch bends while the wheel is dragged, and springs back every time', async () => {
  const person = await open('fm_voice');
  const { page } = person;
  await listen(page);
  const bend = sliderOf(page, 'Pitch bend');
  const box = await bend.boundingBox();
  if (box === null) throw new Error('the wheel has no place');
  const y = box.y + box.height / 2;
  for (const share of [0.75, 0.75, 0.25]) {
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * share, y, { steps: 3 });
    const bent = (await played(page)).map(([, , high = 0]) => high).at(-1) ?? 0;
    assert.ok(share > 0.5 ? bent > 80 : bent < 48, `${bent}`);
    await page.mouse.up();
    assert.is(await textOf(bend), '0 %');
    assert.equal(await played(page), [[0xe0, 0, 64]]);
  }
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);

test.run();
