/** What tests do on the homepage and in the player, by the names that a person reads. */
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import type { Chromium, Person } from './chromium.ts';

/** A person on the homepage, and the frame of its instrument once that was taught. */
export async function openHome(
  chromium: Chromium,
  home: string,
  options: BrowserContextOptions = {},
): Promise<{ person: Person; page: Page; frame: Frame }> {
  const person = await chromium.person(options);
  await person.page.goto(home);
  const element = await person.page.waitForSelector('.try iframe');
  const frame = await element.contentFrame();
  if (frame === null) throw new Error('the frame is empty');
  await frame.locator('sound-mode .point').nth(3).waitFor();
  return { person, page: person.page, frame };
}

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Brings back what a page that is gone left, and waits until it is there. */
export async function restoreLeft(page: Page): Promise<void> {
  await press(page, 'Restore');
  await page.getByText('Restored.').waitFor();
}

export const presetMenu = (page: Page) =>
  page.getByRole('combobox', { name: 'Preset', exact: true });

/** The voice space and everything that the player's instrument learned, byte by byte. */
export const learned = (page: Page): Promise<readonly number[]> =>
  page
    .locator('sound-mode')
    .evaluate((one: SoundModeElement) => [
      one.view?.model.voiceSpace ?? -1,
      ...(one.view?.model.save() ?? []),
    ]);

/** Fills localStorage to the last character. */
export const fillStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (let at = 0; ; at += 1) localStorage.setItem(`full ${size} ${at}`, 'x'.repeat(size));
      } catch {}
    }
  });
