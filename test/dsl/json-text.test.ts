/** A mode file as text: where everything stands, and what makes it no JSON. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readJson } from '../../dsl/json-text.ts';

const encoder = new TextEncoder();
const told = (content: string | Uint8Array): string[] =>
  readJson('m.json', content).problems.map(
    ({ line, column, code, pointer, message }) => `${line}:${column} ${code} ${pointer} ${message}`,
  );

/** [text, line:column, what it says] */
const NOT_JSON: readonly (readonly [string, string, RegExp])[] = [
  ['', '1:1', /the file is empty/],
  [' \n\t', '1:1', /the file is empty/],
  ['{"a": 1,}', '1:8', /a comma with nothing after it; remove it/],
  ['{"a": [1,\n]}', '1:9', /a comma with nothing after it; remove it/],
  ['{"a": [1,,2]}', '1:9', /a comma with nothing after it/],
  ['{"a": [,2]}', '1:8', /a comma with nothing before it; remove it/],
  ['{"a": ,"b": 2}', '1:7', /expected a value/],
  ['{,"a": 2}', '1:2', /a comma with nothing before it; remove it/],
  ['{1: 2}', '1:2', /expected a key in double quotes/],
  ['{"a" 1}', '1:6', /expected ":"/],
  ['{"a": 1\n "b": 2}', '2:2', /expected ","/],
  ['{"a": 1', '1:8', /expected "}"/],
  ['[1', '1:3', /expected "]"/],
  ['{} {}', '1:4', /end of the file/],
  ['{"a": 01}', '1:7', /"01" is no number as JSON writes them/],
  ['{"a": 0x1F}', '1:7', /"0x1F" is no number/],
  ['{"a": +1}', '1:7', /"\+1" is no number/],
  ['{"a": -Infinity}', '1:7', /"-Infinity" is no number/],
  ['{"a": 1_000}', '1:7', /"1_000" is no number/],
  ['{"a": 1 2}', '1:9', /"2" is no number|expected ","/],
  ['{"a": 1.}', '1:7', /without its last digits/],
  ['{"a": .5}', '1:7', /"\.5" is no number/],
  ['{"a": NaN}', '1:7', /"NaN" is no number/],
  ["{'a': 1}", '1:2', /straight double quotes, "like this", not in '$/],
  ['{"a": “b”}', '1:7', /straight double quotes, "like this", not in “$/],
  ['{a: 1}', '1:2', /the key "a" goes in double quotes/],
  ['{"a": 1, b : 1}', '1:10', /the key "b" goes in double quotes/],
  ['{"a": True}', '1:7', /"True" is not JSON; write true$/],
  ['{"a": no}', '1:7', /"no" is not JSON; write false$/],
  ['{"a": undefined}', '1:7', /"undefined" is not a JSON value; text goes in double quotes/],
  ['{\u00a0"a": 1}', '1:2', /an invisible character \(U\+00A0\) here; remove it/],
  ['{\f"a": 1}', '1:2', /an invisible character \(U\+000C\)/],
  ['{\u{e0020}"a": 1}', '1:2', /an invisible character \(U\+E0020\)/],
  ['{"a": "b}', '1:7', /closing quote/],
  ['{"a": "\\x"}', '1:7', /no such escape/],
  ['{"a": "\\u12"}', '1:7', /four hexadecimal digits/],
  ['{"a": "\t"}', '1:7', /control character/],
  ['{"a": 1} // note', '1:10', /no comments; use the field "_note"/],
  ['/* note */ {}', '1:1', /no comments/],
  ['\ufeff{}', '1:1', /byte order mark/],
  [`${'['.repeat(65)}${']'.repeat(65)}`, '1:65', /nested deeper than 64/],
  ['{}'.padEnd((1 << 18) + 1), '1:1', /longer than 262144/],
  [`{"a": [0${',0'.repeat(1000)}]}`, '1:7', /more than 1000 items in one list/],
];

for (const [text, place, sentence] of NOT_JSON) {
  test(`${JSON.stringify(text.slice(0, 30))} is not JSON`, () => {
    const [problem = '', ...more] = told(text);
    assert.equal(more, []);
    assert.ok(problem.startsWith(`${place} E_JSON  `), problem);
    assert.match(problem, sentence);
    assert.is(readJson('m.json', text).value, undefined);
  });
}

test('bytes are read as UTF-8, and what is not UTF-8 is refused', () => {
  assert.equal(readJson('m.json', encoder.encode('{"é": "√"}')).value, { é: '√' });
  const foreign = 'this is not UTF-8; save the file as UTF-8';
  assert.equal(told(new Uint8Array([0x7b, 0xff, 0x7d])), [`1:2 E_JSON  ${foreign}`]);
  const latin = Uint8Array.from(Buffer.from('{\n "a": "caf\u00e9"}', 'latin1'));
  assert.equal(told(latin), [`2:11 E_JSON  ${foreign}`]);
  // A real replacement character, then a character of three bytes cut off after one or two.
  for (const cut of [[0xef], [0xef, 0xbf], [0xe2, 0x88]]) {
    const bytes = new Uint8Array([...encoder.encode('{"\ufffdé'), ...cut, 0x22, 0x7d]);
    assert.equal(told(bytes), [`1:5 E_JSON  ${foreign}`]);
  }
  assert.equal(told(new Uint8Array([0x7b, 0xe2])), [`1:2 E_JSON  ${foreign}`]);
  for (const mark of ['', '\ufeff']) {
    const wide = Uint8Array.from(Buffer.from(`${mark}{"a": 1}`, 'utf16le'));
    const swapped = Uint8Array.from(Buffer.from(wide).swap16());
    for (const bytes of [wide, swapped]) {
      assert.equal(told(bytes), ['1:1 E_JSON  the file is UTF-16; save it as UTF-8']);
    }
  }
  assert.match(told(encoder.encode('\ufeff{}'))[0] ?? '', 'byte order mark');
});

test('brackets inside a text do not count as depth', () => {
  assert.equal(told(JSON.stringify({ a: `\\"${'['.repeat(100)}` })), []);
  assert.equal(told(`${'['.repeat(64)}${']'.repeat(64)}`), []);
});

test('a key twice in one object is told where it comes again, at every depth', () => {
  const text = '{\n  "a": 1,\n  "b": [{"c": 1, "c": 2}],\n  "\\u0061": 3\n}';
  assert.equal(told(text), [
    '3:18 E_JSON /b/0/c the key "c" appears twice in this object; remove one',
    '4:3 E_JSON /a the key "a" appears twice in this object; remove one',
  ]);
  assert.equal(readJson('m.json', text).value, { a: 3, b: [{ c: 2 }] });
});

test('equal keys in different objects are fine', () => {
  assert.equal(told('[{"a": 1}, {"a": {"a": 1}}]'), []);
});

test('a number no double holds is told; one that is merely tiny, long or negative zero is fine', () => {
  const text = readJson(
    'm.json',
    '{"a": 1e999, "b": [-1e400], "c": 1e-999, "d": -0, "e": 0.10000000000000000000001}',
  );
  assert.equal(
    text.problems.map(({ code, pointer, column }) => `${column} ${code} ${pointer}`),
    ['7 E_NUMBER /a', '20 E_NUMBER /b/0'],
  );
  assert.equal([...text.unheld], ['/a', '/b/0']);
});

test('half a surrogate pair is told in texts and in keys, a whole one is fine', () => {
  assert.equal(told('{"a": "\\ud83c\\udfb9", "b": "🎹"}'), []);
  assert.equal(
    told('{"a": "\\ud83c", "\\udfb9": 1}').map((line) => line.slice(0, 15)),
    ['1:7 E_TEXT /a t', '1:17 E_TEXT /\udfb9 '],
  );
});

test('a place is marked at the value, at the key, or at the nearest parent there is', () => {
  const text = readJson('m.json', '{\r\n  "a": {"b": [1, 2]},\r\n  "a/~": 3\r\n}');
  const at = (path: (string | number)[], mark?: 'key') => {
    const { line, column, pointer } = text.at('E_SCHEMA', path, '', mark);
    return `${line}:${column} ${pointer}`;
  };
  assert.is(at([]), '1:1 ');
  assert.is(at(['a']), '2:8 /a');
  assert.is(at(['a'], 'key'), '2:3 /a');
  assert.is(at(['a', 'b', 1]), '2:18 /a/b/1');
  assert.is(at(['a', 'b', 7]), '2:14 /a/b/7');
  assert.is(at(['a', 'nope']), '2:8 /a/nope');
  assert.is(at(['a/~']), '3:10 /a~1~0');
});

test('columns count as editors do, in UTF-16 code units', () => {
  assert.is(readJson('m.json', '{"🎹": 1e999}').problems[0]?.column, 8);
});

test('the last of two equal keys is the one that is marked, as it is the one that counts', () => {
  assert.is(readJson('m.json', '{"a": 1, "a": 2}').at('E_SCHEMA', ['a'], '').column, 15);
});

test('warnings are known by their code', () => {
  assert.is(readJson('m.json', '{}').at('W_RANGE', [], '').severity, 'warning');
  assert.is(readJson('m.json', '{}').at('E_SCHEMA', [], '').severity, 'error');
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

test('any JSON text is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.equal(readJson('m.json', text).value, JSON.parse(text));
    }),
  );
});

test('any text at all is JSON here exactly if JSON.parse takes it, and nothing throws', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '1',
    '-',
    'e',
    '.',
    '0',
    'true',
    'nul',
    '//',
    '\\',
    ' ',
    '\n',
    '\u0001',
    '\ud800',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const read = readJson('m.json', text);
      assert.equal(read.value, parsed(text));
      assert.is(
        read.value === undefined,
        read.problems.some(({ code, message }) => code === 'E_JSON' && !message.includes('twice')),
      );
    }),
    { numRuns: 3000 },
  );
});

test.run();
