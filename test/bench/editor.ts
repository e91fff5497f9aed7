/** What a keystroke in the code costs the page of the editor. */
import type { CDPSession, Page } from 'playwright-core';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { code, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { withWorld, write } from '../support/editing.ts';

const LINES = [50, 600, 5000];
const LINE = '<p class="verse">Some <b>text</b> in a line of ordinary length</p>\n';

/** Milliseconds that Chromium has spent on layout and on everything in the page's main thread. */
interface Spent {
  readonly layout: number;
  readonly all: number;
}

async function spent(session: CDPSession): Promise<Spent> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (name: string): number =>
    1000 * (metrics.find((one) => one.name === name)?.value ?? 0);
  return { layout: ms('LayoutDuration'), all: ms('TaskDuration') };
}

/** Lays the code out together with the page, as browsers do by default, or by itself, as the editor asks for. */
async function contain(page: Page, value: 'none' | 'size layout'): Promise<void> {
  await code(page).evaluate((content, contain) => {
    const editor = content.closest<HTMLElement>('.cm-editor');
    if (editor !== null) editor.style.contain = contain;
  }, value);
  await page.waitForTimeout(200);
}

/** Types at the start of the code. @returns what each keystroke took */
async function type(page: Page, session: CDPSession, keys: number): Promise<Spent> {
  const before = await spent(session);
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.insertText('x');
    await page.waitForTimeout(40);
  }
  const after = await spent(session);
  return { layout: (after.layout - before.layout) / keys, all: (after.all - before.all) / keys };
}

/** The baseline first. */
const LAYOUTS = ['none', 'size layout'] as const;

/** Measures a site with this many lines of code. @returns the figures of its row */
async function row(lines: number, quick: boolean): Promise<string[]> {
  const [turns, keys] = quick ? [1, 5] : [7, 20];
  const found = LAYOUTS.map(() => [] as Spent[]);
  await withWorld({}, async ({ editor }) => {
    const { page, context } = await editor('typed', 'Ada');
    await write(page, `<h1>Verses</h1>\n${LINE.repeat(lines)}`);
    await waitForStatus(page, 'saved');
    await page.keyboard.press('Control+Home');
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    // The first turn compiles what the others run.
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const [at, layout] of LAYOUTS.entries()) {
        await contain(page, layout);
        const took = await type(page, session, keys);
        if (turn > 0) found[at]?.push(took);
      }
    }
  });
  return (['layout', 'all'] as const).flatMap((what) => {
    const [before = Number.NaN, now = Number.NaN] = found.map((turns) =>
      median(turns.map((one) => one[what])),
    );
    return [figure(before), figure(now), ratio(now, before)];
  });
}

async function typing(quick: boolean): Promise<Table> {
  const rows: string[][] = [];
  for (const lines of quick ? LINES.slice(0, 1) : LINES) {
    rows.push([`${lines.toLocaleString('en-US')} lines`, ...(await row(lines, quick))]);
  }
  const measured = (what: string): string[] => [
    `${what}, with the page, ms`,
    `${what}, code alone, ms`,
    'ratio',
  ];
  return {
    columns: ['one keystroke in', ...measured('layout'), ...measured('all work')],
    rows,
    notes: [
      'Medians of alternating turns. All work is that of the main thread, which the preview shares here: it loads again after a pause in typing.',
    ],
  };
}

export const bench: Bench = {
  title: 'Editor',
  about:
    'What a keystroke costs the page of the editor in headless Chromium, by its own counters. The editor has its code laid out alone; the baseline is the same editor with the code laid out together with the page around it, which is what browsers do by default.',
  rivals: false,
  run: async (quick) => [await typing(quick)],
};
