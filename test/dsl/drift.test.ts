/** The verdict of the drift test on sweeps made up here: right ones pass, every way to be wrong is named. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shape } from '../../dsl/curves.ts';
import { asDeclared, type Sweep, type SweptSlot, type Trial, verdict } from '../../dsl/drift.ts';
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

const STEPPED = [{ ...SLOTS[0], steps: 14 }, SLOTS[1], SLOTS[2]];

/** The model of an engine that reads fourteen steps of what `curve` says. */
const steppedBy =
  (curve: CurveName): Model =>
  (unit, setting) => [
    at(0, Math.round(shape(curve, unit) * 13) / 13),
    at(1, setting),
    at(2, setting),
  ];

test('steps pass where they are declared, and nowhere else', () => {
  for (const curve of CURVE_NAMES) {
    const measured = swept(curve, steppedBy(curve));
    assert.is(verdict({ ...measured, slots: STEPPED }), undefined, curve);
    assert.match(String(verdict(measured)), 'no curve that fits');
  }
});

test('steps of another curve than the declared one are told', () => {
  for (const declared of CURVE_NAMES) {
    for (const actual of CURVE_NAMES) {
      if (declared === actual) continue;
      const measured = swept(declared, steppedBy(actual));
      const message = verdict({ ...measured, slots: STEPPED });
      assert.match(String(message), `declared "${declared}", measured`);
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
    /^moves "gain_db" of the engine instead of itself/,
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

test('a slot that nothing reads back, or seldom, is told', () => {
  const silent: Model = (_, setting) => [Number.NaN, at(1, setting), at(2, setting)];
  assert.match(String(verdict(swept('linear', silent))), /in_use of the engine does not read/);
  const seldom: Model = (unit, setting) => [
    unit < 0.6 ? Number.NaN : at(0, unit),
    at(1, setting),
    at(2, setting),
  ];
  assert.match(String(verdict(swept('linear', seldom))), /in_use of the engine does not read/);
});

test('where a slot is unheard its curve is judged by the rest, and ends against the range', () => {
  for (const curve of CURVE_NAMES) {
    const partly: Model = (unit, setting) => [
      unit < 0.2 || unit > 0.9 ? Number.NaN : at(0, shape(curve, unit)),
      at(1, setting),
      at(2, setting),
    ];
    assert.is(verdict(swept(curve, partly)), undefined);
    const declared = curve === 'linear' ? 'exp' : 'linear';
    assert.match(String(verdict(swept(declared, partly))), `measured "${curve}"`);
  }
});

test('a slot the voice space has no use for is not judged, and one with a use in places is', () => {
  const unused: Model = (_, setting) => [Number.POSITIVE_INFINITY, at(1, setting), at(2, setting)];
  assert.is(verdict(swept('linear', unused)), undefined);
  const sometimes: Model = (unit, setting) => [
    setting === 0 ? Number.POSITIVE_INFINITY : at(0, shape('log', unit)),
    at(1, setting),
    at(2, setting),
  ];
  assert.match(String(verdict(swept('linear', sometimes))), 'measured "log"');
});

test('no curve that fits is told', () => {
  const steps: Model = (unit, setting) => [
    at(0, Math.round(unit * 2) / 2),
    at(1, setting),
    at(2, setting),
  ];
  assert.match(
    String(verdict(swept('linear', steps))),
    /no curve that fits: the nearest, "\w+", is off by/,
  );
});

test('the rounding of what processing keeps passes, a bend of one part in fifty does not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CURVE_NAMES),
      fc.double({ min: -2.5e-3, max: 2.5e-3, noNaN: true }),
      fc.integer({ min: 1, max: 15 }),
      (curve, noise, place) => {
        const bent =
          (by: number): Model =>
          (unit, setting) => {
            const off = unit === UNITS[place] ? by : 0;
            return [at(0, shape(curve, unit) + off), at(1, setting), at(2, setting)];
          };
        assert.is(verdict(swept(curve, bent(noise))), undefined);
        assert.type(verdict(swept(curve, bent(0.02))), 'string');
      },
    ),
    { numRuns: 60, seed: 20_260_101 },
  );
});

const DECLARED = ['exp', 'linear', undefined] as const;

/** Trials in which the first two slots are at these units and the engine does what `values` says. */
const trials = (values: (a: number, b: number) => readonly number[]): Trial[] =>
  UNITS.flatMap((a) =>
    [0, 0.25, 1].map((b) => ({ units: [a, b, Number.NaN], values: values(a, b) })),
  );

test('trials pass where every slot follows its own unit value by its own curve', () => {
  const right = trials((a, b) => [at(0, shape('exp', a)), at(1, b), 50]);
  assert.ok(asDeclared(SLOTS, DECLARED, right));
});

const WRONG: readonly [what: string, values: (a: number, b: number) => readonly number[]][] = [
  ['another curve', (a, b) => [at(0, shape('square', a)), at(1, b), 50]],
  ['another end', (a, b) => [at(0, shape('exp', a)), at(1, 1.01 * b), 50]],
  ['two slots swapped', (a, b) => [at(0, shape('exp', b)), at(1, a), 50]],
  ['a dead slot', (_, b) => [at(0, 0.5), at(1, b), 50]],
  ['a slot no param drives that moves', (a, b) => [at(0, shape('exp', a)), at(1, b), 50 + b]],
  [
    'a slot that another one bends',
    (a, b) => [at(0, shape('exp', a * (1 - b / 10))), at(1, b), 50],
  ],
  ['values that are not numbers', (a) => [at(0, shape('exp', a)), Number.NaN, 50]],
];
for (const [what, values] of WRONG) {
  test(`trials fail on ${what}`, () => {
    assert.not.ok(asDeclared(SLOTS, DECLARED, trials(values)));
  });
}

test.run();
