/** The golden runs of test/firmware/core, written by the BigInt reference. */
import { crc32 } from '../../src/shared/crc32.ts';
import { ReferenceExplorer } from './reference-explorer.ts';
import { ReferenceLearner } from './reference-learner.ts';
import {
  type ReferenceExample,
  ReferenceMlp,
  ReferenceRng,
  type Untaught,
} from './reference-mlp.ts';

interface GoldenCase {
  readonly sizes: readonly number[];
  readonly seed: number;
  readonly spread: number;
  readonly learningRate: number;
  readonly examples: number;
  readonly mostPasses: number;
}

const TINY = [1, 1, 1];
const SMALL = [3, 6, 5, 4];
const VOICE = [4, 10, 10, 14, 33];
const DEEP = [5, 7, 3, 9, 2, 6, 4, 8, 5, 3];
const WIDE = [64, 256, 128];

const rows: readonly (readonly [number[], number, number, number, number, number])[] = [
  [TINY, 1, 0, 1, 1, 1000],
  [TINY, 2, 32768, 3, 2, 1000],
  [SMALL, 3, 16384, 1, 3, 1000],
  [SMALL, 4, 0, 0.1, 9, 1000],
  [SMALL, 5, 32768, 100, 4, 1000],
  [VOICE, 6, 16384, 1, 4, 1000],
  [VOICE, 7, 9830, 1, 10, 1000],
  [VOICE, 8, 32768, 0.03, 3, 10],
  [DEEP, 9, 16384, 1, 5, 1000],
  [DEEP, 10, 3, 10, 17, 10],
  [WIDE, 11, 0, 1, 2, 10],
  [WIDE, 12, 32768, 3, 33, 1],
];
export const GOLDEN_CASES: readonly GoldenCase[] = rows.map(
  ([sizes, seed, spread, learningRate, examples, mostPasses]) => ({
    sizes,
    seed,
    spread,
    learningRate,
    examples,
    mostPasses,
  }),
);

const FULL_WEIGHTS = 1000;

function exampleValue(random: ReferenceRng): bigint {
  const bits = random.next();
  if ((bits & 7n) === 0n) return 0n;
  if ((bits & 7n) === 1n) return 32768n;
  return bits >> 17n;
}

function weightLine(label: string, net: ReferenceMlp): string {
  const weights = net.weights();
  if (weights.length <= FULL_WEIGHTS) return [label, ...weights].join(' ');
  const words = Int32Array.from(weights, Number);
  const bytes = new Uint8Array(words.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of words.entries()) view.setInt32(index * 4, word, true);
  return [label, crc32(bytes), ...weights.slice(0, 16)].join(' ');
}

function outputLines(net: ReferenceMlp, examples: readonly ReferenceExample[]): string[] {
  const places = examples.map((example) => example.inputs);
  const ends = [0n, 16384n, 32768n].map((value) => (places[0] ?? []).map(() => value));
  return [...places, ...ends].map((inputs) => ['outputs', ...net.infer(inputs)].join(' '));
}

/** The lines of one case; `most` cuts the longer trainings. */
export function referenceCase(which: GoldenCase, most = which.mostPasses): string[] {
  const { sizes, seed, spread, learningRate } = which;
  const net = new ReferenceMlp(sizes, BigInt(seed), BigInt(spread));
  const random = new ReferenceRng(BigInt(seed + 1000));
  const examples = Array.from({ length: which.examples }, () => ({
    inputs: Array.from({ length: sizes[0] ?? 0 }, () => exampleValue(random)),
    outputs: Array.from({ length: sizes.at(-1) ?? 0 }, () => exampleValue(random)),
  }));
  const lines = [`case ${sizes.join(' ')} seed ${seed}`, weightLine('drawn', net)];
  lines.push(...outputLines(net, examples));
  const drawn = net.weights();
  for (const passes of [1, 10, 1000].filter((count) => count <= Math.min(most, which.mostPasses))) {
    net.restore(drawn);
    net.train(examples, learningRate, passes);
    lines.push(`passes ${passes} ${net.loss}`, weightLine('weights', net));
  }
  if (most < which.mostPasses) return lines;
  lines.push(...outputLines(net, examples));
  net.jitter(4096n);
  lines.push(weightLine('jittered', net));
  return lines;
}

const PAD = [2, 8, 8, 12];
const MANY = [64, 12, 128];
const KEYS = [5, 6, 7];
const FREE_PLACES = 5;

interface LearnerCase {
  readonly sizes: readonly number[];
  readonly seed: number;
  readonly spread: number;
  readonly lessons: number;
  readonly fineness: bigint;
  readonly passes: number;
  readonly untaught: Untaught;
  /** Above 0: places in a row so far apart, of sounds at one end and the other. */
  readonly apart: bigint;
}

type LearnerRow = readonly [
  number[],
  number,
  number,
  number,
  bigint,
  number,
  bigint?,
  bigint?,
  bigint?,
];

