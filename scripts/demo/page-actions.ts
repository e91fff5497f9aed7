/** Actions of people in the pages, found by what they see: write, choose from menus, play, teach. */
import type { BrowserContext, Frame, FrameLocator, Locator, Page } from 'playwright-core';

/** Sets a person's name and colour before the first visit. */
export async function setUser(
  context: BrowserContext,
  name: string,
  color = '#1d6fd8',
): Promise<void> {
  await context.addInitScript((user) => {
    // A sandboxed frame has no storage and needs none.
    if (window === window.top) localStorage.setItem('ensemble.user', user);
  }, JSON.stringify({ name, color }));
}

/** The code of a file in the editor. */
export function code(page: Page, file = 'index.html'): Locator {
  return page.getByRole('textbox', { name: `${file} code`, includeHidden: true });
}

/** Waits until the editor shows this save status. */
export async function waitForStatus(page: Page, state: string): Promise<void> {
  await page.locator(`.save-status[data-state="${state}"]`).waitFor();
}

/** The site in the preview of the editor (or of `?live`). */
export function shown(page: Page): FrameLocator {
  return page.frameLocator('iframe.preview:visible').frameLocator('iframe.shown');
}

/** The document of a published site, which is in a frame of its page. */
export async function published(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe.site')).contentFrame();
  if (frame === null) throw new Error(`${page.url()} shows no site`);
  return frame;
}

/** Starts an empty site from a template. */
export async function startFrom(page: Page, template = 'Blank page'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${template}`) }).click();
}

/** Chooses an item of one of the editor's menus. */
export async function choose(page: Page, menu: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Makes a file of the site, and opens it. */
export async function newFile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('dialog').getByLabel('File name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('tab', { name, exact: true }).waitFor();
}

/** Inserts an instrument from the menu; visitors can play it. */
export async function insertInstrument(page: Page, entry: RegExp): Promise<void> {
  await choose(page, 'Insert', entry);
  await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).click();
}

/** Inserts text at the end of the first line that contains `line`. */
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

/** A page, or a frame in it. */
export type Surface = Pick<Page, 'locator' | 'getByRole'> | Frame | FrameLocator;

/** The first instrument of a page. */
export function instrument(page: Surface): Locator {
  return page.locator('sound-mode').first();
}

/** Presses a button of the instrument. */
export async function press(page: Surface, label: string): Promise<void> {
  await instrument(page).getByRole('button', { name: label, exact: true }).first().click();
}

/** A position on a pad: across and up, 0 to 1. */
export type Place = readonly [number, number];

/** Clicks the first pad of the instrument. */
export async function touch(page: Surface, [x, y]: Place): Promise<void> {
  const pad = instrument(page).locator('.pad').first();
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('the pad is not visible');
  await pad.click({ position: { x: box.width * x, y: box.height * (1 - y) } });
}

/** Trains the instrument. @returns its message */
export async function train(page: Surface): Promise<string> {
  await press(page, 'Train');
  const message = instrument(page).locator('.message', { hasText: 'Learned in' });
  await message.waitFor();
  return (await message.textContent()) ?? '';
}

/** The instrument panel of the editor. */
export function panel(page: Page): FrameLocator {
  return page.frameLocator('iframe.instrument-frame');
}

/** Clicks the first pad of the page beside the code, and waits until the teaching tools of its instrument know. */
export async function movePad(page: Page, at: Place): Promise<void> {
  await touch(shown(page), at);
  const dot = (where: Surface) => instrument(where).locator('.pad .dot').first();
  const style = await dot(shown(page)).getAttribute('style');
  await panel(page).locator(`.pad .dot[style="${style}"]`).first().waitFor({ state: 'attached' });
}

/** Waits until what was taught in the instrument panel is saved with the site. */
export async function waitForLesson(page: Page): Promise<void> {
  await page.getByText('Visitors play what everyone here taught.').waitFor();
  await waitForStatus(page, 'saved');
}

/** Opens the player of an instrument from the editor, in a new tab. */
export async function openPlayer(page: Page, id: string): Promise<Page> {
  await choose(page, 'Menu', `Teach ${id}`);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the instrument in a new tab' }).click();
  const player = await opening;
  await instrument(player).locator('.instrument').waitFor();
  return player;
}
