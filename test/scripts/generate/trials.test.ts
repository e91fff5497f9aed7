/** The trials of the drift test: every param at every place, any two of them in many combinations. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { STEPS, trialPlaces } from '../../../scripts/generate/trials.ts';

/** The most slots an engine may have. */
const PARAMS = 64;

test('every param visits every place', () => {
  const trials = trialPlaces(PARAMS);
  for (let param = 0; param < PARAMS; param += 1) {
    assert.is(new Set(trials.map((places) => places[param])).size, STEPS + 1, `param ${param}`);
  }
});

test('any two params are seen in at least 30 combinations', () => {
  const trials = trialPlaces(PARAMS);
  for (let one = 0; one < PARAMS; one += 1) {
    for (let other = 0; other < one; other += 1) {
      const pairs = trials.map((places) => `${places[one]} ${places[other]}`);
      assert.ok(new Set(pairs).size >= 30, `params ${one} and ${other}`);
    }
  }
});

test('every param moves alone, with all others at either end', () => {
  const trials = trialPlaces(3).map(String);
  for (const corner of ['16,0,0', '0,16,0', '0,0,16', '0,16,16', '16,0,16', '16,16,0']) {
    assert.ok(trials.includes(corner), corner);
  }
});

test.run();
