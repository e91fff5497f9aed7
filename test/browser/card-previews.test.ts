/** The homepage's cards of instruments: grouped by kind, heard for two seconds under the mouse or the focus. */
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { presetsOf } from '../../src/shared/instrument/presets.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { openHome } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const home = `http://127.0.0.1:${port}/`;
const chromium = await Chromium.launch();

async function open(options: BrowserContextOptions = { reducedMotion: 'no-preference' }) {
  const { person, page, frame } = await openHome(chromium, home, options);
  // Every preview there was, and what each was told and sounded like.
  await frame.evaluate(() => {
    const previews: { mode: string; heard: boolean; ended: boolean; lasted_ms: number }[] = [];
    Reflect.set(window, 'previews', previews);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement) || node.className !== 'sound-preview') continue;
          const mode = node.getAttribute('mode') ?? '';
          const one = { mode, heard: false, ended: false, lasted_ms: 0 };
          let began = 0;
          previews.push(one);
          const timer = setInterval(() => {
            const samples = new Float32Array(2048);
            Reflect.get(node, 'view')?.analyser?.getFloatTimeDomainData(samples);
            one.heard ||= samples.some((sample) => Math.abs(sample) > 0.001);
            if (Reflect.get(node, 'playing') === true) began ||= performance.now();
            one.ended = !node.isConnected;
            if (one.ended) one.lasted_ms = performance.now() - began;
            if (one.ended) clearInterval(timer);
          }, 5);
        }
      }
    }).observe(document.body, { childList: true });
  });
  return { person, page, frame };
}

interface Preview {
  readonly mode: string;
  readonly heard: boolean;
  readonly ended: boolean;
  /** From its first sound to its end. */
  readonly lasted_ms: number;
}

const previews = (frame: Frame): Promise<readonly Preview[]> =>
  frame.evaluate(() => Reflect.get(window, 'previews'));

/** Waits until the latest preview is like this. */
const latest = (frame: Frame, wanted: Partial<Preview>) =>
  frame.waitForFunction(
    (want) => {
      const last = Reflect.get(window, 'previews').at(-1);
      return (
        last !== undefined && Object.entries(want).every(([key, value]) => last[key] === value)
      );
    },
    wanted,
    { timeout: 60_000 },
  );

const card = (page: Page, modeId: string) => page.locator(`[data-preview=${modeId}]`);

/** A click on nothing: the first gesture. */
const gesture = (page: Page) => page.getByRole('heading', { name: 'Sites' }).click();

test('cards are grouped by kind, and name presets instead of counting parameters', async () => {
  const { person, page } = await open();
  const groups = await page.locator('.instruments h3').allTextContents();
  assert.equal(groups, ['To play', 'Generative', 'Effects', 'From sound to MIDI']);
  const counts = await page
    .locator('.instruments .cards')
    .evaluateAll((lists) => lists.map((list) => list.querySelectorAll('a').length));
  assert.ok(
    counts.every((count) => count > 0),
    `${counts}`,
  );
  assert.is(
    counts.reduce((sum, count) => sum + count),
    MODES.length,
  );
  const text = (await page.locator('.instruments').textContent()) ?? '';
  assert.not.match(text, /parameters/);
  for (const { modeId } of MODES) {
    assert.ok(text.includes(presetsOf(modeId)[0]?.name ?? '?'), modeId);
  }
  await look(page, 'cards', 'phone');
  assert.equal(person.errors, []);
  await person.close();
});

test('nothing sounds before the first gesture; then every card does, and ends', async () => {
  const { person, page, frame } = await open();
  await card(page, 'drone').hover();
  await page.waitForTimeout(1_000);
  assert.equal(await previews(frame), []);
  await gesture(page);
  for (const { modeId } of MODES) {
    await card(page, modeId).hover();
    await latest(frame, { mode: modeId, ended: true, heard: modeId !== 'sound_analysis' });
  }
  const lasted = (await previews(frame)).map(({ lasted_ms }) => lasted_ms);
  assert.ok(
    lasted.every((ms) => ms > 1_900 && ms < 4_000),
    lasted.join(),
  );
  assert.equal(person.errors, []);
  await person.close();
});

test('leaving a card ends its sound, and the keyboard previews, too', async () => {
  const { person, page, frame } = await open();
  await gesture(page);
  await card(page, 'wanderer').hover();
  await latest(frame, { mode: 'wanderer', ended: false });
  await gesture(page);
  await latest(frame, { mode: 'wanderer', ended: true });
  await card(page, 'drone').focus();
  await page.keyboard.press('Tab');
  await latest(frame, { mode: 'drum_sequencer', heard: true });
  assert.equal(person.errors, []);
  await person.close();
});

test('no preview sounds over the instrument that plays, nor for people who want less', async () => {
  const { person, page, frame } = await open();
  await frame.getByRole('button', { name: 'Play', exact: true }).click();
  await frame.getByRole('button', { name: 'Pause' }).waitFor();
  await card(page, 'paf_synth').hover();
  await page.waitForTimeout(1_000);
  assert.equal(await previews(frame), []);
  assert.ok(
    await frame.locator('sound-mode').evaluate((element: SoundModeElement) => element.playing),
  );
  await person.close();
  const quiet = await open({ reducedMotion: 'reduce' });
  await gesture(quiet.page);
  await card(quiet.page, 'paf_synth').hover();
  await quiet.page.waitForTimeout(1_000);
  assert.equal(await previews(quiet.frame), []);
  await quiet.person.close();
});

test('only people with a mouse are told to point at a card', async () => {
  const hint = (page: Page) => page.getByText('Point at one to hear it.');
  const desktop = await chromium.person();
  await desktop.page.goto(home);
  assert.ok(await hint(desktop.page).isVisible());
  await desktop.close();
  const phone = await chromium.person({ isMobile: true, hasTouch: true });
  await phone.page.goto(home);
  await phone.page.getByText('Open one to play it and teach it.').waitFor();
  assert.not(await hint(phone.page).isVisible());
  await phone.close();
});

closing(chromium, service);

test.run();
