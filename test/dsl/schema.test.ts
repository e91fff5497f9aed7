/** Every rule of the mode format, one by one: what breaks it, where that is said and how. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { pointerOf } from '../../dsl/diagnostics.ts';
import { modeJsonSchema, trainConfigJsonSchema } from '../../dsl/json-schema.ts';
import { ModeSchema } from '../../dsl/schema/mode.ts';
import { TrainConfigSchema } from '../../dsl/schema/train-config.ts';
import { TRAINING_DEFAULTS } from '../../dsl/training.ts';
import { modeValidator } from '../../dsl/validate.ts';
import { changed } from './fixtures/modes.ts';

type Path = readonly (string | number)[];
const validate = modeValidator();

/** Gives "pointer sentence" for every rule broken. */
function problems(value: unknown): string[] {
  const verdict = validate(value);
  assert.is(v.safeParse(ModeSchema, value).success, !Array.isArray(verdict), 'Valibot says so too');
  return Array.isArray(verdict)
    ? verdict.map(({ path, message }) => `${pointerOf(path)} ${message}`)
    : [];
}

const broken = (path: Path, value: unknown): string[] => problems(JSON.parse(changed(path, value)));

const PARAM = ['params', 1];
const SPACE = ['voice_spaces', 1];
const NAME_RULE = 'expected a name of lower-case letters, digits and "_" that begins with a letter';
const CURVES = 'linear, exp, log, square, sqrt, sigmoid, cubic';

const REQUIRED: readonly (readonly [Path, string])[] = [
  [[], 'mode_id'],
  [[], 'engine_id'],
  [[], 'ml'],
  [[], 'params'],
  [[], 'voice_spaces'],
  [[], 'ui'],
  [['ml'], 'input_channels'],
  [['ml'], 'input_size'],
  [['ml'], 'hidden_layers'],
  [['ml'], 'output_size'],
  [['ml'], 'default_spread'],
  [PARAM, 'name'],
  [PARAM, 'label'],
  [PARAM, 'min'],
  [PARAM, 'max'],
  [PARAM, 'default'],
  [PARAM, 'curve'],
  [PARAM, 'group'],
  [SPACE, 'name'],
  [SPACE, 'curve_overrides'],
  [['ui'], 'primary_input'],
  [['ui'], 'show_voice_space_selector'],
  [['ui'], 'show_synth_visualizer'],
];

for (const [parent, field] of REQUIRED) {
  test(`${pointerOf([...parent, field])} is required`, () => {
    assert.equal(broken([...parent, field], undefined), [
      `${pointerOf(parent)} the field "${field}" is missing`,
    ]);
  });
}

for (const parent of [[], ['ml'], PARAM, SPACE, ['ui']]) {
  for (const extra of ['colour', 'constructor', '__proto__', 'toString', 'length', '']) {
    test(`${pointerOf(parent) || 'the mode'} takes no field ${JSON.stringify(extra)}`, () => {
      const [problem = '', ...more] = broken([...parent, extra], 1);
      assert.equal(more, []);
      assert.ok(problem.startsWith(`${pointerOf([...parent, extra])} `), problem);
      assert.match(problem, `${JSON.stringify(extra)} is not a field here`);
    });
  }
}

test('training defaults in a mode are refused, and it says where they are', () => {
  for (const field of ['learning_rate', 'default_learning_rate', 'max_iterations', 'min_error']) {
    assert.match(broken(['ml', field], 1)[0] ?? '', /shared by all modes.*set_train_config/);
  }
});

