/** The seven response curves by name; what each computes is in ../curves.ts. */
import * as v from 'valibot';

export const CURVE_NAMES = ['linear', 'exp', 'log', 'square', 'sqrt', 'sigmoid', 'cubic'] as const;

export type CurveName = (typeof CURVE_NAMES)[number];

export const CurveSchema = v.pipe(
  v.picklist(CURVE_NAMES),
  v.metadata({
    title: 'Response curve',
    description:
      'How the position of a control, 0 to 1, becomes a position in the range of the parameter, 0 to 1. ' +
      'linear x; square x²; cubic x³; sqrt √x; exp (e^4x − 1)/(e⁴ − 1); log, the inverse of exp; ' +
      'sigmoid, a logistic of slope 10 about ½ scaled to meet 0 and 1. ' +
      'The engine applies the curve; a mode declares it and the generator measures that both agree.',
  }),
);
