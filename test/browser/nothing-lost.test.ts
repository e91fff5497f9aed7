/** What was taught in the player and not saved: kept as it changes, offered on return, never overwritten. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { fillStorage, presetMenu, press, restoreLeft } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const player = (modeId: string): string => `http://127.0.0.1:${port}/?play=${modeId}`;

const instrument = (page: Page) => page.locator('sound-mode');

async function open(person: Person, modeId = 'drone', page = person.page): Promise<Page> {
  await page.goto(player(modeId));
  await instrument(page).locator('.instrument').waitFor();
  return page;
}

/** Everything of an instrument that its person would miss. */
const state = (page: Page): Promise<string> =>
  instrument(page).evaluate((one: SoundModeElement) => {
    const model = one.view?.model;
    if (model === undefined) return 'nothing';
    const { voiceSpace, holding, params, trainConfig, exampleCount, inputs } = model;
    const taught = [...model.save()];
    return JSON.stringify({
      voiceSpace,
      holding,
      params,
      trainConfig,
      exampleCount,
      inputs,
      taught,
    });
  });

/** What undo and redo go between. */
const learned = (page: Page): Promise<string> =>
  instrument(page).evaluate((one: SoundModeElement) =>
    [one.view?.model.voiceSpace, ...(one.view?.model.save() ?? [])].join(),
  );

const taughtCount = (page: Page): Promise<number> =>
  instrument(page).evaluate((one: SoundModeElement) => one.view?.model.exampleCount ?? -1);

async function teach(page: Page, at: number): Promise<void> {
  await press(page, 'Surprise me');
  await instrument(page).evaluate(
    (one: SoundModeElement, unit) => one.view?.model.setInput(0, unit),
    at,
  );
  await press(page, 'Teach here');
}

const offer = (page: Page) => page.getByRole('region', { name: 'Work that is not saved' });

/** Reloads, and nothing is offered. */
async function reloaded(page: Page, after?: string): Promise<void> {
  await page.reload();
  await instrument(page).locator('.instrument').waitFor();
  await page.waitForTimeout(300);
  assert.is(await offer(page).count(), 0, after);
}

async function discard(page: Page): Promise<void> {
  await press(page, 'Discard');
  await page.getByText('Discarded.').waitFor();
}

test('after a reload everything is offered and comes back to the bit', async () => {
  const person = await chromium.person();
  const page = await open(person);
  for (const at of [1000, 9000, 30000]) await teach(page, at);
  await press(page, 'Vary');
  await page.getByLabel('Voice space').selectOption({ index: 1 });
  await page.getByText('Advanced').click();
  await page.getByLabel('Max iterations').fill('77');
  await page.getByLabel('Max iterations').press('Tab');
  await press(page, 'Surprise me');
  const before = await state(page);
  await page.reload();
  await offer(page).getByText('You taught this instrument 3 sounds').waitFor();
  for (const size of ['phone', 'desktop'] as const) await look(page, 'offer', size);
  assert.not.equal(await state(page), before);
  await restoreLeft(page);
  assert.equal(await state(page), before);
  assert.is(await offer(page).count(), 0);
  await page.getByText('Advanced').click();
  assert.is(await page.getByLabel('Max iterations').inputValue(), '77');
  // Once restored, it is kept on.
  await page.reload();
  await offer(page).waitFor();
  await discard(page);
  await reloaded(page);
  assert.equal(person.errors, []);
  await person.close();
});

test('a page that crashes right after a lesson has kept it', async () => {
  const person = await chromium.person();
  const page = await open(person);
  await teach(page, 1000);
  await teach(page, 20000);
  const session = await person.context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await page.waitForEvent('crash');
  const again = await open(person, 'drone', await person.context.newPage());
  await offer(again).getByText('2 sounds').waitFor();
  await restoreLeft(again);
  assert.is(await taughtCount(again), 2);
  await person.context.close();
});

