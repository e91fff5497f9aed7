/** Copy link: an address that carries what an instrument was taught, and plays it to the bit wherever it is opened. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look, type Person } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { press } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const home = `http://127.0.0.1:${port}/`;

const instrument = (page: Page) => page.locator('sound-mode');

async function open(address: string): Promise<Person> {
  const person = await chromium.person({ permissions: ['clipboard-read', 'clipboard-write'] });
  await person.page.goto(address);
  await instrument(person.page).locator('.instrument').waitFor();
  return person;
}

/** Everything an instrument learned, byte by byte, and its voice space. */
const learned = (page: Page): Promise<readonly number[]> =>
  instrument(page).evaluate((one: SoundModeElement) => [
    one.view?.model.voiceSpace ?? -1,
    ...(one.view?.model.save() ?? []),
  ]);

async function teach(page: Page): Promise<void> {
  for (const at of [2000, 15000, 30000]) {
    await press(page, 'Surprise me');
    await instrument(page).evaluate(
      (one: SoundModeElement, unit) => one.view?.model.setInput(0, unit),
      at,
    );
    await press(page, 'Teach here');
  }
}

async function copied(page: Page): Promise<string> {
  await press(page, 'Copy link');
  await page.getByText('Link copied.').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

for (const modeId of ['paf_synth', 'space_reverb', 'fm_voice']) {
  test(`${modeId}: whoever opens the link plays what was taught, to the bit`, async () => {
    const ada = await open(`${home}?play=${modeId}`);
    await teach(ada.page);
    await ada.page.getByLabel('Voice space').selectOption({ index: 2 });
    const link = await copied(ada.page);
    assert.ok(link.startsWith(`${home}?play=${modeId}#taught=1.`));
    assert.ok(link.length < 500, `${link.length} letters`);
    const ben = await open(link);
    await ben.page.getByText('Opened from a link, with 3 sounds.').waitFor();
    assert.equal(await learned(ben.page), await learned(ada.page));
    await press(ben.page, 'Play');
    await ben.page.getByRole('button', { name: 'Pause' }).waitFor();
    assert.is(await copied(ben.page), link, 'and passes the same link on');
    assert.equal([...ada.errors, ...ben.errors], []);
    await ada.close();
    await ben.close();
  });
}

test('exploring and training are in the link, too', async () => {
  const ada = await open(`${home}?play=drone`);
  await teach(ada.page);
  await press(ada.page, 'Vary');
  const ben = await open(await copied(ada.page));
  await ben.page.getByText('Opened from a link').waitFor();
  assert.equal(await learned(ben.page), await learned(ada.page));
  await ada.close();
  await ben.close();
});

test('a link that is opened in the same tab counts', async () => {
  const ada = await open(`${home}?play=drone`);
  const { page } = ada;
  await teach(page);
  const [link, taught] = [await copied(page), await learned(page)];
  await press(page, 'Forget all');
  assert.not.equal(await learned(page), taught);
  await page.evaluate((to) => location.assign(to), link);
  await page.getByText('Opened from a link').waitFor();
  assert.equal(await learned(page), taught);
  await ada.close();
});

test('a link of a later version, of another instrument or cut off says so, and changes nothing', async () => {
  const ada = await open(`${home}?play=drone`);
  await teach(ada.page);
  const link = await copied(ada.page);
  await ada.close();
  const fresh = await open(`${home}?play=drone`);
  const [drone, ...nothing] = [await learned(fresh.page)];
  assert.equal(nothing, []);
  await fresh.close();
  for (const [address, sentence] of [
    [link.replace('=1.', '=4.'), 'made by a newer version of Ensemble'],
    [link.replace('play=drone', 'play=wanderer'), 'belongs to another instrument'],
    [link.slice(0, -9), 'This link is incomplete'],
  ] as const) {
    const { page, close } = await openAny(address);
    await page.getByText(sentence).waitFor();
    if (address.includes('drone')) assert.equal(await learned(page), drone);
    await close();
  }
});

async function openAny(address: string) {
  const person = await open(address);
  return { page: person.page, close: () => person.close() };
}

test('where the browser does not copy, the link is shown', async () => {
  const person = await chromium.person();
  const { page } = person;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto(`${home}?play=drone`);
  await instrument(page).locator('.instrument').waitFor();
  await press(page, 'Copy link');
  await page.getByText('Copy this link.').waitFor();
  assert.match(await page.getByLabel('Link').inputValue(), /\?play=drone#taught=1\./);
  for (const size of ['phone', 'desktop'] as const) await look(page, 'copy-link', size);
  await person.close();
});

closing(chromium, service);

test.run();
