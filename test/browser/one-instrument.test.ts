/** The instrument of a previewed page is the one that is taught, by tools beside it, and the only one that sounds. */
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { choose, type Surface, shown, waitForStatus } from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { look } from '../support/chromium.ts';
import { waitForCode, withWorld, write } from '../support/editing.ts';
import {
  counts,
  inputs,
  move,
  panel,
  player,
  press,
  sameInputs,
  saved,
  stands,
  teachAt,
} from '../support/teaching.ts';
import { until } from '../support/until.ts';

const TAG = '<sound-mode mode="drone" taught="drone" controls="play"></sound-mode>';

/** Whether an instrument sounds here, and what its params are. */
const sound = (where: Surface): Promise<{ here: boolean; playing: boolean; params: string }> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate(({ view }: SoundModeElement) => ({
      here: view?.analyser !== undefined,
      playing: view?.playing === true,
      params: String(view?.model.params),
    }));

const teachButton = (page: Page) => shown(page).getByRole('button', { name: 'Teach', exact: true });

/** A script that changed loads the page again: it plays on, and the tools follow it there. */
async function playsOnWhenLoadedAgain(page: Page): Promise<void> {
  await write(page, "document.body.classList.add('scripted')", 'script.js');
  await shown(page).locator('.scripted sound-mode .linked').waitFor();
  await until(
    async () => (await sound(shown(page))).playing,
    () => 'the page to play on',
  );
  await move(page, '30000');
}

/** What Chrome does for people: a page that was clicked in may sound, also when it loads again. */
const AS_CHROME = ['--autoplay-policy=document-user-activation-required'];

test('the instrument of the page is the one that is taught, and the only one that sounds', async () => {
  await withWorld({ browserFlags: AS_CHROME }, async ({ editor }) => {
    const ada = await editor('one', 'Ada');
    const { page } = ada;
    await write(
      page,
      '<h1>Hum</h1><sound-mode mode="drone" taught="hum" controls="teach"></sound-mode>',
    );
    await shown(page).getByRole('button', { name: 'Play', exact: true }).click();
    await shown(page).getByRole('button', { name: 'Pause' }).waitFor();
    // Its tools are in the editor alone, whatever visitors get.
    assert.is(await shown(page).getByRole('button', { name: 'Teach here' }).count(), 0);
    await teachButton(page).click();
    await player(page).locator('sound-mode .remote').waitFor();
    assert.is(await teachButton(page).getAttribute('aria-pressed'), 'true');
    assert.not(await player(page).locator('sound-mode .controls input').first().isVisible());
    assert.not(await player(page).locator('sound-mode .power').isVisible());

    await press(page, 'Surprise me');
    const surprise = (await sound(player(page))).params;
    await until(
      async () => (await sound(shown(page))).params === surprise,
      () => 'the page to play the surprise',
    );
    await move(page, '12000');
    await press(page, 'Teach here');
    await counts(page, 1);
    await until(
      async () => (await saved(shown(page))) === (await saved(player(page))),
      () => 'the page to have learned it',
    );
    assert.equal(
      [await sound(shown(page)), await sound(player(page))].map(({ here, playing }) => [
        here,
        playing,
      ]),
      [
        [true, true],
        [false, true],
      ],
      'it sounds in the page alone',
    );
    await look(page, 'editor-one-instrument', 'desktop');

    await playsOnWhenLoadedAgain(page);
    // Exploring lays its plane into the tools, which have no pads then.
    await press(page, 'Explore around this sound');
    await player(page).locator('sound-mode .plane').waitFor();
    await press(page, 'Done');
    assert.is((await sound(shown(page))).params, (await sound(player(page))).params);

    await teachButton(page).click();
    await panel(page).waitFor({ state: 'hidden' });
    await until(
      async () =>
        shown(page)
          .locator('sound-mode')
          .first()
          .evaluate(({ view }: SoundModeElement) => view?.model.holding === false),
      () => 'the page to let go of what was held',
    );
    assert.ok((await sound(shown(page))).playing, 'the sound goes on');
    assert.equal(ada.errors, []);
  });
});

test('an instrument that keeps nothing is given a name when somebody wants to teach it', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('nameless', 'Ada');
    await write(page, '<sound-mode mode="drone"></sound-mode>');
    await teachButton(page).click();
    await waitForCode(page, '<sound-mode mode="drone" taught="drone"></sound-mode>');
    await player(page).locator('sound-mode .remote').waitFor();
    await teachAt(page, '9000');
    await counts(page, 1);
    assert.equal(errors, []);
  });
});

