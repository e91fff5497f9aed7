/** The computer keyboard plays an instrument: every note ends, and the keys are heard wherever its page says so. */
import type { Page } from 'playwright-core';
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

/** What a click gives the focus to in Safari: no button, but what is around it and can have it. */
const NO_FOCUSED_BUTTONS = `addEventListener('mousedown', (event) => {
  const path = event.composedPath().filter((one) => one instanceof HTMLElement);
  if (!path[0]?.closest('button')) return;
  event.preventDefault();
  const next = path.find((one) => one.tabIndex >= -1 && one.hasAttribute('tabindex'));
  if (next !== undefined) next.focus({ preventScroll: true });
  else document.activeElement?.blur();
}, true);`;

async function inPlayer(modeId: string, script = ''): Promise<Person> {
  const person = await chromium.person();
  await person.page.addInitScript(script);
  await person.page.goto(`http://127.0.0.1:${port}/?play=${modeId}`);
  await person.page.locator('sound-mode .instrument').waitFor();
  return person;
}

/** The instrument as on a site, whose keys may mean something else outside of it. */
async function onSite(modeId: string, script = ''): Promise<Person> {
  const person = await inPlayer(modeId, script);
  await person.page.locator('sound-mode').evaluate(async (one: SoundModeElement) => {
    const ready = new Promise((resolve) => one.addEventListener('ready', resolve, { once: true }));
    one.removeAttribute('devices');
    one.setAttribute('controls', 'play');
    await ready;
  });
  return person;
}

/** The names of the piano keys that are down. */
const down = (page: Page): Promise<string[]> =>
  page
    .locator('sound-mode .piano [aria-pressed=true]')
    .evaluateAll((keys) => keys.map((key) => key.getAttribute('aria-label') ?? ''));

const inputsOf = (page: Page): Promise<number[]> =>
  page
    .locator('sound-mode')
    .evaluate((one: SoundModeElement) => [...(one.view?.model.inputs ?? [])]);

const focused = (page: Page): Promise<string | null | undefined> =>
  page
    .locator('sound-mode')
    .evaluate((one) => one.shadowRoot?.activeElement?.getAttribute('aria-label'));

