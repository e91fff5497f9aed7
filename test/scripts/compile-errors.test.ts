/** Mistakes in an engine's C++, compiled for real: each is told as file, line and one sentence. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileWasm, WasmCompileError } from '../../scripts/compile-wasm.ts';
import { compileErrors } from '../../scripts/wasm/compile-errors.ts';

const FILE = 'engines/wrong.cc';

/** What an author reads of a source with these lines. */
async function told(...lines: string[]): Promise<string> {
  const text = `${lines.join('\n')}\n`;
  const file = `firmware/${FILE}`;
  const replaced = new Map([[file, text]]);
  try {
    await compileWasm({ sources: [file], flags: ['-Wl,--export-dynamic'], replaced });
    return '';
  } catch (error) {
    if (!(error instanceof WasmCompileError)) throw error;
    return compileErrors(error.message, new Map([[FILE, text]]));
  }
}

const table = (...rows: string[]): string[] => [
  '#include "engines/slots.h"',
  'namespace ens {',
  'enum Index : std::uint8_t { kPitch, kLevel };',
  'constexpr auto kSlots = slot_table<Index>({',
  ...rows,
  '});',
  '}',
];

test('a mistake of the language is told at its line, in the words of the compiler', async () => {
  assert.is(
    await told('int half(int x) {', '  return x / two;', '}'),
    "the engines do not compile\nfirmware/engines/wrong.cc:2: use of undeclared identifier 'two'",
  );
});

test('a call of the C library is told at its line, with what there is instead', async () => {
  assert.is(
    await told(
      'namespace std { extern "C" float exp2f(float); }',
      '__attribute__((visibility("default"))) float up(float x) {',
      '  return std::exp2f(x);',
      '}',
    ),
    'the engines do not compile\nfirmware/engines/wrong.cc:1, firmware/engines/wrong.cc:3: ' +
      'nothing here defines exp2f, since no target links the C library; use exp2 of core/approx.h',
  );
});

test('a wrong table is told with the row', async () => {
  const pitch = '{kPitch, "pitch_hz", 40, 880, Curve::kExp, 110},';
  const level = '{kLevel, "level_db", -15, 15, Curve::kLinear, 0},';
  assert.match(
    await told(...table(level, pitch)),
    /wrong\.cc:4: "level_db": a row stands where another enumerator belongs/,
  );
  assert.match(
    await told(...table(pitch, level.replace(', 0}', ', 99}'))),
    /wrong\.cc:4: "level_db": a default is outside its range/,
  );
});

test('what nobody understands is told as it is', () => {
  assert.is(
    compileErrors('out of memory\n', new Map()),
    'the engines do not compile\nout of memory',
  );
});

test.run();
