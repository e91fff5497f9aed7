/** A long history in the editor, as people see it: from the click to what is drawn, and how the slider moves. */
import type { Page } from 'playwright-core';
import { figure, median, type Table } from '../../../scripts/bench/bench.ts';
import { bundle } from '../../../scripts/bundle.ts';
import { launchChromium, missingChromium } from '../../../scripts/demo/chromium.ts';
import { shown, waitForStatus } from '../../../scripts/demo/page-actions.ts';
import { Platform } from '../../../scripts/demo/platform.ts';
import { until } from '../../support/until.ts';

const VIEWPORT = { width: 1_280, height: 800 };
/** A first visit may wait that long for anything. */
const TIMEOUT_MS = 300_000;
/** What is measured starts when the page has nothing left to do. */
const IDLE_MS = 3_000;
/** In the list of versions, so that much lies between it and the latest. */
const OLD = 30;
const FRAMES_AT_LEAST = 30;

/** How the slider is moved: over the whole history, over a short part of it, or by its own button. */
type Way = 'drag' | 'slow drag' | 'play';
const WAYS: readonly (readonly [Way, string])[] = [
  ['drag', 'dragged over the whole history'],
  ['slow drag', 'dragged over 3 % of it'],
  ['play', 'played at 1,000 edits a second'],
];

interface Visit {
  readonly list_ms: number;
  /** Until the preview shows a version that was opened before the edits were loaded. */
  readonly early_ms: number;
  readonly ready_ms: number;
  /** Until the slider names a version opened later, when its code is there, too; and until its preview shows it. */
  readonly old_ms: number;
  readonly drawn_ms: number;
}

interface Motion {
  readonly way: Way;
  readonly seconds: number;
}

interface Moved {
  /** Frames in which another edit was shown, in a second. */
  readonly frames: number;
  readonly p95_ms: number;
}

/** Says in one line what to install. @throws Error where there is no Chromium */
export function needChromium(): void {
  const missing = missingChromium('npm run bench -- history');
  if (missing !== undefined) throw new Error(missing);
}

/** What the preview of the shown version says; empty before it is drawn. */
async function drawn(page: Page): Promise<string> {
  const body = shown(page).locator('body');
  return (await body.count()) === 0 ? '' : ((await body.textContent()) ?? '');
}

/** Waits until the preview shows something else. Gives what it then shows. */
async function drawnAfter(page: Page, before: string): Promise<string> {
  let text = '';
  const isOther = async () => {
    text = await drawn(page);
    return text !== '' && text !== before;
  };
  await until(isOther, () => 'another version in the preview', TIMEOUT_MS);
  return text;
}

const slider = (page: Page) => page.locator('.player .where', { hasText: /^Edit \d/ });
const versions = (page: Page) => page.locator('.versions [data-version]');

/** Opens the editor of the site, ready to be used. */
async function enter(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForStatus(page, 'saved');
  await page.waitForTimeout(IDLE_MS);
}

/** Opens the history, opens an old version while the edits are loading, and one when they are there. */
async function visit(page: Page, address: string, latest: string): Promise<Visit> {
  await enter(page, address);
  const clicked = performance.now();
  await page.getByRole('button', { name: 'History' }).click();
  await versions(page).first().waitFor();
  const list_ms = performance.now() - clicked;
  const asked = performance.now();
  await versions(page).nth(OLD).click();
  const early = await drawnAfter(page, latest);
  const early_ms = performance.now() - asked;
  await slider(page).waitFor();
  const ready_ms = performance.now() - clicked;
  await page.waitForTimeout(IDLE_MS);
  const hasNotText = (await slider(page).textContent()) ?? '';
  const opened = performance.now();
  await versions(page)
    .nth(OLD * 2)
    .click();
  await page.locator('.player .where', { hasNotText }).waitFor();
  const old_ms = performance.now() - opened;
  await drawnAfter(page, early);
  return { list_ms, early_ms, ready_ms, old_ms, drawn_ms: performance.now() - opened };
}

