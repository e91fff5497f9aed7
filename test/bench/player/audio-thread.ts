/** What a block of 128 samples costs on Chromium's audio thread, and the same wasm in Node. */

import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { SAMPLE_RATE_HZ } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { MODES } from '../../../build/ts/registry.ts';
import { figure, type Table } from '../../../scripts/bench/bench.ts';
import { workletScript } from '../../../scripts/bundle.ts';
import { Abi } from '../../../src/shared/instrument/abi.ts';
import { PROCESSOR_NAME } from '../../../src/shared/instrument/audio-messages.ts';
import type { InstrumentSpec } from '../../../src/shared/instrument/instrument-spec.ts';
import { modeSpec } from '../../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';
import { isManual } from '../../../src/web/sound-mode/model.ts';
import { Chromium } from '../../support/chromium.ts';

const BLOCK_FRAMES = 128;
const BLOCK_MICROSECONDS = (BLOCK_FRAMES / SAMPLE_RATE_HZ) * 1e6;
/** Blocks in which code is still being compiled. */
const WARM_UP_BLOCKS = 200;

/** Every channel a hand moves is moved each block; keys are struck where a mode is played by keys. */
interface Gesture {
  readonly hand: readonly number[];
  readonly keys: boolean;
  readonly voiceSpace: number;
}

interface Rendering {
  readonly name: string;
  readonly spec: InstrumentSpec;
  readonly gesture: Gesture;
  readonly blocks: number;
}

declare global {
  interface Window {
    compiled?: WebAssembly.Module;
  }
}

interface Rendered {
  /** Microseconds of each block. */
  readonly taken: readonly number[];
  /** Microseconds in which the instrument was made. */
  readonly made: number;
  readonly seconds: number;
}

const gestureOf = (mode: Mode, voiceSpace: number): Gesture => ({
  hand: mode.channels.flatMap((channel, index) => (isManual(channel) ? [index] : [])),
  keys: mode.ui.primaryInput === 'midi_in',
  voiceSpace,
});

