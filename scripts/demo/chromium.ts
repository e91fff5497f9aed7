/** Chromium, quiet and headless, as the demo and the browser tests drive it: Debian's, or the one CHROMIUM names. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Browser, chromium } from 'playwright-core';

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

/** What to install where there is no Chromium, as one line; undefined where there is one. */
export function missingChromium(what: string, program = CHROMIUM): string | undefined {
  if (existsSync(program)) return undefined;
  return `${what} needs Chromium: apt-get install chromium, or set CHROMIUM to where it is`;
}

/** Starts a browser; `flags` are further ones of its command line. */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [...QUIET, ...flags],
    env: { ...process.env, HOME: tmpdir() },
  });
}
