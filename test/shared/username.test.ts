/** What is a username, and what a person's text becomes. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeUsername, suggestUsername } from '../../src/shared/username.ts';

const VALID = ['a', '0', 'ada', 'a.b', 'a-b_c.d', '007', 'a'.repeat(64), 'con', 'constructor'];
const CAPITALS = ['A', 'Ada', 'a.B'];
const INVALID = [
  '',
  '.',
  '-a',
  'a-',
  'a..b',
  'a.-b',
  'a b',
  'é',
  '%61',
  'a/b',
  'A-',
  'ａ',
  '\u212a',
  'a'.repeat(65),
  'A'.repeat(65),
];

for (const name of VALID) test(`"${name}" is one`, () => assert.is(judgeUsername(name), 'valid'));
for (const name of CAPITALS) {
  test(`"${name}" would be one in lower case`, () => assert.is(judgeUsername(name), 'capitals'));
}
for (const name of INVALID) {
  test(`"${name}" is none`, () => assert.is(judgeUsername(name), 'invalid'));
}

/** [typed, suggested] */
const SUGGESTED: readonly (readonly [string, string])[] = [
  ['Ada Lovelace', 'ada-lovelace'],
  ['  Adéle  ', 'adele'],
  ['a..b', 'a-b'],
  ['--', ''],
  ['שלום', ''],
  ['Straße 9', 'stra-e-9'],
  [`${'a'.repeat(63)}-b`, 'a'.repeat(63)],
];
for (const [typed, suggested] of SUGGESTED) {
  test(`"${typed}" suggests "${suggested}"`, () => assert.is(suggestUsername(typed), suggested));
}

test('a suggestion is a username or empty, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const suggested = suggestUsername(typed);
      return suggested === '' || judgeUsername(suggested) === 'valid';
    }),
  );
});

test.run();
