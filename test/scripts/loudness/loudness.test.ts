/** Every mode rests at the reference loudness in every voice space, and its random sounds stay near it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { openWorkshop } from '../../../scripts/instrument/modes.ts';
import { fitSounds } from '../../../scripts/loudness/engine-fit.ts';
import { estimated, fit, type Measured, makeupDb } from '../../../scripts/loudness/fit.ts';
import { measureSound, SOUND_SECONDS, unevened } from '../../../scripts/loudness/measure.ts';
import { take } from '../../../scripts/loudness/performance.ts';
import {
  defaultUnits,
  FITTED_SEED,
  randomSounds,
  UNHEARD_SEED,
} from '../../../scripts/loudness/random-sounds.ts';
import { compiledEstimates, readTable, tableText } from '../../../scripts/loudness/tables.ts';

const workshop = await openWorkshop();
const { abi, catalogue, modes } = workshop;
const sounding = modes.filter(({ engineId }) => engineId !== 'sound_analysis');

for (const mode of sounding) {
  test(`${mode.modeId} rests within 2 LU of -20 LUFS in every voice space`, () => {
    for (const [voiceSpace, { name }] of mode.voiceSpaces.entries()) {
      const { integrated, peak } = take(abi, { mode, voiceSpace, seconds: 6 });
      assert.ok(Math.abs(integrated + 20) <= 2, `${name}: ${integrated}`);
      assert.ok(peak <= 10 ** (-1 / 20), `${name}: ${peak}`);
    }
  });
}

test('95 % of random sounds that no table was fitted to are in -30…-14 LUFS, and none is silent', () => {
  const heard = sounding.flatMap((mode) =>
    mode.voiceSpaces.flatMap((_, voiceSpace) =>
      randomSounds(mode, voiceSpace, 4, UNHEARD_SEED).map((params) =>
        take(abi, { mode, voiceSpace, seconds: SOUND_SECONDS, params }),
      ),
    ),
  );
  const within = heard.filter(({ integrated }) => integrated >= -30 && integrated <= -14);
  assert.ok(within.length >= 0.95 * heard.length, `${within.length} of ${heard.length}`);
  for (const { integrated, peak } of heard) {
    assert.ok(integrated > -70);
    assert.ok(peak <= 10 ** (-1 / 20));
  }
});

test('a random sound leaves what has a role at its default, or the level alone', () => {
  for (const mode of sounding) {
    const defaults = defaultUnits(mode, 0);
    for (const drawn of ['without a role', 'all but the level'] as const) {
      const [first = [], second = []] = randomSounds(mode, 0, 2, FITTED_SEED, drawn);
      for (const [index, { name, role }] of mode.params.entries()) {
        const rests = role === 'level' || (role !== undefined && drawn === 'without a role');
        assert.is(first[index] === defaults[index], rests, name);
        assert.is(second[index] === first[index], rests, name);
      }
    }
  }
});

test('a sound is measured as loud as its level makes it, without what the table adds', () => {
  const mode = sounding.find(({ modeId }) => modeId === 'fm_voice');
  assert.ok(mode);
  const params = defaultUnits(mode, 0);
  const heard = take(abi, { mode, voiceSpace: 0, seconds: SOUND_SECONDS, params });
  const { lufs } = measureSound(workshop, mode, 0, params);
  assert.ok(Math.abs(lufs - unevened(workshop, mode, 0, heard)) < 0.1, `${lufs}`);
});

test('a table is fitted to modes at rest, and to more random sounds of the mode with every slot', () => {
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === 'paf_synth');
  assert.ok(engine);
  const paf = modes.filter(({ engineId }) => engineId === 'paf_synth');
  const countIn = (voiceSpace: number) => {
    const sounds = fitSounds(engine, paf, voiceSpace, 60);
    return ['drone', 'paf_synth'].map(
      (id) => sounds.filter(({ mode }) => mode.modeId === id).length,
    );
  };
  assert.equal(countIn(0), [2 + 15, 2 + 60 + 30]);
  // The drone has no fifth voice space.
  assert.equal(countIn(4), [0, 2 + 60 + 30]);
});

test('the tables of all engines are read back as they are compiled', () => {
  for (const { engine_id, slots, voice_spaces } of catalogue.engines) {
    const table = compiledEstimates(engine_id);
    assert.is(table.length, engine_id === 'sound_analysis' ? 0 : voice_spaces.length);
    for (const row of table) assert.is(row.slots.length, slots.length, engine_id);
  }
  const estimate = {
    atZero: -81,
    slots: [
      { line: -3, bend: 127 },
      { line: 0, bend: 0 },
    ],
    pairs: [
      { one: 0, other: 1, weight: -127 },
      { one: 1, other: 0, weight: 4 },
    ],
  };
  const without = { ...estimate, pairs: [] };
  const spaces = [
    { name: 'Calm', estimate },
    { name: 'Restless', estimate: without },
  ];
  assert.equal(readTable(tableText('hum', 300, spaces)), [estimate, without]);
});

/** Sounds of three slots, with this loudness at unit values x and y of the first two. */
const soundsOf = (lufs: (x: number, y: number) => number): Measured[] =>
  Array.from({ length: 200 }, (_, index) => {
    const [a, b, c] = [7919, 104729, 1299709].map((step) => (index * step) % (UNIT_ONE + 1));
    const slots = [a ?? 0, b ?? 0, c ?? 0];
    const [x = 0, y = 0] = slots.map((unit) => unit / UNIT_ONE);
    return { slots, lufs: lufs(x, y), weight: 100 };
  });

test('a fit finds the line and the bend of each slot, and leaves out what does not count', () => {
  const sounds = soundsOf((x, y) => -24 + 6 * x - 8 * y * y);
  const found = fit(sounds, [true, true, false]);
  for (const { slots, lufs } of sounds) assert.ok(Math.abs(estimated(found, slots) - lufs) < 0.5);
  assert.equal(found.slots[2], { line: 0, bend: 0 });
  assert.ok(found.pairs.every(({ other }) => other < 2));
});

test('a fit follows a line that is steeper than a table holds as nearly as it can', () => {
  const sounds = soundsOf((x) => -40 + 46 * x - 30 * x * x);
  const found = fit(sounds, [true, true, true]);
  assert.ok(found.slots.every(({ line, bend }) => Math.max(Math.abs(line), Math.abs(bend)) <= 127));
  for (const { slots, lufs } of sounds) assert.ok(Math.abs(estimated(found, slots) - lufs) < 1.5);
});

test('a fit finds what two slots do together', () => {
  const sounds = soundsOf((x, y) => -24 + 18 * x * y);
  const found = fit(sounds, [true, true, true]);
  for (const { slots, lufs } of sounds) assert.ok(Math.abs(estimated(found, slots) - lufs) < 0.5);
  const [{ one, other, weight } = { one: -1, other: -1, weight: 0 }] = found.pairs;
  assert.equal([one, other], [0, 1]);
  assert.ok(Math.abs(weight / 3 - 18) < 1, `${weight}`);
});

test('what is nearly silent is raised by 18 dB at most', () => {
  const estimate = (atZero: number) => ({ atZero, slots: [], pairs: [] });
  assert.is(makeupDb(estimate(-300), []), 18);
  assert.is(makeupDb(estimate(0), []), -18);
  assert.is(makeupDb(estimate(-66), []), 2);
});

test.run();
