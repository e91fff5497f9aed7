/** Presets of one's own in the player: saved with a name, chosen, renamed, reordered, deleted, exported, imported. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { learned, presetMenu, press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const home = `http://127.0.0.1:${port}/`;

async function open(modeId: string): Promise<Person> {
  const person = await chromium.person({});
  await person.page.goto(`${home}?play=${modeId}`);
  await ready(person.page);
  return person;
}

const ready = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'My presets' }).waitFor();

async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('Preset name').fill(name);
  await press(page, 'Save preset');
  await page.getByText(new RegExp(`(Saved|Replaced) “${name}”`)).waitFor();
}

/** The names in the panel, in order, which the menu has, too. */
async function names(page: Page): Promise<string[]> {
  const panel = await page
    .locator('.presets input')
    .evaluateAll((inputs) =>
      inputs.map((one) => (one instanceof HTMLInputElement ? one.value : '')),
    );
  const offered = await presetMenu(page).locator('optgroup option').allTextContents();
  assert.equal(offered, panel);
  return panel;
}

async function teach(page: Page): Promise<void> {
  await press(page, 'Surprise me');
  await press(page, 'Teach here');
}

async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await press(page, 'Export presets');
  return readFileSync(await (await download).path(), 'utf8');
}

async function importFile(page: Page, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Import presets');
  const file = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await (await chooser).setFiles(file);
}

test('a preset is what the instrument was when it was saved, to the bit, also after a reload', async () => {
  const person = await open('drone');
  const { page } = person;
  await teach(page);
  await page.getByLabel('Voice space').selectOption('Growl');
  const first = await learned(page);
  await save(page, 'Night bus');
  await press(page, 'Vary');
  const second = await learned(page);
  await save(page, 'Day bus');
  await presetMenu(page).selectOption('Tanpura');
  await page.reload();
  await ready(page);
  assert.equal(await names(page), ['Night bus', 'Day bus']);
  await presetMenu(page).selectOption('Night bus');
  assert.equal(await learned(page), first);
  await presetMenu(page).selectOption('Day bus');
  assert.equal(await learned(page), second);
  await look(page, 'own-presets', 'phone');
  assert.equal(person.errors, []);
  await person.close();
});

test('presets are renamed, moved, replaced and deleted, and each change can be undone', async () => {
  const person = await open('drone');
  const { page } = person;
  for (const name of ['One', 'Two', 'Three']) await save(page, name);
  await press(page, 'Move “Three” up');
  assert.equal(await names(page), ['One', 'Three', 'Two']);
  await page.keyboard.press('Enter');
  assert.equal(await names(page), ['Three', 'One', 'Two'], 'the focus moves along');
  await press(page, 'Move “Three” down');
  await page.getByLabel('Name of “Two”').fill('Zwei');
  await page.keyboard.press('Enter');
  await page.getByText('Renamed “Two” to “Zwei”.').waitFor();
  assert.equal(await names(page), ['One', 'Three', 'Zwei']);
  await page.getByLabel('Name of “Zwei”').fill('One');
  await page.keyboard.press('Enter');
  await page.getByText('There is a preset “One” already.').waitFor();
  assert.equal(await names(page), ['One', 'Three', 'Zwei']);
  await press(page, 'Delete “Three”');
  assert.equal(await names(page), ['One', 'Zwei']);
  await press(page, 'Undo last change');
  assert.equal(await names(page), ['One', 'Three', 'Zwei']);
  assert.is(await page.getByRole('button', { name: 'Undo last change' }).count(), 0);
  await teach(page);
  const now = await learned(page);
  await save(page, 'One');
  await presetMenu(page).selectOption('Foghorns');
  await presetMenu(page).selectOption('One');
  assert.equal(await learned(page), now);
  assert.equal(await names(page), ['One', 'Three', 'Zwei']);
  await person.close();
});

test('one file carries all presets to another browser; what does not fit is refused in a sentence', async () => {
  const ada = await open('drone');
  await teach(ada.page);
  await save(ada.page, 'Ferry');
  await save(ada.page, 'Lighthouse');
  const file = await exported(ada.page);
  const ben = await open('drone');
  await save(ben.page, 'Ferry');
  await importFile(ben.page, file);
  await ben.page.getByText('Imported 2 presets.').waitFor();
  assert.equal(await names(ben.page), ['Ferry', 'Ferry 2', 'Lighthouse']);
  await presetMenu(ben.page).selectOption('Ferry 2');
  assert.equal(await learned(ben.page), await learned(ada.page));
  for (const [content, sentence] of [
    ['{', 'This is not a file of Ensemble presets.'],
    ['{"presets":[]}', 'This is not a file of Ensemble presets.'],
    [file.replace('"version": 1', '"version": 2'), 'saved by a newer version'],
    [file.replace('"mode": "drone"', '"mode": "wanderer"'), 'another instrument (wanderer)'],
    [file.replace('"name": "Ferry"', '"name": ""'), '“presets.0.name” is wrong'],
    [file.replace(/taught=1\.\w{8}/, 'taught=1.AAAA'), '“Ferry” '],
    [file.replace('taught=1.', 'taught=9.'), '“Ferry” was saved by a newer version'],
  ] as const) {
    await importFile(ben.page, content);
    await ben.page.getByText(sentence).waitFor();
    assert.equal(await names(ben.page), ['Ferry', 'Ferry 2', 'Lighthouse'], sentence);
  }
  assert.equal([...ada.errors, ...ben.errors], []);
  await ada.close();
  await ben.close();
});

test('undo never takes back what another tab made', async () => {
  const person = await open('drone');
  const { page } = person;
  const other = await person.tab();
  await other.goto(`${home}?play=drone`);
  await ready(other);
  const undo = page.getByRole('button', { name: 'Undo last change' });
  await save(page, 'Mine');
  await undo.waitFor();
  await save(other, 'Theirs');
  await undo.waitFor({ state: 'hidden' });
  assert.equal(await names(page), ['Mine', 'Theirs']);
  await press(page, 'Delete “Mine”');
  // As when this page has not heard yet of what another did.
  await page.evaluate(
    (text) => localStorage.setItem('ensemble.presets drone', text),
    await exported(other).then((text) => text.replace('Theirs', 'Late')),
  );
  await undo.click();
  await page.getByText('Your presets were changed in another tab').waitFor();
  await page.reload();
  await ready(page);
  assert.equal(await names(page), ['Late']);
  assert.equal(person.errors, []);
  await person.close();
});

test('two tabs share them, a full browser says so, and what cannot be read is never overwritten', async () => {
  const person = await open('drone');
  const { page } = person;
  const other = await page.context().newPage();
  await other.goto(`${home}?play=drone`);
  await ready(other);
  await save(page, 'Shared');
  await other.locator('.presets input').waitFor();
  assert.equal(await names(other), ['Shared']);
  await save(other, 'Second');
  await page.locator('.presets input').nth(1).waitFor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('Preset name').fill('Third');
  await press(page, 'Save preset');
  await page.getByText('Your browser has no room left for presets.').waitFor();
  assert.equal(await names(page), ['Shared', 'Second']);
  await other.evaluate(() => localStorage.setItem('ensemble.presets drone', '{"format":"what"}'));
  await other.reload();
  await other.getByText('This is not a file of Ensemble presets.').waitFor();
  assert.is(await exported(other), '{"format":"what"}');
  await save(other, 'New');
  const aside = await other.evaluate(() =>
    localStorage.getItem('ensemble.presets drone unreadable'),
  );
  assert.is(aside, '{"format":"what"}');
  assert.equal(await names(other), ['New']);
  await person.close();
});

closing(chromium, service);

test.run();
