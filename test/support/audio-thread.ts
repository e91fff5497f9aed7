/** Whether a page keeps sounding while something else happens on it. */
import type { Frame, Page } from 'playwright-core';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';

/** Devices buffer 10 to 40 ms. */
const LATE_MS = 50;
/** After this a delay no longer counts: two windows of `UnderrunMeter`. */
const FORGOTTEN_MS = 1000;
const TRIES = 6;

/**
 * Whether the audio thread keeps up during `action`. Other programs can delay any thread for seconds, so one of six
 * tries must be on time, each a second further from the one before; a fault of the page delays all of them.
 */
export async function keepsUp(page: Page | Frame, action: () => Promise<void>): Promise<string> {
  const first = page.locator('sound-mode').first();
  const tries: number[] = [];
  for (let turn = 1; turn <= TRIES; turn += 1) {
    await first.evaluate((element: SoundModeElement) => {
      if (element.view !== undefined) element.view.health.late_ms = 0;
    });
    await action();
    const late = await first.evaluate((element: SoundModeElement) => element.view?.health.late_ms);
    tries.push(late ?? Number.NaN);
    if ((late ?? LATE_MS) < LATE_MS) return 'on time';
    await page.waitForTimeout(turn * FORGOTTEN_MS);
  }
  return `late by ${tries.join(', ')} ms`;
}
