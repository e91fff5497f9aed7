/** What the homepage's instrument costs the page it is on: until the first paint, and in bytes. */
import { brotliCompressSync } from 'node:zlib';
import { figure, median, ratio, type Table } from '../../../scripts/bench/bench.ts';
import { playerPage } from '../../../src/routes/player-view.ts';
import { Chromium } from '../../support/chromium.ts';
import { bundles, startService } from '../../support/service.ts';

const PROMISED_RATIO = 1.1;
const PROMISED_KB = 150;

/** Opens the page in a new browser context. @returns milliseconds until its first contentful paint */
async function firstPaint(chromium: Chromium, address: string): Promise<number> {
  const person = await chromium.person();
  const { page } = person;
  await page.goto(address);
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (paint !== undefined) resolve(paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await person.close();
  return ms;
}

/** Kilobytes of the page, which has its styles and its script in it; without what its instrument loads. */
async function size_kb(address: string): Promise<number> {
  const page = await (await fetch(address)).arrayBuffer();
  return brotliCompressSync(page).length / 1000;
}

export async function homepage(quick: boolean): Promise<Table> {
  const services = {
    'without an instrument': await startService(),
    'with its instrument': await startService({ views: { play: playerPage(await bundles()) } }),
  };
  const chromium = await Chromium.launch();
  try {
    const pages = Object.entries(services).map(([name, { port }]) => ({
      name,
      address: `http://127.0.0.1:${port}/`,
      paints: [] as number[],
    }));
    // The first page of a browser waits for more than itself.
    for (const { address } of pages) await firstPaint(chromium, address);
    for (let turn = 0; turn < (quick ? 1 : 21); turn += 1) {
      for (const { address, paints } of pages) paints.push(await firstPaint(chromium, address));
    }
    const [without] = pages;
    const rows = pages.map(async ({ name, address, paints }) => [
      name,
      figure(median(paints)),
      ratio(median(paints), median(without?.paints ?? [])),
      `${PROMISED_RATIO}×`,
      figure(await size_kb(address)),
      figure(PROMISED_KB),
    ]);
    return {
      columns: [
        'homepage',
        'first contentful paint, ms',
        'to without',
        'promised',
        'KB, brotli',
        'promised',
      ],
      rows: await Promise.all(rows),
      notes: [
        'A new page each time, alternating, medians. The instrument is asked for after the first paint; bytes are those of the page itself, with its styles and its script.',
      ],
    };
  } finally {
    await chromium.close();
    for (const service of Object.values(services)) await service.close();
  }
}
