/** From the homepage to a taught, shared instrument without a pointer: by Tab and the names a screen reader says. */
import type { Frame, Locator, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { accessibility } from '../support/accessibility.ts';
import { Chromium, look } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { learned, openHome, presetMenu } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const home = `http://127.0.0.1:${port}/`;
const chromium = await Chromium.launch();
/** More than any page here has places to stop at. */
const MAX_STOPS = 150;

type Role = Parameters<Page['getByRole']>[0];

const named = (where: Page | Frame, role: Role, name: string): Locator =>
  where.getByRole(role, { name, exact: true });

/** Whether something has the focus, and a person sees where it is. */
const isFocused = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element.matches(':focus-visible'));

/** Presses Tab, or Shift+Tab, until this has the focus. */
async function tabTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await isFocused(wanted)) return;
    await page.keyboard.press(key);
  }
  assert.unreachable(`${key} does not come to ${wanted}`);
}

/** What the page itself thinks has the focus, through frames' and elements' own trees. */
const nowhere = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement === null || document.activeElement === document.body);

async function sounds(where: Page | Frame): Promise<void> {
  await until(
    () =>
      where.locator('sound-mode').evaluate((element: SoundModeElement) => {
        const samples = new Float32Array(2048);
        element.view?.analyser?.getFloatTimeDomainData(samples);
        return samples.some((sample) => Math.abs(sample) > 0.001);
      }),
    () => 'sound',
  );
}

const inputsOf = (where: Page | Frame): Promise<number[]> =>
  where
    .locator('sound-mode')
    .evaluate((element: SoundModeElement) => [...(element.view?.model.inputs ?? [])]);

test('the homepage’s instrument is played, and an instrument is opened, by keys alone', async () => {
  const { page, frame, person } = await openHome(chromium, home);
  await tabTo(page, named(frame, 'button', 'Play'));
  await page.keyboard.press('Enter');
  await sounds(frame);
  const before = await inputsOf(frame);
  await page.keyboard.press('ArrowUp');
  await until(async () => String(await inputsOf(frame)) !== String(before));
  assert.equal(await accessibility(page), []);
  const card = page.getByRole('link', { name: /^Space reverb/i });
  await tabTo(page, card);
  await page.keyboard.press('Enter');
  await page.waitForURL(/play=space_reverb/);
  await named(page, 'button', 'Play').waitFor();
  assert.equal(person.errors, []);
  await person.close();
});

