/**
 * The audio thread's script in Chromium's Web Audio: every mode in every voice space sounds, sample for sample,
 * as the instrument does by itself in Node (whose sound the goldens hold).
 */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Mode } from '../../build/ts/mode.ts';
import { MODES } from '../../build/ts/registry.ts';
import { workletScript } from '../../scripts/bundle.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import type { AudioCommand, AudioReport } from '../../src/shared/instrument/audio-messages.ts';
import { PROCESSOR_NAME, RECORDER_NAME } from '../../src/shared/instrument/audio-messages.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { Chromium } from '../support/chromium.ts';

const RATE_HZ = 48000;
const FRAMES = 128 * 60;
const wasm = readFileSync('build/wasm/ensemble.wasm');
const module = new WebAssembly.Module(wasm);
const script = `data:text/javascript,${encodeURIComponent(await workletScript())}`;
const chromium = await Chromium.launch();
const { page, errors } = await chromium.person();
// Audio worklets want a secure context, which a page of this machine is.
await page.route('http://localhost/', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Worklet</title>' }),
);
await page.goto('http://localhost/');

/** A decaying noise for engines that work on sound. */
function signal(): Float32Array {
  let random = 1;
  return Float32Array.from({ length: FRAMES }, (_, at) => {
    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    return (random / 2 ** 31) * Math.exp(-at / 2000);
  });
}

interface Rendered {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly reports: readonly AudioReport[];
}

const request = {
  wasm: wasm.toString('base64'),
  script,
  name: PROCESSOR_NAME,
  frames: FRAMES,
  rate_hz: RATE_HZ,
  input: [...signal()],
};

const throughWorklet = (mode: Mode, commands: readonly AudioCommand[]): Promise<Rendered> =>
  page.evaluate(
    async ({ wasm, script, name, frames, rate_hz, input, spec, commands }) => {
      const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
      const module = await WebAssembly.compile(bytes);
      const context = new OfflineAudioContext(2, frames, rate_hz);
      await context.audioWorklet.addModule(script);
      const node = new AudioWorkletNode(context, name, {
        outputChannelCount: [2],
        processorOptions: { module, spec },
      });
      const reports: AudioReport[] = [];
      node.port.onmessage = ({ data }) => reports.push(data);
      const buffer = context.createBuffer(1, frames, rate_hz);
      buffer.copyToChannel(Float32Array.from(input), 0);
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(node).connect(context.destination);
      source.start();
      node.port.postMessage(commands);
      // Commands arrive as messages do, after the code that sent them: the audio thread has read them
      // once it has also run a module that was sent later.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await context.audioWorklet.addModule('data:text/javascript,');
      const sound = await context.startRendering();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return {
        left: [...sound.getChannelData(0)],
        right: [...sound.getChannelData(1)],
        reports,
      };
    },
    { ...request, spec: modeSpec(mode), commands },
  );

function byItself(mode: Mode, ordinal: number, key: number | undefined): Omit<Rendered, 'reports'> {
  const instrument = new WasmInstrument(new Abi(new WebAssembly.Instance(module)), modeSpec(mode));
  instrument.setVoiceSpace(ordinal);
  instrument.setInput(0, 9000);
  if (key !== undefined) instrument.midiIn([0x90, key, 100]);
  const left = new Float32Array(FRAMES);
  const right = new Float32Array(FRAMES);
  const input = signal();
  instrument.process(input, input, left, right, FRAMES);
  return { left: [...left], right: [...right] };
}

/** The first sample that differs; a diff of thousands of numbers would take uvu minutes. */
function difference(got: readonly number[], wanted: readonly number[]): string {
  const at = wanted.findIndex((sample, index) => !Object.is(sample, got[index]));
  if (at >= 0) return `sample ${at} is ${got[at]}, not ${wanted[at]}`;
  return got.length === wanted.length ? '' : `${got.length} samples, not ${wanted.length}`;
}

for (const mode of MODES) {
  for (const [ordinal, { name }] of mode.voiceSpaces.entries()) {
    test(`${mode.modeId}, ${name || 'its one voice space'}`, async () => {
      const key = mode.ui.primaryInput === 'midi_in' ? 57 : undefined;
      const commands: AudioCommand[] = [
        { do: 'voice-space', ordinal },
        { do: 'input', index: 0, unit: 9000 },
      ];
      if (key !== undefined) commands.push({ do: 'midi', message: [0x90, key, 100] });
      const { left, right, reports } = await throughWorklet(mode, commands);
      const wanted = byItself(mode, ordinal, key);
      assert.ok(left.every(Number.isFinite));
      assert.is(difference(left, wanted.left), '');
      assert.is(difference(right, wanted.right), '');
      assert.ok(reports.length >= 3, 'it reports 30 times a second');
      const withoutNotes = reports.filter(({ events }) => events.every(([kind]) => kind >= 0xb0));
      assert.ok(withoutNotes.length <= FRAMES / 1600 + 1, 'and no oftener, but for notes');
      assert.ok(reports.some(({ blocks }) => blocks === 52));
      assert.is(reports[0]?.inputs[0], 9000);
    });
  }
}

test('a command the instrument refuses is reported by its code, and the sound goes on', async () => {
  const [mode] = MODES;
  const { reports } = await throughWorklet(mode, [
    { do: 'voice-space', ordinal: 99 },
    { do: 'learned', taught: new Uint8Array(100) },
    { do: 'release' },
    { do: 'silence' },
    { do: 'params', units: mode.params.map(() => 100) },
  ]);
  assert.is(reports[0]?.refused, 'file_foreign');
  assert.is(reports[1]?.refused, undefined);
  assert.is(reports[1]?.params[0], 100);
});

/** Whether the audio thread makes a recorder of these options. */
const isRecorder = (processorOptions: unknown): Promise<boolean> =>
  page.evaluate(
    async ({ script, name, processorOptions }) => {
      const context = new OfflineAudioContext(1, 128, 48000);
      await context.audioWorklet.addModule(script);
      const node = new AudioWorkletNode(context, name, { numberOfOutputs: 0, processorOptions });
      return new Promise<boolean>((resolve) => {
        node.onprocessorerror = () => resolve(false);
        // It answers only if it was made.
        node.port.onmessage = () => resolve(true);
        node.port.postMessage('finish');
      });
    },
    { script, name: RECORDER_NAME, processorOptions },
  );

test('a recorder is told when it starts as a number, or is not made', async () => {
  assert.ok(await isRecorder({ from_s: 1 }));
  for (const options of [undefined, {}, { from_s: '1' }, { from_s: null }]) {
    assert.not.ok(await isRecorder(options), JSON.stringify(options));
  }
});

test('the page had no error', async () => {
  await chromium.close();
  assert.equal(errors, []);
});

test.run();
