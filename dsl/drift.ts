/**
 * The verdict of the drift test: does a slot, as it was measured, do what the mode declares?
 *
 * A sweep moves one slot through the unit interval while all others rest at one setting, and notes the
 * engine's value of every slot at each point. From sweeps at several settings follows which slots moved,
 * by which curve, and between which ends. Pure: measuring is somebody else's.
 */
import { CURVES, shape } from './curves.ts';
import type { CurveName } from './schema/curve.ts';

/** One slot moved, the others at one setting. */
export interface Sweep {
  /** Unit values 0…1 the slot was put at; the first is 0, the last is 1. */
  readonly units: readonly number[];
  /** At each, the engine's value of every slot, in its units. */
  readonly values: readonly (readonly number[])[];
}

/** A slot with what the engine says of it, what the mode declares, and how it moved. */
export interface SweptSlot {
  /** Place of the slot among the values. */
  readonly slot: number;
  /** Every slot with the range the engine says it has. */
  readonly slots: readonly { readonly name: string; readonly min: number; readonly max: number }[];
  readonly declared: CurveName;
  readonly sweeps: readonly Sweep[];
}

/**
 * Share of the range by which a measured point may miss a curve. The engine's float32 curves are within 1e-6
 * of the formulas and the seven differ from each other by 0.03 and more, so this is far from both.
 */
const CURVE_TOLERANCE = 5e-4;
/** Share of the range by which an end may miss: float32 rounding. */
const END_TOLERANCE = 2e-6;

const CURVE_NAMES = Object.keys(CURVES).filter((name): name is CurveName => name in CURVES);

const quote = (name: string): string => JSON.stringify(name);

/** The slots whose value changed in any of the sweeps. */
function moving({ slots, sweeps }: SweptSlot): number[] {
  return slots.flatMap(({ min, max }, slot) => {
    const still = sweeps.every(({ values }) => {
      const first = values[0]?.[slot] ?? 0;
      return values.every(
        (at) => Math.abs((at[slot] ?? Number.NaN) - first) <= END_TOLERANCE * (max - min),
      );
    });
    return still ? [] : [slot];
  });
}

interface Point {
  readonly unit: number;
  /** Share of the way from the first value to the last. */
  readonly share: number;
}

function pointsOf(sweep: Sweep, slot: number): Point[] {
  const first = sweep.values[0]?.[slot] ?? Number.NaN;
  const last = sweep.values.at(-1)?.[slot] ?? Number.NaN;
  return sweep.units.map((unit, index) => ({
    unit,
    share: ((sweep.values[index]?.[slot] ?? Number.NaN) - first) / (last - first),
  }));
}

/** The largest distance of the points from a function; infinite if a point is not a number. */
function distance(points: readonly Point[], to: (unit: number) => number): number {
  return points.reduce((worst, { unit, share }) => {
    const off = Math.abs(share - to(unit));
    return Number.isNaN(off) ? Number.POSITIVE_INFINITY : Math.max(worst, off);
  }, 0);
}

interface Fit {
  readonly curve: CurveName;
  readonly off: number;
}

function nearestCurve(points: readonly Point[]): Fit {
  return CURVE_NAMES.map((curve) => ({
    curve,
    off: distance(points, (x) => shape(curve, x)),
  })).reduce((best, fit) => (fit.off < best.off ? fit : best));
}

/** Two curves one after the other that fit where no single one does, innermost first. */
function twice(points: readonly Point[]): readonly [CurveName, CurveName] | undefined {
  for (const inner of CURVE_NAMES) {
    for (const outer of CURVE_NAMES) {
      const off = distance(points, (x) => shape(outer, shape(inner, x)));
      if (off <= CURVE_TOLERANCE) return [inner, outer];
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
  if (!moved.includes(slot)) return `moves ${others.join(', ')} of the engine, and not itself`;
  if (others.length > 0) return `also moves ${others.join(', ')} of the engine`;
  return undefined;
}

function wrongEnds(swept: SweptSlot): string | undefined {
  const { slot, slots, sweeps } = swept;
  const { min, max } = slots[slot] ?? { min: Number.NaN, max: Number.NaN };
  const near = (value: number | undefined, end: number): boolean =>
    value !== undefined && Math.abs(value - end) <= END_TOLERANCE * (max - min);
  for (const { values } of sweeps) {
    const first = values[0]?.[slot];
    const last = values.at(-1)?.[slot];
    if (near(first, min) && near(last, max)) continue;
    return `measured from ${first} to ${last}, but the engine gives its range as ${min} to ${max}`;
  }
  return undefined;
}

function wrongCurve(swept: SweptSlot): string | undefined {
  const { declared } = swept;
  const all = swept.sweeps.map((sweep) => pointsOf(sweep, swept.slot));
  const points = all.flat();
  if (distance(points, (x) => shape(declared, x)) <= CURVE_TOLERANCE) return undefined;
  const fit = nearestCurve(points);
  if (fit.off <= CURVE_TOLERANCE) {
    return `declared ${quote(declared)}, measured ${quote(fit.curve)}; declare what the engine does`;
  }
  const pair = twice(points);
  if (pair) {
    return `declared ${quote(declared)}, measured ${quote(pair[0])} and then ${quote(pair[1])}: shaped twice`;
  }
  const alone = all.every((sweep) => nearestCurve(sweep).off <= CURVE_TOLERANCE);
  if (alone) return `declared ${quote(declared)}, but the curve changes with the other slots`;
  const off = Number.isFinite(fit.off)
    ? `is off by ${(100 * fit.off).toPrecision(2)} % of the range`
    : 'has points that are not numbers';
  return `declared ${quote(declared)}, measured no curve that fits: the nearest, ${quote(fit.curve)}, ${off}`;
}

/** Gives what is wrong with a slot, in one sentence; undefined if it does what is declared. */
export function verdict(swept: SweptSlot): string | undefined {
  return wrongSlots(swept, moving(swept)) ?? wrongCurve(swept) ?? wrongEnds(swept);
}

/** The one curve all sweeps of a slot follow; undefined if none does. */
export function measuredCurve(sweeps: readonly Sweep[], slot: number): CurveName | undefined {
  const { curve, off } = nearestCurve(sweeps.flatMap((sweep) => pointsOf(sweep, slot)));
  return off <= CURVE_TOLERANCE ? curve : undefined;
}