const learnerRows: readonly LearnerRow[] = [
  [TINY, 1, 16384, 0, 1n, 0],
  [TINY, 2, 16384, 5, 1n, 20],
  [PAD, 3, 16384, 1, 1n, 0],
  [PAD, 4, 16384, 2, 1n, 1],
  [PAD, 5, 16384, 64, 1n, 20],
  [PAD, 6, 16384, 20, 16384n, 0],
  [PAD, 7, 16384, 20, 8192n, 5],
  [VOICE, 8, 16384, 10, 1n, 5],
  [VOICE, 9, 16384, 70, 64n, 0],
  [DEEP, 10, 16384, 7, 1n, 2],
  [MANY, 11, 16384, 12, 1n, 0],
  [PAD, 12, 32768, 0, 1n, 0],
  [VOICE, 13, 32768, 0, 1n, 0],
  [VOICE, 14, 0, 0, 1n, 0],
  [DEEP, 15, 32768, 0, 1n, 0],
  [MANY, 16, 32768, 0, 1n, 0],
  [VOICE, 17, 16384, 0, 1n, 0, 0b1011n, 0x1_0000_8001n],
  [MANY, 18, 32768, 0, 1n, 0, 0xc000_0000_0000_0001n, 0xf000_0000_0000_0002n << 64n],
  [KEYS, 19, 16384, 25, 1n, 0, 0n, 0n, 258n],
  [KEYS, 20, 16384, 70, 1n, 3, 0n, 0n, 164n],
];
export const LEARNER_CASES: readonly LearnerCase[] = learnerRows.map(
  ([sizes, seed, spread, lessons, fineness, passes, atBottom = 0n, still = 0n, apart = 0n]) => ({
    sizes,
    seed,
    spread,
    lessons,
    fineness,
    passes,
    untaught: { atBottom, still },
    apart,
  }),
);

/** The steepest sounds: the other end of every parameter at each next place. */
function inRow({ inputs, outputs }: ReferenceExample, lesson: bigint, apart: bigint) {
  return {
    inputs: inputs.map((_, channel) => (channel === 0 ? lesson * apart : 0n)),
    outputs: outputs.map(() => (lesson % 2n === 0n ? 0n : 32768n)),
  };
}

/** The lines of one case of test/firmware/core/learner_golden.h. */
export function referenceLearnerCase(which: LearnerCase): string[] {
  const { sizes, seed, spread, fineness } = which;
  const learner = new ReferenceLearner(sizes, BigInt(seed), BigInt(spread), which.untaught);
  const random = new ReferenceRng(BigInt(seed + 2000));
  const inputs = () => Array.from({ length: sizes[0] ?? 0 }, () => exampleValue(random));
  const examples = Array.from({ length: which.lessons }, (_, lesson) => {
    const example = {
      inputs: inputs().map((value) => (value / fineness) * fineness),
      outputs: Array.from({ length: sizes.at(-1) ?? 0 }, () => exampleValue(random)),
    };
    return which.apart === 0n ? example : inRow(example, BigInt(lesson), which.apart);
  });
  if (examples.length > 0) learner.teach(examples);
  const answers = (): string[] => {
    const free = Array.from({ length: FREE_PLACES }, inputs);
    return [...examples.map((example) => example.inputs), ...free].map((place) =>
      ['outputs', ...learner.infer(place)].join(' '),
    );
  };
  const lines = [`learner ${sizes.join(' ')} seed ${seed}`, ...answers()];
  if (which.passes === 0) return lines;
  learner.train(1, which.passes);
  return [...lines, ...answers()];
}

interface ExploreCase {
  readonly params: number;
  readonly seed: number;
  readonly presses: number;
}

const exploreRows: readonly (readonly [number, number, number])[] = [
  [1, 1, 6],
  [2, 2, 12],
  [33, 3, 20],
  [33, 4_000_000_000, 45],
  [64, 5, 8],
  [128, 6, 9],
];
export const EXPLORE_CASES: readonly ExploreCase[] = exploreRows.map(([params, seed, presses]) => ({
  params,
  seed,
  presses,
}));

/** The lines of one case of test/firmware/core/explore_golden.h. */
export function referenceExploreCase({ params, seed, presses }: ExploreCase): string[] {
  const random = new ReferenceRng(BigInt(seed + 3000) & 0xffffffffn);
  const sound = Array.from({ length: params }, () => exampleValue(random));
  const fixed = sound.map((_, index) => index % 5 === 4);
  const explorer = new ReferenceExplorer(sound, fixed, BigInt(seed));
  const line = () => ['sound', explorer.reach, ...explorer.sound()].join(' ');
  const lines = [`explore ${params} ${seed}`];
  for (let press = 1; press <= presses; press += 1) {
    explorer.move(exampleValue(random), exampleValue(random));
    lines.push(line());
    explorer.press(press % 4 !== 0);
    if (press % 7 === 0) explorer.undo();
  }
  return [...lines, line()];
}
