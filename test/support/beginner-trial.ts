/** Tries beginners' pages published, in the preview and exported, as one file and as a folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright-core';
import { published, type Surface, shown } from '../../scripts/demo/page-actions.ts';
import { EMPTY_SITE, writeSite } from '../../src/shared/site/document.ts';
import type { BeginnerPage, Step } from './beginner-pages.ts';
import { DELIVERED } from './delivered.ts';
import { type World, withWorld } from './editing.ts';
import { Editor } from './sites.ts';
import { until } from './until.ts';

const CAT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A second of a tone. */
function beep(): Uint8Array {
  const [rate, length] = [8_000, 8_000];
  const wav = Buffer.alloc(44 + length, 128);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + length, 4);
  wav.write('WAVEfmt ', 8);
  for (const [at, value] of [16, 0x10001, rate, rate, 0x80001].entries()) {
    wav.writeUInt32LE(value, 16 + 4 * at);
  }
  wav.write('data', 36);
  wav.writeUInt32LE(length, 40);
  for (let at = 0; at < length; at += 1) wav[44 + at] = 128 + Math.round(60 * Math.sin(at / 3));
  return new Uint8Array(wav);
}

const ASSETS = [
  { name: 'beep.wav', bytes: beep() },
  { name: 'cat.png', bytes: new Uint8Array(CAT) },
];

const SITE = 'beginner';
const LOOK = { timeout: 1_000 } as const;
/** Where the folder of a site is hosted. */
const HOST = 'https://host.example/';
const TYPES = new Map([
  ['html', 'text/html'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
]);
type Files = Readonly<Record<string, Uint8Array>>;

/** The folder that `HOST` serves. */
let hosted: Files = {};

async function deliver(context: BrowserContext): Promise<void> {
  await context.route(/^https:/, (route) => {
    const url = route.request().url();
    // An answer without a body leaves the page where it is.
    if (url.startsWith('https://forms.example/')) return route.fulfill({ status: 204 });
    const file = url.startsWith(HOST) ? hosted[url.slice(HOST.length)] : undefined;
    if (file !== undefined) {
      const contentType = TYPES.get(url.split('.').at(-1) ?? '') ?? 'image/png';
      return route.fulfill({ status: 200, contentType, body: Buffer.from(file) });
    }
    const [contentType, body] = DELIVERED.get(url) ?? [];
    if (body === undefined || contentType === undefined) return route.abort();
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ status: 200, headers, contentType, body });
  });
}

/** All pages are one site in turn, with the page's name as its title: an address may begin few sites in an hour. */
async function store(editor: Editor, { name, html, files = {} }: BeginnerPage): Promise<void> {
  const titled = html.replace('<title>My page<', `<title>${name}<`);
  const texts = { ...EMPTY_SITE.files, ...files, 'index.html': titled };
  writeSite(editor.doc, { ...EMPTY_SITE, displayName: name, files: texts, assets: ASSETS });
  await editor.save();
}

async function take(page: Page, site: Surface, [kind, what, words = '']: Step): Promise<void> {
  if (kind === 'press') await site.getByRole('button', { name: what, exact: true }).click();
  if (kind === 'follow') await site.getByRole('link', { name: what, exact: true }).click();
  // A form that leaves is a navigation under way for Playwright, which waits in vain for its end.
  if (kind === 'touch') await site.locator(what).first().click({ noWaitAfter: true });
  if (kind === 'fill') await site.locator(what).first().fill(words);
  if (kind === 'key') await page.keyboard.press(what);
}

/** @param find the site, which may be another document after each step */
async function works(
  page: Page,
  find: () => Promise<Surface>,
  { name, steps = [], holds, html }: BeginnerPage,
): Promise<void> {
  const becomes = (condition: string): Promise<void> =>
    until(
      async () => {
        const root = (await find()).locator('html');
        return (await root.evaluate(`Boolean(${condition})`, undefined, LOOK)) === true;
      },
      () => condition,
      30_000,
    );
  // A folder has a title where its page has one.
  const titled = page.url().startsWith('file:') && !html.includes('<title>');
  await becomes(
    `document.readyState === 'complete' && ${titled || `document.title === '${name}'`}`,
  );
  for (const step of steps) await take(page, await find(), step);
  await becomes(holds);
}

async function inPreview(page: Page, one: BeginnerPage): Promise<void> {
  await works(page, async () => shown(page), one);
  if (one.says === undefined) return;
  const console = page.locator('.console');
  if ((await console.getAttribute('open')) === null) await console.locator('summary').click();
  await page.locator('.log li', { hasText: one.says }).first().waitFor();
}

async function exported(
  page: Page,
  one: BeginnerPage,
  { url }: World,
  folder: string,
): Promise<void> {
  const bytes = async (format: string) =>
    new Uint8Array(await (await fetch(url(`/member/${SITE}?export=${format}`))).arrayBuffer());
  const file = path.join(folder, `${one.name}.html`);
  writeFileSync(file, await bytes('html'));
  hosted = unzipSync(await bytes('zip'));
  const site = path.join(folder, one.name);
  mkdirSync(site);
  for (const [name, text] of Object.entries(hosted)) writeFileSync(path.join(site, name), text);
  const index = pathToFileURL(path.join(site, 'index.html')).href;
  for (const place of [pathToFileURL(file).href, one.hosted ? `${HOST}index.html` : index]) {
    await page.goto(place);
    await works(page, async () => page, one).catch((error: unknown) => {
      throw new Error(`${place}: ${error}`);
    });
    // Pages from disk share what a browser stores for them.
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  }
}

/** Tries pages one after the other. @returns what did not work, and where */
export async function problemsOf(pages: readonly BeginnerPage[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-beginners-'));
  const problems: string[] = [];
  await withWorld({}, async (world) => {
    const { page } = await world.chromium.person();
    const writer = await new Editor(Number(new URL(world.url('/')).port), SITE).ready();
    const { page: editor } = await world.editor(SITE, 'Ada');
    const { page: disk } = await world.chromium.person();
    for (const one of [page, editor, disk]) await deliver(one.context());
    for (const one of pages) {
      const attempt = (where: string, run: () => Promise<void>): Promise<void> =>
        run().catch((error: unknown) => void problems.push(`${one.name} ${where}: ${error}`));
      await store(writer, one);
      await attempt('published', async () => {
        await page.goto(world.url(`/member/${SITE}`));
        await works(page, () => published(page), one);
      });
      await attempt('preview', () => inPreview(editor, one));
      await attempt('exported', () => exported(disk, one, world, folder));
    }
  });
  rmSync(folder, { recursive: true, force: true });
  return problems;
}
