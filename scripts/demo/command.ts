/** The command line of `npm run demo`: a tour of the real service, printed in sentences, saved as screenshots. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { bundle } from '../bundle.ts';
import { runRender } from '../render/command.ts';
import { CHROMIUM, launchChromium, missingChromium } from './chromium.ts';
import { Platform } from './platform.ts';
import { MODE_ID, type Stage, tour } from './tour.ts';

export const USAGE = `usage: npm run demo -- [--out DIR] [--pictures-only]

  --out            output folder (default: demo)
  --pictures-only  save only screenshots: no sound, no taught file`;

const STEP_TIMEOUT_MS = 30_000;
const RENDER_SECONDS = '8';

async function visitor(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  return context.newPage();
}

interface Setting {
  readonly out: string;
  readonly taught: string;
  readonly print: (line: string) => void;
}

function stageOf(platform: Platform, browser: Browser, { out, taught, print }: Setting): Stage {
  return {
    taught,
    at: (place) => platform.named(place),
    withoutServer: async (meanwhile) => {
      await platform.stop('SIGKILL');
      await meanwhile();
      await platform.start();
    },
    visitor: (options) => visitor(browser, options),
    tell: print,
    picture: async (page, name, whole) => {
      const file = path.join(out, `${name}.png`);
      await page.screenshot({ path: file, fullPage: whole === 'whole' });
      print(`  ${file}`);
    },
  };
}

/** Renders the taught file to sound and to a plot, without a browser. */
async function renderTaught(
  out: string,
  taught: string,
  print: (line: string) => void,
): Promise<void> {
  print('The same file plays without a browser, while the pad moves in circles.');
  const [plot, wav] = [path.join(out, '8-sound.svg'), path.join(out, '8-sound.wav')];
  const how = ['--taught', taught, '--seconds', RENDER_SECONDS, '--plot', plot];
  print(`  ${await runRender([MODE_ID, ...how, wav])}`);
  print(`  ${plot}`);
}

interface DemoOptions {
  readonly out: string;
  readonly sound: boolean;
}

/** @throws TypeError (of parseArgs) for invalid arguments */
function parseDemo(args: readonly string[]): DemoOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string', default: 'demo' },
      'pictures-only': { type: 'boolean', default: false },
    },
  });
  return { out: values.out, sound: !values['pictures-only'] };
}

/** Runs the tour and writes its files. @throws Error if a step fails */
async function runTour({ out, sound }: DemoOptions, print: (line: string) => void): Promise<void> {
  print('Building the pages.');
  await bundle();
  mkdirSync(out, { recursive: true });
  const taught = path.join(out, `${MODE_ID}.taught`);
  const platform = new Platform({ flags: ['--welcome'] });
  const browser = await launchChromium();
  try {
    await platform.start();
    print(
      `The service runs at ${platform.url} until the tour ends. Its data is deleted afterwards.`,
    );
    await tour(stageOf(platform, browser, { out, taught, print }));
    if (sound) await renderTaught(out, taught, print);
    else rmSync(taught);
  } finally {
    await browser.close();
    await platform.remove();
  }
}

export interface Output {
  readonly print: (line: string) => void;
  readonly warn: (line: string) => void;
}

/**
 * Runs the command. Exit codes: 0 success, 1 no browser at `chromium`, 2 invalid arguments.
 *
 * @throws Error if a step of the tour fails
 */
export async function runDemo(
  args: readonly string[],
  { print, warn }: Output,
  chromium = CHROMIUM,
): Promise<0 | 1 | 2> {
  let options: DemoOptions;
  try {
    options = parseDemo(args);
  } catch (error) {
    warn(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  const missing = missingChromium('npm run demo', chromium);
  if (missing !== undefined) {
    warn(missing);
    return 1;
  }
  await runTour(options, print);
  return 0;
}
