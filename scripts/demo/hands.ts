/** What people do in the pages: write, choose from menus, play, teach. By what they see, as they would. */
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';

/** Gives a person a name and a colour before the first visit. */
export async function beCalled(
  context: BrowserContext,
  name: string,
  color = '#1d6fd8',
): Promise<void> {
  await context.addInitScript((user) => {
    // A sandboxed frame has no storage and needs none.
    if (window === window.top) localStorage.setItem('ensemble.user', user);
  }, JSON.stringify({ name, color }));
}

/** The writing surface of a file in the editor. */
export function code(page: Page, file = 'index.html'): Locator {
  return page.getByRole('textbox', { name: `${file}, code`, includeHidden: true });
}

/** Waits until the sign of the editor says so. */
export async function waitForSign(page: Page, state: string): Promise<void> {
  await page.locator(`.sign[data-state="${state}"]`).waitFor();
}

/** What the preview of an editor (or `?live`) shows. */
export function shown(page: Page): FrameLocator {
  return page.frameLocator('iframe.preview:visible').frameLocator('iframe.shown');
}

/** Chooses an entry of one of the editor's menus. */
export async function choose(page: Page, menu: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Writes at the end of the first line that holds `line`. */
export async function writeAfter(
  page: Page,
  line: string,
  text: string,
  file = 'index.html',
): Promise<void> {
  await page.getByRole('tab', { name: file }).click();
  await code(page, file).locator('.cm-line', { hasText: line }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(text);
}

/** A page, or a page in it. */
export type Surface = Pick<Page, 'locator' | 'getByRole'> | FrameLocator;

/** The instrument of a page. */
export function instrument(page: Surface): Locator {
  return page.locator('sound-mode').first();
}

/** Presses a button of the instrument. */
export async function press(page: Surface, label: string): Promise<void> {
  await instrument(page).getByRole('button', { name: label, exact: true }).first().click();
}

/** Where on a pad: across and up, 0 to 1. */
export type Place = readonly [number, number];

/** Plays the first pad of the instrument at a place. */
export async function touch(page: Surface, [x, y]: Place): Promise<void> {
  const pad = instrument(page).locator('.pad').first();
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('the pad has no place on the page');
  await pad.click({ position: { x: box.width * x, y: box.height * (1 - y) } });
}

/** Has the instrument learn what was taught. @returns what it says of it */
export async function train(page: Surface): Promise<string> {
  await press(page, 'Train');
  const told = instrument(page).locator('.says', { hasText: 'Learned in' });
  await told.waitFor();
  return (await told.textContent()) ?? '';
}

/** The instrument that the editor has open beside the code. */
export function panel(page: Page): FrameLocator {
  return page.frameLocator('iframe.instrument-frame');
}

/** Saves what the instrument beside the code learned into the site, for all who visit. */
export async function saveIntoSite(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save into the site' }).click();
  await page.getByText('Visitors play what it learned.').waitFor();
  await waitForSign(page, 'saved');
}

/** From the editor to the player of an instrument on the page, which opens as another page. */
export async function openPlayer(page: Page, id: string): Promise<Page> {
  await choose(page, 'Menu', `Teach ${id}`);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the instrument on a page of its own' }).click();
  const player = await opening;
  await instrument(player).locator('.instrument').waitFor();
  return player;
}
