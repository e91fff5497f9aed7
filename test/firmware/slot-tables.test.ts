/** An engine's tables cannot disagree with its enumerators: swapped, dropped and duplicated rows. */

import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compilerErrors } from '../support/native.ts';

const ENUMERATORS = ['kPitch', 'kFormant1', 'kLowHz', 'kLowDb'];
const ROWS = [
  '{kPitch, "pitch_hz", 40, 880, Curve::kExp, 110}',
  '{kFormant1, "formant_1_hz", 150, 1200, Curve::kExp, 600}',
  '{kLowHz, "low_hz", 30, 450, Curve::kExp, 61}',
  '{kLowDb, "low_db", -15, 15, Curve::kLinear, 0}',
];
const SPACES = [
  '{"Plain"}',
  '{"Bright", {{kLowHz, Curve::kLog}, {kLowDb, Curve::kCubic}}, {.gain = 0.5f}}',
];

interface Tables {
  readonly enumerators?: readonly string[];
  readonly rows?: readonly string[];
  readonly spaces?: readonly string[];
  /** Members after the tables. */
  readonly more?: string;
}

/** What the compiler says of an engine with these tables; the sound ones stand in for what is not given. */
const errorsOf = (tables: Tables): Promise<string> =>
  compilerErrors(`#include "engines/engine_info.h"
namespace ens {
struct BeepTraits {
  float gain = 1.0f;
};
struct Beep {
  enum Index : std::uint8_t { ${(tables.enumerators ?? ENUMERATORS).join(', ')} };
  static constexpr auto kSlots = slot_table<Index>({
      ${(tables.rows ?? ROWS).join(',\n      ')},
  });
  static constexpr auto kVoiceSpaces = voice_spaces<Index, BeepTraits>(kSlots, {
      ${(tables.spaces ?? SPACES).join(',\n      ')},
  });
  static constexpr EngineInfo kInfo = {
      .engine_id = "beep", .slots = kSlots, .voice_spaces = kVoiceSpaces};
  ${tables.more ?? ''}
};
}  // namespace ens
`);

const swapped = (list: readonly string[], a: number, b: number): string[] =>
  list.map((entry, index) => list[index === a ? b : index === b ? a : index] ?? entry);
const dropped = (list: readonly string[], at: number): string[] =>
  list.filter((_, index) => index !== at);
const doubled = (list: readonly string[], at: number): string[] =>
  list.flatMap((entry, index) => (index === at ? [entry, entry] : [entry]));
const changed = (list: readonly string[], at: number, from: string, to: string): string[] =>
  list.map((entry, index) => (index === at ? entry.replace(from, to) : entry));

test('tables in order compile, and everything is counted', async () => {
  const more = `
  static_assert(kSlots.size() == 4 && kInfo.slots.size() == 4);
  static_assert(kVoiceSpaces.size() == 2 && kInfo.voice_spaces.size() == 2);
  static_assert(kInfo.curve(0, kLowHz) == Curve::kExp && kInfo.curve(1, kLowHz) == Curve::kLog);
  static_assert(kVoiceSpaces.traits[0].gain == 1.0f && kVoiceSpaces.traits[1].gain == 0.5f);
  static_assert(kInfo.slots[kLowDb].default_unit == Unit::from_ratio(0.5f));`;
  assert.is(await errorsOf({ more }), '');
});

test('rows and voice spaces say how many steps are read', async () => {
  const rows = changed(ROWS, 3, ', 0}', ', 0.4, kWholeNumbers}');
  const stepped = changed(rows, 2, ', 61}', ', 61, in_steps(5)}');
  const spaces = [
    '{"Plain"}',
    '{"Bright", {{kLowHz, Curve::kLog}, {kLowHz, in_steps(9)}, {kLowDb, kAnyValue}}}',
  ];
  const more = `
  static_assert(kInfo.steps(0, kPitch).count == 0 && kInfo.steps(0, kLowDb).count == 31);
  static_assert(kInfo.steps(0, kLowHz).count == 5 && kInfo.steps(1, kLowHz).count == 9);
  static_assert(kInfo.steps(1, kLowDb).count == 0 && kInfo.curve(1, kLowHz) == Curve::kLog);
  static_assert(kInfo.slots[kLowDb].default_unit == Unit::from_ratio(0.5f));`;
  assert.is(await errorsOf({ rows: stepped, spaces, more }), '');
});

test('rows say which slots are pitches', async () => {
  const rows = changed(ROWS, 0, ', 110}', ', 110, kPitchInHz}');
  const more = `static_assert(kInfo.is_pitch(kPitch) && !kInfo.is_pitch(kLowHz));
  static_assert(kInfo.steps(0, kPitch).count == 0);`;
  assert.is(await errorsOf({ rows, more }), '');
});

