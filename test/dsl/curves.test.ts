/** Curves meet both ends, rise, and are undone by their inverses. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CURVES, shape, unshape } from '../../dsl/curves.ts';
import { CURVE_NAMES } from '../../dsl/schema/curve.ts';

/** f(¼), f(½), f(¾), computed by hand from the formulas of the design. */
const POINTS: Readonly<Record<(typeof CURVE_NAMES)[number], readonly [number, number, number]>> = {
  linear: [0.25, 0.5, 0.75],
  exp: [0.032058603, 0.119202922, 0.35608574],
  log: [0.6671786, 0.83124633, 0.9297334],
  square: [0.0625, 0.25, 0.5625],
  sqrt: [0.5, Math.SQRT1_2, 0.8660254037844386],
  sigmoid: [0.0701037, 0.5, 0.9298963],
  cubic: [0.015625, 0.125, 0.421875],
};

for (const name of CURVE_NAMES) {
  test(`${name} has the values of its formula`, () => {
    POINTS[name].forEach((expected, index) => {
      assert.ok(Math.abs(shape(name, (index + 1) / 4) - expected) < 1e-3, `${name} at ${index}`);
    });
  });

  test(`${name} meets 0 and 1 exactly and holds what is outside`, () => {
    for (const [x, y] of [
      [0, 0],
      [1, 1],
      [-3, 0],
      [7, 1],
    ] as const) {
      assert.is(shape(name, x), y);
      assert.is(unshape(name, x), y);
    }
  });

  test(`${name} rises strictly and its inverse leads back`, () => {
    for (let i = 1; i <= 1000; i += 1) {
      const x = i / 1000;
      assert.ok(shape(name, x) > shape(name, (i - 1) / 1000));
      assert.ok(Math.abs(unshape(name, shape(name, x)) - x) < 1e-12);
    }
  });

  test(`${name} has a formula to print`, () => assert.ok(CURVES[name].formula.length > 0));
}

test('log is the inverse of exp', () => {
  for (let x = 0; x <= 1; x += 0.01) assert.ok(Math.abs(shape('log', shape('exp', x)) - x) < 1e-12);
});

test.run();
