/** Rules the schema cannot say, one by one: what breaks each, where it is told, and what just passes. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Catalogue } from '../../dsl/catalogue.ts';
import { CHANNELS } from '../../dsl/channels.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import { CATALOGUE } from './fixtures/engines.ts';
import { soundMode } from './fixtures/modes.ts';
import {
  FILE,
  ml,
  param,
  resolveText,
  spaces,
  tell,
  text,
  validate,
} from './fixtures/resolving.ts';

test('the sound mode is sound', () => assert.equal(tell(JSON.stringify(soundMode())), []));

/** An engine with as many slots as a test likes, named s0, s1, … */
const wide = (count: number): Catalogue => ({
  engines: [
    {
      engine_id: 'pluck',
      slots: Array.from({ length: count }, (_, i) => ({
        name: `s${i}`,
        min: 0,
        max: 1,
        default: 0,
      })),
      voice_spaces: [],
    },
  ],
});
const wideMode = (count: number): string =>
  text(({ ml }) => ({
    ml: { ...ml, output_size: count },
    params: Array.from({ length: count }, (_, i) => ({
      name: `s${i}`,
      label: '',
      min: 0,
      max: 1,
      default: 0,
      curve: 'linear',
      group: '',
    })),
    voice_spaces: [],
  }));

/** [what, text of the mode, every line told] */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a channel there is not',
    ml({ input_channels: ['pad_x', 'pad_why'] }),
    ['E_CHANNEL_UNKNOWN /ml/input_channels/1 there is no channel "pad_why"; did you mean "pad_y"?'],
  ],
  [
    'a mode written for another engine',
    text(({ params }) => ({
      params: params.map((of, index) => ({ ...of, name: `other_${index}` })),
      voice_spaces: [],
    })),
    [
      'E_PARAM_UNKNOWN /params none of the 3 params is a slot of engine "pluck"; the reference cards in build/docs/modes show its slots, and npm run new-mode -- NAME --engine pluck writes a mode with all of them',
    ],
  ],
  [
    'a channel twice',
    ml({ input_channels: ['pad_x', 'pad_x'] }),
    ['E_CHANNEL_DUPLICATE /ml/input_channels/1 channel "pad_x" is input 0 already; remove one'],
  ],
  [
    'input_size',
    ml({ input_size: 3 }),
    ['E_INPUT_SIZE /ml/input_size expected 2, the number of input_channels; received 3'],
  ],
  [
    'output_size',
    ml({ output_size: 4 }),
    ['E_OUTPUT_SIZE /ml/output_size expected 3, the number of params; received 4'],
  ],
  [
    'nine hidden layers',
    ml({ hidden_layers: [1, 1, 1, 1, 1, 1, 1, 1, 1] }),
    ['E_NUMBER /ml/hidden_layers the learning core takes at most 8 hidden layers; received 9'],
  ],
  ['eight hidden layers', ml({ hidden_layers: [1, 1, 1, 1, 1, 1, 1, 1] }), []],
  [
    'a layer of 257',
    ml({ hidden_layers: [256, 257] }),
    [
      'E_NUMBER /ml/hidden_layers/1 the learning core takes at most 256 neurons in a layer; received 257',
    ],
  ],
  [
    '65 inputs',
    ml({ input_size: 65 }),
    [
      'E_INPUT_SIZE /ml/input_size expected 2, the number of input_channels; received 65',
      'E_NUMBER /ml/input_size the learning core takes at most 64 inputs; received 65',
    ],
  ],
  [
    '129 outputs',
    ml({ output_size: 129 }),
    [
      'E_NUMBER /ml/output_size the learning core takes at most 128 outputs; received 129',
      'E_OUTPUT_SIZE /ml/output_size expected 3, the number of params; received 129',
    ],
  ],
  [
    'a param twice',
    param(1, { name: 'cutoff_hz', min: 20, max: 20000, default: 20 }),
    [
      'E_PARAM_DUPLICATE /params/1/name param "cutoff_hz" is params[0] already; names must be unique within a mode',
    ],
  ],
  [
    'min equal to max',
    param(1, { min: 1 }),
    [
      "W_RANGE /params/1/min declared min is 1, but the engine's is 0; declare what the engine does",
      'E_PARAM_RANGE /params/1/min expected min below max; received min 1 and max 1',
    ],
  ],
  [
    'a default below',
    param(0, { default: 19.99 }),
    ['E_PARAM_DEFAULT /params/0/default expected a default from 20 to 20000; received 19.99'],
  ],
  [
    'a default above',
    param(0, { default: 20001 }),
    ['E_PARAM_DEFAULT /params/0/default expected a default from 20 to 20000; received 20001'],
  ],
  ['a default at the lower end', param(0, { default: 20 }), []],
  ['a default at the upper end', param(0, { default: 20000 }), []],
  [
    'a voice space twice',
    spaces('warm', 'warm'),
    [
      'E_VOICE_SPACE_DUPLICATE /voice_spaces/1 voice space "warm" is number 0 already; names must be unique within a mode',
      'E_VOICE_SPACE_ENGINE /voice_spaces/1 expected "SSL 4K G-ist" at place 1; received "warm"; engine "pluck" has, in this order: "warm", "SSL 4K G-ist", "80"',
    ],
  ],
  [
    'voice spaces that are no prefix',
    spaces('SSL 4K G-ist', 'warm'),
    [
      'E_VOICE_SPACE_ENGINE /voice_spaces/0 expected "warm" at place 0; received "SSL 4K G-ist"; engine "pluck" has, in this order: "warm", "SSL 4K G-ist", "80"',
    ],
  ],
  [
    'a misspelt voice space with overrides',
    spaces({ name: 'warmth', curve_overrides: { cutoff_hz: 'log' } }),
    [
      'E_VOICE_SPACE_ENGINE /voice_spaces/0/name expected "warm" at place 0; received "warmth"; engine "pluck" has, in this order: "warm", "SSL 4K G-ist", "80"',
    ],
  ],
  [
    'one voice space too many',
    spaces('warm', 'SSL 4K G-ist', '80', 'cold'),
    [
      'E_VOICE_SPACE_ENGINE /voice_spaces/3 expected the list to end before place 3; received "cold"; engine "pluck" has, in this order: "warm", "SSL 4K G-ist", "80"',
    ],
  ],
  ['all voice spaces', spaces('warm', 'SSL 4K G-ist', '80'), []],
  ['no voice space', spaces(), []],
  [
    'an override of no param',
    spaces({ name: 'warm', curve_overrides: { cutof_hz: 'log' } }),
    [
      'E_OVERRIDE_UNKNOWN /voice_spaces/0/curve_overrides/cutof_hz this mode has no param "cutof_hz"; did you mean "cutoff_hz"?',
    ],
  ],
  [
    'an override of a slot the mode does not list',
    spaces({ name: 'warm', curve_overrides: { drive_db: 'log' } }),
    [
      'E_OVERRIDE_UNKNOWN /voice_spaces/0/curve_overrides/drive_db this mode has no param "drive_db"; there are decay_ms, cutoff_hz, resonance',
    ],
  ],
  [
    'an override named like a thing every object has',
    spaces({ name: 'warm', curve_overrides: { constructor: 'log' } }),
    [
      'E_OVERRIDE_UNKNOWN /voice_spaces/0/curve_overrides/constructor this mode has no param "constructor"; there are cutoff_hz, resonance, decay_ms',
    ],
  ],
  [
    'an override equal to the default',
    spaces({ name: 'warm', curve_overrides: { cutoff_hz: 'exp' } }),
    [
      'E_OVERRIDE_REDUNDANT /voice_spaces/0/curve_overrides/cutoff_hz curve override equals the default curve "exp"; remove it',
    ],
  ],
  [
    'an engine there is not',
    text(() => ({ engine_id: 'plack' })),
    ['E_ENGINE_UNKNOWN /engine_id there is no engine "plack"; did you mean "pluck"?'],
  ],
  [
    'an engine far from any',
    text(() => ({ engine_id: 'x' })),
    ['E_ENGINE_UNKNOWN /engine_id there is no engine "x"; there are bare, pluck'],
  ],
  [
    'a param that is no slot',
    param(1, { name: 'resonanse' }),
    [
      'E_PARAM_UNKNOWN /params/1/name engine "pluck" has no slot "resonanse"; did you mean "resonance"?',
    ],
  ],
  [
    "a range that is not the engine's",
    param(0, { min: 30, max: 15000 }),
    [
      "W_RANGE /params/0/min declared min is 30, but the engine's is 20; declare what the engine does",
      "W_RANGE /params/0/max declared max is 15000, but the engine's is 20000; declare what the engine does",
    ],
  ],
  ['a range the engine holds as float32', param(1, { name: 'drive_db', max: 24.1 }), []],
  [
    'two params that meet in C++',
    param(1, { name: 'cutoff__hz', min: 20, max: 20000, default: 20 }),
    [
      'E_PARAM_UNKNOWN /params/1/name engine "pluck" has no slot "cutoff__hz"; did you mean "cutoff_hz"?',
      'E_IDENTIFIER /params/1/name "cutoff_hz" and "cutoff__hz" both become kCutoffHz in C++; rename one',
    ],
  ],
  [
    'a mode id of 65 letters',
    text(() => ({ mode_id: 'a'.repeat(65) })),
    [
      `E_FILE_NAME /mode_id mode "${'a'.repeat(60)}…" belongs in a file named "${'a'.repeat(60)}…"; this one is named "glass.json"`,
      'E_NUMBER /mode_id the learning core takes at most 64 letters in a mode id; received 65',
    ],
  ],
  [
    'a file by another name',
    text(() => ({ mode_id: 'class' })),
    [
      'E_FILE_NAME /mode_id mode "class" belongs in a file named "class.json"; this one is named "glass.json"',
    ],
  ],
];

