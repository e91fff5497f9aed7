/** A tab or a browser that ends at any moment of a teaching session: every sound that was taught comes back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { launchProfile } from '../../scripts/demo/chromium.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { fillStorage, restoreLeft } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const chromium = await Chromium.launch();
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const SESSIONS = 6;
/** What people do, by the names of the buttons. */
const STEPS: readonly (readonly string[])[] = [
  ['Default sound', 'Teach here'],
  ['Default sound', 'Teach here'],
  ['Vary', 'Teach here'],
  ['Forget nearest'],
  ['Undo'],
  ['Vary'],
  ['Train'],
];
const TEACH = ['Default sound', 'Teach here'];

/** A generator of numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function open(page: Page): Promise<Page> {
  await page.goto(`http://127.0.0.1:${port}/?play=drone`);
  await page.locator('sound-mode .instrument').waitFor();
  return page;
}

/** Moves to a place and presses buttons there. @returns all examples after that */
const act = (page: Page, names: readonly string[], place: number): Promise<string[]> =>
  page.locator('sound-mode').evaluate(
    (one: SoundModeElement, [pressed, at]) => {
      const { model } = one.view ?? {};
      model?.setInput(0, (at * 2003) % 32768);
      const buttons = [...(one.shadowRoot?.querySelectorAll('button') ?? [])];
      for (const name of pressed) buttons.find((each) => each.textContent === name)?.click();
      return (model?.examples ?? []).map(({ inputs, params }) => `${[...inputs]} ${[...params]}`);
    },
    [names, place] as const,
  );

const examples = (page: Page): Promise<string[]> =>
  page
    .locator('sound-mode')
    .evaluate((one: SoundModeElement) =>
      (one.view?.model.examples ?? []).map(({ inputs, params }) => `${[...inputs]} ${[...params]}`),
    );

/** On a busy computer a page has its database later than its instrument. */
const databaseIsOpen = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        // Requests to open a database are answered in their order, so the page has it by then.
        const request = indexedDB.open('ensemble.kept');
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error);
      }),
  );

async function crash(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await page.waitForEvent('crash');
}

/** Opens the player again, once the browser knows that the page before is gone, and takes what it offers. */
async function restored(page: Page): Promise<string[]> {
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return !held.some(({ name = '' }) => name.startsWith('ensemble.kept'));
  });
  await open(page);
  await restoreLeft(page);
  return examples(page);
}

for (const full of [false, true]) {
  const where = full ? 'a browser whose local storage is full' : 'a browser';
  test(`a tab that crashes at any moment has kept every sound, in ${where}`, async () => {
    const random = randomFrom(SEED);
    for (let session = 0; session < SESSIONS; session += 1) {
      const { context, page } = await chromium.person();
      try {
        await open(page);
        if (full) await fillStorage(page);
        await databaseIsOpen(page);
        let known: string[] = [];
        const steps = 1 + Math.floor(random() * 8);
        const done: string[] = [];
        for (let at = 0; at < steps || known.length === 0; at += 1) {
          const step = STEPS[Math.floor(random() * STEPS.length)] ?? TEACH;
          done.push(...step);
          known = await act(page, step, at);
        }
        await page.waitForTimeout(random() * 20);
        await crash(context, page);
        const found = await restored(await context.newPage());
        assert.equal(found, known, `SEED=${SEED}, session ${session}: ${done}`);
      } finally {
        await context.close();
      }
    }
  });
}

/** Ends all of a browser at once. */
async function kill(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const known = await session?.send('SystemInfo.getProcessInfo');
  const browser = known?.processInfo.find(({ type }) => type === 'browser');
  if (browser === undefined) throw new Error('no process of a browser');
  const gone = new Promise((resolve) => context.once('close', resolve));
  process.kill(browser.id, 'SIGKILL');
  await gone;
}

for (const full of [false, true]) {
  const where = full ? ' and whose local storage is full' : '';
  test(`a browser that is killed${where} has kept every sound, up to a second before`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-profile-'));
    const context = await launchProfile(folder);
    const page = await open(await context.newPage());
    if (full) await fillStorage(page);
    let known: string[] = [];
    for (let at = 0; at < 5; at += 1) known = await act(page, TEACH, at);
    await page.waitForTimeout(1000);
    await kill(context);
    const again = await launchProfile(folder);
    try {
      assert.equal(await restored(await again.newPage()), known);
    } finally {
      await again.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

closing(chromium, service);

test.run();
