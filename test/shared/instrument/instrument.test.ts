/** The typed wrapper over the compiled instrument: outside data checked, memory still, errors named. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { CHANNELS } from '../../../dsl/channels.ts';
import { compileWasm } from '../../../scripts/compile-wasm.ts';
import { makeInstrument, resolvedModeSpec } from '../../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../../scripts/instrument/modes.ts';
import { freshWasm } from '../../../scripts/wasm/artefact.ts';
import { Abi, InstrumentError } from '../../../src/shared/instrument/abi.ts';
import { readChannels, readEngines } from '../../../src/shared/instrument/catalogue.ts';
import {
  type InstrumentSpec,
  instanceBytes,
} from '../../../src/shared/instrument/instrument-spec.ts';
import { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';

const { abi, modes } = await openWorkshop();
const synth = modeNamed(modes, 'paf_synth');

/** Runs something that must be refused with a code. */
function refused(code: string, run: () => unknown): void {
  assert.throws(run, (error: unknown) => error instanceof InstrumentError && error.code === code);
}

async function moduleOf(source: string): Promise<WebAssembly.Instance> {
  const file = 'test/firmware/made-up.cc';
  const wasm = await compileWasm({
    sources: [file],
    flags: ['-O0', '-Wl,--export-dynamic'],
    replaced: new Map([[file, source]]),
  });
  return (await WebAssembly.instantiate(wasm)).instance;
}

test('a module that is no instrument is refused', async () => {
  const foreign = await moduleOf(
    'extern "C" __attribute__((visibility("default"))) int answer(void) { return 42; }\n',
  );
  assert.throws(() => new Abi(foreign), /has no function ens_abi_version/);
  const empty = new WebAssembly.Instance(
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)),
  );
  assert.throws(() => new Abi(empty), /exports no memory/);
});

test('a module of another ABI version is refused', async () => {
  const { instance } = await WebAssembly.instantiate(await freshWasm());
  const later = { exports: { ...instance.exports, ens_abi_version: () => 2 } };
  assert.throws(() => new Abi(later), /has ABI version 2, expected 1/);
});

test('the channels of the module are those of the mode language, in its order', () => {
  assert.equal(
    readChannels(abi),
    CHANNELS.map(({ name }) => name),
  );
});

test('what engines say of themselves is whole', () => {
  for (const engine of readEngines(abi)) {
    assert.match(engine.engine_id, /^[a-z][a-z0-9_]*$/);
    assert.is(engine.slots.length > 0, true);
    assert.equal(
      engine.state_fields.slice(0, engine.slots.length),
      engine.slots.map(({ name }) => name),
    );
    assert.is(new Set(engine.state_fields).size, engine.state_fields.length, engine.engine_id);
    assert.is(new Set(engine.voice_spaces).size, engine.voice_spaces.length);
    for (const { min, max, default: rest } of engine.slots) {
      assert.ok(min < max && rest >= 0 && rest <= UNIT_ONE);
    }
    const { driver } = engine;
    assert.ok(driver.line_level <= 15 && driver.output_volume <= 1);
    assert.ok([24000, 32000, 44100, 48000].includes(driver.sample_rate_hz));
  }
});

test('an engine that hears takes the microphone, one that processes the line', () => {
  const inputs = modes.map((mode) => {
    const instrument = makeInstrument(abi, mode);
    const { input } = instrument.driver();
    instrument.destroy();
    return [mode.modeId, input];
  });
  const of = Object.fromEntries(inputs);
  assert.is(of['sound_analysis'], 'microphone');
  assert.is(of['channel_strip'], 'line');
  assert.is(of['paf_synth'], 'none');
});

test('what cannot be made is refused with its reason, and no memory is kept', () => {
  const wrong: readonly [string, Partial<InstrumentSpec>][] = [
    ['unknown_engine', { engine_id: 'theremin' }],
    ['unknown_channel', { channels: ['joy_x', 'joy_y', 'joy_z', 'joy_q'] }],
    ['unknown_param', { params: synth.params.map((_, i) => `slot_${i}`) }],
    ['bad_shape', { layers: [4, synth.params.length] }],
    ['bad_shape', { layers: [3, 10, synth.params.length] }],
    ['bad_value', { example_capacity: 0 }],
    ['bad_value', { example_capacity: 2 ** 32 + 1 }],
    ['bad_value', { default_spread: 2 }],
    ['bad_config', { training: { learning_rate: -1, max_iterations: 1, min_error: 0 } }],
    ['bad_config', { training: { learning_rate: 1, max_iterations: 1.5, min_error: 0 } }],
  ];
  new WasmInstrument(abi, resolvedModeSpec(synth)).destroy();
  const before = abi.buffer.byteLength;
  for (let round = 0; round < 20; round += 1) {
    for (const [code, change] of wrong) {
      refused(code, () => new WasmInstrument(abi, resolvedModeSpec(synth, change)));
    }
  }
  assert.is(abi.buffer.byteLength, before);
  assert.throws(
    () => new WasmInstrument(abi, resolvedModeSpec(synth, { mode_id: 'Ünicode' })),
    /not a name/,
  );
});

