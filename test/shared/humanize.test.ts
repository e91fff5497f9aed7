import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { counted, humanize } from '../../src/shared/humanize.ts';

test('identifiers are written with capitals where a person writes them', () => {
  assert.is(humanize('paf_synth'), 'PAF synth');
  assert.is(humanize('pad_x'), 'Pad x');
  assert.is(humanize('cv_0'), 'CV 0');
  assert.is(humanize('fm_lfo_rate'), 'FM LFO rate');
  assert.is(humanize('fmx_voice'), 'Fmx voice');
});

test('a count agrees with its noun and groups its thousands', () => {
  assert.is(counted(0, 'site'), '0 sites');
  assert.is(counted(1, 'site'), '1 site');
  assert.is(counted(1200, 'site'), '1,200 sites');
  assert.is(counted(2, 'pass', 'passes'), '2 passes');
});

test.run();
