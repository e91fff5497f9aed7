/** The homepage's instrument: loaded after the page is painted, taught, and heard after one click, key or tap. */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { playerPage } from '../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';
import { Chromium, look } from '../support/chromium.ts';
import { closing } from '../support/closing.ts';
import { openHome } from '../support/player.ts';
import { bundles, startService } from '../support/service.ts';

const { port, service } = await startService({ views: { play: playerPage(await bundles()) } });
const home = `http://127.0.0.1:${port}/`;
const chromium = await Chromium.launch();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Generous, because machines that run tests are slow: what is promised is measured elsewhere. */
const SOUND_MS = 3_000;

const open = (options?: BrowserContextOptions) => openHome(chromium, home, options);

const instrument = (frame: Frame) => frame.locator('sound-mode');

/** Waits for sound; milliseconds from the click that is made. */
async function heardAfter(frame: Frame, click: () => Promise<void>): Promise<number> {
  const heard = instrument(frame).evaluate(
    (element: SoundModeElement) =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const samples = new Float32Array(2048);
            const timer = setInterval(() => {
              element.view?.analyser?.getFloatTimeDomainData(samples);
              if (!samples.some((sample) => Math.abs(sample) > 0.001)) return;
              clearInterval(timer);
              resolve(performance.now() - timeStamp);
            }, 1);
          },
          { capture: true, once: true },
        );
      }),
  );
  await click();
  return heard;
}

const inputsOf = (frame: Frame) =>
  instrument(frame).evaluate((element: SoundModeElement) => [
    ...(element.view?.model.inputs ?? []),
  ]);

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

for (const width of [320, 390, 447, 600, 863, 864, 959, 960, 1280, 1920]) {
  for (const spacing of ['normal', '0.15em']) {
    test(`its place is as high as it will be, ${width} pixels wide, letters spaced ${spacing}`, async () => {
      const { person, page, frame } = await open({ viewport: { width, height: 844 } });
      await frame.evaluate((wide) => {
        document.documentElement.style.letterSpacing = wide;
      }, spacing);
      const inside = await frame.evaluate(() => document.body.getBoundingClientRect().height);
      const place = await page.locator('.try').evaluate((one) => {
        one.replaceChildren(document.createElement('p'));
        return one.getBoundingClientRect().height;
      });
      assert.ok(inside <= place && place < inside + 8, `${inside} in ${place}`);
      await person.close();
    });
  }
}

test('one click on Play sounds; then arrow keys move a taught instrument', async () => {
  const { page, frame, person } = await open();
  assert.is(await page.getByRole('heading', { level: 1 }).count(), 1);
  assert.equal(await page.locator('.steps strong').allTextContents(), [
    'Play.',
    'Teach.',
    'Share.',
  ]);
  const learned = await instrument(frame).evaluate(
    (element: SoundModeElement) => element.view?.model.exampleCount,
  );
  assert.is(learned, 4);
  assert.is(await frame.getByRole('button', { name: 'Forget all' }).count(), 0);
  const play = frame.getByRole('button', { name: 'Play', exact: true });
  const ms = await heardAfter(frame, () => play.click());
  assert.ok(ms < SOUND_MS, `${ms} ms`);
  await page.keyboard.press('ArrowUp');
  assert.equal(await inputsOf(frame), [16384, 16384 + 512]);
  assert.equal(person.errors, []);
  await person.close();
});

test('a tap on the pad sounds, too', async () => {
  const { frame, person } = await open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const pad = frame.locator('sound-mode .pad');
  await pad.scrollIntoViewIfNeeded();
  const ms = await heardAfter(frame, () => pad.tap({ position: { x: 60, y: 60 } }));
  assert.ok(ms < SOUND_MS, `${ms} ms`);
  const [x = 1, y = 0] = await inputsOf(frame);
  assert.ok(x < 12_000 && y > 20_000, `${x}, ${y}`);
  assert.equal(person.errors, []);
  await person.close();
});

test('the instrument is asked for after the first paint, and the page is small', async () => {
  const { page, person } = await open();
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    performance.getEntriesByType('resource').find(({ name }) => name.includes('&try'))?.startTime ??
      0,
  ]);
  assert.ok((painted ?? 0) <= (asked ?? 0), `painted at ${painted}, asked at ${asked}`);
  const bytes = brotliCompressSync(await (await page.request.get(home)).body()).length;
  assert.ok(bytes < 150_000, `${bytes} bytes`);
  await person.close();
});

interface SlowLine {
  readonly address: string;
  /** Sends the rest of the homepage. */
  rest(): void;
  close(): void;
}

/** The service behind a slow line: its homepage comes up to the end of `part`, and the rest when that is asked for. */
async function slowLine(part: string): Promise<SlowLine> {
  const page = await fetch(home);
  const html = await page.text();
  const cut = html.indexOf(part) + part.length;
  assert.ok(cut > part.length, part);
  let rest = (): void => undefined;
  const server = http.createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(new URL(url, home));
    const headers = [...answer.headers].filter(([name]) => !/^content-(?!security)/.test(name));
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, Object.fromEntries([...headers, ['content-type', type]]));
    if (url !== '/') return response.end(await answer.bytes());
    response.write(html.slice(0, cut));
    rest = () => response.end(html.slice(cut));
    return response;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own}/`,
    rest: () => rest(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

declare global {
  interface Window {
    /** Of everything that moved since the page was first painted. */
    shifts: number[];
  }
}

function keepShifts(): void {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(Reflect.get(entry, 'value'));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** A slow processor or a slow line draws a page in parts. */
for (const [part, seen] of [
  ['</h1>', 'h1'],
  ['class="try"', 'h1'],
  ['</strong>', '.steps strong'],
  ['</ol>', '.steps'],
  ['</form>', '.go .hint'],
] as const) {
  for (const width of [1280, 390]) {
    test(`nothing moves when the page was drawn up to ${part}, ${width} pixels wide`, async () => {
      const line = await slowLine(part);
      const person = await chromium.person({ viewport: { width, height: 844 } });
      const { page } = person;
      await page.addInitScript(keepShifts);
      await page.goto(line.address, { waitUntil: 'commit' });
      await page.waitForSelector(seen);
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length > 0,
      );
      line.rest();
      const frame = await (await page.waitForSelector('.try iframe')).contentFrame();
      await frame?.locator('sound-mode .point').nth(3).waitFor();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
      assert.equal(await page.evaluate(() => window.shifts), []);
      await person.close();
      line.close();
    });
  }
}

test('without script there is a link to the player', async () => {
  const context = await chromium.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(home);
  const link = page.locator('.try').getByRole('link', { name: 'Open the drum sequencer' });
  assert.match((await link.getAttribute('href')) ?? '', /^\/\?play=drum_sequencer#taught=1\./);
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing at ${width}, ${colorScheme}; nothing is too wide or cut`, async () => {
      const viewport = { width, height: width === 390 ? 844 : 800 };
      const { page, frame, person } = await open({ colorScheme, viewport, bypassCSP: true });
      assert.is(await overflow(page), 0);
      await page.waitForFunction(() => {
        const frame = document.querySelector<HTMLIFrameElement>('.try iframe');
        const inside = frame?.contentDocument?.documentElement;
        return inside !== undefined && inside.scrollHeight <= (frame?.clientHeight ?? 0);
      });
      assert.ok(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.evaluate(axe);
      const results: AxeResults = await page.evaluate('axe.run(document)');
      assert.equal(
        results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`),
        [],
      );
      await look(page, `hero-${width}-${colorScheme}`);
      await person.close();
    });
  }
}

closing(chromium, service);

test.run();
