/** On a phone, an instrument and Teach fit on one screen, or it and Record, keys are as wide as fingers, and each finger plays. */
import type { Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES, modeNamed } from '../../build/ts/registry.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 720 };

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person({ viewport: PHONE, hasTouch: true });
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

const part = (page: Page, selector: string): Locator =>
  page.locator('sound-mode').locator(selector);
const named = (page: Page, name: string): Locator =>
  page.locator('sound-mode').getByRole('button', { name, exact: true });

async function bottomOf(place: Locator): Promise<number> {
  const box = await place.boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
}

/** How high a screen must be to show all of these. */
async function heightOf(places: readonly Locator[]): Promise<number> {
  const boxes = await Promise.all(places.map((place) => place.boundingBox()));
  const shown = boxes.filter((box) => box !== null);
  return Math.max(...shown.map((box) => box.y + box.height)) - Math.min(...shown.map(({ y }) => y));
}

const inputs = (page: Page): Promise<readonly number[]> =>
  page
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => [...(element.view?.model.inputs ?? [])]);

for (const { modeId } of MODES) {
  test(`${modeId}: what is played, Play and Teach are on one screen`, async () => {
    const person = await open(modeId);
    const { page } = person;
    const played = part(page, '.pad, .piano, .bank, .meters');
    assert.ok((await played.count()) > 0);
    for (const one of [...(await played.all()), named(page, 'Play'), named(page, 'Teach here')]) {
      const bottom = await bottomOf(one);
      assert.ok(bottom <= PHONE.height, `${await one.textContent()} ends at ${bottom}`);
    }
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(wide) <= PHONE.width, `${wide} pixels wide`);
    await look(page, `phone-${modeId}`);
    for (const size of [PHONE, LAPTOP]) {
      await page.setViewportSize(size);
      const records = part(page, 'button:text-matches("^Record")');
      assert.ok((await records.count()) > 0);
      const height = await heightOf([...(await played.all()), ...(await records.all())]);
      assert.ok(height <= size.height, `${height} pixels with Record, of ${size.height}`);
    }
    await person.close();
  });
}

test('keys are as wide as a finger and reach every octave', async () => {
  assert.is(modeNamed('fm_voice')?.ui.primaryInput, 'midi_in');
  const person = await open('fm_voice');
  const { page } = person;
  const white = part(page, '.piano .white');
  for (const key of await white.all()) {
    assert.ok(((await key.boundingBox())?.width ?? 0) >= 32);
  }
  const names = (): Promise<(string | null)[]> =>
    white.evaluateAll((keys) => keys.map((key) => key.getAttribute('aria-label')));
  const first = await names();
  assert.is(first[0], 'C 4');
  await named(page, 'Octave up').tap();
  assert.is((await names())[0], 'C 5');
  await named(page, 'Octave down').focus();
  await page.keyboard.press('z');
  assert.equal(await names(), first);
  const lower = named(page, 'Octave down');
  for (let octave = 0; octave < 10 && (await lower.isEnabled()); octave += 1) await lower.tap();
  assert.is((await names())[0], 'C 1');
  assert.is(await part(page, '.range').textContent(), 'C 1 to E 2');
  await person.close();
});

test('with a mouse, two octaves fit, one of them below the computer keys', async () => {
  const person = await chromium.person({ viewport: { width: 1280, height: 800 } });
  const { page } = person;
  await page.goto(`http://127.0.0.1:${port}/?play=fm_voice`);
  await part(page, '.piano .white').nth(14).waitFor();
  assert.is(await part(page, '.range').textContent(), 'C 3 to C 5');
  await named(page, 'Octave down').focus();
  await page.keyboard.down('a');
  assert.is(await part(page, '[aria-pressed=true]:is(.white)').getAttribute('aria-label'), 'C 4');
  await page.keyboard.press('x');
  assert.is(await part(page, '[aria-pressed=true]:is(.white)').count(), 0, 'notes end with a move');
  assert.is(await part(page, '.range').textContent(), 'C 4 to C 6');
  await person.close();
});

test('two fingers move two pads at once', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  const pads = await part(page, '.pad').all();
  const boxes = await Promise.all(pads.map((pad) => pad.boundingBox()));
  const [left, right] = boxes;
  assert.ok(left && right);
  const before = await inputs(page);
  const at = (box: typeof left, share: number) => ({
    x: box.x + box.width * share,
    y: box.y + box.height * share,
  });
  const touch = await page.context().newCDPSession(page);
  const fingers = (share: number) => [
    { ...at(left, share), id: 1 },
    { ...at(right, 1 - share), id: 2 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(0.5) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(0.25) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const after = await inputs(page);
  const unit = (share: number): number => Math.round(share * 32768);
  assert.is(before.length, 4);
  for (const [index, share] of [0.25, 0.75, 0.75, 0.25].entries()) {
    assert.ok(Math.abs((after[index] ?? 0) - unit(share)) < 400, `${index}: ${after}`);
  }
  await person.close();
});

closing(chromium, service);

test.run();
