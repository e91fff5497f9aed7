/** Every mode rests at the reference loudness in every voice space, and its random sounds stay near it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { openWorkshop } from '../../../scripts/instrument/modes.ts';
import { estimated, fit, type Measured, makeupDb } from '../../../scripts/loudness/fit.ts';
import { take } from '../../../scripts/loudness/performance.ts';
import { defaultUnits, randomSounds } from '../../../scripts/loudness/random-sounds.ts';
import { compiledEstimates, readTable, tableText } from '../../../scripts/loudness/tables.ts';

const { abi, catalogue, modes } = await openWorkshop();
const sounding = modes.filter(({ engineId }) => engineId !== 'sound_analysis');

/** Draws sounds that no table was fitted to. */
const UNHEARD = 50_021;

for (const mode of sounding) {
  test(`${mode.modeId} rests within 2 LU of -20 LUFS in every voice space`, () => {
    for (const [voiceSpace, { name }] of mode.voiceSpaces.entries()) {
      const { integrated, peak } = take(abi, { mode, voiceSpace, seconds: 6 });
      assert.ok(Math.abs(integrated + 20) <= 2, `${name}: ${integrated}`);
      assert.ok(peak <= 10 ** (-1 / 20), `${name}: ${peak}`);
    }
  });
}

test('nine random sounds in ten are in -30…-14 LUFS, and none is silent', () => {
  const heard = sounding.flatMap((mode) =>
    mode.voiceSpaces.flatMap((_, voiceSpace) =>
      randomSounds(mode, voiceSpace, 3, UNHEARD).map((params) =>
        take(abi, { mode, voiceSpace, seconds: 3, params }),
      ),
    ),
  );
  const within = heard.filter(({ integrated }) => integrated >= -30 && integrated <= -14);
  assert.ok(within.length >= 0.9 * heard.length, `${within.length} of ${heard.length}`);
  for (const { integrated, peak } of heard) {
    assert.ok(integrated > -70);
    assert.ok(peak <= 10 ** (-1 / 20));
  }
});

test('a random sound leaves the level where it is declared', () => {
  for (const mode of sounding) {
    const level = mode.params.findIndex(({ name }) => /^(level|output)_db$/.test(name));
    if (level < 0) continue;
    const [first = [], second = []] = randomSounds(mode, 0, 2);
    assert.is(first[level], defaultUnits(mode, 0)[level]);
    assert.is(second[level], first[level]);
    assert.is.not(second[0], first[0]);
  }
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
  };
  assert.equal(readTable(tableText('hum', [{ name: 'Calm', estimate }])), [estimate]);
});

test('a fit finds the line and the bend of each slot, and leaves out what does not count', () => {
  const sounds: Measured[] = Array.from({ length: 200 }, (_, index) => {
    const [a, b, c] = [7919, 104729, 1299709].map((step) => (index * step) % (UNIT_ONE + 1));
    const slots = [a ?? 0, b ?? 0, c ?? 0];
    const [x = 0, y = 0] = slots.map((unit) => unit / UNIT_ONE);
    return { slots, lufs: -24 + 6 * x - 8 * y * y, weight: 100 };
  });
  const found = fit(sounds, [true, true, false]);
  for (const { slots, lufs } of sounds) assert.ok(Math.abs(estimated(found, slots) - lufs) < 0.5);
  assert.equal(found.slots[2], { line: 0, bend: 0 });
});

test('what is nearly silent is raised by 18 dB at most', () => {
  const silent = { atZero: -400, slots: [] };
  assert.is(makeupDb(silent, []), 18);
  assert.is(makeupDb({ atZero: 0, slots: [] }, []), -18);
  assert.is(makeupDb({ atZero: -88, slots: [] }, []), 2);
});

test.run();
