/** How problems are told, and which words are offered. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Diagnostic,
  formatText,
  hasErrors,
  pointerOf,
  sortDiagnostics,
  strictly,
  summary,
} from '../../dsl/diagnostics.ts';
import { didYouMean, distance, instead, quote, received } from '../../dsl/wording.ts';

const one: Diagnostic = {
  code: 'E_OVERRIDE_REDUNDANT',
  severity: 'error',
  file: 'modes/drone.json',
  line: 14,
  column: 23,
  pointer: '/voice_spaces/1/curve_overrides/cutoff',
  message: 'curve override equals the default curve "exp"; remove it',
};
const warning: Diagnostic = { ...one, code: 'W_RANGE', severity: 'warning', line: 2 };

test('a problem is two lines: place, code and pointer; then the sentence', () => {
  assert.is(
    formatText([one], false),
    'modes/drone.json:14:23 E_OVERRIDE_REDUNDANT /voice_spaces/1/curve_overrides/cutoff\n' +
      '  curve override equals the default curve "exp"; remove it\n',
  );
});

test('colours are for terminals: red errors, yellow warnings', () => {
  assert.match(formatText([one], true), '\u001b[31mE_OVERRIDE_REDUNDANT\u001b[0m');
  assert.match(formatText([warning], true), '\u001b[33mW_RANGE\u001b[0m');
  assert.not.match(formatText([one, warning], false), '\u001b');
});

test('a file name or key cannot speak to the terminal', () => {
  const evil = { ...one, file: 'a\u001b[2J', pointer: '/\u202e\r', message: 'x\u0007\ud800' };
  assert.is(
    formatText([evil], false),
    'a\\u{1b}[2J:14:23 E_OVERRIDE_REDUNDANT /\\u{202e}\\u{d}\n  x\\u{7}\\u{d800}\n',
  );
});

test('a problem of a whole file has no pointer', () => {
  assert.match(formatText([{ ...one, pointer: '' }], false), /E_OVERRIDE_REDUNDANT\n/);
});

test('order is by file, line, column, code, pointer, sentence', () => {
  const order = [
    { ...one, file: 'a' },
    { ...one, line: 2 },
    { ...one, column: 2 },
    { ...one, code: 'E_JSON' as const },
    { ...one, pointer: '/a' },
    { ...one, message: 'a' },
    one,
  ];
  assert.equal(sortDiagnostics([...order].reverse()), order);
});

test('warnings become errors when strict, and count apart when not', () => {
  assert.not(hasErrors([warning]));
  assert.ok(hasErrors(strictly([warning])));
  assert.is(summary([one, warning, warning], 2), '1 error, 2 warnings in 2 mode files');
  assert.is(summary([one, one], 1), '2 errors in 1 mode file');
});

test('pointers escape as RFC 6901 says', () => {
  assert.is(pointerOf(['a/b', 0, '~', '']), '/a~1b/0/~0/');
  assert.is(pointerOf([]), '');
});

test('what was received is said in a word', () => {
  const cases = [
    ['a"b\n', '"a\\"b\\n"'],
    [-0, '-0'],
    [1e21, '1e+21'],
    [null, 'null'],
    [true, 'true'],
    [[], 'an empty array'],
    [[1, 2], 'an array of 2'],
    [{}, 'an object'],
  ] as const;
  for (const [value, text] of cases) assert.is(received(value), text);
  assert.is(quote('x'.repeat(200)).length, 63);
});

test('distance counts insertions, deletions, changes and swaps', () => {
  const cases = [
    ['', '', 0],
    ['', 'ab', 2],
    ['ab', '', 2],
    ['abc', 'abd', 1],
    ['abc', 'acb', 1],
    ['cutof', 'cutoff', 1],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ] as const;
  for (const [a, b, far] of cases) assert.is(distance(a, b), far, `${a} ${b}`);
});

test('distance is symmetric, 0 only for equal words, and at most the longer word', () => {
  const word = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const far = distance(a, b);
      assert.is(far, distance(b, a));
      assert.is(far === 0, a === b);
      assert.ok(far <= Math.max(a.length, b.length));
    }),
  );
});

test('one near word is offered, a far one is not, the rest is listed nearest first', () => {
  const words = ['joy_x', 'pad_x', 'slider_0'];
  assert.is(didYouMean('jy_x', words), '; did you mean "joy_x"?');
  assert.is(didYouMean('JOY_X', words), '; did you mean "joy_x"?');
  assert.is(didYouMean('banana', words), '');
  assert.is(didYouMean('slider', words), '; did you mean "slider_0"?');
  assert.is(
    didYouMean('overrides', ['curve_overrides', 'name']),
    '; did you mean "curve_overrides"?',
  );
  assert.is(didYouMean('pad_x_axis_of_it', words), '; did you mean "pad_x"?');
  assert.is(didYouMean('pa', words), '');
  assert.is(didYouMean('x', []), '');
  assert.is(instead('jo_x', words), '; did you mean "joy_x"?');
  assert.is(instead('banana', words), '; there are pad_x, joy_x, slider_0');
  assert.is(instead('zz', [...'abcdefghi']), '; there are 9, none like it');
});

test.run();
