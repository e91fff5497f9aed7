/** People in browsers who edit sites of a real server, a process of its own with a store of its own. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { choose, code, setUser, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { Platform, type PlatformOptions } from '../../scripts/demo/platform.ts';
import { bundled } from './bundled.ts';
import { Chromium, type ChromiumOptions, type Person } from './chromium.ts';
import { until } from './until.ts';

export interface WorldOptions extends Omit<ChromiumOptions, 'flags'>, PlatformOptions {
  readonly browserFlags?: readonly string[];
}

export interface World {
  readonly chromium: Chromium;
  readonly server: Platform;
  /** Address of a page of the server. */
  url(path: string): string;
  /** A new person of that name who has the editor of a site open and may write. */
  editor(site: string, name: string, options?: BrowserContextOptions): Promise<Person>;
}

/** Runs `body` with a browser and a server, and ends both whatever happens. */
export async function withWorld(
  options: WorldOptions,
  body: (world: World) => Promise<void>,
): Promise<void> {
  if (options.dist === undefined) await bundled();
  const server = new Platform(options);
  const { browserFlags = [] } = options;
  const chromium = await Chromium.launch({ ...options, flags: browserFlags });
  const url = (place: string): string => server.at(place);
  const editor = async (site: string, name: string, context?: BrowserContextOptions) => {
    const person = await chromium.person(context);
    await setUser(person.context, name);
    await person.page.goto(url(`/member/${site}?edit`));
    await waitForStatus(person.page, 'saved');
    return person;
  };
  try {
    await server.start();
    await body({ chromium, server, url, editor });
  } finally {
    await chromium.close();
    await server.remove();
  }
}

/** Text of a file in the editor, as it stands there. */
export async function codeOf(page: Page, file = 'index.html'): Promise<string> {
  return code(page, file).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
}

/** Waits until a file reads so; fails with what it reads. A page that loads again meanwhile is read again. */
export async function waitForCode(
  page: Page,
  expected: string,
  file = 'index.html',
): Promise<void> {
  let seen = '';
  const reads = async (): Promise<boolean> => {
    seen = await codeOf(page, file);
    return seen === expected;
  };
  await until(
    reads,
    () => `${file} to read ${JSON.stringify(expected)}, not ${JSON.stringify(seen)}`,
  );
}

/** Puts the cursor at the end of a file and types. */
export async function write(page: Page, text: string, file = 'index.html'): Promise<void> {
  const surface = code(page, file);
  if (!(await surface.isVisible())) await page.getByRole('tab', { name: file }).click();
  await surface.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

/** Imports a file from the menu. */
export async function importInto(page: Page, file: string): Promise<void> {
  await choose(page, 'Menu', /^Import/);
  await page.getByLabel('File to import').setInputFiles(file);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
}