/** Runs in the page: moves the slider in every frame, and counts the frames that show another edit. */
async function move(player: Element, { way, seconds }: Motion): Promise<Moved> {
  // No function in here has a name: what tsx adds to those is not in the page.
  const bar = player.querySelector('input');
  const speed = player.querySelector('select');
  const where = player.querySelector('output');
  const play = player.querySelector('button');
  if (!bar || !speed || !where || !play) throw new Error('this is no player of a history');
  const last = Number(bar.max);
  const [from, length] = way === 'drag' ? [1, last - 1] : [last * 0.4, last * 0.03];
  bar.value = String(Math.round(from));
  bar.dispatchEvent(new Event('input'));
  if (way === 'play') {
    speed.value = '1000';
    speed.dispatchEvent(new Event('change'));
    play.click();
  }
  const took: number[] = [];
  let [text, changed, before] = ['', 0, performance.now()];
  const start = before;
  for (let spent = 0; spent < seconds; spent = (before - start) / 1_000) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (way !== 'play') {
      bar.value = String(Math.round(from + (length * spent) / seconds));
      bar.dispatchEvent(new Event('input'));
    }
    if (where.textContent !== text) changed += 1;
    text = where.textContent ?? '';
    took.push(performance.now() - before);
    before = performance.now();
  }
  if (way === 'play') play.click();
  took.sort((a, b) => a - b);
  const p95_ms = took[Math.floor(took.length * 0.95)] ?? Number.NaN;
  return { frames: changed / ((before - start) / 1_000), p95_ms };
}

async function motionRows(page: Page, seconds: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const view of ['Preview', 'Code']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    for (const [way, words] of WAYS) {
      const { frames, p95_ms } = await page.locator('.player').evaluate(move, { way, seconds });
      rows.push([
        `frames a second of the slider, ${view.toLowerCase()} shown, ${words}`,
        `at least ${FRAMES_AT_LEAST}`,
        `${figure(frames)} (p95 of a frame ${figure(p95_ms)} ms)`,
      ]);
    }
  }
  return rows;
}

/**
 * Measures the history of a stored site in the editor.
 *
 * @param directory the store; nobody else has it open
 */
export async function inChromium(directory: string, site: string, quick: boolean): Promise<Table> {
  await bundle();
  const server = new Platform({ env: { DATA_DIR: directory, WELCOME: '0' } });
  const browser = await launchChromium();
  try {
    await server.start();
    const page = await browser.newPage({ viewport: VIEWPORT });
    page.setDefaultTimeout(TIMEOUT_MS);
    const address = server.at(`/member/${site}?edit`);
    await enter(page, address);
    const latest = await drawn(page);
    const visits: Visit[] = [];
    for (let turn = 0; turn < (quick ? 1 : 3); turn++)
      visits.push(await visit(page, address, latest));
    const row = (what: string, promised: string, of: (one: Visit) => number): string[] => {
      const times = visits.map(of);
      return [what, promised, `${figure(median(times))} (slowest ${figure(Math.max(...times))})`];
    };
    return {
      columns: ['in Chromium', 'promised', 'figure'],
      rows: [
        row('ms until the list is shown', 'under 300', ({ list_ms }) => list_ms),
        row('ms until an old version and its code are shown', 'under 500', ({ old_ms }) => old_ms),
        row('ms until its preview is drawn', 'under 500', ({ drawn_ms }) => drawn_ms),
        row('ms until one is drawn while the edits load', '', ({ early_ms }) => early_ms),
        row('ms until the slider can be moved', '', ({ ready_ms }) => ready_ms),
        ...(await motionRows(page, quick ? 1 : 5)),
      ],
      notes: [
        `The same history in the editor of the built service, ${VIEWPORT.width} × ${VIEWPORT.height} pixels, with server and browser on this machine; medians of ${visits.length} visits, from the click. A frame of the slider counts if it shows another edit than the frame before; text, colours of authors and preview are drawn.`,
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}
