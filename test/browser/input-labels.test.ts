/** What inputs are called, and what the player says to do with them, in every mode. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../build/ts/contract.ts';
import { MODES } from '../../build/ts/registry.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

/** Names of the sliders and meters that screen readers announce, without volume and what teaching needs. */
const names = (page: Page): Promise<string[]> =>
  page.locator('sound-mode .controls :is(input[type=range], meter)').evaluateAll((inputs) =>
    inputs.map((one) => {
      const label = one.closest('label')?.textContent ?? '';
      return one.getAttribute('aria-label') ?? label;
    }),
  );

/** Teaches that this channel moves this param, and nothing else moves anything. */
const teach = (page: Page, channel: string, param: string): Promise<void> =>
  page.locator('sound-mode').evaluate(
    (element: SoundModeElement, wanted) => {
      const model = element.view?.model;
      if (model === undefined) throw new Error('no model');
      const channels: readonly string[] = model.mode.channels;
      const names = model.mode.params.map(({ name }) => name);
      model.clearExamples();
      for (const unit of [0, wanted.one]) {
        model.setInput(channels.indexOf(wanted.channel), unit);
        model.hold(names.map((name) => (name === wanted.param ? unit : wanted.one / 2)));
        model.teach();
      }
    },
    { channel, param, one: UNIT_ONE },
  );

for (const { modeId } of MODES) {
  test(`${modeId}: each input has a name of its own that says more than a number`, async () => {
    const person = await open(modeId);
    const { page } = person;
    const found = await names(page);
    for (const name of found) assert.not.match(name, /^(CV|Slider|Wanderer|Joystick|Pad)\b/);
    assert.is(new Set(found).size, found.length, found.join());
    assert.ok(found.every((name) => name !== ''));
    await look(page, `labels-${modeId}`);
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('an input is called after what it was taught to move, until it is taught otherwise', async () => {
  const person = await open('drone');
  const { page } = person;
  await teach(page, 'cv_1', 'cutoff_hz');
  assert.is((await names(page))[1], 'Cutoff (CV 2)');
  await teach(page, 'cv_1', 'drive_db');
  assert.is((await names(page))[1], 'Weight (CV 2)');
  // Screen readers and the list of MIDI targets say the same as what is seen.
  await page.getByRole('slider', { name: 'Weight (CV 2)', exact: true }).waitFor();
  await person.close();
});

test('a pad says what its axes move', async () => {
  const person = await open('space_reverb');
  const { page } = person;
  const param = MODES.find((mode) => mode.modeId === 'space_reverb')?.params[3];
  await teach(page, 'pad_y', param?.name ?? '');
  assert.is(await page.locator('sound-mode .axis.up').textContent(), param?.label);
  await page.getByRole('slider', { name: `${param?.label} (Pad Y)`, exact: true }).waitFor();
  await person.close();
});

test('hints say what to do with the inputs there are', async () => {
  for (const [modeId, hint] of [
    ['space_reverb', 'move to a spot'],
    ['fm_voice', 'play a note'],
    ['sound_analysis', 'while you sing or play'],
    ['wanderer', 'a little later'],
  ] as const) {
    const person = await open(modeId);
    await person.page.locator('sound-mode .hint', { hasText: hint }).first().waitFor();
    await person.close();
  }
});

test('voice spaces and presets are labelled alike', async () => {
  const person = await open('drone');
  const { page } = person;
  const sizes = await page
    .locator('sound-mode header select')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
  assert.is(sizes.length, 2);
  assert.is(new Set(sizes).size, 1, sizes.join());
  await page.locator('sound-mode header span', { hasText: 'Voice space' }).waitFor();
  await person.close();
});

closing(chromium, service);

test.run();
