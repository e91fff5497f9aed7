/** Presets in the page: chosen, heard, left again, named by a page; what was taught before is never lost. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { learnPreset } from '../../src/shared/instrument/learn-preset.ts';
import { presetsOf } from '../../src/shared/instrument/presets.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { learned, presetMenu, press } from '../support/player.ts';
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

/** What the menu shows. */
const shown = (page: Page): Promise<string> =>
  presetMenu(page).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '');

for (const { modeId } of MODES) {
  test(`${modeId}: every preset is in the menu and becomes the same bits as elsewhere`, async () => {
    const person = await open(modeId);
    const { page } = person;
    assert.is(await shown(page), 'No preset');
    for (const preset of presetsOf(modeId)) {
      await presetMenu(page).selectOption(preset.name);
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

test('an instrument that was never taught has no preset, and is back by that name', async () => {
  const person = await open('drone');
  const { page } = person;
  const own = await learned(page);
  await presetMenu(page).selectOption('Tanpura');
  await presetMenu(page).selectOption('No preset');
  assert.equal(await learned(page), own);
  assert.is(await shown(page), 'No preset');
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
  assert.is(await shown(page), 'Custom');
  await person.close();
});

test('what was taught before is back by Custom, or by Undo', async () => {
  const person = await open('drone');
  const { page } = person;
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
  await page.getByLabel('Voice space').selectOption('Glass');
  const own = await learned(page);
  await presetMenu(page).selectOption('Tanpura');
  await presetMenu(page).selectOption('Foghorns');
  await presetMenu(page).selectOption('Custom');
  assert.equal(await learned(page), own);
  await presetMenu(page).selectOption('Engine Room');
  await press(page, 'Undo');
  assert.equal(await learned(page), own);
  assert.is(await shown(page), 'Custom');
  await person.close();
});

test('a preset that is taught further, or explored, is a custom sound', async () => {
  const person = await open('drone');
  const { page } = person;
  for (const change of ['Vary', 'Forget nearest']) {
    await presetMenu(page).selectOption('Tanpura');
    await press(page, change);
    assert.is(await shown(page), 'Custom', change);
  }
  await page.getByLabel('Voice space').selectOption('Throat');
  await presetMenu(page).selectOption('Tanpura');
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
  await presetMenu(page).selectOption('Growling Bass');
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

closing(chromium, service);

test.run();