test('two pages of one instrument keep what is theirs, and nothing is offered that is still open', async () => {
  const person = await chromium.person();
  const first = await open(person);
  await teach(first, 1000);
  const second = await open(person, 'drone', await person.tab());
  await second.waitForTimeout(300);
  assert.is(await offer(second).count(), 0);
  await teach(second, 5000);
  await teach(second, 25000);
  await first.close();
  await second.close();
  const third = await open(person, 'drone', await person.tab());
  await offer(third).getByText('2 sounds').waitFor();
  await discard(third);
  await third.reload();
  await offer(third).getByText('1 sound').waitFor();
  await open(person, 'wanderer', third);
  await third.waitForTimeout(300);
  assert.is(await offer(third).count(), 0, 'of another instrument');
  await person.close();
});

test('restoring sets aside what was taught meanwhile', async () => {
  const person = await chromium.person();
  const page = await open(person);
  await teach(page, 1000);
  await page.reload();
  await offer(page).waitFor();
  for (const at of [2000, 20000]) await teach(page, at);
  // Twice, as people do where once is enough.
  await page.getByRole('button', { name: 'Restore', exact: true }).dblclick();
  await page.getByText('Restored.').waitFor();
  assert.is(await taughtCount(page), 1);
  await page.reload();
  await offer(page).getByText('1 sound and did not save it.').waitFor();
  await discard(page);
  await page.reload();
  await offer(page).getByText('2 sounds').waitFor();
  await restoreLeft(page);
  assert.is(await taughtCount(page), 2);
  await page.reload();
  await discard(page);
  await reloaded(page, 'set aside once');
  await person.close();
});

test('where nothing has room, the player says so with each lesson, plays on, and the browser asks before it leaves', async () => {
  const person = await chromium.person();
  // As in a browser that blocks databases.
  await person.page.addInitScript(() => Reflect.deleteProperty(IDBFactory.prototype, 'open'));
  const page = await open(person);
  await fillStorage(page);
  const full = page.getByText('Your browser has no room left to keep what you teach.');
  await teach(page, 1000);
  await full.click();
  await full.waitFor({ state: 'hidden' });
  for (const at of [9000, 30000]) await teach(page, at);
  await full.waitFor();
  assert.is(await taughtCount(page), 3);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  const leaves = () => page.close({ runBeforeUnload: true });
  await leaves();
  await until(() => questions.length === 1);
  assert.is(await taughtCount(page), 3);
  // As soon as there is room again, it is kept, and nothing is asked.
  await page.evaluate(() => localStorage.clear());
  await teach(page, 20_000);
  await page.reload();
  await offer(page).getByText('4 sounds').waitFor();
  assert.is(questions.length, 1);
  assert.equal(person.errors, []);
  await person.close();
});

test('Discard can be undone until the next press, and by keys', async () => {
  const person = await chromium.person();
  const page = await open(person);
  await teach(page, 1000);
  const before = await state(page);
  await page.reload();
  await discard(page);
  assert.is(await offer(page).count(), 0);
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  assert.ok(await undo.evaluate((one) => one.matches(':focus')));
  await page.keyboard.press('Enter');
  await offer(page).getByText('1 sound').waitFor();
  assert.is(await undo.count(), 0);
  await page.reload();
  await restoreLeft(page);
  assert.equal(await state(page), before);
  assert.equal(person.errors, []);
  await person.close();
});

test('what is a preset, in a file or only picked is not offered as unsaved', async () => {
  const person = await chromium.person();
  const page = await open(person, 'paf_synth');
  await presetMenu(page).selectOption('Five Vowels');
  await page.getByLabel('Voice space').selectOption({ index: 1 });
  await reloaded(page, 'a preset of the instrument, in another voice space');
  await page.getByLabel('Voice space').selectOption({ index: 2 });
  await press(page, 'Surprise me');
  await press(page, 'Default sound');
  await reloaded(page, 'a voice space and a sound that were picked');
  await teach(page, 1000);
  await press(page, 'Vary');
  await page.getByLabel('Preset name').fill('Mine');
  await press(page, 'Save preset');
  await page.getByText('Saved “Mine”').waitFor();
  await reloaded(page, 'a preset of its own');
  for (const at of [1000, 20_000]) await teach(page, at);
  const coming = page.waitForEvent('download');
  await press(page, 'Save to file');
  const file = await (await coming).path();
  await reloaded(page, 'a file');
  const choosing = page.waitForEvent('filechooser');
  await press(page, 'Load from file');
  await (await choosing).setFiles(file);
  await page.getByText('Loaded ').waitFor();
  await reloaded(page, 'loaded from a file');
  assert.equal(person.errors, []);
  await person.close();
});