test('two sounds are taught, undone, taught again, trained and shared by keys alone', async () => {
  const person = await chromium.person({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = person;
  await page.goto(`${home}?play=space_reverb`);
  await named(page, 'button', 'Play').waitFor();
  const press = async (name: string, key?: string): Promise<void> => {
    await tabTo(page, named(page, 'button', name), key);
    await page.keyboard.press('Enter');
    assert.not.ok(await nowhere(page), `${name} loses the focus`);
  };
  const says = (text: string) => page.locator('sound-mode').getByRole('status').getByText(text);
  await press('Play');
  await sounds(page);
  const count = page.locator('sound-mode .count');
  for (const [at, key] of ['Home', 'End'].entries()) {
    await press('Surprise me');
    const pad = page.locator('sound-mode .pad input').first();
    await tabTo(page, pad, 'Shift+Tab');
    await page.keyboard.press(key);
    await press('Teach here');
    await count.filter({ hasText: `${at + 1} sound` }).waitFor();
  }
  // What cannot be done any more keeps the focus, so that the next key goes where the last one went.
  await press('Undo');
  await count.filter({ hasText: '1 sound taught' }).waitFor();
  await page.keyboard.press('Enter');
  await count.filter({ hasText: '0 sounds taught' }).waitFor();
  assert.ok(await isFocused(named(page, 'button', 'Undo')), 'Undo loses the focus');
  await press('Redo');
  await page.keyboard.press('Enter');
  await count.filter({ hasText: '2 sounds taught' }).waitFor();
  assert.ok(await isFocused(named(page, 'button', 'Redo')), 'Redo loses the focus');
  await press('Train', 'Shift+Tab');
  await says('Learned in').or(says('There is nothing left to train')).first().waitFor();
  await press('Copy link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\?play=space_reverb#/);
  assert.equal(await accessibility(page), []);
  await look(page, 'keyboard-journey');
  assert.equal(person.errors, []);
  await person.close();
});

test('presets are saved, moved, deleted and brought back by keys alone', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.goto(`${home}?play=drone`);
  const name = page.getByRole('textbox', { name: 'Preset name', exact: true });
  await name.waitFor();
  for (const preset of ['One', 'Two']) {
    await tabTo(page, name, 'Shift+Tab');
    await page.keyboard.type(preset);
    await page.keyboard.press('Enter');
    await named(page, 'button', `Delete “${preset}”`).waitFor();
  }
  const press = async (label: string, next = label): Promise<void> => {
    await tabTo(page, named(page, 'button', label));
    await page.keyboard.press('Enter');
    assert.ok(await isFocused(named(page, 'button', next)), `${label} loses the focus`);
  };
  const order = () =>
    page
      .locator('.presets input')
      .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
  await press('Move “Two” up');
  assert.equal(await order(), ['Two', 'One']);
  await press('Delete “One”', 'Undo last change');
  assert.equal(await order(), ['Two']);
  await press('Undo last change', 'Export presets');
  assert.equal(await order(), ['Two', 'One']);
  assert.equal(await accessibility(page), []);
  assert.equal(person.errors, []);
  await person.close();
});

test('a preset is chosen and what is played is recorded by keys alone', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.goto(`${home}?play=drone`);
  const play = named(page, 'button', 'Play');
  await play.waitFor();
  await tabTo(page, play);
  await page.keyboard.press('Enter');
  await sounds(page);
  const menu = presetMenu(page);
  await tabTo(page, menu);
  const before = await learned(page);
  await page.keyboard.press('ArrowDown');
  await until(async () => String(await learned(page)) !== String(before));
  assert.ok(await isFocused(menu), 'the menu loses the focus');
  await tabTo(page, named(page, 'button', 'Record'));
  await page.keyboard.press('Enter');
  assert.ok(await isFocused(named(page, 'button', 'Stop recording')), 'Record loses the focus');
  await sounds(page);
  const file = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  assert.match((await file).suggestedFilename(), /\.wav$/);
  assert.ok(await isFocused(named(page, 'button', 'Record')), 'Stop recording loses the focus');
  assert.equal(person.errors, []);
  await person.close();
});

test('the whole way by nothing but the roles and names that a screen reader says', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page, frame, person } = await openHome(chromium, home, { permissions });
  await named(frame, 'button', 'Play').click();
  await named(frame, 'button', 'Pause').waitFor();
  await page.getByRole('link', { name: /^Space reverb/i }).click();
  const instrument = page.getByRole('region', { name: 'Space reverb', exact: true });
  const press = (name: string) => instrument.getByRole('button', { name, exact: true }).click();
  const says = (text: RegExp) => page.getByRole('status').getByText(text).first().waitFor();
  const taught = (count: string) =>
    instrument
      .getByRole('paragraph')
      .filter({ hasText: `${count} taught` })
      .waitFor();
  await press('Play');
  await sounds(page);
  const chosen = presetMenu(page).getByRole('option', { selected: true });
  await presetMenu(page).selectOption({ label: 'Concert Hall' });
  await chosen.filter({ hasText: 'Concert Hall' }).waitFor({ state: 'attached' });
  await press('Undo');
  await chosen.filter({ hasText: 'No preset' }).waitFor({ state: 'attached' });
  for (const [index, count] of ['1 sound', '2 sounds'].entries()) {
    await press('Surprise me');
    await instrument.getByRole('slider', { name: /Pad X/ }).fill(String(32768 * index));
    await press('Teach here');
    await taught(count);
  }
  await press('Train');
  await says(/^(Learned in|There is nothing left to train)/);
  await press('Undo');
  await press('Forget all');
  await taught('0 sounds');
  await press('Undo');
  await taught('2 sounds');
  await press('Record');
  const file = page.waitForEvent('download');
  await press('Stop recording');
  assert.match((await file).suggestedFilename(), /\.wav$/);
  await named(page, 'button', 'Copy link').click();
  await says(/^Link copied/);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\?play=space_reverb#/);
  assert.equal(person.errors, []);
  await person.close();
});

const OPERABLE = /^(?:button|checkbox|combobox|link|meter|slider|spinbutton|switch|textbox)$/;

test('in every instrument each control has a name, and no two have the same', async () => {
  const person = await chromium.person();
  const { page } = person;
  const tree = await page.context().newCDPSession(page);
  for (const { modeId } of MODES) {
    await page.goto(`${home}?play=${modeId}`);
    await named(page, 'button', 'Play').waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    const { nodes } = await tree.send('Accessibility.getFullAXTree');
    const names = nodes
      .filter(({ ignored, role }) => !ignored && OPERABLE.test(String(role?.value)))
      .map(({ role, name }) => `${role?.value} ${name?.value}`);
    assert.ok(names.length > 20, modeId);
    assert.equal(
      names.filter((name) => /^\S+ ?(?:undefined)?$/.test(name)),
      [],
      modeId,
    );
    assert.equal(
      names.filter((name, at) => names.indexOf(name) < at),
      [],
      modeId,
    );
  }
  await person.close();
});

closing(chromium, service);

test.run();