for (const modifier of ['Control', 'Alt', 'Shift', 'Meta'] as const) {
  test(`a note ends when its key is let go while ${modifier} is down`, async () => {
    const person = await onSite('fm_voice');
    const { page } = person;
    await press(page, 'Play');
    await page.keyboard.down('KeyD');
    assert.equal(await down(page), ['E 4']);
    await page.keyboard.down(modifier);
    await page.keyboard.up('KeyD');
    assert.equal(await down(page), []);
    await page.keyboard.up(modifier);
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('a note ends with Command where a Mac does not tell that its key was let go', async () => {
  const person = await onSite('fm_voice');
  const { page } = person;
  await press(page, 'Play');
  await page.keyboard.down('KeyD');
  await page.keyboard.press('Meta');
  assert.equal(await down(page), []);
  await person.close();
});

test('a note ends where the focus is when its key is let go, or when the page loses it', async () => {
  const person = await onSite('fm_voice');
  const { page } = person;
  await press(page, 'Play');
  await page.keyboard.down('KeyD');
  await page.getByRole('textbox', { name: 'Preset name' }).focus();
  assert.equal(await down(page), ['E 4']);
  await page.keyboard.up('KeyD');
  assert.equal(await down(page), []);
  await page.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.down('KeyF');
  assert.equal(await down(page), ['F 4']);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  assert.equal(await down(page), []);
  await person.close();
});

test('the keys play on an octave higher after a piano key was clicked, which keeps the focus', async () => {
  const person = await onSite('fm_voice');
  const { page } = person;
  await page.getByRole('button', { name: 'C 4', exact: true }).click();
  await page.keyboard.press('KeyX');
  assert.is(await focused(page), 'C 5');
  await page.keyboard.down('KeyA');
  assert.equal(await down(page), ['C 5']);
  await page.keyboard.press('KeyZ');
  assert.equal(await down(page), []);
  await page.keyboard.up('KeyA');
  await page.keyboard.down('Enter');
  assert.equal(await down(page), ['C 4']);
  await page.keyboard.up('Enter');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('sound-mode .piano .white').nth(14).waitFor({ state: 'detached' });
  const names = await page
    .locator('sound-mode .piano button')
    .evaluateAll((keys) => keys.map((key) => key.getAttribute('aria-label')));
  assert.equal([names[0], names[12]], ['C 4', 'C 5']);
  await page.keyboard.down('KeyA');
  assert.equal(await down(page), ['C 4']);
  assert.equal(person.errors, []);
  await person.close();
});

test('in the player the keys play wherever the focus is, unless somebody writes or answers a dialog', async () => {
  const person = await inPlayer('fm_voice');
  const { page } = person;
  const plays = async (): Promise<boolean> => {
    await page.keyboard.down('KeyA');
    const played = (await down(page)).join() === 'C 4';
    await page.keyboard.up('KeyA');
    return played;
  };
  await page.getByRole('heading', { name: 'Fm voice' }).click();
  assert.ok(await plays(), 'from the heading');
  await page.getByRole('button', { name: 'Copy link' }).focus();
  assert.ok(await plays(), 'from a button of the page');
  const name = page.getByRole('textbox', { name: 'Preset name' });
  await name.focus();
  assert.not.ok(await plays(), 'in a field of the page');
  assert.is(await name.inputValue(), 'a');
  await page.getByText('Advanced').click();
  await page.getByLabel('Learning rate').focus();
  assert.not.ok(await plays(), 'in a field of the instrument');
  await page.getByText('Count-in').click();
  assert.ok(await plays(), 'from a box that was ticked');
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.append(document.createElement('button'));
    document.body.append(dialog);
    dialog.showModal();
  });
  assert.not.ok(await plays(), 'in a dialog');
  await page.evaluate(() => document.querySelector('dialog')?.close());
  await page.evaluate(() => document.querySelector('h1')?.click());
  assert.ok(await plays(), 'after the dialog');
  await page.evaluate(() => document.body.append(document.createElement('sound-mode')));
  await page.getByRole('heading', { name: 'Fm voice' }).click();
  assert.not.ok(await plays(), 'beside another instrument');
  await person.close();
});

test('on a site the keys play only from the instrument, but from anywhere in it', async () => {
  const person = await onSite('fm_voice');
  const { page } = person;
  await page.getByRole('heading', { name: 'Fm voice' }).first().click();
  await page.keyboard.down('KeyA');
  assert.equal(await down(page), []);
  await page.keyboard.up('KeyA');
  await page.locator('sound-mode .keys').click();
  await page.keyboard.down('KeyA');
  assert.equal(await down(page), ['C 4']);
  await person.close();
});

test('an instrument that is gone hears no keys', async () => {
  const person = await inPlayer('fm_voice');
  const { page } = person;
  await page.locator('sound-mode').evaluate(async (one: SoundModeElement) => {
    const played: unknown[] = [];
    Reflect.set(window, 'played', played);
    if (one.view !== undefined) one.view.play = (message) => void played.push(message);
    one.remove();
    await Promise.resolve();
  });
  await page.keyboard.press('KeyA');
  assert.equal(await page.evaluate(() => Reflect.get(window, 'played')), []);
  await person.close();
});

for (const [browser, script] of [
  ['buttons take the focus', ''],
  ['buttons take no focus', NO_FOCUSED_BUTTONS],
] as const) {
  test(`the keys play after a click on Play where ${browser}`, async () => {
    const pads = await onSite('drum_sequencer', script);
    await press(pads.page, 'Play');
    await pads.page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await pads.page.keyboard.press('ArrowRight');
    assert.equal(await inputsOf(pads.page), [16384 + 512, 16384]);
    assert.equal(pads.errors, []);
    await pads.close();

    const person = await onSite('fm_voice', script);
    const { page } = person;
    await press(page, 'Play');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.keyboard.down('KeyA');
    await press(page, 'Pause');
    assert.equal(await down(page), ['C 4'], 'a click ends no note that a key holds');
    await page.keyboard.up('KeyA');
    assert.equal(await down(page), []);
    await page.getByRole('button', { name: 'C 4', exact: true }).hover();
    await page.mouse.down();
    assert.equal(await down(page), ['C 4'], 'a piano key sounds while it is held');
    await page.mouse.up();
    assert.equal(await down(page), []);
    await page.keyboard.down('KeyF');
    assert.equal(await down(page), ['F 4']);
    assert.equal(person.errors, []);
    await person.close();
  });
}

test('exploring keeps the focus that it gave to its plane where buttons take none', async () => {
  const person = await inPlayer('drum_sequencer', NO_FOCUSED_BUTTONS);
  await press(person.page, 'Explore around this sound');
  assert.is(await focused(person.page), 'Across');
  await person.close();
});

closing(chromium, service);

test.run();