for (const [what, content, expected] of CASES) {
  test(what, () => {
    const told = tell(content);
    assert.equal([...told].sort(), [...expected].sort());
    const errors = expected.filter((line) => line.startsWith('E_'));
    assert.is(resolveText(content).modes.length, errors.length === 0 ? 1 : 0);
  });
}

test('every channel is known', () => {
  for (const { name } of CHANNELS) {
    assert.equal(tell(ml({ input_channels: [name], input_size: 1 })), []);
  }
});

test('128 outputs and 36 inputs are within the limits', () => {
  const many = JSON.parse(wideMode(128));
  const names = CHANNELS.map((channel) => channel.name);
  Object.assign(many.ml, { input_channels: names, input_size: names.length });
  assert.equal(tell(JSON.stringify(many), wide(128)), []);
  assert.equal(
    tell(wideMode(129), wide(129)).map((line) => line.slice(0, 23)),
    ['E_NUMBER /ml/output_siz'],
  );
});

test('voice spaces that meet in one identifier, or have none, are told apart by place', () => {
  const named = (...voice_spaces: string[]): Catalogue => ({
    engines: CATALOGUE.engines.map((engine) => ({ ...engine, voice_spaces })),
  });
  assert.equal(tell(spaces('A-B', 'a b'), named('A-B', 'a b')), [
    'E_IDENTIFIER /voice_spaces/1 "A-B" and "a b" both become kAB in C++; rename one',
  ]);
  assert.equal(tell(spaces('🎹', '🎸', ''), named('🎹', '🎸', '')), []);
  assert.equal(tell(spaces('space 1', '🎸'), named('space 1', '🎸')), [
    'E_IDENTIFIER /voice_spaces/1 "space 1" and "🎸" both become kSpace1 in C++; rename one',
  ]);
});

