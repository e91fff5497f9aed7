/** The verdict of the drift test on sweeps made up here: right ones pass, every way to be wrong is named. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shape } from '../../dsl/curves.ts';
import { type Sweep, type SweptSlot, verdict } from '../../dsl/drift.ts';
import { CURVE_NAMES, type CurveName } from '../../dsl/schema/curve.ts';

const UNITS = Array.from({ length: 17 }, (_, index) => index / 16);
const SLOTS = [
  { name: 'cutoff_hz', min: 20, max: 18000 },
  { name: 'gain_db', min: -60, max: 6 },
  { name: 'mix_pct', min: 0, max: 100 },
] as const;

/** How an engine turns the unit value of the moved slot into the values of all. */
type Model = (unit: number, setting: number) => readonly number[];

const at = (slot: number, share: number): number => {
  const { min, max } = SLOTS[slot] ?? SLOTS[0];
  return Math.fround(min + (max - min) * share);
};

const swept = (declared: CurveName, model: Model, slot = 0): SweptSlot => {
  const sweep = (setting: number): Sweep => ({
    units: UNITS,
    values: UNITS.map((unit) => model(unit, setting)),
  });
  return { slot, slots: SLOTS, declared, sweeps: [sweep(0), sweep(0.5), sweep(1)] };
};

/** The model of an engine that does what `curve` says, with the others at the setting. */
const honest =
  (curve: CurveName): Model =>
  (unit, setting) => [at(0, shape(curve, unit)), at(1, setting), at(2, setting)];

for (const curve of CURVE_NAMES) {
  test(`a slot that is declared and measured ${curve} passes`, () => {
    assert.is(verdict(swept(curve, honest(curve))), undefined);
  });
}

test('every curve declared as another is told with both names', () => {
  for (const declared of CURVE_NAMES) {
    for (const actual of CURVE_NAMES) {
      if (declared === actual) continue;
      const message = verdict(swept(declared, honest(actual)));
      assert.match(String(message), `declared "${declared}", measured "${actual}"`);
    }
  }
});

test('a curve applied twice is told, or is another curve', () => {
  for (const inner of CURVE_NAMES) {
    for (const outer of CURVE_NAMES) {
      if (inner === 'linear' || outer === 'linear') continue;
      const model: Model = (unit, setting) => {
        const share = shape(outer, shape(inner, unit));
        return [at(0, share), at(1, setting), at(2, setting)];
      };
      // square after sqrt is linear again; those are a wrong curve, the others no curve at all.
      assert.match(String(verdict(swept(outer, model))), /shaped twice|measured "linear"/);
    }
  }
});

test('a dead slot is told', () => {
  const message = verdict(swept('exp', (_, setting) => [500, at(1, setting), at(2, setting)]));
  assert.match(String(message), /declared "exp", but nothing moves: the slot is dead/);
});

test('a slot that moves another one is told', () => {
  const swap: Model = (unit, setting) => [at(0, setting), at(1, unit), at(2, setting)];
  assert.match(
    String(verdict(swept('linear', swap))),
    /^moves "gain_db" of the engine, and not itself/,
  );
  const both: Model = (unit, setting) => [at(0, unit), at(1, unit), at(2, setting)];
  assert.match(String(verdict(swept('linear', both))), /^also moves "gain_db"/);
});

test('a range that is not what the engine says is told', () => {
  const short: Model = (unit, setting) => [20 + 17000 * unit, at(1, setting), at(2, setting)];
  assert.match(
    String(verdict(swept('linear', short))),
    'measured from 20 to 17020, but the engine gives its range as 20 to 18000',
  );
});

test('a slot that runs backwards is told', () => {
  const model: Model = (unit, setting) => [at(0, 1 - unit), at(1, setting), at(2, setting)];
  assert.match(String(verdict(swept('linear', model))), /measured from 18000 to 20/);
});

test('a curve that changes with the others is told', () => {
  const model: Model = (unit, setting) => [
    at(0, shape(setting < 0.5 ? 'exp' : 'log', unit)),
    at(1, setting),
    at(2, setting),
  ];
  assert.match(String(verdict(swept('exp', model))), /the curve changes with the other slots/);
});

test('no curve that fits, and values that are not numbers, are told', () => {
  const steps: Model = (unit, setting) => [
    at(0, Math.round(unit * 2) / 2),
    at(1, setting),
    at(2, setting),
  ];
  assert.match(
    String(verdict(swept('linear', steps))),
    /no curve that fits: the nearest, "\w+", is off by/,
  );
  const broken: Model = (unit, setting) => [
    unit === 0.5 ? Number.NaN : at(0, unit),
    at(1, setting),
    at(2, setting),
  ];
  assert.match(String(verdict(swept('linear', broken))), /has points that are not numbers/);
});

test('noise far below a hearing passes, a bend of one part in five hundred does not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CURVE_NAMES),
      fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
      fc.integer({ min: 1, max: 15 }),
      (curve, noise, place) => {
        const bent =
          (by: number): Model =>
          (unit, setting) => {
            const off = unit === UNITS[place] ? by : 0;
            return [at(0, shape(curve, unit) + off), at(1, setting), at(2, setting)];
          };
        assert.is(verdict(swept(curve, bent(noise))), undefined);
        assert.type(verdict(swept(curve, bent(0.002))), 'string');
      },
    ),
    { numRuns: 60, seed: 20_260_101 },
  );
});

test.run();