test('teaching leaves the page as it runs, also one with scripts in which nothing sounds', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('running', 'Ada');
    await write(page, TAG);
    await write(page, "document.body.classList.add('scripted')", 'script.js');
    await shown(page).locator('.scripted sound-mode .instrument').waitFor();
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .remote').waitFor();
    const run = shown(page).locator('html');
    await run.evaluate((html) => html.classList.add('same-run'));
    for (const at of ['4000', '28000']) await teachAt(page, at);
    await waitForStatus(page, 'saved');
    await shown(page).locator('script[data-taught="drone"]').waitFor({ state: 'attached' });
    await press(page, 'Forget all');
    await counts(page, 0);
    await shown(page).locator('script[data-taught="drone"]').waitFor({ state: 'detached' });
    assert.match((await run.getAttribute('class')) ?? '', 'same-run');
    assert.equal(errors, []);
  });
});

test('where the panel covers the page, its pads and Play are those of the page', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('covered', 'Ada');
    await write(page, TAG);
    await shown(page).locator('sound-mode .instrument').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .remote').waitFor();
    await press(page, 'Play');
    await player(page).getByRole('button', { name: 'Pause' }).waitFor();
    // The site is behind the code, and goes on playing there.
    const site = page.frameLocator('.result iframe.preview').frameLocator('iframe.shown');
    const before = (await inputs(site))[0];
    await player(page).locator('sound-mode .controls input').first().fill('7000');
    await until(
      async () => (await inputs(site))[0] !== before,
      () => 'the page to follow the panel',
    );
    await sameInputs(page, site);
    assert.equal([(await sound(site)).here, (await sound(player(page))).here], [true, false]);
    await look(page, 'editor-covered', 'phone');
    assert.equal(errors, []);
  });
});

test('an instrument that the shown page does not have is played in the panel', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('apart', 'Ada');
    await write(page, TAG);
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .remote').waitFor();
    await page.getByRole('button', { name: 'Stop the preview' }).click();
    await player(page).locator('sound-mode .remote').waitFor({ state: 'detached' });
    await press(page, 'Play');
    await player(page).getByRole('button', { name: 'Pause' }).waitFor();
    assert.ok((await sound(player(page))).here);
    await player(page).locator('sound-mode .controls input').first().fill('7000');
    await page.getByRole('button', { name: 'Run the preview' }).click();
    await player(page).locator('sound-mode .remote').waitFor();
    assert.not((await sound(player(page))).here, 'the page sounds again');
    assert.equal(errors, []);
  });
});

const HOSTILE = `
const say = (message) => parent.postMessage(message, '*');
document.querySelector('sound-mode').dispatchEvent(new CustomEvent('teach', { bubbles: true }));
say({ ensemble: 'teach', id: 'drone', mode: 'drone' });
setInterval(() => {
  const state = { fresh: true, playing: true, shown: true, inputs: [-1, 40000, NaN, 1e9] };
  say({ ensemble: 'instrument', id: 'drone', state });
  say({ ensemble: 'instrument', id: 'drone', state: { ...state, inputs: Array(1e4).fill(0) } });
  say({ ensemble: 'commands', commands: [{ do: 'play' }] });
  say({ ensemble: 'learned', serial: 1, before: {}, after: {} });
}, 5);`;

test('a page opens no tools by itself, teaches nothing, and moves no channel out of range', async () => {
  await withWorld({}, async ({ editor }) => {
    const { page, errors } = await editor('hostile', 'Ada');
    await write(page, TAG);
    await write(page, HOSTILE, 'script.js');
    await waitForStatus(page, 'saved');
    await page.waitForTimeout(1_500);
    assert.not(await panel(page).isVisible());
    await choose(page, 'Menu', /^Teach drone/);
    await player(page).locator('sound-mode .remote').waitFor();
    await page.waitForTimeout(500);
    const heard = await inputs(player(page));
    assert.ok(heard.length > 0 && heard.every((unit) => unit >= 0 && unit <= 32768), String(heard));
    await counts(page, 0);
    await stands(page, 'What you teach is part of the site at once.');
    assert.equal(errors, []);
  });
});

test.run();
