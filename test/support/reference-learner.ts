/**
 * The learner once more, slow and obvious: the network of reference-mlp.ts and anchors solved with
 * BigInt, every rule written as it is stated in firmware/core/anchors.h.
 */
import { type ReferenceExample, ReferenceMlp, type Untaught } from './reference-mlp.ts';

const FIT_PASSES = 8;
const MAX_ANCHORS = 64;
const LEAST_PIVOT = 1n << 48n;
const MAX_REACH = 2n * (2n ** 31n - 1n - 2n ** 20n);

const at = <T>(list: readonly T[], index: number): T => {
  const value = list[index];
  if (value === undefined) throw new RangeError(`${index} of ${list.length}`);
  return value;
};
const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);
const asUnit = (value: bigint): bigint => (value < 0n ? 0n : value > 32768n ? 32768n : value);
const clamp = (value: bigint, limit: bigint): bigint =>
  value > limit ? limit : value < -limit ? -limit : value;

/** The root that firmware computes: a first guess of powers of two, then two steps of Newton's rule. */
function root(square: bigint): bigint {
  const value = square | 1n;
  const half = BigInt(value.toString(2).length >> 1);
  let x = ((1n << half) + (value >> half)) >> 1n;
  x = (x + value / x) >> 1n;
  return (x + value / x) >> 1n;
}

/** floor(√value). */
function exactRoot(value: bigint): bigint {
  let result = 0n;
  for (let bit = 31n; bit >= 0n; bit -= 1n) {
    const next = result + (1n << bit);
    if (next * next <= value) result = next;
  }
  return result;
}

/** The weights of one output: where its sum begins, then one for each place. */
interface Weights {
  readonly first: bigint;
  readonly places: readonly bigint[];
  /** Sums need more than 32 bits. */
  readonly wide: boolean;
}

export class ReferenceLearner {
  readonly #sizes: readonly number[];
  readonly #seed: bigint;
  readonly #spread: bigint;
  readonly #shift: bigint;
  readonly #diagonal: bigint;
  #examples: ReferenceExample[] = [];
  #network: ReferenceMlp;
  /** Inputs of the anchored places, shifted, the newest first. */
  #places: bigint[][] = [];
  #weights: Weights[] = [];

  constructor(sizes: readonly number[], seed: bigint, spread: bigint, untaught: Untaught) {
    this.#sizes = sizes;
    this.#seed = seed;
    this.#spread = spread;
    this.#network = new ReferenceMlp(sizes, seed, spread);
    this.#network.liven(untaught);
    const inputs = BigInt(at(sizes, 0));
    let shift = 0n;
    while (inputs * (32767n >> shift) ** 2n >= 1n << 32n) shift += 1n;
    this.#shift = shift;
    this.#diagonal = root(inputs * (32767n >> shift) ** 2n);
  }

  teach(examples: readonly ReferenceExample[]): void {
    this.#examples.push(...examples);
    this.#network = new ReferenceMlp(this.#sizes, this.#seed, this.#spread);
    this.#network.train(this.#examples, 1, FIT_PASSES);
    this.#anchor();
  }

  train(learningRate: number, passes: number): void {
    this.#network.train(this.#examples, learningRate, passes);
    this.#anchor();
  }

  infer(inputs: readonly bigint[]): bigint[] {
    const network = this.#network.infer(inputs);
    if (this.#places.length === 0) return [...network];
    const here = this.#scaled(inputs);
    const middle = this.#diagonal >> 1n;
    const kernels = this.#places.map((place) => middle - this.#distance(here, place));
    // If those of one output do, all are added so.
    if (this.#weights.some(({ wide }) => wide)) {
      return network.map((unit, output) => {
        let sum = 1n << 18n;
        for (const [row, weight] of at(this.#weights, output).places.entries()) {
          sum += weight * (this.#diagonal - middle + at(kernels, row));
        }
        return asUnit(unit + (sum >> 19n));
      });
    }
    return network.map((unit, output) => {
      const { first, places } = at(this.#weights, output);
      let sum = first;
      for (const [row, weight] of places.entries()) sum += (weight * at(kernels, row)) >> 16n;
      if (sum >= 1n << 31n || sum < -(1n << 31n)) throw new RangeError(`sum ${sum} leaves 32 bits`);
      return asUnit(unit + (sum >> 3n));
    });
  }

  #scaled(inputs: readonly bigint[]): bigint[] {
    return inputs.map((input) => (input > 32767n ? 32767n : input) >> this.#shift);
  }

  #distance(a: readonly bigint[], b: readonly bigint[]): bigint {
    return root(a.reduce((sum, value, index) => sum + (value - at(b, index)) ** 2n, 0n));
  }

  #anchor(): void {
    const newest = this.#examples.slice(-MAX_ANCHORS).reverse();
    this.#places = newest.map(({ inputs }) => this.#scaled(inputs));
    const misses = newest.map(({ inputs, outputs }) => {
      const network = this.#network.infer(inputs);
      return outputs.map((target, index) => target - at(network, index));
    });
    const factor = this.#factor();
    this.#weights = Array.from({ length: at(this.#sizes, this.#sizes.length - 1) }, (_, output) =>
      this.#solve(
        factor,
        misses.map((miss) => at(miss, output)),
      ),
    );
  }

  /** Cholesky's lower triangle, Q3.28; a place with a root of 0 is taken for one before it. */
  #factor(): bigint[][] {
    const factor: bigint[][] = [];
    for (const [i, place] of this.#places.entries()) {
      const row: bigint[] = [];
      for (let j = 0; j <= i; j += 1) {
        const other = j === i ? row : at(factor, j);
        const kernel = this.#diagonal - this.#distance(place, at(this.#places, j));
        let rest = kernel << (41n + this.#shift);
        for (let k = 0; k < j; k += 1) rest -= at(row, k) * at(other, k);
        if (j === i) row.push(rest < LEAST_PIVOT << this.#shift ? 0n : exactRoot(rest));
        else {
          const pivot = at(other, j);
          row.push(pivot === 0n ? 0n : clamp(rest / pivot, (1n << 31n) - 1n));
        }
      }
      factor.push(row);
    }
    return factor;
  }

  #solve(factor: readonly (readonly bigint[])[], misses: readonly bigint[]): Weights {
    const partial: bigint[] = [];
    for (const [i, miss] of misses.entries()) {
      const row = at(factor, i);
      let rest = miss << 37n;
      for (let k = 0; k < i; k += 1) rest -= at(row, k) * at(partial, k);
      const pivot = at(row, i);
      partial.push(pivot === 0n ? 0n : clamp(rest / pivot, 1n << 30n));
    }
    const places = partial.map(() => 0n);
    for (let i = places.length - 1; i >= 0; i -= 1) {
      let rest = at(partial, i) << (23n + this.#shift);
      for (let k = i + 1; k < places.length; k += 1) rest -= at(at(factor, k), i) * at(places, k);
      const pivot = at(at(factor, i), i);
      places[i] = pivot === 0n ? 0n : clamp(rest / pivot, 1n << 28n);
    }
    const total = (weights: readonly bigint[]) => weights.reduce((all, weight) => all + weight, 0n);
    const sum = total(places);
    const wide = total(places.map(sizeOf)) + sizeOf(sum) > MAX_REACH;
    const first = ((sum * (this.#diagonal >> 1n)) >> 16n) + BigInt(places.length >> 1) + 4n;
    return { first, places, wide };
  }
}
