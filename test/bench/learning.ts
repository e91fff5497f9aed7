/** Learning: what comes back of what was taught, what lies between, and how long it takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { UNIT_ONE } from '../../build/ts/contract.ts';
import { MODES } from '../../build/ts/registry.ts';
import { type Bench, figure, median, type Table } from '../../scripts/bench/bench.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { Native } from '../support/native.ts';
import { Device, missingTools } from '../support/qemu.ts';
import { untaught } from './learning/untaught.ts';

const FOLDER = 'test/bench/learning';
const SEEDS = 20;
const MHZ = 150;
/** Cycles an instruction of the Cortex-M33 takes, with its waits for memory. */
const CYCLES = 1.3;
const SLICE_BUDGET = 256; // as the page trains

const NAMES: Readonly<Record<string, string>> = {
  ours: 'ours: 8 passes and anchors',
  'ours-trained': 'ours, after Train',
  network: 'the network alone, 1,000 passes',
  lively: 'from lively weights, 8 passes, anchors',
  pseudo: 'pseudo-examples between neighbours, 60 passes, anchors',
  wide: 'one layer of 40, 8 passes, anchors',
  ensemble: 'mean of 4 networks, 8 passes, anchors',
  decay: 'float network, 10 hidden, weight decay, anchors',
  rapidlib: 'float network as RapidLib makes it',
  nearest: 'four nearest examples',
  rbf: 'RBF, linear kernel',
};

type Lines = readonly (readonly string[])[];

/** Rows `model, cells…` of one kind of line, one row a model; `counts` side by side. */
function rows(lines: Lines, kind: string, inputs: number, cells: readonly number[]): string[][] {
  return Object.entries(NAMES).map(([model, name]) => {
    const own = lines.filter(
      ([first, second, third]) => first === kind && second === model && third === String(inputs),
    );
    return [name, ...cells.flatMap((cell) => own.map((words) => words[cell] ?? ''))];
  });
}

/** What lies between random sounds. */
const between = (
  lines: Lines,
  kind: string,
  inputs: number,
  title: string,
  note: string,
): Table => ({
  columns: [
    title,
    '5',
    '8',
    '15',
    '30',
    'slope p99 of 5',
    '8',
    '15',
    '30',
    'moved by one more than 5',
    '8',
    '15',
    '30',
  ],
  rows: rows(lines, kind, inputs, [4, 5, 6]),
  notes: [note],
});

function tablesOf(lines: Lines, inputs: number, note: string): Table[] {
  return [
    {
      columns: [
        `at taught places, ${inputs}-D, random sounds: mean error with`,
        '1',
        '15',
        '60',
        '64',
        'worst param with 1',
        '15',
        '60',
        '64',
      ],
      rows: rows(lines, 'taught', inputs, [4, 5]),
      notes: [note],
    },
    {
      columns: [
        `taught pitch over five octaves, ${inputs}-D, cents: median with`,
        '1',
        '15',
        '60',
        '64',
        'p95 with 1',
        '15',
        '60',
        '64',
      ],
      rows: rows(lines, 'taught', inputs, [6, 7]),
    },
    between(
      lines,
      'random',
      inputs,
      `between random sounds, ${inputs}-D: lines that turn back by > 5 %, of`,
      `${note} Lines lie between Gabriel neighbours; each output counts. Slope: of an output, in ranges per range of an input. Moved: mean change of the outputs at places more than 0.35 away from the added example.`,
    ),
    between(
      lines,
      'apart',
      inputs,
      `between random sounds that lie apart, ${inputs}-D: lines that turn back by > 5 %, of`,
      `${note} Each example at the farthest of five random places from those before, and of lines those whose ends are at least 5 % of the range apart: of equal ends any bend counts as turning back. So laid out, the network alone and the RBF have the slopes that the bars were set by. Promised in 2-D: 16, 15, 16 and 16 % of lines; slopes of 1.8, 2.5, 3.5 and 4.5; moved by 0.08.`,
    ),
    {
      columns: [
        `10 examples of a teacher, ${inputs}-D`,
        'RMSE, smooth 0.3',
        '0.5',
        '0.8',
        'monotone: turns back by > 1 %',
        '> 5 %',
        'RMSE',
      ],
      rows: rows(lines, 'smooth', inputs, [4, 5, 6]).map((row, index) => [
        ...row,
        ...(rows(lines, 'monotone', inputs, [4, 5, 6])[index] ?? []).slice(1),
      ]),
      notes: [
        `${note} Smooth: samples of a Gaussian process of that length. Monotone: logistic(A(x − ½) + b).`,
      ],
    },
  ];
}

