/** What the network misses of each taught sound, on the map, and sounds that contradict each other. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { instrument, press, touch } from '../../scripts/demo/page-actions.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const CONTRADICTS = 'Sound 1 is at nearly the same place and sounds different';

async function open(modeId = 'drum_sequencer'): Promise<Person> {
  const person = await chromium.person();
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await instrument(person.page).locator('.instrument').waitFor();
  return person;
}

/** Teaches a sound with every param at `unit`. */
async function teach(page: Page, at: readonly [number, number], unit: number): Promise<void> {
  await page.locator('sound-mode').evaluate((element: SoundModeElement, value) => {
    const model = element.view?.model;
    model?.hold(model.params.map(() => value));
  }, unit);
  await touch(page, at);
  await press(page, 'Teach here');
}

/** How wide the ring of each sound is, from 0 to 1. */
const rings = (page: Page): Promise<number[]> =>
  instrument(page)
    .locator('.point')
    .evaluateAll((points) =>
      points.map((point) =>
        point instanceof HTMLElement ? Number(point.style.getPropertyValue('--error')) : Number.NaN,
      ),
    );

test('sounds unlike at nearly one place are named; alike, or further away, they are not', async () => {
  const person = await open();
  const { page } = person;
  await teach(page, [0.2, 0.8], 3000);
  await teach(page, [0.8, 0.2], 30000);
  assert.is(await instrument(page).getByText('nearly the same place').count(), 0);
  await teach(page, [0.23, 0.79], 4000);
  assert.is(await instrument(page).getByText('nearly the same place').count(), 0);
  await teach(page, [0.18, 0.82], 30000);
  await instrument(page).getByText(CONTRADICTS).waitFor();
  assert.equal(person.errors, []);
  await person.close();
});

/** Where the first two channels are, from 0 to 1, and whether the second lesson contradicts the first. */
const PITCHES: readonly (readonly [string, readonly number[], readonly number[], boolean])[] = [
  ['fm_voice', [48 / 127, 100 / 127], [55 / 127, 100 / 127], false],
  ['fm_voice', [48 / 127, 100 / 127], [49 / 127, 100 / 127], false],
  ['fm_voice', [48 / 127, 100 / 127], [48 / 127, 103 / 127], true],
  ['sound_analysis', [0.5, 0.2], [0.53, 0.2], false],
  ['sound_analysis', [0.5, 0.2], [0.51, 0.21], true],
];

for (const [modeId, first, second, contradicts] of PITCHES) {
  const said = contradicts ? 'nearly one place' : 'two places';
  test(`${first} and ${second} are ${said} of ${modeId}`, async () => {
    const person = await open(modeId);
    const { page } = person;
    for (const [lesson, place] of [first, second].entries()) {
      await page.locator('sound-mode').evaluate(
        (element: SoundModeElement, [inputs = [], [unit = 0] = []]) => {
          const model = element.view?.model;
          for (const [index, at] of inputs.entries()) {
            model?.setInput(index, Math.round(at * 32768));
          }
          model?.hold(model.params.map(() => unit));
        },
        [place, [lesson * 27000 + 3000]],
      );
      await press(page, 'Teach here');
    }
    assert.is(await instrument(page).getByText(CONTRADICTS).count(), contradicts ? 1 : 0);
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('Keep names them too', async () => {
  const person = await open();
  const { page } = person;
  await teach(page, [0.2, 0.8], 3000);
  await touch(page, [0.23, 0.79]);
  await page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    const model = element.view?.model;
    model?.hold(model.params.map(() => 30000));
  });
  await press(page, 'Explore around this sound');
  await press(page, 'Keep');
  await instrument(page).getByText(CONTRADICTS).waitFor();
  assert.equal(person.errors, []);
  await person.close();
});

test('the map shows how far the network misses each sound and marks the worst; Train brings it nearer', async () => {
  const person = await open();
  const { page } = person;
  await teach(page, [0.2, 0.8], 3000);
  assert.is(await instrument(page).locator('.point.worst').count(), 0);
  await teach(page, [0.8, 0.2], 20000);
  await teach(page, [0.21, 0.8], 32000);
  const before = await rings(page);
  const widest = Math.max(...before);
  assert.is(before.length, 3);
  assert.ok(widest > 0.5, before.join());
  const hint = instrument(page).locator('.teach > .hint');
  assert.match((await hint.textContent()) ?? '', 'Train changes');
  const marked = instrument(page).locator('.point.worst');
  assert.is(await marked.count(), 1);
  assert.is(before[Number(await marked.textContent()) - 1], widest);
  await press(page, 'Train');
  await instrument(page).getByText('Learned in').waitFor();
  const after = await rings(page);
  assert.ok(Math.max(...after) < widest / 2, `${before}; ${after}`);
  assert.not.match((await hint.textContent()) ?? '', 'Train');
  await teach(page, [0.5, 0.9], 1000);
  assert.match((await hint.textContent()) ?? '', 'Train changes');
  assert.equal(person.errors, []);
  await person.close();
});

test('a training that ends above its target says which sound differs most, and what to do', async () => {
  const person = await open();
  const { page } = person;
  await teach(page, [0.2, 0.8], 3000);
  await teach(page, [0.8, 0.2], 20000);
  await page.locator('sound-mode').evaluate((element: SoundModeElement) => {
    element.view?.model.setTrainConfig({ max_iterations: 2, min_error: 0 });
  });
  await press(page, 'Train');
  await instrument(page).getByText('press Train to continue.').waitFor();
  await instrument(page)
    .getByText(/Sound [12] differs most/)
    .waitFor();
  assert.match((await instrument(page).locator('.teach > .hint').textContent()) ?? '', 'Train');
  assert.equal(person.errors, []);
  await person.close();
});

closing(chromium, service);

test.run();