test('an engine without voice spaces takes the empty list and nothing else', () => {
  const bare = (...voice_spaces: string[]) =>
    text(({ ml }) => ({
      engine_id: 'bare',
      ml: { ...ml, output_size: 1 },
      params: [
        { name: 'level', label: '', min: 0, max: 1, default: 1, curve: 'linear', group: '' },
      ],
      voice_spaces,
    }));
  assert.equal(tell(bare()), []);
  assert.equal(tell(bare('warm')), [
    'E_VOICE_SPACE_ENGINE /voice_spaces/0 expected the list to end before place 0; received "warm"; engine "bare" has no voice spaces; write []',
  ]);
});

test('without compiled engines only the rules that ask them are silent', () => {
  const alone = (content: string) =>
    resolveModes([{ file: FILE, content }], undefined, validate).diagnostics.map(
      ({ code }) => code,
    );
  assert.equal(alone(text(() => ({ engine_id: 'nope', voice_spaces: ['nope'] }))), []);
  assert.equal(alone(ml({ input_size: 3 })), ['E_INPUT_SIZE']);
});

test('a file is not named after a mode id that is none', () => {
  assert.equal(
    tell(text(() => ({ mode_id: 'Glass' }))).map((line) => line.slice(0, 17)),
    ['E_SCHEMA /mode_id'],
  );
});

test.run();
