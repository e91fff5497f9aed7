/** Values of params as players read them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { MODES } from '../../../build/ts/registry.ts';
import {
  onStep,
  paramText,
  readable,
  stepOfUnit,
  stepsOf,
  unitOfStep,
} from '../../../src/shared/instrument/values.ts';

function named(modeId: string, name: string) {
  const mode = MODES.find((one) => one.modeId === modeId);
  const param = mode?.params.findIndex((one) => one.name === name) ?? -1;
  if (mode === undefined || param < 0) throw new Error(`no ${name} in ${modeId}`);
  return { mode, param };
}

test('a value has three figures at most, and no exponent', () => {
  for (const [value, text] of [
    [0, '0'],
    [6.34e-7, '0'],
    [-0.000182, '0'],
    [0.0005, '0.0005'],
    [0.04321, '0.0432'],
    [2.71728, '2.72'],
    [-12.25, '-12.3'],
    [126.6, '127'],
    [4800.2, '4800'],
  ] as const) {
    assert.is(readable(value), text);
  }
});

test('of a param with steps the step is shown, never a value between', () => {
  const choir = 0;
  const glass = 2;
  const { mode, param } = named('paf_synth', 'interval_2_st');
  assert.is(paramText(mode, choir, param, 0), '-12 st');
  assert.is(paramText(mode, choir, param, 10_001), '-5 st');
  assert.is(paramText(mode, glass, param, 10_001), '-4.68 st');
  const volume = named('sound_analysis', 'volume');
  assert.is(paramText(volume.mode, 0, volume.param, 20_000), '99');
  const range = named('wanderer', 'range_st');
  assert.is(paramText(range.mode, 0, range.param, UNIT_ONE), '19 of 19');
  assert.is(paramText(range.mode, 2, range.param, 2600), '2 of 14');
  const rate = named('polyrhythm', 'bass_rate_x');
  assert.is(paramText(rate.mode, 0, rate.param, 0), '0.5 ×');
  assert.is(paramText(rate.mode, 0, rate.param, 16_500), '1.5 ×');
});

test('every step has a unit value of its own, which belongs to it', () => {
  for (const mode of MODES) {
    for (const [space, { steps }] of mode.voiceSpaces.entries()) {
      for (const [index, count] of Object.entries(steps)) {
        const param = Number(index);
        assert.is(stepsOf(mode, space, param), count);
        for (let step = 0; step < count; step += 1) {
          const unit = unitOfStep(mode, space, param, step);
          assert.is(stepOfUnit(mode, space, param, unit), step);
          assert.is(onStep(mode, space, param, unit), unit);
        }
      }
    }
  }
  const { mode, param } = named('paf_synth', 'pitch_hz');
  assert.is(onStep(mode, 0, param, 12_345), 12_345);
});

test.run();
