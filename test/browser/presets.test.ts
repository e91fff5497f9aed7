/** Presets in the page: chosen, heard, left again, named by a page; what was taught before is never lost. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { presetsOf } from '../../build/ts/presets.ts';
import { MODES } from '../../build/ts/registry.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { learnPreset } from '../../src/shared/instrument/learn-preset.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const { abi, modes } = await openWorkshop();
const chromium = await Chromium.launch();
const home = `http://127.0.0.1:${port}/`;

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person({});
  await person.page.goto(`${home}?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

const menu = (page: Page) => page.getByRole('combobox', { name: 'Preset', exact: true });

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** What the menu shows. */
const shown = (page: Page): Promise<string> =>
  menu(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '');

/** Everything an instrument learned, byte by byte, and its voice space. */
const learned = (page: Page): Promise<readonly number[]> =>
  page
    .locator('sound-mode')
    .evaluate((one: SoundModeElement) => [
      one.view?.model.voiceSpace ?? -1,
      ...(one.view?.model.save() ?? []),
    ]);

for (const { modeId } of MODES) {
  test(`${modeId}: every preset is in the menu and becomes the same bits as elsewhere`, async () => {
    const person = await open(modeId);
    const { page } = person;
    assert.is(await shown(page), 'Custom');
    for (const preset of presetsOf(modeId)) {
      await menu(page).selectOption(preset.name);
      assert.is(await shown(page), preset.name);
      const instrument = makeInstrument(abi, modeNamed(modes, modeId));
      learnPreset(instrument, preset);
      assert.equal(await learned(page), [preset.voiceSpace, ...instrument.save()], preset.name);
      instrument.destroy();
    }
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('what was taught before is back by Custom, or by Undo', async () => {
  const person = await open('drone');
  const { page } = person;
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
  await page.getByLabel('Voice space').selectOption('Glass');
  const own = await learned(page);
  await menu(page).selectOption('Tanpura');
  await menu(page).selectOption('Foghorns');
  await menu(page).selectOption('Custom');
  assert.equal(await learned(page), own);
  await menu(page).selectOption('Engine Room');
  await press(page, 'Undo');
  assert.equal(await learned(page), own);
  assert.is(await shown(page), 'Custom');
  await person.close();
});

test('a preset that is taught further, or explored, is a custom sound', async () => {
  const person = await open('drone');
  const { page } = person;
  for (const change of ['Explore', 'Forget nearest']) {
    await menu(page).selectOption('Tanpura');
    await press(page, change);
    assert.is(await shown(page), 'Custom', change);
  }
  await page.getByLabel('Voice space').selectOption('Throat');
  await menu(page).selectOption('Tanpura');
  assert.is(
    await page
      .getByLabel('Voice space')
      .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
    'Choir',
  );
  await person.close();
});

test('a preset plays while it is chosen', async () => {
  const person = await open('paf_synth');
  const { page } = person;
  await press(page, 'Play');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await menu(page).selectOption('Growling Bass');
  await page.waitForFunction(() => {
    const element = document.querySelector('sound-mode');
    const view = element === null ? undefined : Reflect.get(element, 'view');
    const samples = new Float32Array(2048);
    view?.analyser?.getFloatTimeDomainData(samples);
    return samples.some((sample) => Math.abs(sample) > 0.005);
  });
  assert.equal(person.errors, []);
  await person.close();
});

test('a page names the preset that an instrument starts with; an unknown one is refused in a sentence', async () => {
  const person = await open('drone');
  const { page } = person;
  await page.locator('sound-mode').evaluate((one) => one.setAttribute('preset', 'Glass Tide'));
  await page.waitForFunction(() => {
    const select = document
      .querySelector('sound-mode')
      ?.shadowRoot?.querySelector('.preset select');
    return select instanceof HTMLSelectElement && select.selectedOptions[0]?.text === 'Glass Tide';
  });
  await page.locator('sound-mode').evaluate((one) => one.setAttribute('preset', 'Glass Tyde'));
  await page.getByText('Unknown preset “Glass Tyde”. Available: Tanpura,').waitFor();
  await person.close();
});

test('closing', async () => {
  await chromium.close();
  await service.close();
});

test.run();
