/**
 * The seven response curves and their inverses in double precision, for plots, for the drift test and for
 * turning a declared value into the unit value an engine will then shape. What an instrument sounds like is
 * computed by firmware/core/curves.h alone.
 *
 * Each maps 0…1 to 0…1, rises strictly, and meets both ends exactly. Input outside is held to the ends.
 */
import type { CurveName } from './schema/curve.ts';

const E4 = Math.exp(4);
const SIGMOID_SLOPE = 10;
const logistic = (x: number): number => 1 / (1 + Math.exp(-SIGMOID_SLOPE * (x - 0.5)));
const LOGISTIC_0 = logistic(0);
const LOGISTIC_SPAN = logistic(1) - LOGISTIC_0;

interface Curve {
  readonly formula: string;
  readonly forward: (x: number) => number;
  readonly inverse: (y: number) => number;
}

export const CURVES: Readonly<Record<CurveName, Curve>> = {
  linear: { formula: 'x', forward: (x) => x, inverse: (y) => y },
  exp: {
    formula: '(e^4x − 1) / (e⁴ − 1)',
    forward: (x) => Math.expm1(4 * x) / (E4 - 1),
    inverse: (y) => Math.log1p(y * (E4 - 1)) / 4,
  },
  log: {
    formula: 'ln(1 + x(e⁴ − 1)) / 4',
    forward: (x) => Math.log1p(x * (E4 - 1)) / 4,
    inverse: (y) => Math.expm1(4 * y) / (E4 - 1),
  },
  square: { formula: 'x²', forward: (x) => x * x, inverse: Math.sqrt },
  sqrt: { formula: '√x', forward: Math.sqrt, inverse: (y) => y * y },
  sigmoid: {
    formula: 'logistic of slope 10 about ½',
    forward: (x) => (logistic(x) - LOGISTIC_0) / LOGISTIC_SPAN,
    inverse: (y) => {
      const p = LOGISTIC_0 + y * LOGISTIC_SPAN;
      return 0.5 + Math.log(p / (1 - p)) / SIGMOID_SLOPE;
    },
  },
  cubic: { formula: 'x³', forward: (x) => x * x * x, inverse: Math.cbrt },
};

const held = (x: number): number => Math.min(1, Math.max(0, x));

/** Gives the shaped value of a unit value: both 0…1. */
export function shape(curve: CurveName, x: number): number {
  if (x <= 0) return 0;
  return x >= 1 ? 1 : held(CURVES[curve].forward(x));
}

/** Gives the unit value that `curve` shapes into `y`: both 0…1. */
export function unshape(curve: CurveName, y: number): number {
  if (y <= 0) return 0;
  return y >= 1 ? 1 : held(CURVES[curve].inverse(y));
}
