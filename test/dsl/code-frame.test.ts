/** A problem on a terminal comes with its line, marked at its column however long or strange the line is. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeFrame } from '../../dsl/code-frame.ts';

const CASES: readonly (readonly [string, string, number, number, string])[] = [
  ['a line among others', '{\n  "a": 1\n}', 2, 8, '  2 │   "a": 1\n    │        ^\n'],
  ['line ends of any kind', '{\r\n"a": 1\r}', 3, 1, '  3 │ }\n    │ ^\n'],
  ['a tab is one column', '\t"a": 1', 1, 2, '  1 │  "a": 1\n    │  ^\n'],
  ['a character of two code units is one column', '"😀": 1', 1, 7, '  1 │ "😀": 1\n    │      ^\n'],
  ['what commands a terminal is a dot', '"\u001b\u202e": 1', 1, 6, '  1 │ "··": 1\n    │      ^\n'],
  ['the place after the last character', '{', 1, 2, '  1 │ {\n    │  ^\n'],
  ['a blank line', '\n  \n', 2, 1, ''],
  ['a line that is not there', '', 9, 1, ''],
];
for (const [what, text, line, column, frame] of CASES) {
  test(what, () => assert.is(codeFrame(text, line, column), frame));
}

test('of a long line only what is near is shown', () => {
  const text = `${'x'.repeat(1000)}!${'y'.repeat(1000)}`;
  const [shown = '', mark = ''] = codeFrame(text, 1, 1001).split('\n');
  assert.is(shown, `  1 │ …${'x'.repeat(48)}!${'y'.repeat(23)}…`);
  assert.is(mark.length - 1, shown.indexOf('!'));
});

test.run();
