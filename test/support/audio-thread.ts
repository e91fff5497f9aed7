/** Whether a page keeps sounding while something else happens on it. */
import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';

/** Devices buffer 10 to 40 ms. */
const LATE_MS = 50;
/** After this a delay no longer counts: two windows of `UnderrunMeter`, and the way of its report to the page. */
const FORGOTTEN_MS = 4000;
const TRIES = 6;
/** A stretch in which nothing happens, and how long sound that has just been started may need until one is on time. */
const IDLE_MS = 1000;
const SETTLE_MS = 30_000;

/** How late the audio thread was at most while `body` ran, in ms; NaN if nothing plays. */
async function lateness(page: Page | Frame, body: () => Promise<void>): Promise<number> {
  const first = page.locator('sound-mode').first();
  await first.evaluate((element: SoundModeElement) => {
    if (element.view !== undefined) element.view.health.late_ms = 0;
  });
  await body();
  const late = await first.evaluate((element: SoundModeElement) => element.view?.health.late_ms);
  return late ?? Number.NaN;
}

/** Silence that plays in a browser process of its own: it is as late as the machine makes any sound. */
interface Reference {
  /** How late it was at most since the last call, in ms. */
  take(): Promise<number>;
  end(): Promise<void>;
}

async function startReference(of: Page | Frame): Promise<Reference> {
  const browser = ('page' in of ? of.page() : of).context().browser();
  if (browser === null) throw new Error('the page has no browser');
  const context = await browser.newContext();
  const address = 'https://reference.example/';
  await context.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  const page = await context.newPage();
  await page.goto(address);
  const meter = readFileSync('src/web/worklet/underrun-meter.ts', 'utf8');
  const { code } = await transform(meter, { loader: 'ts' });
  const processor = `${code}
    registerProcessor('reference', class extends AudioWorkletProcessor {
      #meter = new UnderrunMeter();
      constructor() {
        super();
        this.port.onmessage = () => this.port.postMessage(this.#meter.take());
      }
      process() {
        this.#meter.block(Date.now(), currentFrame, sampleRate);
        return true;
      }
    });`;
  await page.mouse.click(1, 1);
  await page.evaluate(async (module) => {
    const audio = new AudioContext();
    const file = new Blob([module], { type: 'text/javascript' });
    await audio.audioWorklet.addModule(URL.createObjectURL(file));
    const node = new AudioWorkletNode(audio, 'reference');
    node.connect(audio.destination);
    await audio.resume();
    Object.assign(globalThis, { port: node.port });
  }, processor);
  const take = (): Promise<number> =>
    page.evaluate<number>(`new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data);
      port.postMessage('take');
    })`);
  // Any sound that has just been started is late.
  for (const end = performance.now() + SETTLE_MS; performance.now() < end; ) {
    await page.waitForTimeout(IDLE_MS);
    if ((await take()) < LATE_MS) break;
  }
  return { take, end: () => context.close() };
}

/** How much later than the reference the page was while `body` ran, and the two, in ms. */
async function compared(
  page: Page | Frame,
  reference: Reference,
  body: () => Promise<void>,
): Promise<{ excess: number; words: string }> {
  await reference.take();
  const late = await lateness(page, body);
  const other = await reference.take();
  return { excess: late - other, words: `${Math.round(late)} (reference ${Math.round(other)})` };
}

/**
 * Whether the audio thread keeps up, at rest and during `action`: it is less than `LATE_MS` later than a sound of
 * another process at the same time, because other programs can delay any thread for seconds. One of six tries must
 * be on time; a fault of the page delays all of them.
 */
export async function keepsUp(
  page: Page | Frame,
  action: () => Promise<void>,
  settleMs = SETTLE_MS,
): Promise<string> {
  const reference = await startReference(page);
  try {
    for (const end = performance.now() + settleMs; ; ) {
      const rest = await compared(page, reference, () => page.waitForTimeout(IDLE_MS));
      if (rest.excess < LATE_MS) break;
      if (performance.now() > end) return `late by ${rest.words} ms at rest`;
    }
    const tries: string[] = [];
    for (let turn = 1; turn <= TRIES; turn += 1) {
      const { excess, words } = await compared(page, reference, action);
      if (excess < LATE_MS) return 'on time';
      tries.push(words);
      await page.waitForTimeout(FORGOTTEN_MS);
    }
    return `late by ${tries.join(', ')} ms`;
  } finally {
    await reference.end();
  }
}
