/** Launches headless Chromium for the demo and the browser tests: Debian's, or the one set in CHROMIUM. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
  '--autoplay-policy=user-gesture-required',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** What to install if there is no Chromium, as one line; undefined if there is one. */
export function missingChromium(what: string, program = CHROMIUM): string | undefined {
  if (existsSync(program)) return undefined;
  return `${what} needs Chromium: apt-get install chromium, or set CHROMIUM to its path`;
}

const optionsOf = (flags: readonly string[], executablePath = CHROMIUM): LaunchOptions => ({
  executablePath,
  // As people have it: a page opens no window without a click.
  ignoreDefaultArgs: ['--disable-popup-blocking'],
  args: [...QUIET, ...flags],
  env: { ...process.env, HOME: tmpdir() },
});

/** Launches a browser with additional command-line flags. */
export const launchChromium = (flags: readonly string[] = [], program?: string): Promise<Browser> =>
  chromium.launch(optionsOf(flags, program));

/** Launches a browser that keeps what its pages store in a folder. */
export const launchProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, optionsOf([]));