test('rows say what a slot does to the loudness', async () => {
  const leveled = changed(ROWS, 3, ', 0}', ', 0, Role::kLevel}');
  const rows = changed(leveled, 2, ', 61}', ', 61, Role::kCutoff}');
  const more = `static_assert(kInfo.slots[kLowDb].role == Role::kLevel);
  static_assert(kInfo.slots[kLowHz].role == Role::kCutoff && kInfo.slots[kLowHz].steps == 0);
  static_assert(kInfo.slots[kPitch].role == Role::kNone);`;
  assert.is(await errorsOf({ rows, more }), '');
});

test('an engine lists the values of slots whose steps are not even', async () => {
  const rows = changed(ROWS, 0, ', 110}', ', 110, kListedValues}');
  const more = `
  static constexpr float kValues[] = {40, 100, 880};
  static constexpr float kShort[] = {40, 100};
  static constexpr EngineInfo kListed = {
      .engine_id = "beep", .slots = kSlots, .step_values = kValues};
  static constexpr EngineInfo kWrong = {
      .engine_id = "beep", .slots = kSlots, .step_values = kShort};
  static_assert(kListed.lists_steps() && kListed.steps(0, kPitch).count == 3);
  static_assert(kListed.steps(0, kPitch).share(2) == 1.0f && kListed.steps(0, kLowHz).count == 0);
  static_assert(!kInfo.lists_steps() && !kWrong.lists_steps());`;
  assert.is(await errorsOf({ rows, more }), '');
});

test('a voice space may override every slot there is', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `part_${index + 1}`);
  const enumerators = names.map((_, index) => `kPart${index + 1}`);
  const rows = names.map((name, at) => `{${enumerators[at]}, "${name}_pct", 0, 1, Curve::kExp, 1}`);
  const overrides = enumerators.map((enumerator) => `{${enumerator}, Curve::kLog}`);
  const spaces = ['{"Plain"}', `{"Other", {${overrides.join(', ')}}}`];
  const more = 'static_assert(kInfo.curve(1, kPart40) == Curve::kLog);';
  assert.is(await errorsOf({ enumerators, rows, spaces, more }), '');
});

const STANDS = /a_row_stands_where_another_enumerator_belongs/;
const NAME = /a_name_is_not_that_of_its_enumerator/;
const COUNT = /every enumerator has one row/;

const WRONG: readonly (readonly [string, Tables, RegExp])[] = [
  ['two rows swapped', { rows: swapped(ROWS, 1, 2) }, STANDS],
  ['two enumerators swapped', { enumerators: swapped(ENUMERATORS, 2, 3) }, STANDS],
  ['the first row dropped', { rows: dropped(ROWS, 0) }, STANDS],
  ['the last row dropped', { rows: dropped(ROWS, 3) }, COUNT],
  ['the first enumerator dropped', { enumerators: dropped(ENUMERATORS, 0) }, /kPitch/],
  ['the last enumerator dropped', { enumerators: dropped(ENUMERATORS, 3) }, /kLowDb/],
  ['a row there twice', { rows: doubled(ROWS, 1) }, STANDS],
  ['the last row there twice', { rows: doubled(ROWS, 3) }, COUNT],
  ['an enumerator there twice', { enumerators: doubled(ENUMERATORS, 1) }, /kFormant1/],
  [
    'two names swapped',
    { rows: changed(changed(ROWS, 2, 'low_hz', 'low_db'), 3, 'low_db', 'low_hz') },
    NAME,
  ],
  ['a name with another number', { rows: changed(ROWS, 1, 'formant_1', 'formant_2') }, NAME],
  [
    'one name in two rows',
    {
      enumerators: ['kPitch', 'kPitchHz'],
      rows: [ROWS[0] ?? '', (ROWS[0] ?? '').replace('kPitch', 'kPitchHz')],
      spaces: ['{"Plain"}'],
    },
    /two_rows_have_the_same_name/,
  ],
  ['an empty range', { rows: changed(ROWS, 0, '40, 880', '880, 880') }, /a_range_is_empty/],
  ['a default out of range', { rows: changed(ROWS, 0, '110', '20') }, /a_default_is_outside/],
  [
    'whole numbers of a range that ends between two',
    {
      rows: changed(
        ROWS,
        3,
        '-15, 15, Curve::kLinear, 0',
        '-15, 15.5, Curve::kLinear, 0, kWholeNumbers',
      ),
    },
    /whole_numbers_do_not_fill_its_range/,
  ],
  [
    'whole numbers of a range with too many',
    { rows: changed(ROWS, 0, ', 110}', ', 110, kWholeNumbers}') },
    /whole_numbers_do_not_fill_its_range/,
  ],
  [
    'a single step',
    { rows: changed(ROWS, 0, ', 110}', ', 110, in_steps(1)}') },
    /a_slot_has_a_single_step/,
  ],
  [
    'a pitch over less than an octave',
    { rows: changed(ROWS, 0, '880, Curve::kExp, 110}', '79, Curve::kExp, 60, kPitchInHz}') },
    /a_pitch_has_no_octave_of_keys_in_hz/,
  ],
  [
    'a pitch in decibels',
    { rows: changed(ROWS, 3, ', 0}', ', 0, kPitchInHz}') },
    /a_pitch_has_no_octave_of_keys_in_hz/,
  ],
  [
    'a level in hertz',
    { rows: changed(ROWS, 0, ', 110}', ', 110, Role::kLevel}') },
    /a_level_is_not_in_db/,
  ],
  [
    'a mix in hertz',
    { rows: changed(ROWS, 0, ', 110}', ', 110, Role::kMix}') },
    /a_mix_is_neither_in_db_nor_in_pct/,
  ],
  [
    'a cutoff in decibels',
    { rows: changed(ROWS, 3, ', 0}', ', 0, Role::kCutoff}') },
    /a_cutoff_is_not_in_hz/,
  ],
  [
    'two slots for the level of the whole instrument',
    {
      enumerators: ['kLowDb', 'kHighDb'],
      rows: [
        '{kLowDb, "low_db", -15, 15, Curve::kLinear, 0, Role::kLevel}',
        '{kHighDb, "high_db", -15, 15, Curve::kLinear, 0, Role::kLevel}',
      ],
      spaces: ['{"Plain"}'],
    },
    /a_second_slot_sets_the_level/,
  ],
  [
    'a pitch of one voice space alone',
    { spaces: ['{"Plain", {{kPitch, kPitchInHz}}}'] },
    /a_pitch_is_one_in_every_voice_space/,
  ],
  [
    'an override of steps that says nothing',
    { spaces: ['{"Plain", {{kLowDb, kAnyValue}}}'] },
    /an_override_is_the_default_reading/,
  ],
  ['two voice spaces of one name', { spaces: doubled(SPACES, 0) }, /two_voice_spaces_have_the/],
  [
    'an override that says nothing',
    { spaces: ['{"Plain", {{kLowDb, Curve::kLinear}}}'] },
    /an_override_is_the_default_curve/,
  ],
  [
    'a slot overridden twice',
    { spaces: ['{"Plain", {{kLowDb, Curve::kExp}, {kLowDb, Curve::kLog}}}'] },
    /a_slot_is_overridden_twice/,
  ],
];

