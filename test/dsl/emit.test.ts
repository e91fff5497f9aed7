/** A small mode becomes exactly these files; literals, numbers and drawings are exact. */

import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shape } from '../../dsl/curves.ts';
import { cppMode, cppRegistry, cppTraining } from '../../dsl/emit/cpp.ts';
import { docsEntry, docsIndex, docsMode } from '../../dsl/emit/docs.ts';
import { emitFiles, OWNED } from '../../dsl/emit/files.ts';
import { cppDouble, cppString, html, number, tsString } from '../../dsl/emit/literals.ts';
import { lv2Manifest, lv2Plugin, turtleString } from '../../dsl/emit/lv2.ts';
import { cppLv2Ports } from '../../dsl/emit/lv2-cpp.ts';
import { lv2Ports } from '../../dsl/emit/lv2-ports.ts';
import { readable, withUnit } from '../../dsl/emit/numbers.ts';
import { defaultPoint } from '../../dsl/emit/plot.ts';
import { tsMode, tsRegistry, tsTraining } from '../../dsl/emit/ts.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { CATALOGUE } from './fixtures/engines.ts';
import { soundMode } from './fixtures/modes.ts';

const golden = (name: string): string => readFileSync(`test/golden/modes/${name}`, 'utf8');

function resolved(change: object = {}): ResolvedMode {
  const mode = { ...soundMode(), ...change };
  const source = { file: `modes/${mode.mode_id}.json`, content: JSON.stringify(mode) };
  const [first] = resolveModes([source], CATALOGUE).modes;
  if (!first) throw new Error('the fixture does not resolve');
  return first;
}

const glass = resolved();

test('steps that an engine reads stand in its mode and on its card', () => {
  const stepped = (steps: readonly (readonly number[])[]): ResolvedMode => ({
    ...glass,
    voiceSpaces: glass.voiceSpaces.map((space, at) => ({ ...space, steps: steps[at] ?? [] })),
  });
  const some = stepped([
    [0, 0, 19],
    [0, 0, 0],
  ]);
  assert.match(tsMode(some), 'curves: ["exp", "linear", "square"], steps: { 2: 19 } },');
  assert.match(tsMode(some), 'curves: ["log", "linear", "square"], steps: {} },');
  assert.match(docsMode(some), '<bdi>warm</bdi>: 19 steps · <bdi>SSL 4K G-ist</bdi>: any value');
  const all = stepped([
    [0, 7, 0],
    [0, 7, 0],
  ]);
  assert.match(docsMode(all), '<p>7 steps</p>');
});

test('a mode as C++', () => assert.fixture(cppMode(glass), golden('glass.h.txt')));
test('a mode as TypeScript', () => assert.fixture(tsMode(glass), golden('glass.ts.txt')));
test('a card says that a mode listens, and nothing where it does not', () => {
  assert.match(docsMode({ ...glass, microphone: true }), '<dd>to the microphone</dd>');
  assert.not.match(docsMode({ ...glass, microphone: false }), 'microphone');
});

