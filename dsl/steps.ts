/** Steps of a param whose engine reads no value between them, as shares 0…1 of its range. */

/** A range and the steps in it: so many evenly, or at values that rise from min to max; 0: it reads any value. */
export interface Stepped {
  readonly min: number;
  readonly max: number;
  readonly steps?: number;
  readonly stepValues?: readonly number[] | undefined;
}

/** Where a step lies in the range. */
export function shareOfStep({ min, max, steps = 0, stepValues }: Stepped, step: number): number {
  const value = stepValues?.[step];
  return value === undefined ? step / (steps - 1) : (value - min) / (max - min);
}

/** The step that lies nearest to a share of the range. */
export function nearestStep(of: Stepped, share: number): number {
  const { steps = 0, stepValues } = of;
  if (stepValues === undefined) return Math.round(share * (steps - 1));
  const away = stepValues.map((_, step) => Math.abs(shareOfStep(of, step) - share));
  return away.indexOf(Math.min(...away));
}

/** The share of the step nearest to one; the same where any value is read. */
export const onStep = (of: Stepped, share: number): number =>
  of.steps ? shareOfStep(of, nearestStep(of, share)) : share;
