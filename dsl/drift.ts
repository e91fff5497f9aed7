/**
 * The verdict of the drift test: does a slot, as it was measured, do what the mode declares?
 *
 * A sweep moves one slot through the unit interval while all others rest at one setting, and notes at each
 * point the value of every slot that the engine's signal processing uses. From sweeps at several settings
 * follows which slots moved, by which curve, and between which ends. Pure: measuring is somebody else's.
 */
import { CURVES, shape } from './curves.ts';
import type { CurveName } from './schema/curve.ts';
import { onStep, type Stepped } from './steps.ts';

/** One slot moved, the others at one setting. */
export interface Sweep {
  /** Unit values 0…1 the slot was put at; the first is 0, the last is 1. */
  readonly units: readonly number[];
  /**
   * At each, the value in use of every slot, in its units; NaN where it cannot be told there (its level is
   * silence, a limit holds it), infinite where the voice space has no use for the slot.
   */
  readonly values: readonly ArrayLike<number>[];
}

/** All slots at one setting each. */
export interface Trial {
  /** Unit value 0…1 of every slot; NaN for one that no param drives. */
  readonly units: ArrayLike<number>;
  /** The value in use of every slot, as in a sweep. */
  readonly values: ArrayLike<number>;
}

/** Every slot with the range the engine says it has. */
export type Slots = readonly ({ readonly name: string } & Span)[];

/** A slot with what the engine says of it, what the mode declares, and how it moved. */
export interface SweptSlot {
  /** Place of the slot among the values. */
  readonly slot: number;
  readonly slots: Slots;
  readonly declared: CurveName;
  readonly sweeps: readonly Sweep[];
}

/**
 * Share of the range by which a measured point may miss a curve or an end. Values in use are rounded to what
 * the processing keeps (a density to 1/255, a slow coefficient to its last bits: 0.004 at most); the seven
 * curves differ from each other by 0.03 and more.
 */
const TOLERANCE = 5e-3;
/** Share of the points of a sweep that must be heard for a verdict. */
const HEARD_SHARE = 0.5;
/** The same of trials, where others that silence a slot move too. */
const LEAST_HEARD = 0.3;

const CURVE_NAMES = Object.keys(CURVES).filter((name): name is CurveName => name in CURVES);

/** The range of a slot that is not there: nothing is near it. */
const NOWHERE: Span = { min: Number.NaN, max: Number.NaN };

const quote = (name: string): string => JSON.stringify(name);

const heard = ({ values }: Sweep, slot: number): number[] =>
  values.map((at) => at[slot] ?? Number.NaN).filter(Number.isFinite);

/** How far apart a slot's values lie in a sweep. */
function spread({ values }: Sweep, slot: number): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const at of values) {
    const value = at[slot] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}

/** The slots whose value changed in any of the sweeps. */
const moving = ({ slots, sweeps }: SweptSlot): number[] =>
  slots.flatMap(({ min, max }, slot) =>
    sweeps.some((sweep) => spread(sweep, slot) > TOLERANCE * (max - min)) ? [slot] : [],
  );

/** Whether the voice space has no use for the slot, wherever it and the others are. */
const isUnused = (sweeps: readonly Sweep[], slot: number): boolean =>
  sweeps.every(({ values }) => values.every((at) => at[slot] === Number.POSITIVE_INFINITY));

/** A slot nobody can measure is not known to follow its curve. */
function unheard({ slot, sweeps }: SweptSlot): string | undefined {
  const shares = sweeps.map((sweep) => heard(sweep, slot).length / sweep.units.length);
  if (Math.max(...shares) >= HEARD_SHARE) return undefined;
  return 'in_use of the engine does not read the slot back from what makes the sound; give the value that is used there';
}

type Span = Stepped;

/** How far a share of the range is from a wanted one; of a slot with steps, from the step or steps that this may give. */
function missed(span: Span, share: number, wanted: number): number {
  if (!span.steps) return Math.abs(share - wanted);
  const low = onStep(span, Math.max(0, wanted - TOLERANCE));
  const high = onStep(span, Math.min(1, wanted + TOLERANCE));
  return Math.max(0, low - share, share - high);
}

interface Point {
  readonly unit: number;
  /** Share of the way from the first value to the last. */
  readonly share: number;
}

/** What is heard of a sweep; where an end is not, the engine's range stands in for it. */
function pointsOf(sweep: Sweep, slot: number, { min, max }: Span): Point[] {
  const at = (index: number): number => sweep.values.at(index)?.[slot] ?? Number.NaN;
  const first = Number.isFinite(at(0)) ? at(0) : min;
  const last = Number.isFinite(at(-1)) ? at(-1) : max;
  return sweep.units
    .map((unit, index) => ({ unit, share: (at(index) - first) / (last - first) }))
    .filter(({ share }) => Number.isFinite(share));
}

/** The largest distance of the points from a function. */
const distance = (points: readonly Point[], span: Span, to: (unit: number) => number): number =>
  points.reduce((worst, { unit, share }) => Math.max(worst, missed(span, share, to(unit))), 0);

interface Fit {
  readonly curve: CurveName;
  readonly off: number;
  /** The same as if any value were read: of curves that give the same steps, the nearer is meant. */
  readonly away: number;
}

function nearestCurve(points: readonly Point[], span: Span): Fit {
  return CURVE_NAMES.map((curve) => ({
    curve,
    off: distance(points, span, (x) => shape(curve, x)),
    away: distance(points, NOWHERE, (x) => shape(curve, x)),
  })).reduce((best, fit) =>
    fit.off < best.off || (fit.off === best.off && fit.away < best.away) ? fit : best,
  );
}