test('a param that sets the level says so in TypeScript, and others do not', () => {
  const roles = ['level', 'mix', undefined] as const;
  const params = glass.params.map((param, index) => ({ ...param, role: roles[index] }));
  const lines = tsMode({ ...glass, params }).match(/^ {4}\{ name: .* curve: .*,$/gm) ?? [];
  const names = lines.filter((line) => line.includes('setsLevel: true'));
  assert.is(names.length, 1);
  assert.match(names[0] ?? '', `name: "${params[0]?.name}"`);
});

test('a mode as a reference card', () => assert.fixture(docsMode(glass), golden('glass.html.txt')));

test('a mode as an LV2 plugin', () => assert.fixture(lv2Plugin(glass), golden('glass.ttl.txt')));

test('every group that a port of an LV2 plugin names is described', () => {
  const text = lv2Plugin(glass);
  const named = new Set([...text.matchAll(/pg:group (<\S+>)/g)].map(([, group = '']) => group));
  assert.ok(named.size >= 6);
  for (const group of named) assert.ok(text.includes(`\n${group}\n  a pg:`), group);
});

test('the ports of a plugin follow what its mode hears, plays and sends; numbers in C++ are their places', () => {
  const params = glass.params.map((param) => ({ ...param, isPitch: true as const }));
  const mode = { ...glass, params, listens: true, followsMidi: true, sendsMidi: true };
  const symbols = lv2Ports(mode).map(({ symbol }) => symbol);
  assert.is(new Set(symbols).size, symbols.length);
  const start = symbols.indexOf('left_in');
  const sides = ['left_in', 'right_in', 'midi_in', 'midi_out'];
  const names = [...sides, 'voice_space', 'scale', 'scale_root'];
  const own = symbols.slice(start, start + names.length);
  assert.equal(own, names);
  const places = own.map((_, index) => start + index);
  const last = [symbols.indexOf('hand_cutoff_hz'), symbols.indexOf('now_cutoff_hz')];
  const numbers = [...places, ...last].join(', ');
  assert.match(cppLv2Ports([mode]), `${symbols.length}, kGlassChannels, ${numbers}}`);
  const bare = {
    ...glass,
    voiceSpaces: [{ name: undefined, note: undefined, curves: [], steps: [] }],
  };
  const none = names.map(() => 'kNoPort').join(', ');
  assert.match(cppLv2Ports([bare]), `kGlassChannels, ${none}, `);
  assert.match(cppLv2Ports([]), 'kPorts = nullptr;');
});

test('hosts sort plugins by what plays them', () => {
  const classes = [
    [{ listens: true, followsMidi: true }, 'a lv2:Plugin ;'],
    [{ listens: false, followsMidi: true }, 'a lv2:Plugin , lv2:InstrumentPlugin ;'],
    [{ listens: false, followsMidi: false }, 'a lv2:Plugin , lv2:GeneratorPlugin ;'],
  ] as const;
  for (const [change, line] of classes) assert.match(lv2Plugin({ ...glass, ...change }), line);
});

const PRESETS = [
  { name: 'A "bell"', voiceSpace: 1, examples: [{ inputs: [0, 32768], outputs: [1, 2, 3] }] },
  { name: 'Rain/Snow', voiceSpace: 0, examples: [{ inputs: [7, 8], outputs: [4, 5, 6] }] },
];

test('presets become a table in C++, and what LV2 and Rack list', () => {
  const table = cppMode(glass, PRESETS);
  assert.match(table, 'kPresetExamples[] = {\n    0, 32768, 1, 2, 3,\n    7, 8, 4, 5, 6,\n  };');
  assert.match(table, '{"Rain/Snow", 0, 1, kPresetExamples + 5},');
  assert.match(table, 'kPresetCount = 2;');
  const files = new Map(emitFiles([glass], new Map([['glass', PRESETS]])));
  const manifest = files.get('lv2/manifest.ttl') ?? '';
  assert.match(manifest, '<urn:ensemble:mode:glass#preset_1>\n  a pset:Preset ;');
  assert.match(manifest, 'rdfs:label "A \\"bell\\"" ;\n  rdfs:seeAlso <glass-presets.ttl> .');
  const turtle = files.get('lv2/glass-presets.ttl') ?? '';
  assert.match(turtle, '[ lv2:symbol "voice_space" ; pset:value 1.0 ] ;');
  assert.match(turtle, '[ lv2:symbol "hold" ; pset:value 0.0 ] ;');
  assert.match(turtle, 'state:state [ <urn:ensemble:preset> 1 ] .');
  const rack = JSON.parse(files.get('rack/presets/glass/02_Rain-Snow.vcvm') ?? '{}');
  assert.equal(rack.data, { preset: 1 });
  assert.is(rack.model, 'glass');
  assert.match(files.get('pd/ensemble~-help.pd') ?? '', 'preset 1;');
});

test('a manifest names every plugin, or none', () => {
  assert.match(lv2Manifest(['a', 'b']), '<urn:ensemble:mode:b>\n  a lv2:Plugin ;');
  assert.not.match(lv2Manifest([]), 'lv2:binary');
});

test('Turtle strings stay on a line and end where they should', () => {
  assert.is(turtleString('a "b" \\ c\n\0d\u2028'), '"a \\"b\\" \\\\ c d"');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.match(turtleString(text), /^"(?:[^"\\\p{Cc}\u2028\u2029]|\\["\\])*"$/u);
    }),
  );
});

test('training defaults in both languages are those of the one declaration', () => {
  assert.match(cppTraining(), 'kLearningRate = 1.0;');
  assert.match(cppTraining(), 'kMaxIterations = 1000;');
  assert.match(cppTraining(), 'kMinError = 0.001;');
  assert.match(tsTraining(), /learningRate: 1,\n {2}maxIterations: 1000,\n {2}minError: 0\.001,/);
});

test('registries list every mode in order, or none', () => {
  assert.match(cppRegistry(['a', 'b_c']), 'mode_of<modes::A>(),\n    mode_of<modes::BC>(),');
  assert.match(cppRegistry([]), 'kModes = nullptr;');
  assert.match(tsRegistry(['a', 'b_c']), "import { mode as bCMode } from './modes/b_c.ts';");
  assert.match(tsRegistry(['a', 'b_c']), '  aMode,\n  bCMode,\n] as const');
  assert.match(tsRegistry([]), 'MODES = [\n] as const');
});

