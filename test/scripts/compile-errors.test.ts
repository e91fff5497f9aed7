/** Mistakes in an engine's C++, compiled for real: each is told as file, line and one sentence. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileWasm, WasmCompileError } from '../../scripts/compile-wasm.ts';
import { compileErrors } from '../../scripts/wasm/compile-errors.ts';

const FILE = 'engines/wrong.cc';

/** What an author reads of sources with these texts, by their place under firmware. */
async function toldOf(texts: Readonly<Record<string, string>>): Promise<string> {
  const sources = new Map(Object.entries(texts));
  const replaced = new Map([...sources].map(([file, text]) => [`firmware/${file}`, text]));
  try {
    const units = [...replaced.keys()].filter((file) => file.endsWith('.cc'));
    await compileWasm({ sources: units, flags: ['-Wl,--export-dynamic'], replaced });
    return '';
  } catch (error) {
    if (!(error instanceof WasmCompileError)) throw error;
    return compileErrors(error.message, sources);
  }
}

/** What an author reads of a source with these lines. */
const told = (...lines: string[]): Promise<string> => toldOf({ [FILE]: `${lines.join('\n')}\n` });

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

const SHOWN = '__attribute__((visibility("default")))';

test('a function that is declared and not defined is told at its declaration', async () => {
  assert.is(
    await toldOf({
      'engines/wrong.h': 'struct Hum {\n  void render(const float* x, int n);\n};\n',
      [FILE]: `#include "engines/wrong.h"\n${SHOWN} void go(Hum& hum) { hum.render(nullptr, 2); }\n`,
    }),
    'the engines do not compile\nfirmware/engines/wrong.h:2: ' +
      'Hum::render(float const*, int) is declared but defined nowhere; define it',
  );
});

test('a virtual function that is not defined is told at its class', async () => {
  assert.is(
    await told(
      'namespace ens {',
      'struct Base { virtual float level() = 0; };',
      'class Hum : public Base {',
      '  float level() override;',
      '};',
      `${SHOWN} Base& first() { static Hum hum; return hum; }`,
      '}',
    ),
    'the engines do not compile\nfirmware/engines/wrong.cc:3: ' +
      'the first virtual function of Hum is defined nowhere; define it',
  );
});

test('a function that is defined in two files is told in both', async () => {
  const twice = `${SHOWN} int twice() {\n  return 2;\n}\n`;
  assert.is(
    await toldOf({ 'engines/one.cc': twice, 'dsp/other.cc': `\n${twice}` }),
    'the engines do not compile\nfirmware/engines/one.cc:1, firmware/dsp/other.cc:2: ' +
      'twice() is defined twice; keep one, or declare it inline in a header',
  );
});

test('memory from the heap is told where it is taken', async () => {
  const said = await told(
    `${SHOWN} float* line(unsigned long size) {`,
    '  return new float[size];',
    '}',
  );
  assert.match(said, 'firmware/engines/wrong.cc:2: nothing here defines operator new[]');
  assert.match(said, 'a member: nothing is allocated while it sounds');
});

test('an include that is not there is told at its line', async () => {
  assert.is(
    await told('', '#include "engines/nowhere.h"'),
    "the engines do not compile\nfirmware/engines/wrong.cc:2: 'engines/nowhere.h' file not found",
  );
});

const readme = readFileSync('firmware/engines/README.md', 'utf8');
const hum = /```cpp\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

/** What an author reads whose list of engines is these, the first of them the one of the guide. */
const listed = (text: string, ...engines: string[]): Promise<string> =>
  toldOf({
    'engines/hum.h': text,
    'engines/engine_list.h': [
      '#include "engines/hum.h"',
      'namespace ens {',
      'template <template <class...> class List>',
      `using AllEngines = List<${engines.join(', ')}>;`,
      '}',
      '',
    ].join('\n'),
    'engines/registry.cc': readFileSync('firmware/engines/registry.cc', 'utf8'),
  });

test('an engine that does not read its slots back is told at its class', async () => {
  const mute = hum.replace(/ {2}float in_use\(Index slot\)[\s\S]*?\n {2}\}\n/, '');
  const line = mute.slice(0, mute.indexOf('class Hum')).split('\n').length;
  assert.is(
    await listed(mute, 'Hum'),
    `the engines do not compile\nfirmware/engines/hum.h:${line}: ` +
      'Hum: an engine reads its slots back: float in_use(Index slot) const',
  );
});

test('two engines of one id are told', async () => {
  assert.match(
    await listed(hum, 'Hum', 'Hum'),
    /^the engines do not compile\nfirmware\/engines\/registry\.cc:\d+: two engines of engine_list\.h have one engine_id$/,
  );
});

test('what nobody understands is told as it is', () => {
  assert.is(
    compileErrors('out of memory\n', new Map()),
    'the engines do not compile\nout of memory',
  );
});

test.run();
