/** Files of presets: what is wrong with one is said where it stands; what is right becomes examples in unit values. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { presetsJsonSchema } from '../../dsl/json-schema.ts';
import { resolvePresets } from '../../dsl/presets.ts';
import { resolveModes } from '../../dsl/resolve.ts';

const FOLDER = 'modes/presets';
const { modes } = resolveModes(
  ['drone', 'space_reverb'].map((id) => ({
    file: `modes/${id}.json`,
    content: readFileSync(`modes/${id}.json`),
  })),
  undefined,
);

const preset = (change: object = {}) => ({
  name: 'One',
  examples: [{ at: { cv_0: 0 }, plays: { pitch_hz: 55 } }],
  ...change,
});

const file = (presets: unknown, more: object = {}): string =>
  JSON.stringify({ presets, ...more }, null, 1);

/** "line pointer sentence" of everything that is wrong. */
function problems(content: string, name = 'drone', modeFiles: readonly string[] = []): string[] {
  const { presets, diagnostics } = resolvePresets(
    [{ file: `${FOLDER}/${name}.json`, content }],
    modes,
    modeFiles,
  );
  assert.is(presets.size, diagnostics.length === 0 ? 1 : 0);
  return diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
}

test('examples name what differs; the rest is at its default, in the curve of the voice space', () => {
  const content = file([
    preset({
      voice_space: 'Growl',
      base: { drive_db: 30, cutoff_hz: 60 },
      examples: [
        { at: { cv_0: 0, cv_3: 1 }, plays: { drive_db: 7.5 } },
        { at: {}, plays: { cutoff_hz: 16000 } },
      ],
    }),
  ]);
  const { presets, diagnostics } = resolvePresets([{ file: 'drone.json', content }], modes);
  assert.equal(diagnostics, []);
  const [one] = presets.get('drone') ?? [];
  assert.is(one?.voiceSpace, 3);
  assert.equal(one?.examples[0]?.inputs, [0, 16384, 16384, 32768]);
  assert.equal(one?.examples[1]?.inputs, [16384, 16384, 16384, 16384]);
  const at = (name: string) => modes[0]?.params.findIndex((param) => param.name === name) ?? -1;
  // Growl shapes drive by a square root: a quarter of the range is a sixteenth of the way.
  assert.is(one?.examples[0]?.outputs[at('drive_db')], 2048);
  assert.is(one?.examples[1]?.outputs[at('drive_db')], 32768);
  assert.is(one?.examples[0]?.outputs[at('cutoff_hz')], 0);
  assert.is(one?.examples[1]?.outputs[at('cutoff_hz')], 32768);
  assert.is(one?.examples[0]?.outputs[at('formant_shift_st')], 16384);
});

const WRONG: readonly (readonly [string, string])[] = [
  ['{', 'E_JSON'],
  ['[]', 'E_SCHEMA  expected an object; received an empty array'],
  ['{}', 'E_SCHEMA  the field "presets" is missing'],
  ['3', 'E_SCHEMA  expected an object; received 3'],
  [file([]), 'E_SCHEMA /presets expected at least 1 item; received an empty array'],
  [
    file([preset({ name: '' })]),
    'E_SCHEMA /presets/0/name expected at least 1 character; received ""',
  ],
  [file([preset({ nme: 1 })]), 'E_SCHEMA /presets/0/nme "nme" is not a field here'],
  [
    file([preset({ examples: [] })]),
    'E_SCHEMA /presets/0/examples expected at least 1 item; received an empty array',
  ],
  [
    file([preset({ examples: [{ at: { cv_0: 1.5 }, plays: {} }] })]),
    'E_SCHEMA /presets/0/examples/0/at/cv_0 expected at most 1; received 1.5',
  ],
  [
    file([preset({ examples: [{ at: { cv0: 1 }, plays: {} }] })]),
    'E_PRESET /presets/0/examples/0/at/cv0 this mode has no channel "cv0"; did you mean "cv_0"?',
  ],
  [
    file([preset({ examples: [{ at: {}, plays: { pitch_hz: 5 } }] })]),
    'E_PRESET /presets/0/examples/0/plays/pitch_hz expected 40 to 880; received 5',
  ],
  [
    file([preset({ base: { pitch: 55 } })]),
    'E_PRESET /presets/0/base/pitch this mode has no param "pitch"; did you mean "pitch_hz"?',
  ],
  [
    file([preset({ voice_space: 'Grovl' })]),
    'E_PRESET /presets/0/voice_space this mode has no voice space "Grovl"; did you mean "Growl"?',
  ],
  [file([preset(), preset()]), 'E_PRESET /presets/1/name there is a preset "One" already'],
];

for (const [content, expected] of WRONG) {
  test(expected, () => {
    const [problem = '', ...more] = problems(content);
    assert.ok(problem.startsWith(expected), problem);
    assert.equal(more, []);
  });
}

test('presets of no mode are reported, but not those of a mode that has problems itself', () => {
  const [problem] = problems(file([preset()]), 'dron');
  assert.match(problem ?? '', /^E_PRESET {2}there is no mode "dron".*did you mean "drone"/);
  const nothing = resolvePresets(
    [{ file: `${FOLDER}/dron.json`, content: file([preset()]) }],
    modes,
    ['modes/dron.json'],
  );
  assert.equal([nothing.presets.size, nothing.diagnostics], [0, []]);
});

test('every mode has at least six presets, in files that the JSON Schema accepts', () => {
  const validate = new Ajv2020({ strict: true }).compile(presetsJsonSchema());
  assert.equal(
    readdirSync(FOLDER),
    MODES.map(({ modeId }) => `${modeId}.json`),
  );
  for (const { modeId } of MODES) {
    const content: { readonly presets: readonly unknown[] } = JSON.parse(
      readFileSync(`${FOLDER}/${modeId}.json`, 'utf8'),
    );
    assert.ok(validate(content), `${modeId} ${JSON.stringify(validate.errors)}`);
    assert.ok(content.presets.length >= 6, modeId);
  }
  assert.not.ok(validate({ presets: [preset({ examples: [{ at: { a: 2 }, plays: {} }] })] }));
});

test.run();
