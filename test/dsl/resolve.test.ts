/** Files of modes together: every problem of all of them in one report, and what a mode without any becomes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Drift, driftDiagnostics } from '../../dsl/measure.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import { CATALOGUE } from './fixtures/engines.ts';
import { changed, soundMode } from './fixtures/modes.ts';
import { brief, ml, resolveText, spaces, tell, validate } from './fixtures/resolving.ts';

test('what the schema refuses in one place does not hide problems elsewhere', () => {
  const mode = JSON.parse(ml({ input_size: 7 }));
  mode.ui = 5;
  mode.params[2].label = 5;
  mode.params[0].default = -1;
  mode.voice_spaces = [
    5,
    { name: 'SSL 4K G-ist', curve_overrides: { cutoff_hz: 'exp', nope: 'log' } },
  ];
  mode.mode_id = 'other';
  assert.equal(
    tell(JSON.stringify(mode))
      .map((line) => line.split(' ').slice(0, 2).join(' '))
      .sort(),
    [
      'E_FILE_NAME /mode_id',
      'E_INPUT_SIZE /ml/input_size',
      'E_OVERRIDE_REDUNDANT /voice_spaces/1/curve_overrides/cutoff_hz',
      'E_PARAM_DEFAULT /params/0/default',
      'E_SCHEMA /params/2/label',
      'E_SCHEMA /ui',
      'E_SCHEMA /voice_spaces/0',
    ],
  );
});

test('a file that is no mode at all is one problem, not a crash', () => {
  for (const [content, code] of [
    ['{', 'E_JSON'],
    ['null', 'E_SCHEMA'],
    ['[]', 'E_SCHEMA'],
    ['1', 'E_SCHEMA'],
  ] as const) {
    assert.equal(
      resolveText(content).diagnostics.map((one) => one.code),
      [code],
    );
  }
});

test('a number no double holds is told once, not again by the schema', () => {
  const content = changed(['params', 0, 'max'], 'HUGE').replace('"HUGE"', '1e999');
  assert.equal(
    resolveText(content).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`),
    ['E_NUMBER /params/0/max'],
  );
});

test('text that is not Unicode is told wherever it stands', () => {
  for (const path of [['params', 0, 'label'], ['_note'], ['voice_spaces', 1, '_note']]) {
    const content = changed(path, 'x').replace('"x"', '"\\ud800"');
    assert.equal(
      resolveText(content).diagnostics.map(({ code }) => code),
      ['E_TEXT'],
    );
  }
});

const named = (mode_id: string, file = `modes/${mode_id}.json`) => ({
  file,
  content: JSON.stringify({ ...soundMode(), mode_id }),
});
const between = (...sources: { file: string; content: string }[]) =>
  resolveModes(sources, CATALOGUE, validate);

test('a mode defined in two files is told in the second, beside its file name', () => {
  const { diagnostics, modes } = between(named('glass'), named('glass', 'modes/harp.json'));
  assert.equal(
    diagnostics.map((one) => `${one.file} ${brief(one)}`),
    [
      'modes/harp.json E_FILE_NAME /mode_id mode "glass" belongs in a file named "glass.json"; this one is named "harp.json"',
      'modes/harp.json E_MODE_ID_DUPLICATE /mode_id mode "glass" is defined in modes/glass.json already',
    ],
  );
  assert.equal(
    modes.map((mode) => mode.file),
    ['modes/glass.json'],
  );
});

test('of two files the one that bears the name of the mode stays, whatever the order', () => {
  const { diagnostics } = between(named('glass', 'modes/aaa.json'), named('glass'));
  assert.equal([...new Set(diagnostics.map(({ file }) => file))], ['modes/aaa.json']);
});

test('two modes that become one identifier are told in the second', () => {
  assert.equal(between(named('a_b'), named('ab'), named('a__b')).diagnostics.map(brief), [
    'E_IDENTIFIER /mode_id "a__b" (modes/a__b.json) and "a_b" both become aBMode in TypeScript; rename one',
  ]);
});

test('problems of all files come in one report, ordered by file and place', () => {
  const bad = (id: string) => ({
    file: `modes/${id}.json`,
    content: ml({ input_size: 3, output_size: 9 }),
  });
  const { diagnostics } = between(bad('z'), named('m'), bad('b'));
  assert.equal(
    diagnostics.map(({ file, code }) => `${file} ${code}`),
    [
      'modes/b.json E_FILE_NAME',
      'modes/b.json E_INPUT_SIZE',
      'modes/b.json E_OUTPUT_SIZE',
      'modes/z.json E_FILE_NAME',
      'modes/z.json E_MODE_ID_DUPLICATE',
      'modes/z.json E_INPUT_SIZE',
      'modes/z.json E_OUTPUT_SIZE',
    ],
  );
});

test('a file name is told whatever separates its folders', () => {
  assert.equal(between(named('glass', 'C:\\modes\\glass.json')).diagnostics, []);
  assert.equal(between(named('glass', 'glass.json')).diagnostics, []);
});

test('a resolved mode has everything worked out, ordered by id, and cannot be changed', () => {
  const { modes } = between(named('glass'), named('ash'));
  assert.equal(
    modes.map((mode) => mode.modeId),
    ['ash', 'glass'],
  );
  const [mode] = modes;
  if (!mode) throw new Error('no mode');
  assert.equal(mode.layers, [2, 8, 8, 3]);
  assert.equal(
    mode.channels.map((channel) => channel.name),
    ['pad_x', 'pad_y'],
  );
  assert.equal(
    mode.params.map(({ unit }) => unit),
    ['hz', undefined, 'ms'],
  );
  assert.equal(mode.voiceSpaces, [
    { name: 'warm', note: undefined, curves: ['exp', 'linear', 'square'], steps: [0, 0, 0] },
    {
      name: 'SSL 4K G-ist',
      note: undefined,
      curves: ['log', 'linear', 'square'],
      steps: [0, 0, 0],
    },
  ]);
  assert.is(mode.microphone, false);
  for (const part of [mode, mode.params, mode.params[0], mode.voiceSpaces[1]?.curves, mode.ui]) {
    assert.ok(Object.isFrozen(part));
  }
});

test('an empty list of voice spaces resolves to space 0, unnamed, with the default curves', () => {
  assert.equal(resolveText(spaces()).modes[0]?.voiceSpaces, [
    {
      name: undefined,
      note: undefined,
      curves: ['exp', 'linear', 'square'],
      steps: [0, 0, 0],
    },
  ]);
});

test('each voice space has the steps that the engine reads there', () => {
  const engines = CATALOGUE.engines.map((engine) => ({
    ...engine,
    slots: engine.slots.map((slot) =>
      slot.name === 'decay_ms' ? { ...slot, steps: [5, 0, 9] } : slot,
    ),
  }));
  const { modes } = resolveModes([named('glass')], { engines });
  assert.equal(
    modes[0]?.voiceSpaces.map(({ steps }) => steps),
    [
      [0, 0, 5],
      [0, 0, 0],
    ],
  );
});

test('a mode that hears takes the microphone', () => {
  const hearing = resolveText(ml({ input_channels: ['pad_x', 'audio_pitch'] }));
  assert.is(hearing.modes[0]?.microphone, true);
});

test('a drift is told at the curve that declares it: the override, or the param', () => {
  const sources = [named('glass')];
  const { modes } = between(...sources);
  const drift = (voiceSpace: number, name: string) =>
    driftDiagnostics(
      [{ modeId: 'glass', voiceSpace, param: name, message: 'm', measured: undefined }],
      modes,
      sources,
    ).map(brief);
  assert.equal(drift(1, 'cutoff_hz'), [
    'E_DRIFT /voice_spaces/1/curve_overrides/cutoff_hz pluck, slot "cutoff_hz" in voice space "SSL 4K G-ist": m',
  ]);
  assert.equal(drift(1, 'decay_ms'), [
    'E_DRIFT /params/2/curve pluck, slot "decay_ms" in voice space "SSL 4K G-ist": m',
  ]);
  assert.equal(drift(0, 'cutoff_hz'), [
    'E_DRIFT /params/0/curve pluck, slot "cutoff_hz" in voice space "warm": m',
  ]);
  const nobody = (): unknown => drift(0, 'nope');
  assert.throws(nobody, /was not asked about/);
});

test('a drift says where the measured curve belongs: in an override if one voice space differs', () => {
  const sources = [named('glass')];
  const { modes } = between(...sources);
  let measured: Drift['measured'] = 'cubic';
  const said = (param: string, ...spaces: number[]): string[] =>
    driftDiagnostics(
      spaces.map((voiceSpace) => ({
        modeId: 'glass',
        voiceSpace,
        param,
        message: 'm',
        measured,
      })),
      modes,
      sources,
    ).map(({ message }) => message.replace(/^.*: m/, ''));
  assert.equal(said('decay_ms', 1), [
    '; give this voice space a curve override, "decay_ms": "cubic"',
  ]);
  assert.equal(said('decay_ms', 0, 1), [
    '; declare what the engine does',
    '; declare what the engine does',
  ]);
  // It has an override already, which is what is wrong.
  assert.equal(said('cutoff_hz', 1), ['; declare what the engine does']);
  measured = modes[0]?.params[0]?.curve;
  assert.equal(said('cutoff_hz', 1), ['; remove this curve override']);
});

test.run();