/** [where, what is wrong there, the whole sentence] */
const WRONG: readonly (readonly [Path, unknown, string])[] = [
  [['$schema'], 1, 'expected text; received 1'],
  [['_note'], [], 'expected text; received an empty array'],
  [['mode_id'], 5, 'expected text; received 5'],
  [['mode_id'], 'Glass', `${NAME_RULE}; received "Glass"`],
  [['mode_id'], 'gl-ass', `${NAME_RULE}; received "gl-ass"`],
  [['mode_id'], '', `${NAME_RULE}; received ""`],
  [['mode_id'], '1glass', `${NAME_RULE}; received "1glass"`],
  [['mode_id'], 'glass\n', `${NAME_RULE}; received "glass\\n"`],
  [['engine_id'], '_pluck', `${NAME_RULE}; received "_pluck"`],
  [['engine_id'], null, 'expected text; received null'],
  [['ml'], [], 'expected an object; received an empty array'],
  [['ml', 'input_channels'], 'pad_x', 'expected an array; received "pad_x"'],
  [['ml', 'input_channels'], [], 'expected at least 1 item; received an empty array'],
  [['ml', 'input_channels', 0], 'Pad', `${NAME_RULE}; received "Pad"`],
  [['ml', 'input_channels', 0], 7, 'expected text; received 7'],
  [['ml', 'input_size'], 0, 'expected at least 1; received 0'],
  [['ml', 'input_size'], 1.5, 'expected a whole number; received 1.5'],
  [['ml', 'input_size'], '2', 'expected a whole number; received "2"'],
  [['ml', 'hidden_layers'], {}, 'expected an array; received an object'],
  [['ml', 'hidden_layers'], [], 'expected at least 1 item; received an empty array'],
  [['ml', 'hidden_layers', 1], 0, 'expected at least 1; received 0'],
  [['ml', 'hidden_layers', 1], 8.5, 'expected a whole number; received 8.5'],
  [['ml', 'hidden_layers', 1], true, 'expected a whole number; received true'],
  [['ml', 'output_size'], -1, 'expected at least 1; received -1'],
  [['ml', 'output_size'], 2.5, 'expected a whole number; received 2.5'],
  [['ml', 'default_spread'], -1e-9, 'expected at least 0; received -1e-9'],
  [['ml', 'default_spread'], 1.000001, 'expected at most 1; received 1.000001'],
  [['ml', 'default_spread'], '0.5', 'expected a number; received "0.5"'],
  [['params'], {}, 'expected an array; received an object'],
  [['params'], [], 'expected at least 1 item; received an empty array'],
  [PARAM, 'resonance', 'expected an object; received "resonance"'],
  [[...PARAM, 'name'], 'Resonance', `${NAME_RULE}; received "Resonance"`],
  [[...PARAM, 'name'], false, 'expected text; received false'],
  [[...PARAM, 'label'], 1, 'expected text; received 1'],
  [[...PARAM, 'min'], '0', 'expected a number; received "0"'],
  [[...PARAM, 'max'], null, 'expected a number; received null'],
  [[...PARAM, 'default'], [0], 'expected a number; received an array of 1'],
  [
    [...PARAM, 'curve'],
    'squar',
    `expected one of ${CURVES}; received "squar"; did you mean "square"?`,
  ],
  [[...PARAM, 'curve'], 3, `expected one of ${CURVES}; received 3`],
  [[...PARAM, 'group'], {}, 'expected text; received an object'],
  [[...PARAM, '_note'], 0, 'expected text; received 0'],
  [['voice_spaces'], 'warm', 'expected an array; received "warm"'],
  [
    ['voice_spaces', 0],
    5,
    'expected the name of a voice space, or an object with "name" and "curve_overrides"; received 5',
  ],
  [
    ['voice_spaces', 0],
    ['warm'],
    'expected the name of a voice space, or an object with "name" and "curve_overrides"; received an array of 1',
  ],
  [[...SPACE, 'name'], 80, 'expected text; received 80'],
  [[...SPACE, 'curve_overrides'], [], 'expected an object; received an empty array'],
  [[...SPACE, 'curve_overrides'], ['exp'], 'expected an object; received an array of 1'],
  [
    [...SPACE, 'curve_overrides'],
    {},
    'expected at least 1 curve; a voice space without deviations is written as its name alone',
  ],
  [
    [...SPACE, 'curve_overrides', 'cutoff_hz'],
    'loud',
    `expected one of ${CURVES}; received "loud"`,
  ],
  [
    [...SPACE, 'curve_overrides', 'constructor'],
    'loud',
    `expected one of ${CURVES}; received "loud"`,
  ],
  [[...SPACE, 'curve_overrides', '__proto__'], 1, `expected one of ${CURVES}; received 1`],
  [[...SPACE, '_note'], 1, 'expected text; received 1'],
  [['ui'], null, 'expected an object; received null'],
  [
    ['ui', 'primary_input'],
    'mouse',
    'expected one of xy_pad, joystick, sliders, audio_in, midi_in, none; received "mouse"',
  ],
  [['ui', 'show_voice_space_selector'], 'yes', 'expected true or false; received "yes"'],
  [['ui', 'show_synth_visualizer'], 1, 'expected true or false; received 1'],
];

for (const [path, value, sentence] of WRONG) {
  test(`${pointerOf(path)} is not ${JSON.stringify(value)}`, () => {
    assert.equal(broken(path, value), [`${pointerOf(path)} ${sentence}`]);
  });
}