async function quality(seeds: number): Promise<Table[]> {
  const native = await Native.compile({ sources: [`${FOLDER}/main.cc`] });
  try {
    const lines: string[][] = [];
    for (const model of Object.keys(NAMES)) {
      for (const inputs of ['2', '4']) {
        lines.push(...(await native.words(String(seeds), model, inputs)));
      }
    }
    return [2, 4].flatMap((inputs) =>
      tablesOf(lines, inputs, `Seeds 1 to ${seeds}; ${seeds} tasks a figure.`),
    );
  } finally {
    native.remove();
  }
}

/** What the training settings change between the taught places, one setting at a time. */
async function settings(seeds: number): Promise<Table> {
  const native = await Native.compile({ sources: [`${FOLDER}/settings.cc`] });
  try {
    const lines: string[][] = [];
    for (const name of ['learning_rate', 'max_iterations', 'min_error']) {
      lines.push(...(await native.words(String(seeds), name)));
    }
    return {
      columns: [
        'Train with 10 sounds on a pad',
        'passes, median',
        'reached the target error, %',
        'the network alone misses a sound by, %',
        'lines that turn back by > 5 %, %',
        'slope p99',
        'the map changes by, %',
      ],
      rows: lines.map(([name, value, ...cells]) => [`${name} ${value}`, ...cells]),
      notes: [
        `Seeds 1 to ${seeds}: random sounds, 2 inputs. The other two settings are 1.0, 1,000 and 0.001; max_iterations is measured with min_error 0. Misses (RMS) and the change of the map (mean over 100 places, against the map before Train) are in parts of a param's range. Lines and slope as above.`,
      ],
    };
  } finally {
    native.remove();
  }
}

/** Milliseconds from teaching the last of `count` sounds until the map has it, as the page learns. */
function taughtToHeard(count: number): number {
  const mode = MODES.find(({ modeId }) => modeId === 'paf_synth');
  if (mode === undefined) throw new Error('paf_synth is gone');
  const module = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));
  const page = new WasmInstrument(new Abi(new WebAssembly.Instance(module)), modeSpec(mode));
  const sound = new WasmInstrument(new Abi(new WebAssembly.Instance(module)), modeSpec(mode));
  let state = 1;
  const unit = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.round((state / 2 ** 32) * UNIT_ONE);
  };
  const teach = () => page.addExample(mode.channels.map(unit), mode.params.map(unit));
  const times: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    page.clearExamples();
    for (let i = 1; i < count; i += 1) teach();
    const start = performance.now();
    teach();
    while (page.trainProgress().state === 'running') page.trainStep(SLICE_BUDGET);
    sound.load(page.save());
    if (turn > 1) times.push(performance.now() - start);
  }
  return median(times);
}

