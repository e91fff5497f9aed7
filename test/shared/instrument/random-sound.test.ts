/** Random sounds as the player offers them: about equally loud in every mode and voice space, the same from the same seed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { MODES } from '../../../build/ts/registry.ts';
import { openWorkshop } from '../../../scripts/instrument/modes.ts';
import { checkRandomSounds } from '../../../scripts/loudness/random-check.ts';
import { audition } from '../../../src/shared/instrument/audition.ts';
import { type Loudness, measureLoudness } from '../../../src/shared/instrument/loudness.ts';
import { modeSpec } from '../../../src/shared/instrument/mode-spec.ts';
import {
  REFERENCE_LUFS,
  randomSound,
  uniform,
} from '../../../src/shared/instrument/random-sound.ts';
import { toTheEnd } from '../../../src/shared/instrument/to-the-end.ts';
import { onStep, stepsOf, unitOfValue } from '../../../src/shared/instrument/values.ts';
import { WasmInstrument } from '../../../src/shared/instrument/wasm-instrument.ts';

const { abi } = await openWorkshop();
const modeOf = (modeId: string): Mode => {
  const mode = MODES.find((one) => one.modeId === modeId);
  if (mode === undefined) throw new Error(`no mode ${modeId}`);
  return mode;
};
/** A random sound from its beginning on, for so many seconds. */
function heard(modeId: string, voiceSpace: number, seed: number, seconds: number): Loudness {
  const mode = modeOf(modeId);
  const instrument = new WasmInstrument(abi, modeSpec(mode));
  instrument.setVoiceSpace(voiceSpace);
  for (const [index, unit] of soundOf(modeId, voiceSpace, seed).entries()) {
    instrument.setParam(index, unit);
  }
  const { left, right } = toTheEnd(audition(instrument, mode.listens, seconds));
  instrument.destroy();
  return measureLoudness([left, right]);
}
const soundOf = (modeId: string, voiceSpace: number, seed: number) =>
  toTheEnd(randomSound(abi, modeOf(modeId), voiceSpace, seed));

// Two of each here; `npm run loudness -- --random 200` measures as many as you like.
for (const mode of MODES.filter(({ modeId }) => modeId !== 'sound_analysis')) {
  test(`${mode.modeId}: random sounds are within 6 LU, and none is over -14 LUFS`, () => {
    for (const [voiceSpace, { name }] of mode.voiceSpaces.entries()) {
      const { good, softest, loudest, ...rest } = checkRandomSounds(abi, mode, voiceSpace, 2);
      assert.ok(good, `${name}: ${JSON.stringify(rest)}`);
      assert.ok(softest > -23 && loudest < -17, `${name}: ${softest} to ${loudest}`);
    }
  });
}

test('a seed gives the same sound every time, and another one another sound', () => {
  const first = soundOf('fm_voice', 1, 7);
  assert.equal(soundOf('fm_voice', 1, 7), first);
  assert.not.equal(soundOf('fm_voice', 1, 8), first);
});

test('a random sound is drawn on steps where the engine reads steps', () => {
  const mode = modeOf('paf_synth');
  const sound = soundOf('paf_synth', 0, 3);
  const on = sound.map((unit, index) => onStep(mode, 0, index, unit));
  assert.equal(on, sound);
  assert.is(stepsOf(mode, 0, 1), 25);
});

test('a random sound leaves the level at its default', () => {
  const mode = modeOf('channel_strip');
  const level = mode.params.findIndex(({ name }) => name === 'output_db');
  assert.ok(level >= 0);
  const expected = unitOfValue(mode, 2, level, mode.params[level]?.default ?? Number.NaN);
  for (const seed of [1, 2]) assert.is(soundOf('channel_strip', 2, seed)[level], expected);
});

test('a sound that is too loud at first is passed over', () => {
  // The first draw of this seed, held and measured as the search does.
  const mode = modeOf('paf_synth');
  const levels = Array.from({ length: 12 }, (_, seed) => {
    const instrument = new WasmInstrument(abi, modeSpec(mode));
    const units = firstDraw(seed);
    for (const [index, unit] of units.entries()) instrument.setParam(index, unit);
    const { left, right } = toTheEnd(audition(instrument, false, 3));
    instrument.destroy();
    return { seed, units, lufs: measureLoudness([left, right]).integrated };
  });
  const loud = levels.find(({ lufs }) => lufs > -16);
  assert.ok(loud, 'one of twelve is too loud');
  assert.not.equal(soundOf('paf_synth', 0, loud.seed), loud.units);

  function firstDraw(seed: number): readonly number[] {
    const next = uniform(seed);
    return mode.params.map((param, index) => {
      const drawn = Math.floor(next() * (UNIT_ONE + 1));
      return param.setsLevel ? unitOfValue(mode, 0, index, param.default) : drawn;
    });
  }
});

test('a sound that grows too loud later is passed over', () => {
  // Of this seed, the first sound that is near the reference for three seconds plays by itself, and is 8 LU over it then.
  const deep = modeOf('wanderer').voiceSpaces.findIndex(({ name }) => name === 'Deep');
  const { integrated, shortTerm } = heard('wanderer', deep, 47, 4);
  assert.ok(Math.abs(integrated - REFERENCE_LUFS) < 3, `${integrated} LUFS`);
  assert.ok(shortTerm < -14, `${shortTerm} LUFS`);
});

test('an instrument that makes no sound is not auditioned', () => {
  const steps = randomSound(abi, modeOf('sound_analysis'), 0, 1);
  assert.is(steps.next().done, true);
});

test('a search that is given up frees what it used', () => {
  const mode = modeOf('space_reverb');
  const searchAndStop = (): void => {
    const steps = randomSound(abi, mode, 0, 1);
    steps.next();
    steps.return([]);
  };
  searchAndStop();
  const before = abi.buffer.byteLength;
  for (let round = 0; round < 50; round += 1) searchAndStop();
  assert.is(abi.buffer.byteLength, before);
});

test('a sound that is near the reference for a while, but not from its beginning on, is passed over', () => {
  // Of this seed, one is: between its first notes it fades, and 8 s from the beginning are 5 LU under the reference.
  const away = heard('wanderer', 3, 142, 8).integrated - REFERENCE_LUFS;
  assert.ok(Math.abs(away) < 3, `${away} LU`);
});

test.run();