test('what is added to a preset is offered, and is not called taught', async () => {
  const person = await chromium.person();
  const page = await open(person, 'paf_synth');
  const parameters = page.getByText('All parameters');
  await presetMenu(page).selectOption('Five Vowels');
  await parameters.click();
  await page
    .getByRole('button', { name: /^Lock / })
    .first()
    .click();
  await page.reload();
  await offer(page).getByText('You changed this instrument').waitFor();
  await discard(page);
  await parameters.click();
  await instrument(page).locator('.params input').first().press('ArrowRight');
  await page.reload();
  await offer(page).getByText('You changed this instrument').waitFor();
  await discard(page);
  await presetMenu(page).selectOption('Five Vowels');
  await teach(page, 1000);
  await page.reload();
  await offer(page).getByText('You taught this instrument 6 sounds').waitFor();
  await person.close();
});

test('an entry that is damaged is not offered', async () => {
  const person = await chromium.person();
  const page = await open(person);
  await page.evaluate(() => {
    localStorage.setItem('ensemble.kept drone a', 'no JSON');
    localStorage.setItem('ensemble.kept drone b', '{"at":1,"taught":"x"}');
  });
  await reloaded(page);
  assert.equal(person.errors, []);
  await person.close();
});

test('Forget all, and forgetting one by one, can be undone', async () => {
  const person = await chromium.person();
  const page = await open(person);
  for (const at of [1000, 9000, 30000]) await teach(page, at);
  const before = await state(page);
  await press(page, 'Forget all');
  await page.getByText('Forgot 3 sounds. Undo brings back what you forgot.').waitFor();
  assert.is(await taughtCount(page), 0);
  await press(page, 'Undo');
  assert.equal(await state(page), before);
  await press(page, 'Forget nearest');
  await press(page, 'Forget nearest');
  assert.is(await taughtCount(page), 1);
  await press(page, 'Undo');
  await press(page, 'Undo');
  assert.equal(await state(page), before);
  assert.equal(person.errors, []);
  await person.close();
});

test('every change can be undone and redone, step by step, back to the beginning', async () => {
  const person = await chromium.person();
  const page = await open(person);
  const states = [await learned(page)];
  const step = async (change: () => Promise<void>): Promise<void> => {
    await change();
    states.push(await learned(page));
  };
  const preset = page.getByRole('combobox', { name: 'Preset', exact: true });
  await step(() => teach(page, 1000));
  await step(() => teach(page, 20_000));
  await step(() => press(page, 'Vary'));
  // In place of the second.
  await step(() => teach(page, 20_000));
  await step(() => press(page, 'Forget nearest'));
  await step(async () => {
    await preset.selectOption({ index: 3 });
  });
  await step(() => press(page, 'Forget all'));
  await step(() => teach(page, 500));
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const redo = page.getByRole('button', { name: 'Redo', exact: true });
  for (const expected of states.slice(0, -1).reverse()) {
    await undo.click();
    assert.equal(await learned(page), expected);
  }
  assert.ok(await undo.isDisabled());
  for (const expected of states.slice(1)) {
    await redo.click();
    assert.equal(await learned(page), expected);
  }
  assert.ok(await redo.isDisabled());
  // Another change ends what could be redone.
  await undo.click();
  await teach(page, 9000);
  assert.ok(await redo.isDisabled());
  assert.equal(person.errors, []);
  await person.close();
});

test('a training can be undone, after it ended or while it runs', async () => {
  const person = await chromium.person();
  const page = await open(person);
  for (const at of [1000, 9000, 30_000]) await teach(page, at);
  const before = await learned(page);
  for (const ended of [true, false]) {
    await press(page, 'Train');
    if (ended) await page.getByRole('button', { name: 'Train', exact: true }).waitFor();
    await press(page, 'Undo');
    assert.equal(await learned(page), before);
  }
  await person.close();
});

closing(chromium, service);

test.run();
