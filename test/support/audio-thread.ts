/** Whether a page keeps sounding while something else happens on it. */
import type { Frame, Page } from 'playwright-core';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';

/** Devices buffer 10 to 40 ms. */
const LATE_MS = 50;
/** After this a delay no longer counts: two windows of `UnderrunMeter`, and the way of its report to the page. */
const FORGOTTEN_MS = 4000;
const TRIES = 6;
/** A stretch in which nothing happens, and how long sound that has just been started may need until one is on time. */
const IDLE_MS = 1000;
const SETTLE_MS = 30_000;

/** How late the audio thread was at most while `body` ran, in ms; NaN if nothing plays. */
async function lateness(page: Page | Frame, body: () => Promise<void>): Promise<number> {
  const first = page.locator('sound-mode').first();
  await first.evaluate((element: SoundModeElement) => {
    if (element.view !== undefined) element.view.health.late_ms = 0;
  });
  await body();
  const late = await first.evaluate((element: SoundModeElement) => element.view?.health.late_ms);
  return late ?? Number.NaN;
}

/** Waits for a stretch on time in which nothing happens. @returns how late the last one was, in ms */
export async function lateAtRest(page: Page | Frame, timeoutMs: number): Promise<number> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const idle = await lateness(page, () => page.waitForTimeout(IDLE_MS));
    if (idle < LATE_MS || performance.now() > end) return idle;
  }
}

/**
 * Whether the audio thread keeps up during `action`: less than `LATE_MS` behind, or no further than the same page is
 * beside it in as long a stretch in which nothing happens, because other programs can delay any thread for seconds.
 * One of six tries must be on time; a fault of the action delays all of them.
 */
export async function keepsUp(page: Page | Frame, action: () => Promise<void>): Promise<string> {
  let before = await lateAtRest(page, SETTLE_MS);
  const tries: string[] = [];
  for (let turn = 1; turn <= TRIES; turn += 1) {
    const start = performance.now();
    const late = await lateness(page, action);
    if (late < LATE_MS) return 'on time';
    const took = performance.now() - start;
    await page.waitForTimeout(FORGOTTEN_MS);
    const idle = await lateness(page, () => page.waitForTimeout(took));
    if (late <= Math.max(before, idle)) return 'on time';
    tries.push(`${late} (${idle} at rest)`);
    before = idle;
  }
  return `late by ${tries.join(', ')} ms`;
}