test('every file is marked as generated in its first lines and lies in an owned folder', () => {
  const files = [...emitFiles([glass])];
  for (const [file, text] of files) {
    assert.match(text.split('\n').slice(0, 4).join('\n'), '@generated', file);
    assert.ok(
      OWNED.some((folder) => file.startsWith(`${folder}/`)),
      file,
    );
    assert.ok(text.endsWith('\n') && !text.includes('\r'), file);
  }
  assert.equal(
    files.map(([file]) => file),
    [
      'schema/mode.schema.json',
      'schema/presets.schema.json',
      'schema/template.schema.json',
      'schema/train-config.schema.json',
      'cpp/mode.h',
      'cpp/contract.h',
      'cpp/dispatch.h',
      'cpp/statuses.h',
      'cpp/named_scales.h',
      'cpp/training.h',
      'cpp/registry.h',
      'cpp/lv2_ports.h',
      'cpp/rack_panels.h',
      'cpp/midi_templates.h',
      'ts/mode.ts',
      'ts/contract.ts',
      'ts/training.ts',
      'ts/registry.ts',
      'ts/presets.ts',
      'ts/midi-templates.ts',
      'pd/ensemble~-help.pd',
      'lv2/manifest.ttl',
      'rack/plugin.json',
      'rack/first-lesson.vcv',
      'docs/index.html',
      'cpp/modes/glass.h',
      'ts/modes/glass.ts',
      'lv2/glass.ttl',
      'rack/res/glass.svg',
      'rack/res/glass-dark.svg',
      'rack/pictures/glass.svg',
      'docs/modes/glass.html',
    ],
  );
});

test('the same modes give the same bytes', () => {
  assert.equal([...emitFiles([glass])], [...emitFiles([resolved()])]);
});

test('C++ strings hold the UTF-8 bytes, octal where a byte is no plain letter', () => {
  const cases = [
    ['', '""'],
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['??/', '"\\?\\?/"'],
    [`${String.fromCharCode(0)}17`, '"' + '\\' + '00017"'],
    ['é🎹', '"\\303\\251\\360\\237\\216\\271"'],
    ['\n\x7f', '"\\012\\177"'],
  ] as const;
  for (const [text, literal] of cases) assert.is(cppString(text), literal);
});

test('TypeScript strings are JSON that no script element, line or direction can break', () => {
  assert.is(
    tsString('</script>\u2028\u202e`$' + '{x}'),
    '"\\u003c/script>\\u2028\\u202e`$' + '{x}"',
  );
  assert.is(tsString('\u{e0001}'), '"\\udb40\\udc01"');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.is(JSON.parse(tsString(text)), text);
    }),
  );
});

test('numbers read back exactly in both languages, and doubles are doubles', () => {
  const cases = [
    [0, '0', '0.0'],
    [-0, '-0', '-0.0'],
    [1e-7, '1e-7', '1e-7'],
    [1e21, '1e+21', '1e+21'],
    [0.1, '0.1', '0.1'],
    [16777217, '16777217', '16777217.0'],
    [123456789012345680000, '123456789012345680000', '123456789012345680000.0'],
  ] as const;
  for (const [value, js, cpp] of cases) {
    assert.is(number(value), js);
    assert.is(cppDouble(value), cpp);
  }
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      assert.ok(Object.is(Number(number(value)), value));
      assert.match(cppDouble(value), /[.e]/);
    }),
  );
});

test('HTML text is escaped, and what HTML cannot hold is shown as a picture of it', () => {
  assert.is(html(`<a b='"&'>`), '&lt;a b=&#39;&quot;&amp;&#39;&gt;');
  assert.is(html('\0\n\x1b\x7f\ufffe'), '␀\n␛\ufffd\ufffd');
});

test('numbers for people keep every digit', () => {
  const cases = [
    [20000, '20\u202f000'],
    [4000, '4000'],
    [-12.5, '−12.5'],
    [1234567.891, '1\u202f234\u202f567.891'],
    [1e-7, '1e-7'],
    [1e21, '1e+21'],
    [0, '0'],
  ] as const;
  for (const [value, text] of cases) assert.is(readable(value), text);
  assert.is(withUnit(20, 'Hz'), '20\u202fHz');
  assert.is(withUnit(20, ''), '20');
});

test('the dot of the default lies on its curve, also in ranges as wide as doubles go', () => {
  const param = { name: 'a', label: '', group: '', unit: undefined, note: undefined };
  const range = fc.tuple(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(range, fc.constantFrom('exp', 'log', 'square', 'linear'), ([a, b], curve) => {
      fc.pre(a !== b);
      const [min, max] = a < b ? [a, b] : [b, a];
      const low = defaultPoint({ ...param, min, max, default: min, curve });
      const high = defaultPoint({ ...param, min, max, default: max, curve });
      assert.equal([low.x, low.y], [0, 0]);
      assert.equal([high.x, high.y], [1, 1]);
    }),
  );
  const middle = defaultPoint({ ...param, min: 0, max: 10, default: 2.5, curve: 'square' });
  assert.ok(Math.abs(shape('square', middle.x) - middle.y) < 1e-12 && middle.y === 0.25);
});

test('a card of a mode without voice spaces has no table of them; notes are shown where there are any', () => {
  const bare = docsMode(resolved({ voice_spaces: [], _note: 'Guessed & <checked>' }));
  assert.not.match(bare, 'Voice spaces');
  assert.match(bare, 'Guessed &amp; &lt;checked&gt;');
  assert.match(docsMode(glass), '<bdi>SSL 4K G-ist</bdi>: <span class="tag other">log</span>');
});

test('the page of all modes links every card, or says there is none', () => {
  const page = docsIndex([docsEntry(glass)]);
  assert.match(page, '<a href="modes/glass.html">glass</a>');
  assert.match(page, 'XY pad · 3 params');
  assert.match(docsIndex([]), 'None yet.');
});

test.run();
