/**
 * Fits an engine's loudness to measured sounds: a line and a bend for each slot, and the products of a few pairs of
 * slots, by weighted ridge regression.
 */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import { REFERENCE_LUFS } from '../../src/shared/instrument/random-sound.ts';
import { dot, ridgeRegression } from './ridge.ts';

export interface Measured {
  /** Unit value of each slot. */
  readonly slots: readonly number[];
  readonly lufs: number;
  /** How much this sound counts. */
  readonly weight: number;
}

/** What the product of two slots adds, by their places. */
export interface PairEstimate {
  readonly one: number;
  readonly other: number;
  readonly weight: number;
}

/** In thirds of a LUFS, as `SpaceLoudness` in firmware/engines/loudness.h. */
export interface Estimate {
  readonly atZero: number;
  readonly slots: readonly { readonly line: number; readonly bend: number }[];
  readonly pairs: readonly PairEstimate[];
}

/** The most that is made up for, and the most pairs, as in firmware/engines/loudness.h. */
export const MAX_MAKEUP_DB = 18;
export const PAIRS = 8;

/** A sound softer than this counts as this loud: no gain would bring it up. */
const FLOOR_LUFS = -50;
/**
 * Pulls each coefficient towards 0 as much as so many sounds without loudness would: there are up to 75 coefficients and
 * a few hundred sounds.
 */
const RIDGE = 20;
/** Give lines, bends and products about the middle of a slot the variance 1 while it is anywhere. */
const LINE_SCALE = Math.sqrt(12);
const BEND_SCALE = Math.sqrt(180);
const PAIR_SCALE = 12;

/**
 * A pair has to explain so many times the mean square of what is left over: twice the logarithm of their number, about
 * 500, is what the best of them would by chance.
 */
const CHANCE = 12;

type Pair = readonly [one: number, other: number];

const about = (unit: number | undefined): number => (unit ?? 0) / UNIT_ONE - 0.5;

/** What is estimated for slots at these unit values, in LUFS. */
export function estimated({ atZero, slots, pairs }: Estimate, units: readonly number[]): number {
  const x = units.map((unit) => unit / UNIT_ONE);
  const single = slots.reduce((sum, { line, bend }, index) => {
    const at = x[index] ?? 0;
    return sum + (line + bend * at) * at;
  }, atZero);
  const thirds = pairs.reduce(
    (sum, { one, other, weight }) => sum + weight * (x[one] ?? 0) * (x[other] ?? 0),
    single,
  );
  return thirds / 3;
}

/** The gain that goes with an estimate, in dB. */
export function makeupDb(estimate: Estimate, slots: readonly number[]): number {
  const wanted = REFERENCE_LUFS - estimated(estimate, slots);
  return Math.min(MAX_MAKEUP_DB, Math.max(-MAX_MAKEUP_DB, wanted));
}

/** Features of a sound: 1, then x and x² about the middle of each slot that counts, equally scaled. */
function slotFeatures(slots: readonly number[], counts: readonly boolean[]): number[] {
  const terms = slots.flatMap((unit, index) => {
    const x = about(unit);
    return counts[index] ? [LINE_SCALE * x, BEND_SCALE * (x * x - 1 / 12)] : [];
  });
  return [1, ...terms];
}

const pairFeature = (slots: readonly number[], [one, other]: Pair): number =>
  PAIR_SCALE * about(slots[one]) * about(slots[other]);

/** The pair whose product explains most of what is left over, if it is more than chance would. */
function bestPair(
  sounds: readonly Measured[],
  left: readonly number[],
  pairs: readonly Pair[],
): Pair | undefined {
  const squares = left.reduce((sum, x, index) => sum + (sounds[index]?.weight ?? 0) * x * x, 0);
  let most = (CHANCE * squares) / sounds.length;
  let best: Pair | undefined;
  for (const pair of pairs) {
    let sum = 0;
    let square = RIDGE;
    for (const [index, { slots, weight }] of sounds.entries()) {
      const feature = pairFeature(slots, pair);
      sum += weight * feature * (left[index] ?? 0);
      square += weight * feature * feature;
    }
    if ((sum * sum) / square > most) [most, best] = [(sum * sum) / square, pair];
  }
  return best;
}

