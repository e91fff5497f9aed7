/** How long after a click a page sounds, and how many bytes it took to get there. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Frame, Page } from 'playwright-core';
import { MODES } from '../../../build/ts/registry.ts';
import { figure, median, type Table } from '../../../scripts/bench/bench.ts';
import { workletScript } from '../../../scripts/bundle.ts';
import { playerPage } from '../../../src/routes/player-view.ts';
import type { SoundModeElement } from '../../../src/web/sound-mode/element.ts';
import { Chromium } from '../../support/chromium.ts';
import { openHome } from '../../support/player.ts';
import { bundles, startService } from '../../support/service.ts';

/** Modes that sound at once, without a key or a sound coming in. */
const MODE_IDS = ['paf_synth', 'drone', 'drum_sequencer', 'wanderer'];
const PROMISED_MEDIAN_MS = 100;
const PROMISED_WORST_MS = 300;
/** The row of the instrument that the homepage has. */
const HOMEPAGE = 'the homepage’s';

interface FirstSound {
  /** From the click, as the browser saw it, to the first sample over -60 dB at the end of the graph. */
  readonly sound_ms: number;
  /** What the device adds until it is in the air, as the browser says. */
  readonly device_ms: number;
}

/** Runs in the page: watches for the click and then for sound. */
function watch(element: SoundModeElement): Promise<FirstSound> {
  return new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const samples = new Float32Array(2048);
        const timer = setInterval(() => {
          const analyser = element.view?.analyser;
          analyser?.getFloatTimeDomainData(samples);
          if (!samples.some((sample) => Math.abs(sample) > 0.001)) return;
          clearInterval(timer);
          const { context } = analyser ?? {};
          const device = context instanceof AudioContext ? context.outputLatency : 0;
          resolve({ sound_ms: performance.now() - timeStamp, device_ms: 1000 * device });
        }, 1);
      },
      { capture: true, once: true },
    );
  });
}

async function open(chromium: Chromium, home: string, modeId: string) {
  if (modeId === HOMEPAGE) return openHome(chromium, home);
  const person = await chromium.person();
  await person.page.goto(`${home}?play=${modeId}`);
  return { person, frame: person.page };
}

async function clickOnce(where: Page | Frame): Promise<FirstSound> {
  const element = where.locator('sound-mode');
  const play = element.getByRole('button', { name: 'Play', exact: true });
  await play.waitFor();
  // What a page does after it has loaded is not what a click waits for.
  await where.waitForTimeout(300);
  const heard = element.evaluate(watch);
  await play.click();
  return heard;
}

export async function firstSound(quick: boolean): Promise<Table> {
  const { port, close } = await startService({ views: { play: playerPage(await bundles()) } });
  const chromium = await Chromium.launch();
  try {
    const rows: string[][] = [];
    for (const modeId of [HOMEPAGE, ...MODE_IDS]) {
      const found: FirstSound[] = [];
      for (let turn = 0; turn < (quick ? 1 : 9); turn += 1) {
        const { person, frame } = await open(chromium, `http://127.0.0.1:${port}/`, modeId);
        found.push(await clickOnce(frame));
        await person.close();
      }
      const taken = found.map(({ sound_ms }) => sound_ms);
      const device = median(found.map(({ device_ms }) => device_ms));
      const worst = Math.max(...taken);
      rows.push([
        modeId,
        figure(median(taken)),
        figure(PROMISED_MEDIAN_MS),
        figure(worst),
        figure(PROMISED_WORST_MS),
        figure(device),
      ]);
    }
    return {
      columns: [
        'from click to sound',
        'median, ms',
        'promised, ms',
        'slowest, ms',
        'promised, ms',
        'device latency, ms',
      ],
      rows,
      notes: [
        'The player, or the homepage, in a new page each time, from the time stamp of the click to the first sample over −60 dB at the end of the graph, checked every few milliseconds. In between, the context is created, the audio thread starts and its script loads. Device latency is what the browser reports for its own (silent) output.',
      ],
    };
  } finally {
    await chromium.close();
    await close();
  }
}

export async function bytes(): Promise<Table> {
  await bundles();
  const row = (name: string, content: Buffer | string): string[] => [
    name,
    ...[
      Buffer.byteLength(content),
      gzipSync(content).length,
      brotliCompressSync(content).length,
    ].map((size) => size.toLocaleString('en-US')),
  ];
  return {
    columns: [`all ${MODES.length} modes`, 'bytes', 'gzip', 'brotli'],
    rows: [
      row('sound-mode.js: element, audio thread, wasm', readFileSync('dist/web/sound-mode.js')),
      row('of which the wasm file', readFileSync('build/wasm/ensemble.wasm')),
      row('of which the audio thread', await workletScript()),
    ],
    notes: ['Promised: 160 KB brotli in total.'],
  };
}
