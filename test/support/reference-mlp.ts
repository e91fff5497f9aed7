/**
 * The learning core once more, slow and obvious: every number a BigInt, every rule written as it is
 * stated in firmware/README.md. What the C++ computes is right when it equals this to the last bit.
 */

const abs = (x: bigint): bigint => (x < 0n ? -x : x);
const clamp = (x: bigint, low: bigint, high: bigint): bigint =>
  x < low ? low : x > high ? high : x;
/** The nearest value of a signed range of so many bits besides the sign. */
const saturate = (x: bigint, bits: bigint): bigint => clamp(x, -(1n << bits), (1n << bits) - 1n);
/** x / 2^bits, rounded half up. */
const round = (x: bigint, bits: bigint): bigint => (x + ((1n << bits) >> 1n)) >> bits;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const at = <T>(list: readonly T[], index: number): T => {
  const value = list[index];
  if (value === undefined) throw new RangeError(`${index} of ${list.length}`);
  return value;
};

/** The random stream: sfc32 on four words, twelve numbers thrown away. */
export class ReferenceRng {
  readonly #mask = 0xffffffffn;
  #a: bigint;
  #b = 0x9e3779b9n;
  #c = 0x243f6a88n;
  #counter = 1n;

  constructor(seed: bigint) {
    this.#a = seed;
    for (let i = 0; i < 12; i += 1) this.next();
  }

  next(): bigint {
    const result = (this.#a + this.#b + this.#counter) & this.#mask;
    this.#counter = (this.#counter + 1n) & this.#mask;
    this.#a = this.#b ^ (this.#b >> 9n);
    this.#b = (this.#c + (this.#c << 3n)) & this.#mask;
    this.#c = (((this.#c << 21n) | (this.#c >> 11n)) + result) & this.#mask;
    return result;
  }

  /** Uniform in [-1, 1), Q0.31. */
  signed(): bigint {
    return BigInt.asIntN(32, this.next());
  }
}

/** e^(-n/32) with 128 fractional bits, by its series. */
function exponential(n: bigint): bigint {
  const one = 1n << 128n;
  let sum = one;
  let term = one;
  for (let k = 1n; term !== 0n; k += 1n) {
    term = (term * n) / (32n * k);
    sum += term;
  }
  return (one * one) / sum;
}

/** Knots of tanh over [-8, 8] in steps of 1/64, Q0.15: t + t(1 - t²) / 32768 rounded, half away. */
function makeKnots(): readonly bigint[] {
  const one = 1n << 128n;
  return range(1025).map((index) => {
    const n = BigInt(index - 512);
    const e = exponential(abs(n));
    const t = ((one - e) * one) / (one + e);
    const units = 32768n * t + (t * (one - (t * t) / one)) / one;
    const rounded = (units + one / 2n) / one;
    return n < 0n ? -rounded : rounded > 32767n ? 32767n : rounded;
  });
}
const knots = makeKnots();

/** round(2^14 tanh(x)) for x = sum / 2^(shift + 6), on the chords of the knots. */
function referenceHalfTanh(sum: bigint, shift: bigint): bigint {
  const inside = saturate(sum, shift + 9n);
  const index = Number(inside >> shift);
  const along = ((inside >> (shift - 15n)) & 0x7fffn) + 1n;
  const from = at(knots, 512 + index);
  const to = at(knots, 513 + index);
  return round(from * 65536n + 2n * (to - from) * along, 17n);
}

interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  /** weights[row][column], biases[row], Q4.27. */
  readonly weights: bigint[][];
  readonly biases: bigint[];
  readonly weightLimit: bigint;
  readonly deltaLimit: bigint;
}

/** Largest bit of Q4.27, at most 2^3, whose power times the inputs' reach leaves 4 of the 64. */
function weightLimit(inputs: number, first: boolean): bigint {
  let limit = 30n;
  while (BigInt(inputs) << limit > (first ? 120n : 60n) << 27n) limit -= 1n;
  return limit;
}

const BIAS_LIMIT = 29n;

export interface ReferenceExample {
  readonly inputs: readonly bigint[];
  readonly outputs: readonly bigint[];
}