for (const [what, tables, says] of WRONG) {
  test(`does not compile: ${what}`, async () => {
    assert.match(await errorsOf(tables), says);
  });
}

test('the compiler names the row that is wrong', async () => {
  assert.match(await errorsOf({ rows: swapped(ROWS, 1, 2) }), /low_hz/);
  assert.match(await errorsOf({ rows: changed(ROWS, 0, '110', '20') }), /pitch_hz/);
});

/** What the compiler says of an engine that is in the registry, with these members. */
const registryErrors = (members: string): Promise<string> =>
  compilerErrors(`#include "engines/registry.cc"
namespace ens {
class Beep : public Engine {
 public:
  enum Index : std::uint8_t { kPitch, kLevel };
  static constexpr auto kSlots = slot_table<Index>({
      {kPitch, "pitch_hz", 40, 880, Curve::kExp, 110},
      {kLevel, "level_db", -15, 15, Curve::kLinear, 0},
  });
  static constexpr EngineInfo kInfo = {.engine_id = "beep", .slots = kSlots};
  Beep() : Engine(kInfo) {}
  ${members}
};
constexpr EngineKind kBeep = kind<Beep>();
static_assert(kBeep.bytes > 0);
}  // namespace ens
`);

test('every slot is read back, or the engine does not compile', async () => {
  const reads = (cases: string): string =>
    `float in_use(Index slot) const { switch (slot) { ${cases} } return kUnheard; }`;
  assert.is(await registryErrors(reads('case kPitch: return 1; case kLevel: return 2;')), '');
  assert.match(await registryErrors(reads('case kPitch: return 1;')), /kLevel/);
  assert.match(await registryErrors(''), /an engine reads its slots back/);
});

test('two rows of a real engine cannot change places', async () => {
  const header = readFileSync('firmware/engines/paf_synth.h', 'utf8');
  const rows = [...header.matchAll(/^ {6}\{k\w+, "\w+", .*\},$/gm)].map(([row]) => row);
  assert.ok(rows.length > 30, `${rows.length} rows`);
  const [first = '', second = ''] = rows;
  const wrong = header
    .replace(first, 'HERE')
    .replace(second, first)
    .replace('HERE', second)
    .replace('#pragma once', '');
  assert.is(await compilerErrors(header.replace('#pragma once', '')), '');
  assert.match(await compilerErrors(wrong), STANDS);
});

test.run();