/** Two curves one after the other that fit where no single one does, innermost first. */
function twice(points: readonly Point[], span: Span): readonly [CurveName, CurveName] | undefined {
  for (const inner of CURVE_NAMES) {
    for (const outer of CURVE_NAMES) {
      const off = distance(points, span, (x) => shape(outer, shape(inner, x)));
      if (off <= TOLERANCE) return [inner, outer];
    }
  }
  return undefined;
}

function wrongSlots(swept: SweptSlot, moved: readonly number[]): string | undefined {
  const { slot, slots, declared } = swept;
  const others = moved.filter((at) => at !== slot).map((at) => quote(slots[at]?.name ?? ''));
  if (moved.length === 0) {
    return `declared ${quote(declared)}, but nothing moves: the slot is dead in the engine`;
  }
  if (!moved.includes(slot)) return `moves ${others.join(', ')} of the engine instead of itself`;
  if (others.length > 0) return `also moves ${others.join(', ')} of the engine`;
  return undefined;
}

function wrongEnds(swept: SweptSlot): string | undefined {
  const { slot, slots, sweeps } = swept;
  const { min, max } = slots[slot] ?? NOWHERE;
  const near = (value: number, end: number): boolean =>
    !Number.isFinite(value) || Math.abs(value - end) <= TOLERANCE * (max - min);
  const told = (value: number): string =>
    Number.isFinite(value) ? String(Number(value.toPrecision(5))) : 'silence';
  for (const { values } of sweeps) {
    const first = values[0]?.[slot] ?? Number.NaN;
    const last = values.at(-1)?.[slot] ?? Number.NaN;
    if (near(first, min) && near(last, max)) continue;
    return `measured from ${told(first)} to ${told(last)}, but the engine gives its range as ${min} to ${max}`;
  }
  return undefined;
}

function wrongCurve(swept: SweptSlot): string | undefined {
  const { declared } = swept;
  const span = swept.slots[swept.slot] ?? NOWHERE;
  const all = swept.sweeps.map((sweep) => pointsOf(sweep, swept.slot, span));
  const points = all.flat();
  if (distance(points, span, (x) => shape(declared, x)) <= TOLERANCE) return undefined;
  const fit = nearestCurve(points, span);
  if (fit.off <= TOLERANCE) {
    return `declared ${quote(declared)}, measured ${quote(fit.curve)}`;
  }
  const pair = twice(points, span);
  if (pair) {
    return `declared ${quote(declared)}, measured ${quote(pair[0])} and then ${quote(pair[1])}: shaped twice`;
  }
  const alone = all.every((sweep) => nearestCurve(sweep, span).off <= TOLERANCE);
  if (alone) return `declared ${quote(declared)}, but the curve changes with the other slots`;
  const off = `is off by ${(100 * fit.off).toPrecision(2)} % of the range`;
  return `declared ${quote(declared)}, measured no curve that fits: the nearest, ${quote(fit.curve)}, ${off}`;
}

/** Whether a slot's shares of its range, by unit value, are its curve's: the same at each, wherever others are. */
function followsCurve(
  slot: number,
  span: Span,
  curve: CurveName | undefined,
  trials: readonly Trial[],
): boolean {
  const seen = new Map<number, number>();
  let silent = 0;
  for (const { units, values } of trials) {
    const unit = units[slot] ?? Number.NaN;
    const value = values[slot] ?? Number.NaN;
    if (!Number.isFinite(value)) {
      silent += 1;
      continue;
    }
    const share = (value - span.min) / (span.max - span.min);
    const wanted = curve === undefined ? (seen.get(unit) ?? share) : shape(curve, unit);
    if (missed(span, share, wanted) > TOLERANCE) return false;
    seen.set(unit, share);
  }
  if (curve === undefined || silent <= (1 - LEAST_HEARD) * trials.length) return true;
  return trials.every(({ values }) => values[slot] === Number.POSITIVE_INFINITY);
}

/**
 * Says whether every slot is where its own unit value and declared curve put it, whatever the others do.
 *
 * @param declared the curve of every slot; undefined for one that no param drives, which has to stay.
 */
export const asDeclared = (
  slots: Slots,
  declared: readonly (CurveName | undefined)[],
  trials: readonly Trial[],
): boolean => slots.every((span, slot) => followsCurve(slot, span, declared[slot], trials));

/** Gives what is wrong with a slot, in one sentence; undefined if it does what is declared. */
export function verdict(swept: SweptSlot): string | undefined {
  if (isUnused(swept.sweeps, swept.slot)) return undefined;
  const moved = moving(swept);
  const isDead = moved.length === 0;
  return (
    (isDead ? unheard(swept) : undefined) ??
    wrongSlots(swept, moved) ??
    unheard(swept) ??
    wrongCurve(swept) ??
    wrongEnds(swept)
  );
}

/** The one curve all sweeps of a slot follow; undefined if none does, "unused" if nothing follows the slot. */
export function measuredCurve(
  sweeps: readonly Sweep[],
  slot: number,
  span: Span,
): CurveName | 'unused' | undefined {
  if (isUnused(sweeps, slot)) return 'unused';
  const { curve, off } = nearestCurve(
    sweeps.flatMap((sweep) => pointsOf(sweep, slot, span)),
    span,
  );
  return off <= TOLERANCE ? curve : undefined;
}
