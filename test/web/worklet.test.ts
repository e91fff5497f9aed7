/**
 * The audio thread's script in an implementation of Web Audio that is not a browser's: every mode in every
 * voice space sounds, sample for sample, as the instrument does by itself (whose sound the goldens hold).
 */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AudioWorkletNode, OfflineAudioContext } from 'web-audio-api';
import type { Mode } from '../../build/ts/mode.ts';
import { MODES } from '../../build/ts/registry.ts';
import { workletScript } from '../../scripts/bundle.ts';
import { Abi } from '../../src/web/instrument/abi.ts';
import { Instrument } from '../../src/web/instrument/instrument.ts';
import type { Order, Report } from '../../src/web/sound-mode/messages.ts';
import { PROCESSOR_NAME } from '../../src/web/sound-mode/messages.ts';
import { specOf } from '../../src/web/sound-mode/spec.ts';

const RATE_HZ = 48000;
const FRAMES = 128 * 60;
const module = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));
const script = `data:text/javascript,${encodeURIComponent(await workletScript())}`;

/** A decaying noise for engines that work on sound. */
function signal(): Float32Array<ArrayBuffer> {
  let random = 1;
  return Float32Array.from({ length: FRAMES }, (_, at) => {
    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    return (random / 2 ** 31) * Math.exp(-at / 2000);
  });
}

interface Rendered {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly reports: readonly Report[];
}

async function throughWorklet(mode: Mode, orders: readonly Order[]): Promise<Rendered> {
  // The package's types leave out what its constructors take.
  const context: OfflineAudioContext = Reflect.construct(OfflineAudioContext, [2, FRAMES, RATE_HZ]);
  await context.audioWorklet.addModule(script);
  const options = {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [2],
    processorOptions: { module, spec: specOf(mode) },
  };
  const node: AudioWorkletNode = Reflect.construct(AudioWorkletNode, [
    context,
    PROCESSOR_NAME,
    options,
  ]);
  const reports: Report[] = [];
  node.port.onmessage = ({ data }: MessageEvent<Report>) => reports.push(data);
  const buffer = context.createBuffer(1, FRAMES, RATE_HZ);
  buffer.copyToChannel(signal(), 0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(node);
  source.start();
  node.connect(context.destination);
  node.port.postMessage(orders);
  // Orders arrive as messages do: after the code that sent them.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const sound = await context.startRendering();
  await new Promise((resolve) => setTimeout(resolve, 5));
  node.port.close();
  return { left: sound.getChannelData(0), right: sound.getChannelData(1), reports };
}

function byItself(mode: Mode, ordinal: number, key: number | undefined): Rendered {
  const instrument = new Instrument(new Abi(new WebAssembly.Instance(module)), specOf(mode));
  instrument.setVoiceSpace(ordinal);
  instrument.setInput(0, 9000);
  if (key !== undefined) instrument.midiIn([0x90, key, 100]);
  const left = new Float32Array(FRAMES);
  const right = new Float32Array(FRAMES);
  const input = signal();
  instrument.process(input, input, left, right, FRAMES);
  return { left, right, reports: [] };
}

for (const mode of MODES) {
  for (const [ordinal, { name }] of mode.voiceSpaces.entries()) {
    test(`${mode.modeId}, ${name || 'its one voice space'}`, async () => {
      const key = mode.ui.primaryInput === 'midi_in' ? 57 : undefined;
      const orders: Order[] = [
        { do: 'voice-space', ordinal },
        { do: 'input', index: 0, unit: 9000 },
      ];
      if (key !== undefined) orders.push({ do: 'midi', message: [0x90, key, 100] });
      const got = await throughWorklet(mode, orders);
      const wanted = byItself(mode, ordinal, key);
      assert.ok(got.left.every(Number.isFinite));
      assert.equal(got.left, wanted.left);
      assert.equal(got.right, wanted.right);
      assert.ok(got.reports.length >= 3, 'it reports 30 times a second');
      assert.ok(got.reports.length <= FRAMES / 1600 + 1, 'and no oftener');
      assert.is(got.reports.at(-1)?.blocks, 52);
      assert.is(got.reports[0]?.inputs[0], 9000);
    });
  }
}

test('an order the instrument refuses is reported by its code, and the sound goes on', async () => {
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

test.run();
