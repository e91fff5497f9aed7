/** What people do with the teaching tools of the editor, and with the instrument of the page that they teach. */
import type { FrameLocator, Page } from 'playwright-core';
import { type Surface, shown } from '../../scripts/demo/page-actions.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { until } from './until.ts';

export const panel = (page: Page) => page.getByRole('complementary', { name: 'Instrument' });
export const player = (page: Page): FrameLocator => page.frameLocator('iframe.instrument-frame');
export const press = (page: Page, label: string) =>
  player(page).getByRole('button', { name: label, exact: true }).first().click();
export const stands = (page: Page, text: string) => panel(page).getByText(text).waitFor();

/** What an instrument answers with its sliders at some place. */
export const answer = (where: Surface): Promise<number[]> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => {
      element.view?.model.settle();
      return [...(element.view?.model.answerAt([9000, 20000, 16384, 30000]) ?? [])];
    });

/** Moves the first slider of the page's instrument, and waits until the teaching tools know. */
export async function move(page: Page, at: string): Promise<void> {
  await shown(page).locator('sound-mode .controls input').first().fill(at);
  await sameInputs(page);
}

/** Waits until the instrument of the page and its tools agree where its first channel stands. */
export async function sameInputs(page: Page, site: Surface = shown(page)): Promise<void> {
  let stand: (number | undefined)[] = [];
  await until(
    async () => {
      stand = [await inputs(site), await inputs(player(page))].map(([first]) => first);
      return stand[0] === stand[1];
    },
    () => `the page and its tools to agree: ${stand}`,
  );
}

/** Where the channels of an instrument stand. */
export const inputs = (where: Surface): Promise<number[]> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => element.view?.model.inputs ?? []);

/** Teaches a random sound with the first slider of the page at some place. */
export async function teachAt(page: Page, at: string): Promise<void> {
  await press(page, 'Surprise me');
  await move(page, at);
  await press(page, 'Teach here');
}

export const counts = (page: Page, sounds: number) =>
  player(page)
    .locator('sound-mode .count', { hasText: new RegExp(`^${sounds} sounds? `) })
    .waitFor();

/** Waits until the instrument in the panel answers so. */
export async function waitForAnswer(page: Page, expected: readonly number[]): Promise<void> {
  let last = '';
  const answers = async (): Promise<boolean> => {
    last = String(await answer(player(page)));
    return last === String(expected);
  };
  await until(answers, () => `the answer ${expected}, which is ${last}`);
}

/** Everything an instrument learned, to the bit. */
export const saved = (where: Surface): Promise<string> =>
  where
    .locator('sound-mode')
    .first()
    .evaluate((element: SoundModeElement) => String(element.view?.model.save()));

export const tool = (page: Page, label: string) =>
  player(page).getByRole('button', { name: label, exact: true });