/** A page that may share memory between its threads, with the audio thread's script and the wasm beside it. */
async function stage(): Promise<{ address: string; close: () => void }> {
  const timing = readFileSync(new URL('timed-worklet.js', import.meta.url), 'utf8');
  const files: Record<string, readonly [string, string | Buffer]> = {
    '/': ['text/html', '<!doctype html><title>bench</title>'],
    '/worklet.js': ['text/javascript', `${timing}${await workletScript()}`],
    '/ensemble.wasm': ['application/wasm', readFileSync('build/wasm/ensemble.wasm')],
  };
  const server = http.createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/plain', ''];
    response.writeHead(200, {
      'Content-Type': type,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Runs in the page: renders one performance offline, on the browser's own audio thread. */
async function renderInPage({ name, spec, gesture, blocks }: Rendering): Promise<Rendered> {
  const taken = new Int32Array(new SharedArrayBuffer(4 * (blocks + 1)));
  const context = new OfflineAudioContext(2, 128 * blocks, spec.sample_rate_hz);
  await context.audioWorklet.addModule('/worklet.js');
  window.compiled ??= await WebAssembly.compileStreaming(fetch('/ensemble.wasm'));
  const processorOptions = { module: window.compiled, spec, gesture, taken };
  const node = new AudioWorkletNode(context, name, {
    outputChannelCount: [2],
    processorOptions,
  });
  const buffer = context.createBuffer(1, spec.sample_rate_hz, spec.sample_rate_hz);
  const samples = Float32Array.from(buffer.getChannelData(0), () => Math.random() * 0.2 - 0.1);
  buffer.copyToChannel(samples, 0);
  const source = new AudioBufferSourceNode(context, { buffer, loop: true });
  source.connect(node).connect(context.destination);
  source.start();
  const start = performance.now();
  await context.startRendering();
  const seconds = (performance.now() - start) / 1000;
  return { taken: [...taken].slice(0, blocks), made: taken[blocks] ?? 0, seconds };
}

/** The same performance without a browser. */
function renderInNode(module: WebAssembly.Module, { spec, gesture, blocks }: Rendering): Rendered {
  const begin = performance.now();
  const instrument = new WasmInstrument(new Abi(new WebAssembly.Instance(module)), spec);
  instrument.setVoiceSpace(gesture.voiceSpace);
  const input = Float32Array.from({ length: BLOCK_FRAMES }, () => Math.random() * 0.2 - 0.1);
  const left = new Float32Array(BLOCK_FRAMES);
  const right = new Float32Array(BLOCK_FRAMES);
  const taken: number[] = [];
  const made = 1000 * (performance.now() - begin);
  for (let block = 0; block < blocks; block += 1) {
    for (const index of gesture.hand) {
      instrument.setInput(index, (block * (3 + 2 * index) * 88) % 32768);
    }
    if (gesture.keys && block % 112 === 0) {
      instrument.midiIn([0x90, 48 + ((block / 16) % 24), 100]);
    }
    const start = performance.now();
    instrument.process(input, input, left, right);
    taken.push((performance.now() - start) * 1000);
    while (instrument.nextEvent());
  }
  return { taken, made, seconds: (performance.now() - begin) / 1000 };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The row of a mode: all its voice spaces together. */
async function row(
  page: Page,
  module: WebAssembly.Module,
  mode: Mode,
  blocks: number,
): Promise<string[]> {
  // As in a page, which sounds a moment of a mode to nobody: its code is compiled before it plays.
  const moment = {
    name: PROCESSOR_NAME,
    spec: modeSpec(mode),
    gesture: gestureOf(mode, 0),
    blocks: 4,
  };
  await page.evaluate(renderInPage, moment);
  const inPage: Rendered[] = [];
  const inNode: Rendered[] = [];
  for (const ordinal of mode.voiceSpaces.keys()) {
    const rendering = {
      name: PROCESSOR_NAME,
      spec: modeSpec(mode),
      gesture: gestureOf(mode, ordinal),
      blocks: Math.ceil(blocks / mode.voiceSpaces.length) + WARM_UP_BLOCKS,
    };
    inPage.push(await page.evaluate(renderInPage, rendering));
    inNode.push(renderInNode(module, rendering));
  }
  const sorted = (all: readonly Rendered[]): number[] =>
    all.flatMap(({ taken }) => taken.slice(WARM_UP_BLOCKS)).sort((a, b) => a - b);
  const [page_us, node_us] = [sorted(inPage), sorted(inNode)];
  const share = (spent: number): string => `${((100 * spent) / BLOCK_MICROSECONDS).toFixed(1)} %`;
  const rendered = inPage.reduce((sum, { taken }) => sum + taken.length, 0) * BLOCK_FRAMES;
  const seconds = inPage.reduce((sum, one) => sum + one.seconds, 0);
  return [
    mode.modeId,
    figure(quantile(page_us, 0.5)),
    figure(quantile(page_us, 0.99)),
    share(quantile(page_us, 0.99)),
    `${Math.round(rendered / SAMPLE_RATE_HZ / seconds)}×`,
    figure(quantile(node_us, 0.5)),
    figure(quantile(node_us, 0.99)),
    figure(Math.max(...inPage.map(({ made }) => made))),
    figure(Math.max(...inPage.map(({ taken }) => taken[0] ?? 0))),
  ];
}

export async function audioThread(quick: boolean): Promise<Table> {
  const module = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));
  const { address, close } = await stage();
  const chromium = await Chromium.launch();
  try {
    const { page } = await chromium.person();
    await page.goto(address);
    const rows: string[][] = [];
    for (const mode of MODES) rows.push(await row(page, module, mode, quick ? 600 : 12_000));
    return {
      columns: [
        '128 samples at 48 kHz',
        'Chromium’s audio thread, p50 µs',
        'p99 µs',
        'p99, of the block (promised: 25 %)',
        'times real time',
        'Node, p50 µs',
        'p99 µs',
        'creation, µs',
        'first block, µs',
      ],
      rows,
      notes: [
        'The page’s own audio script in a worklet of an OfflineAudioContext: all voice spaces of a mode, every hand-controlled channel moving in every block, keys played, noise at the inputs. The only clock on an audio thread is Temporal’s, with steps of 5 µs. “Times real time” covers the whole rendering, including gesture and browser. Node runs the same wasm through the same wrapper with a finer clock. An instrument is created on the audio thread between the blocks of those already playing; the slowest case of the mode is shown. Its code is already compiled, because a page first runs every mode briefly and silently.',
      ],
    };
  } finally {
    await chromium.close();
    close();
  }
}
