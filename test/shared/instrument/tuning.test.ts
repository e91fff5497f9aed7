/** Scales in wasm: the same bits as on the host, the names of scales, and what is refused. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SCALE, UNIT_ONE } from '../../../build/ts/contract.ts';
import { crc32 } from '../../../src/shared/crc32.ts';
import { Abi } from '../../../src/shared/instrument/abi.ts';
import { readEngines } from '../../../src/shared/instrument/catalogue.ts';
import { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';
import { isScale } from '../../../src/shared/scale.ts';

const abi = new Abi(
  new WebAssembly.Instance(new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'))),
);
const engines = readEngines(abi);
const pitches = engines.flatMap((engine) =>
  engine.slots.flatMap(({ pitch }, slot) => (pitch ? [{ engine, slot }] : [])),
);

const instrumentOf = ({ engine_id, slots }: (typeof engines)[number]): WasmInstrument => {
  const params = slots.map(({ name }) => name);
  return new WasmInstrument(abi, {
    engine_id,
    mode_id: 'test',
    channels: ['pad_x', 'pad_y'],
    params,
    layers: [2, 10, 10, params.length],
    sample_rate_hz: 48000,
    seed: 7,
    default_spread: 0.5,
    training: { learning_rate: 1, max_iterations: 1000, min_error: 0.001 },
    example_capacity: 16,
  });
};

test('what is heard as a note is a pitch, what is not is none', () => {
  assert.equal(
    pitches.map(({ engine, slot }) => `${engine.engine_id} ${engine.slots[slot]?.name}`).sort(),
    [
      'drum_sequencer kick_hz',
      'drum_sequencer perc_hz',
      'drum_sequencer snare_hz',
      'drum_sequencer tom_hz',
      'paf_synth pitch_hz',
      'vocoder pitch_hz',
      'wanderer tonic_hz',
    ],
  );
});

/** The sweep of test/firmware/instrument/scale_test.cc, whose sums these are. */
test('a sweep over each pitch gives the same bits as on the host, read back and heard', () => {
  const units: number[] = [];
  const sound: number[] = [];
  const [left, right] = [new Float32Array(64), new Float32Array(64)];
  for (const { engine, slot } of pitches) {
    const instrument = instrumentOf(engine);
    instrument.tuning.setScale((2 << 12) | SCALE.minor_pentatonic);
    for (let space = 0; space < Math.max(1, engine.voice_spaces.length); space += 1) {
      instrument.setVoiceSpace(space);
      for (let unit = 0; unit <= UNIT_ONE; unit += 512) {
        instrument.setParam(slot, unit);
        instrument.process(undefined, undefined, left, right);
        for (const [at, value] of left.entries()) sound.push(value, right[at] ?? 0);
        units.push(instrument.readParams()[slot] ?? 0);
      }
    }
    instrument.destroy();
  }
  assert.is(crc32(new Uint8Array(Uint16Array.from(units).buffer)), 0xb7dacbd0);
  assert.is(crc32(new Uint8Array(Float32Array.from(sound).buffer)), 0x169776cf);
});

test('what settles is what sounds, and what is no scale is refused', () => {
  const paf = engines.find(({ engine_id }) => engine_id === 'paf_synth');
  if (paf === undefined) throw new Error('there is no paf_synth');
  const instrument = instrumentOf(paf);
  const params = paf.slots.map(() => 10001);
  assert.is(instrument.tuning.settled(params)[0], 10001);
  instrument.tuning.setScale(SCALE.blues);
  const [settled] = instrument.tuning.settled(params);
  assert.is.not(settled, 10001);
  for (const [index, unit] of params.entries()) instrument.setParam(index, unit);
  instrument.process(undefined, undefined, new Float32Array(64), new Float32Array(64));
  assert.equal(instrument.readParams(), instrument.tuning.settled(params));
  for (const wrong of [2, 0xc001, 1 << 16]) {
    assert.not(isScale(wrong));
    assert.throws(() => instrument.tuning.setScale(wrong), /bad_value/);
  }
  assert.is(instrument.tuning.scale, SCALE.blues);
  instrument.destroy();
});

test('every named scale is one on every root, and none is another', () => {
  const named = Object.values(SCALE);
  assert.is(new Set(named).size, named.length);
  for (const bits of named) {
    for (let root = 0; root < 12; root += 1) assert.ok(isScale((root << 12) | bits));
  }
});

test.run();
