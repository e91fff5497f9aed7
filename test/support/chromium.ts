/**
 * Debian's Chromium for browser tests: one quiet headless browser, several people as contexts,
 * screenshots, and V8 coverage of the pages' scripts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core';
import { CHROMIUM, launchChromium } from '../../scripts/demo/chromium.ts';

/** Where test processes leave raw V8 coverage for test/support/web-coverage.ts to merge. */
export const COVERAGE_FOLDER = 'coverage/web';

/** The three widths at which every page is tested. */
export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
} as const;

export type Size = keyof typeof SIZES;

/** One visitor: a browser context (own storage) whose page errors are recorded. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Uncaught errors and console errors of this person's pages, in order. */
  readonly errors: readonly string[];
  /** Opens another tab of the same person. */
  tab(): Promise<Page>;
  close(): Promise<void>;
}

/** Sandboxed frames share their page's process, so that coverage includes them. */
const ONE_PROCESS = '--disable-features=IsolateSandboxedIframes';

/** The browser that people have, also where tests run in Debian's build without windows, which blocks no pop-ups. */
export const FULL_CHROMIUM = CHROMIUM.replace(/-headless-shell$/, '');

export interface ChromiumOptions {
  /** FULL_CHROMIUM, with sandboxed frames in processes of their own, of which there is no coverage. */
  readonly isolated?: boolean;
  /** More command line flags, for tests that need a device or a policy. */
  readonly flags?: readonly string[];
}

/** How long whatever a test waits for may take on the slowest machine that runs it. */
const TIMEOUT_MS = 60_000;

/** Shorter scripts are what tests and browsers add. */
const MIN_SCRIPT_LENGTH = 400;

/** The texts of scripts that this process has written, by hash: each page has the same ones. */
const written = new Map<string, Promise<void>>();
let pages = 0;

/** Counts what runs of a page's scripts. A script's text is fetched only if no page had it before. */
class PageCoverage {
  readonly #session: CDPSession;
  /** Hash of each script's text. */
  readonly #scripts = new Map<string, string>();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async start(page: Page): Promise<PageCoverage> {
    mkdirSync(COVERAGE_FOLDER, { recursive: true });
    const session = await page.context().newCDPSession(page);
    const coverage = new PageCoverage(session);
    session.on('Debugger.scriptParsed', ({ scriptId, hash, length = 0 }) => {
      if (length > MIN_SCRIPT_LENGTH) coverage.#add(scriptId, hash);
    });
    await session.send('Profiler.enable');
    await session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
    return coverage;
  }

  #add(scriptId: string, hash: string): void {
    this.#scripts.set(scriptId, hash);
    if (written.has(hash)) return;
    // If the page goes away meanwhile, the next one that has the script is asked.
    const write = this.#writeText(scriptId, hash).catch(() => void written.delete(hash));
    written.set(hash, write);
  }

  async #writeText(scriptId: string, hash: string): Promise<void> {
    const { scriptSource } = await this.#session.send('Debugger.getScriptSource', { scriptId });
    writeFileSync(path.join(COVERAGE_FOLDER, `${hash}.js`), scriptSource);
  }

  /** Keeps what ran of the pages' inline scripts and of the runtime. */
  async keep(): Promise<void> {
    const { result } = await this.#session.send('Profiler.takePreciseCoverage');
    // Lists all scripts. A debugger that is enabled from the start slows pages down by a fifth.
    await this.#session.send('Debugger.enable');
    await Promise.all(written.values());
    const ours = result.flatMap(({ scriptId, functions }) => {
      const hash = this.#scripts.get(scriptId);
      return hash === undefined || !written.has(hash) ? [] : [{ hash, functions }];
    });
    if (ours.length === 0) return;
    pages += 1;
    const file = path.join(COVERAGE_FOLDER, `${process.pid}-${pages}.json`);
    writeFileSync(file, JSON.stringify(ours));
  }
}

class Visitor implements Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly errors: string[] = [];
  readonly #open = new Map<Page, PageCoverage>();

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  static async enter(browser: Browser, options: BrowserContextOptions): Promise<Visitor> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const visitor = new Visitor(context, page);
    await visitor.#watch(page);
    return visitor;
  }

  async tab(): Promise<Page> {
    const page = await this.context.newPage();
    await this.#watch(page);
    return page;
  }

  async #watch(page: Page): Promise<void> {
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    this.#open.set(page, await PageCoverage.start(page));
  }

  async close(): Promise<void> {
    for (const [page, coverage] of this.#open) if (!page.isClosed()) await coverage.keep();
    await this.context.close();
  }
}

/** A running Chromium; `close` stops it and writes the coverage of all open pages. */
export class Chromium {
  readonly browser: Browser;
  readonly #people: Visitor[] = [];

  private constructor(browser: Browser) {
    this.browser = browser;
  }

  static async launch(options: ChromiumOptions = {}): Promise<Chromium> {
    const { isolated = false, flags = [] } = options;
    const browser = isolated
      ? await launchChromium(flags, FULL_CHROMIUM)
      : await launchChromium([ONE_PROCESS, ...flags]);
    return new Chromium(browser);
  }

  /** A new visitor with storage of their own; desktop size and English by default. */
  async person(options: BrowserContextOptions = {}): Promise<Person> {
    const visitor = await Visitor.enter(this.browser, {
      viewport: SIZES.desktop,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      // Pages come from the server, unless a test is about those that are kept.
      serviceWorkers: 'block',
      ...options,
    });
    this.#people.push(visitor);
    return visitor;
  }

  async close(): Promise<void> {
    for (const person of this.#people) await person.close();
    await this.browser.close();
  }
}

/**
 * Resizes the page, if a size is given, and saves a screenshot in the folder that the environment variable SHOTS
 * names, for people to look at; no screenshot if SHOTS is unset.
 */
export async function look(page: Page, name: string, size?: Size): Promise<void> {
  if (size !== undefined) await page.setViewportSize(SIZES[size]);
  const folder = process.env['SHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const suffix = size === undefined ? '' : `-${size}`;
  await page.screenshot({ path: path.join(folder, `${name}${suffix}.png`) });
}