test('memory does not grow after an instrument is made, whatever is done with it', () => {
  const instrument = makeInstrument(abi, synth);
  const before = abi.buffer.byteLength;
  const left = new Float32Array(512);
  const right = new Float32Array(512);
  for (let i = 0; i < 64; i += 1) {
    instrument.addExample(
      [i * 500, 0, 0, 0],
      synth.params.map(() => i * 500),
    );
  }
  refused('examples_full', () =>
    instrument.addExample(
      [0, 0, 0, 0],
      synth.params.map(() => 0),
    ),
  );
  instrument.trainBegin({ learning_rate: 1, max_iterations: 20, min_error: 0 });
  while (instrument.trainProgress().state === 'running') {
    instrument.trainStep(100);
    instrument.process(undefined, undefined, left, right);
  }
  assert.is(instrument.trainProgress().state, 'exhausted');
  assert.is(instrument.trainProgress().iterations, 20);
  assert.type(instrument.worstExample(), 'number');
  instrument.jitter(1000);
  instrument.undo();
  instrument.redraw();
  assert.is(abi.buffer.byteLength, before);
  instrument.destroy();
});

test('instruments made and ended over and over need no more memory', () => {
  makeInstrument(abi, synth).destroy();
  const before = abi.buffer.byteLength;
  for (let i = 0; i < 200; i += 1) {
    makeInstrument(abi, synth, { example_capacity: 1 + (i % 60) }).destroy();
  }
  assert.is(abi.buffer.byteLength, before);
});

test('two instruments in one module do not hear each other', () => {
  const alone = makeInstrument(abi, synth);
  const expected = [new Float32Array(4096), new Float32Array(4096)] as const;
  alone.process(undefined, undefined, ...expected);
  alone.destroy();
  const one = makeInstrument(abi, synth);
  const other = makeInstrument(abi, synth, { seed: 99 });
  const left = new Float32Array(4096);
  const right = new Float32Array(4096);
  const elsewhere = new Float32Array(128);
  for (let at = 0; at < 4096; at += 128) {
    one.process(undefined, undefined, left.subarray(at), right.subarray(at), 128);
    other.process(undefined, undefined, elsewhere, elsewhere, 128);
  }
  assert.equal(left, expected[0]);
  assert.equal(right, expected[1]);
  one.destroy();
  refused('bad_handle', () => one.process(undefined, undefined, left, right));
  other.destroy();
});

test('values that are no unit values, and arrays of another length, are refused', () => {
  const instrument = makeInstrument(abi, synth);
  refused('bad_value', () => instrument.setInput(0, UNIT_ONE + 1));
  refused('bad_value', () => instrument.setInput(4, 0));
  refused('bad_value', () => instrument.setParam(synth.params.length, 0));
  refused('bad_value', () => instrument.setVoiceSpace(99));
  refused('bad_value', () => instrument.noteOn(128, 0));
  refused('bad_value', () => instrument.midiIn([1, 2, 3]));
  assert.throws(() => instrument.map([0, 0]), /expected 4 values, received 2/);
  assert.throws(() => instrument.map([0, 0, 0, -1]), /not a unit value/);
  assert.throws(() => instrument.map([0, 0, 0, 0.5]), /not a unit value/);
  refused('nothing_to_undo', () => instrument.undo());
  refused('no_examples', () => instrument.trainBegin());
  refused('not_training', () => instrument.trainStep(1));
  refused('no_examples', () => instrument.removeNearest([0, 0, 0, 0]));
  instrument.destroy();
});

test('the training configuration changes field by field, whole or not at all', () => {
  const instrument = makeInstrument(abi, synth);
  instrument.setTrainConfig({ max_iterations: 7 });
  assert.is(instrument.trainConfig().max_iterations, 7);
  assert.is(instrument.trainConfig().learning_rate, 1);
  refused('bad_config', () => instrument.setTrainConfig({ learning_rate: 2, min_error: 3 }));
  refused('bad_config', () => instrument.setTrainConfig({ max_iterations: 2 ** 32 + 5 }));
  assert.is(instrument.trainConfig().learning_rate, 1);
  instrument.destroy();
});