function pairsOf(counts: readonly boolean[]): Pair[] {
  const places = counts.flatMap((does, place) => (does ? [place] : []));
  return places.flatMap((one) =>
    places.filter((other) => other > one).map((other): Pair => [one, other]),
  );
}

/** The most that a byte of a table holds, in dB. */
const MAX_DB = 127 / 3;
const held = (db: number): number => Math.max(-MAX_DB, Math.min(MAX_DB, db));
const toThirds = (db: number): number => Math.round(3 * held(db));

/** A line and a bend in dB as bytes hold them: what one cannot hold, the other takes on as nearly as it can in 0…1. */
function heldSlot(line: number, bend: number): { readonly line: number; readonly bend: number } {
  // The least squares of x against x² are 1.25 x², and of x² against x 0.75 x.
  const fuller = bend + 1.25 * (line - held(line));
  return {
    line: toThirds(held(line) + 0.75 * (fuller - held(fuller))),
    bend: toThirds(fuller),
  };
}

/** The table of these coefficients, rounded; what rounding changes on average is made up for. */
function tableOf(
  sounds: readonly Measured[],
  wanted: readonly number[],
  counts: readonly boolean[],
  chosen: readonly Pair[],
  coefficients: readonly number[],
): Estimate {
  const of = coefficients.slice(1);
  const slotTerms = counts.map((does) => {
    const [line = 0, bend = 0] = does ? of.splice(0, 2) : [];
    return { line: LINE_SCALE * line, bend: BEND_SCALE * bend };
  });
  const products = chosen.map(([one, other], index) => ({
    one,
    other,
    weight: PAIR_SCALE * (of[index] ?? 0),
  }));
  // a(x − ½) + b(x − ½)² + c(x − ½)(y − ½), as a line and a bend from x = 0, but for what is constant.
  const slots = slotTerms.map(({ line, bend }, place) => {
    const mine = products.filter(({ one, other }) => one === place || other === place);
    const shared = mine.reduce((sum, { weight }) => sum + weight / 2, 0);
    return heldSlot(line - bend - shared, bend);
  });
  const pairs = products.map((pair) => ({ ...pair, weight: toThirds(pair.weight) }));
  const table = { atZero: 0, slots, pairs };
  let [off, all] = [0, 0];
  for (const [index, sound] of sounds.entries()) {
    off += sound.weight * ((wanted[index] ?? 0) - estimated(table, sound.slots));
    all += sound.weight;
  }
  return { ...table, atZero: Math.round((3 * off) / all) };
}

/** Fits all slots for which `counts` is true; the others get neither line nor bend, and are in no pair. */
export function fit(sounds: readonly Measured[], counts: readonly boolean[]): Estimate {
  const wanted = sounds.map(({ lufs }) => Math.max(FLOOR_LUFS, lufs));
  const weights = sounds.map(({ weight }) => weight);
  const features = sounds.map(({ slots }) => slotFeatures(slots, counts));
  const regress = () => ridgeRegression({ features, wanted, weights, ridge: RIDGE });
  let coefficients = regress();
  let open = pairsOf(counts);
  const chosen: Pair[] = [];
  while (chosen.length < PAIRS) {
    const left = features.map((row, index) => (wanted[index] ?? 0) - dot(row, coefficients));
    const best = bestPair(sounds, left, open);
    if (best === undefined) break;
    chosen.push(best);
    open = open.filter((pair) => pair !== best);
    for (const [index, { slots }] of sounds.entries()) {
      features[index]?.push(pairFeature(slots, best));
    }
    coefficients = regress();
  }
  return tableOf(sounds, wanted, counts, chosen, coefficients);
}
