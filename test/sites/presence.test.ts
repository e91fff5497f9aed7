/** Display names can be in any writing system; characters in them that are invisible or reorder text are removed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanName } from '../../src/sites/presence.ts';

const NAMES: readonly (readonly [what: string, given: string, kept: string])[] = [
  ['a plain name', '  Ada Lovelace ', 'Ada Lovelace'],
  ['a Persian name with a non-joiner', 'نیک\u200cنام', 'نیک\u200cنام'],
  ['a Hindi name with a joiner', 'क्\u200dष', 'क्\u200dष'],
  ['a Malayalam name with a non-joiner', 'ന്\u200cന', 'ന്\u200cന'],
  ['a family of emoji', '👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
  ['an emoji with a skin tone', '👩🏽\u200d🚀', '👩🏽\u200d🚀'],
  ['a flag of two emoji', '🏳️\u200d🌈', '🏳️\u200d🌈'],
  ['joiners at the ends', '\u200dAda\u200c', 'Ada'],
  ['joiners in a row', 'A\u200d\u200dda', 'Ada'],
  ['joiners beside a space', 'Ada \u200cL', 'Ada L'],
  ['nothing but joiners', '\u200c\u200d\u200c', ''],
  ['a right-to-left override', 'Ada\u202egpj', 'Ada gpj'],
  ['an isolate', '\u2067Ada\u2069', 'Ada'],
  ['direction marks', 'A\u200eda\u200f', 'A da'],
  ['line feeds and bells', 'Ada\r\n\u0007Bob', 'Ada Bob'],
  ['half of a surrogate pair', 'Ada\ud83d', 'Ada'],
];

for (const [what, given, kept] of NAMES) {
  test(`${what} becomes ${JSON.stringify(kept)}`, () => {
    assert.is(cleanName(given), kept);
  });
}

test('a long name ends with a whole character', () => {
  assert.is(cleanName('x'.repeat(100)), 'x'.repeat(64));
  assert.is(cleanName(`${'x'.repeat(63)}👩`), 'x'.repeat(63));
  assert.is(cleanName(`${'x'.repeat(61)}👩\u200d👧`), `${'x'.repeat(61)}👩`);
});

test.run();