const RIGHT: readonly (readonly [Path, readonly unknown[]])[] = [
  [['$schema'], ['', '../build/schema/mode.schema.json']],
  [['_note'], ['', 'guessed']],
  [['mode_id'], ['a', 'a1', 'a_', 'class', 'constructor']],
  [
    ['ml', 'input_channels'],
    [['no_such_channel'], ['pad_x', 'pad_x']],
  ],
  [
    ['ml', 'input_size'],
    [1, 1e300],
  ],
  [
    ['ml', 'hidden_layers'],
    [[1], [1, 1, 1, 1, 1, 1, 1, 1, 1]],
  ],
  [
    ['ml', 'default_spread'],
    [0, 1, 1e-300],
  ],
  [
    [...PARAM, 'min'],
    [-1e308, -0, 1e21],
  ],
  [
    [...PARAM, 'label'],
    ['', '</script>'],
  ],
  [
    [...PARAM, 'curve'],
    ['linear', 'exp', 'log', 'square', 'sqrt', 'sigmoid', 'cubic'],
  ],
  [
    [...PARAM, '_note'],
    ['', 'x'],
  ],
  [['voice_spaces'], [[], ['warm'], ['', ''], [{ name: 'w', curve_overrides: { a: 'log' } }]]],
  [
    [...SPACE, 'curve_overrides'],
    [{ constructor: 'log' }, { 'no param': 'exp' }],
  ],
  [[...SPACE, '_note'], ['']],
  [
    ['ui', 'primary_input'],
    ['xy_pad', 'joystick', 'sliders', 'audio_in', 'midi_in', 'none'],
  ],
  [
    ['ui', 'show_voice_space_selector'],
    [true, false],
  ],
  [
    ['ui', 'show_synth_visualizer'],
    [true, false],
  ],
];

for (const [path, values] of RIGHT) {
  test(`${pointerOf(path)} may be any of ${values.length} values the format allows`, () => {
    for (const value of values) assert.equal(broken(path, value), [], JSON.stringify(value));
  });
}

test('a mode is an object', () => {
  for (const value of [null, 1, 'glass', [], [{}]]) {
    assert.match(problems(value).join(), / expected an object; received /);
  }
});

test('Infinity, which 1e999 becomes, is no number', () => {
  const text = changed(['params', 0, 'max'], 'HUGE').replace('"HUGE"', '1e999');
  assert.equal(problems(JSON.parse(text)), ['/params/0/max expected a number; received Infinity']);
});

test('the documents say which draft they are, who they are and that they are generated', () => {
  for (const [name, schema] of [
    ['mode', modeJsonSchema()],
    ['train-config', trainConfigJsonSchema()],
  ] as const) {
    assert.is(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema');
    assert.is(schema['$id'], `urn:ensemble:schema:${name}`);
    assert.match(String(schema['$comment']), '@generated');
    assert.ok(schema['title'] && schema['description']);
  }
});

/** Every schema object in a document, with where it stands. */
function* fields(schema: unknown, at = '#'): Generator<readonly [string, object]> {
  if (typeof schema !== 'object' || schema === null) return;
  if ('type' in schema || 'anyOf' in schema) yield [at, schema];
  for (const [key, part] of Object.entries(schema)) {
    if (!['examples', 'enum', 'required', 'default', 'propertyNames'].includes(key))
      yield* fields(part, `${at}/${key}`);
  }
}

test('every field has a title and a description for the editor', () => {
  const bare = [...fields(modeJsonSchema()), ...fields(trainConfigJsonSchema())].filter(
    ([at, schema]) =>
      !('title' in schema && 'description' in schema) && at !== '#/$defs/voice_space',
  );
  assert.equal(
    bare.map(([at]) => at),
    [],
  );
});

test('the named parts are definitions', () => {
  const parts = 'curve network param voice_space bare_voice_space deviating_voice_space interface';
  assert.equal(Object.keys(modeJsonSchema()['$defs'] ?? {}), parts.split(' '));
});

const CONFIGS: readonly (readonly [unknown, boolean])[] = [
  [{}, true],
  [TRAINING_DEFAULTS, true],
  [{ learning_rate: 100 }, true],
  [{ learning_rate: 100.1 }, false],
  [{ learning_rate: 1e-9 }, true],
  [{ learning_rate: 0 }, false],
  [{ learning_rate: Number.POSITIVE_INFINITY }, false],
  [{ learning_rate: '1' }, false],
  [{ max_iterations: 1 }, true],
  [{ max_iterations: 1_000_000 }, true],
  [{ max_iterations: 0 }, false],
  [{ max_iterations: 1_000_001 }, false],
  [{ max_iterations: 1.5 }, false],
  [{ max_iterations: null }, false],
  [{ min_error: 0 }, true],
  [{ min_error: 1 }, true],
  [{ min_error: -0.001 }, false],
  [{ min_error: 1.001 }, false],
  [{ min_error: false }, false],
  [{ momentum: 0.5 }, false],
];

test('a training configuration is whole and in range, or refused', () => {
  for (const [config, sound] of CONFIGS) {
    assert.is(v.safeParse(TrainConfigSchema, config).success, sound, JSON.stringify(config));
  }
});

test('the training defaults are 1.0, 1000 and 0.001, also in the schema', () => {
  assert.equal(TRAINING_DEFAULTS, { learning_rate: 1, max_iterations: 1000, min_error: 0.001 });
  const properties = trainConfigJsonSchema()['properties'];
  assert.match(JSON.stringify(properties), /"default":1,?.*"default":1000.*"default":0\.001/);
});

test.run();
