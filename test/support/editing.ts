/** People in browsers who edit sites of a real server, a process of its own with a store of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { bundle } from '../../scripts/bundle.ts';
import { Chromium, type ChromiumOptions, type Person } from './chromium.ts';

const START_TIMEOUT_MS = 20_000;
const listening = v.object({ url: v.string() });

export interface WorldOptions extends ChromiumOptions {
  /** Settings of the server beside its store and port. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that can be stopped and started on the same store and port. */
class Server {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'ensemble-'));
  readonly #env: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #port = '0';
  url = '';

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['dist/server.js'], {
      env: { ...process.env, DATA_DIR: this.#folder, PORT: this.#port, ...this.#env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    const lines = createInterface({ input: child.stdout });
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    for await (const line of lines) {
      const said = v.safeParse(listening, JSON.parse(line));
      if (!said.success) continue;
      this.url = said.output.url;
      this.#port = new URL(this.url).port;
      break;
    }
    clearTimeout(timer);
    // What it says later must be read too, or its pipe fills.
    child.stdout.resume();
    if (this.url === '') throw new Error('the server did not start');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface World {
  readonly chromium: Chromium;
  readonly server: Server;
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
  await bundle();
  const server = new Server(options.env ?? {});
  const chromium = await Chromium.launch(options);
  const url = (place: string): string => new URL(place, server.url).href;
  const editor = async (site: string, name: string, context?: BrowserContextOptions) => {
    const person = await chromium.person(context);
    await beCalled(person, name);
    await person.page.goto(url(`/member/${site}?edit`));
    await waitForSign(person.page, 'saved');
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

/** Gives a person a name and a colour before the first visit. */
export async function beCalled(person: Person, name: string, color = '#1d6fd8'): Promise<void> {
  await person.context.addInitScript((user) => {
    // A sandboxed frame has no storage and needs none.
    if (window === window.top) localStorage.setItem('ensemble.user', user);
  }, JSON.stringify({ name, color }));
}

/** Text of a file in the editor, as it stands there, without what is drawn between. */
export async function codeOf(page: Page, file = 'index.html'): Promise<string> {
  return code(page, file).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')]
      .map((line) => {
        const copy = line.cloneNode(true);
        if (copy instanceof Element) {
          for (const drawn of copy.querySelectorAll('.peer-caret')) drawn.remove();
        }
        return copy.textContent ?? '';
      })
      .join('\n'),
  );
}

/** The writing surface of a file. */
export function code(page: Page, file = 'index.html'): Locator {
  return page.getByRole('textbox', { name: `${file}, code`, includeHidden: true });
}

/** Waits until the sign of the editor says so. */
export async function waitForSign(page: Page, state: string): Promise<void> {
  await page.locator(`.sign[data-state="${state}"]`).waitFor();
}

/** Waits until a file reads so; fails with what it reads. */
export async function waitForCode(
  page: Page,
  expected: string,
  file = 'index.html',
): Promise<void> {
  let seen = '';
  for (let tries = 0; tries < 100; tries += 1) {
    seen = await codeOf(page, file);
    if (seen === expected) return;
    await page.waitForTimeout(100);
  }
  throw new Error(`${file} reads ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`);
}

/** Puts the cursor at the end of a file and types. */
export async function write(page: Page, text: string, file = 'index.html'): Promise<void> {
  const surface = code(page, file);
  if (!(await surface.isVisible())) await page.getByRole('tab', { name: file }).click();
  await surface.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

/** What the preview of an editor (or `?live`) shows. */
export function shown(page: Page): ReturnType<Page['frameLocator']> {
  return page.frameLocator('iframe.preview:visible').frameLocator('iframe.shown');
}

/** Chooses an entry of one of the editor's menus. */
export async function choose(page: Page, menu: string, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
