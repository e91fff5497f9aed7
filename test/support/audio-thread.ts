/** Whether the sound of a page goes on while something else happens there. */
import type { Page } from 'playwright-core';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';

/** Devices buffer 10 to 40 ms. */
const LATE_MS = 50;

/**
 * Whether the audio thread keeps up while `action` goes on. Other programs can make any thread late now and then:
 * one of three tries must be on time, and what is wrong with the page itself is late in all of them.
 */
export async function keepsUp(page: Page, action: () => Promise<void>): Promise<string> {
  const first = page.locator('sound-mode').first();
  const tries: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await first.evaluate((element: SoundModeElement) => {
      if (element.view !== undefined) element.view.health.late_ms = 0;
    });
    await action();
    const late = await first.evaluate((element: SoundModeElement) => element.view?.health.late_ms);
    tries.push(late ?? Number.NaN);
    if ((late ?? LATE_MS) < LATE_MS) return 'on time';
  }
  return `late by ${tries.join(', ')} ms`;
}
