/** Names become identifiers no language reserves, and few of them meet. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  constantName,
  enumeratorName,
  structName,
  voiceSpaceEnumerator,
} from '../../dsl/identifiers.ts';

test('names of modes, params and voice spaces', () => {
  const cases = [
    [structName('paf_synth'), 'PafSynth'],
    [structName('int'), 'Int'],
    [structName('param_id'), 'ParamId_'],
    [structName('voice_space_id'), 'VoiceSpaceId_'],
    [constantName('paf_synth'), 'pafSynthMode'],
    [constantName('class'), 'classMode'],
    [enumeratorName('cutoff_hz'), 'kCutoffHz'],
    [enumeratorName('constructor'), 'kConstructor'],
    [enumeratorName('eq_1_0'), 'kEq1_0'],
    [enumeratorName('eq_10'), 'kEq10'],
    [enumeratorName('a__b_'), 'kAB'],
    [voiceSpaceEnumerator('SSL 4K G-ist', 1), 'kSsl4kGIst'],
    [voiceSpaceEnumerator('80', 2), 'k80'],
    [voiceSpaceEnumerator('', 0), 'kSpace0'],
    [voiceSpaceEnumerator('🎹', 3), 'kSpace3'],
    [voiceSpaceEnumerator('Grünes Gras', 3), 'kGrNesGras'],
  ] as const;
  for (const [made, expected] of cases) assert.is(made, expected);
});

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);

test('every name gives an identifier that no language reserves', () => {
  fc.assert(
    fc.property(name, (text) => {
      assert.match(enumeratorName(text), /^k[A-Z][A-Za-z0-9]*(?:_[0-9]+[A-Za-z0-9]*)*$/);
      assert.match(structName(text), /^[A-Z][A-Za-z0-9_]*$/);
      assert.match(constantName(text), /^[a-z][A-Za-z0-9_]*Mode$/);
      assert.not.match(enumeratorName(text) + structName(text), /__/);
    }),
  );
});

test('any text at all gives an enumerator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(9), (text, ordinal) => {
      assert.match(voiceSpaceEnumerator(text, ordinal), /^k[A-Z0-9][A-Za-z0-9_]*$/);
    }),
  );
});

test('modes that meet in C++ meet in TypeScript too, so one rule serves both', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      assert.is(structName(a) === structName(b), constantName(a) === constantName(b));
    }),
  );
});

test.run();