/** What holds while nothing is taught, as bits: inputs that rest at 0, and outputs that do not move. */
export interface Untaught {
  readonly atBottom: bigint;
  readonly still: bigint;
}

interface Step {
  size: bigint;
  /** Sign of the gradient of the pass before; 0 at the start, after a turn and after a zero. */
  sign: bigint;
}

/** A network of the given sizes (inputs, hidden..., outputs). */
export class ReferenceMlp {
  readonly #sizes: readonly number[];
  readonly #layers: Layer[];
  readonly #deltaBits: bigint;
  readonly #seed: bigint;
  readonly #random: ReferenceRng;
  readonly #spread: bigint;
  /** Mean squared error of the last pass, Q0.30. */
  loss = 0n;

  /** `spread` in Q0.15. */
  constructor(sizes: readonly number[], seed: bigint, spread: bigint) {
    this.#sizes = sizes;
    this.#layers = range(sizes.length - 1).map((index) => {
      const inputs = at(sizes, index);
      const outputs = at(sizes, index + 1);
      const limit = weightLimit(inputs, index === 0);
      let deltaLimit = 14n;
      while (BigInt(outputs) << (limit - 16n + deltaLimit) > 1n << 31n) deltaLimit -= 1n;
      return {
        inputs,
        outputs,
        weights: range(outputs).map(() => range(inputs).map(() => 0n)),
        biases: range(outputs).map(() => 0n),
        weightLimit: limit,
        deltaLimit,
      };
    });
    const last = at(this.#layers, this.#layers.length - 1);
    let bits = 15n;
    const slack = weightLimit(last.inputs, false) - 16n;
    while ((BigInt(last.outputs) * 5n) << (slack + bits - 5n) > 1n << 31n) bits -= 1n;
    this.#deltaBits = bits;
    this.#seed = seed;
    this.#random = new ReferenceRng(seed);
    this.#spread = spread;
    this.#draw(this.#random, [32768n, 32768n, 32768n], false);
  }

  /** All weights in the order of a taught file. */
  weights(): bigint[] {
    return this.#layers.flatMap((layer) => [...layer.weights.flat(), ...layer.biases]);
  }

  /** Puts back weights that weights() gave. */
  restore(weights: readonly bigint[]): void {
    let next = 0;
    for (const layer of this.#layers) {
      for (const row of layer.weights) for (const j of row.keys()) row[j] = at(weights, next++);
      for (const i of layer.biases.keys()) layer.biases[i] = at(weights, next++);
    }
  }

  jitter(amount: bigint): void {
    this.#draw(this.#random, [amount, amount, amount], true);
  }

  /** What plays before anything is taught: drawn from the seed again, larger each time, until it moves. */
  liven({ atBottom, still }: Untaught): void {
    const random = new ReferenceRng(this.#seed);
    const place = range(at(this.#sizes, 0)).map((i) =>
      (atBottom >> BigInt(i)) & 1n ? 0n : 16384n,
    );
    const rest = this.infer(place);
    for (let draws = 0n; draws < 24n; draws += 1n) {
      this.#draw(random, [32768n + draws * 8192n, 32768n + draws * 4096n, 16384n], false);
      const { weights } = at(this.#layers, this.#layers.length - 1);
      for (const [i, row] of weights.entries()) if ((still >> BigInt(i)) & 1n) row.fill(0n);
      this.#restAt(place, rest);
      if (this.#lively()) return;
    }
  }

  /** Biases of the outputs, in steps of 2^13, with which this place gives at most these. */
  #restAt(place: readonly bigint[], rest: readonly bigint[]): void {
    const { biases } = at(this.#layers, this.#layers.length - 1);
    biases.fill(-(1n << BIAS_LIMIT));
    for (let bit = BIAS_LIMIT; bit >= 13n; bit -= 1n) {
      for (const [i, bias] of biases.entries()) biases[i] = bias + (1n << bit);
      for (const [i, unit] of this.infer(place).entries()) {
        if (unit > at(rest, i)) biases[i] = at(biases, i) - (1n << bit);
      }
    }
  }

  /** A standard deviation of 410/4096 and a range of 1434/4096 over the corners, means over the outputs. */
  #lively(): boolean {
    const inputs = at(this.#sizes, 0);
    const ones = (value: number): number => [...value.toString(2)].filter((x) => x === '1').length;
    const corners = range(2 ** Math.min(inputs, 6)).map((corner) =>
      this.infer(
        range(inputs).map((input) => {
          const mask = inputs <= 6 ? 2 ** input : (input % 63) + 1;
          return ones(corner & mask) % 2 === 1 ? 32768n : 0n;
        }),
      ).map((unit) => unit >> 3n),
    );
    const count = BigInt(corners.length);
    let deviations = 0n;
    let ranges = 0n;
    for (const output of range(at(this.#sizes, this.#sizes.length - 1))) {
      const values = corners.map((corner) => at(corner, output));
      const sum = values.reduce((all, value) => all + value, 0n);
      const squares = values.reduce((all, value) => all + value * value, 0n);
      let root = 0n;
      for (let bit = 31n; bit >= 0n; bit -= 1n) {
        if ((root + (1n << bit)) ** 2n <= count * squares - sum * sum) root += 1n << bit;
      }
      deviations += root;
      const sorted = [...values].sort((a, b) => Number(a - b));
      ranges += at(sorted, sorted.length - 1) - at(sorted, 0);
    }
    const outputs = BigInt(at(this.#sizes, this.#sizes.length - 1));
    return deviations >= 410n * outputs * count && ranges >= 1434n * outputs;
  }

  /** Multiples of a draw: of the weights of the first layer, of all others, of the biases. */
  #draw(random: ReferenceRng, amounts: readonly [bigint, bigint, bigint], add: boolean): void {
    const [first, others, biases] = amounts;
    for (const [index, layer] of this.#layers.entries()) {
      let root = 0n;
      while ((root + 1n) ** 2n * BigInt(layer.inputs) <= 1n << 32n) root += 1n;
      const scale = 32768n - this.#spread + ((this.#spread * (root >> 1n)) >> 15n);
      const drawn = (limit: bigint, amount: bigint): bigint => {
        const room = limit >= 27n ? scale : scale >> (27n - limit);
        return (((random.signed() * room) >> 15n) * amount) >> 19n;
      };
      for (const row of layer.weights) {
        for (const [j, weight] of row.entries()) {
          const amount = index === 0 ? first : others;
          const moved = (add ? weight : 0n) + drawn(layer.weightLimit, amount);
          row[j] = saturate(moved, layer.weightLimit);
        }
      }
      for (const [i, bias] of layer.biases.entries()) {
        layer.biases[i] = saturate((add ? bias : 0n) + drawn(BIAS_LIMIT, biases), BIAS_LIMIT);
      }
    }
  }

  /** Values of every layer: inputs minus one half, hidden activations Q1.14, outputs Q0.15. */
  #forward(inputs: readonly bigint[]): bigint[][] {
    const values = [inputs.map((input) => (input > 32768n ? 32768n : input) - 16384n)];
    for (const [index, layer] of this.#layers.entries()) {
      const before = at(values, index);
      const last = index === this.#layers.length - 1;
      const cut = index === 0 ? 17n : 16n;
      values.push(
        layer.weights.map((row, i) => {
          let sum = at(layer.biases, i) >> 2n;
          for (const [j, weight] of row.entries()) sum += (weight >> cut) * at(before, j);
          if (abs(sum) > 1n << 31n) throw new RangeError(`sum ${sum} leaves 32 bits`);
          return last ? 16384n + referenceHalfTanh(sum, 20n) : referenceHalfTanh(sum, 19n);
        }),
      );
    }
    return values;
  }

  infer(inputs: readonly bigint[]): readonly bigint[] {
    return at(this.#forward(inputs), this.#layers.length);
  }

  /** Trains exactly so many passes; returns nothing, see `loss` and weights(). */
  train(examples: readonly ReferenceExample[], learningRate: number, passes: number): void {
    const rate = BigInt(Math.floor(Math.fround(Math.fround(learningRate) * 65536 + 0.5)));
    const scaled = (step: bigint): bigint => clamp((step * rate) >> 16n, 128n, 1n << 28n);
    const first = scaled(6710886n);
    const largest = scaled(13421773n);
    const steps = this.weights().map((): Step => ({ size: first & ~1n, sign: 0n }));
    for (let pass = 0; pass < passes; pass += 1) {
      const gradient = this.weights().map(() => 0n);
      let squares = 0n;
      for (const example of examples) squares += this.#learn(example, examples.length, gradient);
      this.loss = squares / BigInt(examples.length * at(this.#sizes, this.#sizes.length - 1));
      this.#update(gradient, steps, largest);
    }
  }

  /** Adds the gradients of one example and returns its squared errors, Q0.30. */
  #learn(example: ReferenceExample, count: number, gradient: bigint[]): bigint {
    const values = this.#forward(example.inputs);
    const outputs = at(values, this.#layers.length);
    let squares = 0n;
    let deltas = outputs.map((y, i) => {
      const error = y - at(example.outputs, i);
      squares += error * error;
      return round(error * ((y * (32768n - y)) >> 15n), 30n - this.#deltaBits);
    });
    let shift = 0n;
    while (8 * 2 ** Number(shift) < count) shift += 1n;
    let end = gradient.length;
    for (let index = this.#layers.length - 1; index >= 0; index -= 1) {
      const { inputs, outputs: rows, weights } = at(this.#layers, index);
      const before = at(values, index);
      const begin = end - (inputs + 1) * rows;
      for (const [i, delta] of deltas.entries()) {
        const small = round(delta, shift);
        for (const [j, value] of before.entries()) {
          const k = begin + i * inputs + j;
          gradient[k] = at(gradient, k) + small * value;
        }
        const k = begin + rows * inputs + i;
        gradient[k] = at(gradient, k) + small;
      }
      for (const sum of gradient.slice(begin, end)) {
        if (abs(sum) > 1n << 31n) throw new RangeError(`gradient ${sum} leaves 32 bits`);
      }
      if (index > 0) {
        const { deltaLimit } = at(this.#layers, index - 1);
        deltas = before.map((a, j) => {
          let sum = 0n;
          for (const [i, delta] of deltas.entries()) sum += (at(at(weights, i), j) >> 16n) * delta;
          if (abs(sum) > 1n << 31n) throw new RangeError(`propagated ${sum} leaves 32 bits`);
          const slope = ((1n << 28n) - a * a) >> 14n;
          return saturate((256n + ((sum * slope) >> 16n)) >> 9n, deltaLimit);
        });
      }
      end = begin;
    }
    return squares;
  }

  #update(gradient: readonly bigint[], steps: Step[], largest: bigint): void {
    let next = 0;
    const moved = (weight: bigint, limit: bigint): bigint => {
      const g = at(gradient, next);
      const step = at(steps, next);
      next += 1;
      return saturate(weight + iRpropMinus(g, step, largest), limit);
    };
    for (const layer of this.#layers) {
      for (const row of layer.weights) {
        for (const [j, weight] of row.entries()) row[j] = moved(weight, layer.weightLimit);
      }
      for (const [i, bias] of layer.biases.entries()) layer.biases[i] = moved(bias, BIAS_LIMIT);
    }
  }
}

/** What a weight moves by; the step changes. Sizes are odd while a sign is remembered. */
function iRpropMinus(gradient: bigint, step: Step, largest: bigint): bigint {
  const sign = gradient > 0n ? 1n : gradient < 0n ? -1n : 0n;
  if (sign === 0n) {
    step.size &= ~1n;
    step.sign = 0n;
    return 0n;
  }
  if (step.sign === -sign) {
    step.size = clamp((step.size >> 1n) & ~1n, 128n, largest);
    step.sign = 0n;
    return 0n;
  }
  if (step.sign === sign) step.size = clamp(step.size + (step.size >> 2n), 0n, largest);
  step.size |= 1n;
  step.sign = sign;
  return -sign * step.size;
}