test('two sounds are taught and come back where they were placed', () => {
  const instrument = makeInstrument(abi, synth);
  const here = [2000, 30000, 16384, 16384];
  const there = [30000, 2000, 16384, 16384];
  const low = synth.params.map((_, i) => 4000 + i * 100);
  const high = synth.params.map((_, i) => 28000 - i * 100);
  instrument.addExample(here, low);
  instrument.addExample(there, high);
  assert.is(instrument.exampleCount, 2);
  assert.equal([...instrument.readExample(1).params], high);
  instrument.trainBegin();
  instrument.setTrainBudget(20);
  const left = new Float32Array(12800);
  instrument.process(undefined, undefined, left, left);
  assert.is(instrument.trainProgress().state, 'converged');
  const { errors, stride } = instrument.trainHistory();
  assert.ok(errors.length * stride >= instrument.trainProgress().iterations);
  for (const [place, params] of [
    [here, low],
    [there, high],
  ] as const) {
    const off = [...instrument.map(place)].map((unit, i) => Math.abs(unit - (params[i] ?? 0)));
    const error = off.reduce((sum, value) => sum + (value / UNIT_ONE) ** 2, 0) / off.length;
    assert.ok(error < 0.001, `mean squared error ${error}`);
  }
  instrument.destroy();
});

test('what was taught is saved, and loaded by another instrument of the mode only', () => {
  const teacher = makeInstrument(abi, synth);
  teacher.addExample(
    [0, 0, 0, 0],
    synth.params.map(() => 9000),
  );
  teacher.trainBegin();
  teacher.trainStep(100_000);
  const file = teacher.save();
  const pupil = makeInstrument(abi, synth, { seed: 5 });
  pupil.load(file);
  assert.equal(pupil.map([1, 2, 3, 4]), teacher.map([1, 2, 3, 4]));
  assert.equal(pupil.save(), file);
  const drone = makeInstrument(abi, modeNamed(modes, 'drone'));
  refused('file_mismatch', () => drone.load(file));
  refused('file_damaged', () => pupil.load(file.subarray(0, 40)));
  refused('file_foreign', () => pupil.load(new Uint8Array(0)));
  for (const instrument of [teacher, pupil, drone]) instrument.destroy();
});

test('controls reach the sound: inputs, held parameters, voice spaces, notes, messages', () => {
  const instrument = makeInstrument(abi, synth);
  const readsAnyValue = synth.voiceSpaces.findIndex(({ name }) => name === 'Glass');
  instrument.setVoiceSpace(readsAnyValue);
  const left = new Float32Array(64);
  const play = (): Uint16Array => {
    instrument.process(undefined, undefined, left, left);
    return instrument.readParams();
  };
  instrument.setInput(0, 0);
  const before = play();
  instrument.setInput(0, UNIT_ONE);
  assert.not.equal(play(), before);
  instrument.setParam(2, 321);
  assert.is(play()[2], 321);
  instrument.recordExample();
  assert.is(instrument.readExample(0).params[2], 321);
  instrument.clearExamples();
  assert.is(instrument.exampleCount, 0);
  instrument.releaseParam(2);
  assert.equal(play(), instrument.readOutputs());
  instrument.releaseParams();
  instrument.releaseInput(0);
  instrument.setVoiceSpace(1);
  assert.is(instrument.voiceSpace, 1);
  instrument.noteOn(60, 1000);
  instrument.noteOff(60);
  instrument.allNotesOff();
  instrument.midiIn([0xb0, 1, 64]);
  instrument.reset();
  assert.equal([...instrument.readInputs()].length, 4);
  assert.is(instrument.sampleRateHz, 48000);
  assert.is(instrument.nextEvent(), undefined);
  assert.is(instrument.exampleCapacity, 64);
  instrument.destroy();
});

test('an engine that sends MIDI is read message by message', () => {
  const mode = modeNamed(modes, 'sound_analysis');
  const instrument = makeInstrument(abi, mode);
  const tone = Float32Array.from({ length: 48000 }, (_, i) => 0.5 * Math.sin(i / 20));
  const right = new Float32Array(48000);
  instrument.process(tone, tone, new Float32Array(48000), right);
  const message = instrument.nextEvent();
  assert.is((message?.[0] ?? 0) >= 0x80, true);
  assert.ok(message?.every((byte) => byte >= 0 && byte <= 255));
  instrument.destroy();
});

test('the bytes an instrument needs are known before it is made', () => {
  const few = instanceBytes(abi, resolvedModeSpec(synth, { example_capacity: 8 }));
  const many = instanceBytes(abi, resolvedModeSpec(synth, { example_capacity: 16 }));
  // Each example, its place and its weights in two maps (places are padded to 8 values).
  const examples = Math.ceil((8 * 2 * (4 + synth.params.length)) / 16) * 16;
  const places = 2 * 8 * (2 * 8 + 16 * Math.ceil(synth.params.length / 4));
  assert.is(many - few, examples + places);
});

test.run();
