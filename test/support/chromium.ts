/**
 * Debian's Chromium for browser tests: one quiet headless browser, several people as contexts,
 * screenshots, and V8 coverage of the pages' scripts.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/demo/chromium.ts';

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

export interface ChromiumOptions {
  /** Sandboxed frames in processes of their own, as in real browsers; without coverage. */
  readonly isolated?: boolean;
  /** More command line flags, for tests that need a device or a policy. */
  readonly flags?: readonly string[];
}

/** How long whatever a test waits for may take on the slowest machine that runs it. */
const TIMEOUT_MS = 60_000;

let pages = 0;

async function startCoverage(page: Page): Promise<void> {
  await page.coverage.startJSCoverage({ resetOnNavigation: false, reportAnonymousScripts: true });
}

/** Keeps inline scripts of our pages and the runtime; drops what a test evaluates. */
async function keepCoverage(page: Page): Promise<void> {
  const entries = await page.coverage.stopJSCoverage();
  const inline = entries
    .filter(({ source }) => source !== undefined && source.length > 400)
    .map(({ source, functions }) => ({ source, functions }));
  if (inline.length === 0) return;
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  pages += 1;
  const file = path.join(COVERAGE_FOLDER, `${process.pid}-${pages}.json`);
  writeFileSync(file, JSON.stringify(inline));
}

class Visitor implements Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly errors: string[] = [];
  readonly #open: Page[] = [];

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
    await startCoverage(page);
    this.#open.push(page);
  }

  async close(): Promise<void> {
    for (const page of this.#open) if (!page.isClosed()) await keepCoverage(page);
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
    const browser = await launchChromium([...(isolated ? [] : [ONE_PROCESS]), ...flags]);
    return new Chromium(browser);
  }

  /** A new visitor with storage of their own; desktop size and English by default. */
  async person(options: BrowserContextOptions = {}): Promise<Person> {
    const visitor = await Visitor.enter(this.browser, {
      viewport: SIZES.desktop,
      locale: 'en-GB',
      reducedMotion: 'reduce',
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
