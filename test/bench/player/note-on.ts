/** How long a key waits in the page before its note is on its way to the audio thread. */
import type { Page } from 'playwright-core';
import { figure, median, type Table } from '../../../scripts/bench/bench.ts';
import { playerPage } from '../../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../../src/web/sound-mode/element.ts';
import { Chromium } from '../../support/chromium.ts';
import { bundles, startService } from '../../support/service.ts';

const MODE_ID = 'fm_voice';
const PROMISED_MEDIAN_MS = 2;
const PROMISED_WORST_MS = 5;
/** Keys of the page's piano, from C upwards. */
const KEYS = ['a', 's', 'd', 'f', 'g', 'h', 'j', 'k'];

declare global {
  interface Window {
    /** Milliseconds from each key to its note. */
    waits: number[];
  }
}

/** Runs in the page: notes when a key arrives and when a note leaves for the audio thread. */
function watch(): void {
  window.waits = [];
  let arrived = 0;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      arrived = timeStamp;
    },
    { capture: true },
  );
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message: unknown) {
    postMessage.call(this, message);
    const notes = Array.isArray(message) && message.some(({ do: what }) => what === 'midi');
    if (notes && arrived > 0) window.waits.push(performance.now() - arrived);
    if (notes) arrived = 0;
  };
}

/** Runs in the page: teaches ten sounds, and trains again whenever training ends. */
function train(element: SoundModeElement): void {
  const { model } = element.view ?? {};
  for (let sound = 0; sound < 10; sound += 1) {
    model?.hold(model.params.map((_, param) => (sound * 2903 + param * 7919) % 32768));
    for (const index of model?.inputs.keys() ?? []) {
      model?.setInput(index, (sound * 5003 + index * 3001) % 32768);
    }
    model?.teach();
  }
  setInterval(() => {
    if (model?.isTraining === false) model.train();
  }, 5);
}

/** Runs in the page: moves every gesture, about once in a frame. */
function move(element: SoundModeElement): void {
  const { model } = element.view ?? {};
  let turn = 0;
  setInterval(() => {
    turn += 1;
    for (const index of model?.inputs.keys() ?? []) {
      model?.setInput(index, (turn * (301 + 97 * index)) % 32768);
    }
  }, 16);
}

async function play(page: Page, notes: number): Promise<readonly number[]> {
  for (let note = 0; note < notes; note += 1) {
    await page.keyboard.press(KEYS[note % KEYS.length] ?? 'a');
    await page.waitForTimeout(7 + ((note * 5) % 23));
  }
  return page.evaluate(() => window.waits);
}

export async function noteOn(quick: boolean): Promise<Table> {
  const { port, close } = await startService({ views: { play: playerPage(await bundles()) } });
  const chromium = await Chromium.launch();
  const loads: readonly (readonly [string, ((page: Page) => Promise<unknown>) | undefined])[] = [
    ['nothing else', undefined],
    ['every gesture moving', (page) => page.locator('sound-mode').evaluate(move)],
    ['training', (page) => page.locator('sound-mode').evaluate(train)],
  ];
  try {
    const rows: string[][] = [];
    for (const [name, load] of loads) {
      const person = await chromium.person();
      const { page } = person;
      await page.goto(`http://127.0.0.1:${port}/?play=${MODE_ID}`);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      await page.evaluate(watch);
      await load?.(page);
      const waits = await play(page, quick ? 20 : 400);
      rows.push([
        name,
        String(waits.length),
        figure(median(waits)),
        figure(PROMISED_MEDIAN_MS),
        figure(Math.max(...waits)),
        figure(PROMISED_WORST_MS),
      ]);
      await person.close();
    }
    return {
      columns: [
        'from key to audio message, beside',
        'keys',
        'median, ms',
        `promised, ms`,
        'slowest, ms',
        'promised, ms',
      ],
      rows,
      notes: [
        'The player in headless Chromium, from the time stamp of a key on the computer keyboard to the message that carries its note to the audio thread, while the instrument sounds and its map, waveform and spectrum are drawn.',
      ],
    };
  } finally {
    await chromium.close();
    await close();
  }
}
