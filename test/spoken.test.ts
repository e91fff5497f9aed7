import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { spoken } from '../src/spoken.ts';

test('identifiers are written with capitals where a person writes them', () => {
  assert.is(spoken('paf_synth'), 'PAF synth');
  assert.is(spoken('pad_x'), 'Pad x');
  assert.is(spoken('cv_0'), 'CV 0');
  assert.is(spoken('fm_lfo_rate'), 'FM LFO rate');
  assert.is(spoken('fmx_voice'), 'Fmx voice');
});

test.run();