async function speed(): Promise<Table> {
  const missing = missingTools();
  if (missing !== undefined) throw new Error(missing);
  const device = await Device.compile({ sources: [`${FOLDER}/device.cc`] });
  try {
    const { code, output } = await device.run(600);
    if (code !== 0) throw new Error(`exit ${code}: ${output.slice(-500)}`);
    const found = new Map(output.split('\n').map((line) => [line.replace(/ \d+$/, ''), line]));
    const at = (what: string, count: number): number =>
      Number(found.get(`${what} ${count}`)?.split(' ').at(-1));
    return {
      columns: [
        'examples, 4-10-10-14-33',
        'inference on a Cortex-M33, instructions',
        'learning them, instructions',
        'ms at 150 MHz',
        'longest step, instructions',
        'taught to heard in V8, ms',
      ],
      rows: [1, 10, 15, 30, 60, 64].map((count) => [
        String(count),
        figure(at('infer', count)),
        figure(at('fit', count)),
        figure((at('fit', count) * CYCLES) / (MHZ * 1000)),
        figure(at('unit', count)),
        figure(taughtToHeard(count)),
      ]),
      notes: [
        `Exact counts in the emulator; ${CYCLES} cycles an instruction. Promised: inference with 10 examples 2,600; 15 examples in 150 ms and 60 in 600 ms on the board, in 10 and 60 ms in a browser. In V8: from the last example until the instance that plays has taken the taught file.`,
      ],
    };
  } finally {
    device.remove();
  }
}

/** Engines to look for sounds in, and the ways to look in the order they are printed. */
const EXPLORED = ['paf_synth', 'fm_voice'] as const;
const WAYS = [
  'Explore: a plane, 25 places heard',
  'Surprise me: a random sound',
  'random sounds, 25 heard',
] as const;
const PRESSES = [1, 2, 3, 5, 7, 10] as const;

/** Tasks of one call of the program, so that it ends in time on a busy machine. */
const BATCH = 4;

async function exploring(seeds: number): Promise<Table> {
  const sources = ['dsp', 'engines', 'instrument', 'abi'].flatMap((folder) =>
    readdirSync(`firmware/${folder}`)
      .filter((name) => name.endsWith('.cc'))
      .map((name) => `firmware/${folder}/${name}`),
  );
  const native = await Native.compile({ sources: [`${FOLDER}/explore.cc`, ...sources] });
  const left = new Map<string, number[]>();
  try {
    for (const engine of EXPLORED) {
      for (let first = 1; first <= seeds; first += BATCH) {
        const last = Math.min(seeds, first + BATCH - 1);
        const lines = await native.words(engine, String(first), String(last));
        for (const [at, [, , , ...course]] of lines.entries()) {
          const share = (last - first + 1) / seeds;
          const row = left.get(`${engine} ${at}`) ?? course.map(() => 0);
          left.set(
            `${engine} ${at}`,
            row.map((sum, press) => sum + share * Number(course[press])),
          );
        }
      }
    }
  } finally {
    native.remove();
  }
  const rows = WAYS.map((way, at) => [
    way,
    ...EXPLORED.flatMap((engine) =>
      PRESSES.map((press) => (left.get(`${engine} ${at}`)?.[press - 1] ?? Number.NaN).toFixed(2)),
    ),
    (
      EXPLORED.reduce((sum, engine) => sum + (left.get(`${engine} ${at}`)?.[9] ?? 0), 0) /
      EXPLORED.length
    ).toFixed(2),
  ]);
  return {
    columns: [
      'looking for a hidden sound: distance left after',
      ...EXPLORED.flatMap((engine) => PRESSES.map((press) => `${engine}, ${press}`)),
      'mean after 10',
    ],
    rows,
    notes: [
      `Seeds 1 to ${seeds}. Start and target are random sounds of all params but the level; distance: RMS of the level of 32 mel bands in three parts of half a second, in dB, heard with an error of a tenth; the start is 1. Of a plane the best place is liked; where none beats the middle it is disliked. Promised: 0.50, and 0.05 better than random sounds, one a press.`,
    ],
  };
}

export const bench: Bench = {
  title: 'Learning',
  about:
    'How an instrument learns sounds: what comes back at the places where they were taught, what lies between, what one more changes, and how long it takes; beside other ways to learn, in one run. 33 outputs; hidden layers 10-10-14 unless said otherwise.',
  rivals: false,
  run: async (quick) => [
    await speed(),
    await exploring(quick ? 2 : 3 * SEEDS),
    ...(await quality(quick ? 2 : SEEDS)),
    await settings(quick ? 2 : SEEDS),
    untaught(quick ? 10 : 100),
  ],
};
