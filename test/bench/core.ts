/** The learning core: instructions, size and memory on a Cortex-M33, speed elsewhere, how it learns. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { MODES } from '../../build/ts/registry.ts';
import { structName } from '../../dsl/identifiers.ts';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';
import { compileWasm } from '../../scripts/compile-wasm.ts';
import { coreSize, PROMISED_SIZE } from '../support/core-size.ts';
import { Native } from '../support/native.ts';
import { Device, missingTools } from '../support/qemu.ts';

const FOLDER = 'test/bench/core';
const EXAMPLES = 16;
/** What helps the float32 rival and means nothing to integers. */
const RIVAL_FLAGS = ['-ffp-contract=fast', '-fno-math-errno'];

/** Compiles a program for the emulated board and hands it over; the compiled file goes afterwards. */
async function onDevice<T>(source: string, use: (device: Device) => Promise<T> | T): Promise<T> {
  const missing = missingTools();
  if (missing !== undefined) throw new Error(missing);
  const device = await Device.compile({ sources: [source], flags: RIVAL_FLAGS });
  try {
    return await use(device);
  } finally {
    device.remove();
  }
}

/** Lines of words: the last is a number, those before say what it is of. */
async function counts(device: Device): Promise<Map<string, number>> {
  const { code, output } = await device.run(600);
  if (code !== 0) throw new Error(`exit ${code}: ${output.slice(-500)}`);
  return new Map(
    output
      .trim()
      .split('\n')
      .map((line) => {
        const words = line.split(' ');
        return [words.slice(0, -1).join(' '), Number(words.at(-1))];
      }),
  );
}

async function instructions(): Promise<Table[]> {
  const found = await onDevice(`${FOLDER}/device.cc`, counts);
  const at = (what: string, shape: string): number => found.get(`${what} ${shape}`) ?? Number.NaN;
  const row = (name: string, shape: string): string[] => [
    name,
    figure(at('forward', shape)),
    ratio(at('forward', shape), at('forward', 'float')),
    figure(at('example', shape)),
    ratio(at('example', shape), at('example', 'float')),
    shape === 'float' ? 'in the example' : figure(at('update', shape)),
  ];
  const grown = (times: number): string[] => {
    const [fixed, arena] = [`fixed-${times}`, `arena-${times}`];
    const sizes = [10, 10, 14].map((size) => size * times);
    const columns = ['forward', 'example', 'update'].flatMap((what) => [
      figure(at(what, fixed)),
      figure(at(what, arena)),
    ]);
    return [['4', ...sizes, '33'].join('-'), ...columns];
  };
  return [
    {
      columns: [
        'Cortex-M33, 4-10-10-14-33, -O3',
        'forward, instructions',
        'to float32',
        'training, one example',
        'to float32',
        'update per pass',
      ],
      rows: [
        row('ours, shape constant', 'fixed-1'),
        row('ours, shape at run time', 'arena-1'),
        row('float32 with FPU, tanhf, expf, gradient descent', 'float'),
      ],
      notes: [
        'Exact counts in the emulator. Promised: forward 1,700 (shape at run time 4,500), an example 6,500 (13,000), an update 30,000. float32 is hand-written C++ with a constant shape, the C library of the Debian compiler and contracted multiply-adds.',
      ],
    },
    {
      columns: [
        'growth, instructions',
        'forward',
        'at run time',
        'example',
        'at run time',
        'update',
        'at run time',
      ],
      rows: [1, 2, 4, 8].map(grown),
      notes: ['Rows of up to 16 inputs keep them in registers; wider rows reload them.'],
    },
  ];
}

async function codeSize(): Promise<Table> {
  const { code, tables } = await coreSize();
  return {
    columns: ['code and tables, Cortex-M33, -O3', 'bytes', 'promised'],
    rows: [
      ['inference, training, examples, exploring, undo', figure(code), figure(PROMISED_SIZE.code)],
      ['tables', figure(tables), figure(PROMISED_SIZE.tables)],
    ],
    notes: ['The whole learning core of one mode as a program, including its main function.'],
  };
}

/** Bytes of RAM of every mode's network, from the generated headers. */
async function memory(): Promise<Table> {
  mkdirSync('out/bench', { recursive: true });
  const source = 'out/bench/core_ram.cc';
  const modes = MODES.map(({ modeId }) => modeId);
  const lines = [
    '#include <cstdio>',
    '#include "board/mps2/semihosting.h"',
    '#include "core/mlp.h"',
    ...modes.map((mode) => `#include "modes/${mode}.h"`),
    'template <class Net> void say(const char* mode) {',
    '  char line[80];',
    '  std::snprintf(line, sizeof line, "%s %u\\n", mode, static_cast<unsigned>(sizeof(Net)));',
    '  ens::semihosting::write(line);',
    '}',
    'int main() {',
    ...modes.map(
      (mode) =>
        `  say<ens::FixedMlp<ens::modes::${structName(mode)}::kLayers, ${EXAMPLES}>>("${mode}");`,
    ),
    '  return 0;',
    '}',
  ];
  writeFileSync(source, `${lines.join('\n')}\n`);
  try {
    const found = await onDevice(source, counts);
    return {
      columns: ['RAM, shape constant', 'layers', 'bytes'],
      rows: MODES.map(({ modeId, layers }) => [
        modeId,
        layers.join('-'),
        figure(found.get(modeId) ?? Number.NaN),
      ]),
      notes: [
        `All the memory a network ever uses, known at compile time: weights, inference weights, undo, training, and room for ${EXAMPLES} examples.`,
      ],
    };
  } finally {
    rmSync(source);
  }
}

type Speeds = Map<string, number[]>;

async function hostSpeeds(times: number): Promise<Speeds> {
  const native = await Native.compile({ sources: [`${FOLDER}/speed.cc`], flags: ['-O3'] });
  try {
    const { code, stdout } = await native.run(String(times));
    if (code !== 0) throw new Error(`exit ${code}`);
    const speeds: Speeds = new Map();
    for (const [, name = '', speed] of stdout.matchAll(/^(\w+) (\d+) /gm)) {
      speeds.set(name, [...(speeds.get(name) ?? []), Number(speed)]);
    }
    return speeds;
  } finally {
    native.remove();
  }
}

async function wasmSpeeds(times: number): Promise<Speeds> {
  const files = ['speed.cc', 'float_net.h'].map((name) => `${FOLDER}/${name}`);
  const bytes = await compileWasm({
    sources: [`${FOLDER}/speed.cc`],
    replaced: new Map(files.map((file) => [file, readFileSync(file, 'utf8')])),
    flags: ['-lc', '-lm'],
  });
  const { exports } = (await WebAssembly.instantiate(bytes, {})).instance;
  const call = (name: string, ...args: number[]): void => {
    const run = exports[name];
    if (typeof run !== 'function') throw new TypeError(`no export ${name}`);
    run(...args);
  };
  call('prepare');
  const speeds: Speeds = new Map();
  for (let round = 0; round < 6; round += 1) {
    for (const [name, label] of [
      ['fixed', 'fixed'],
      ['arena', 'arena'],
      ['rival', 'float'],
    ] as const) {
      const start = performance.now();
      call(name, times);
      const speed = (1000 * times) / (performance.now() - start);
      if (round > 0) speeds.set(label, [...(speeds.get(label) ?? []), speed]);
    }
  }
  return speeds;
}

async function speed(quick: boolean): Promise<Table> {
  const times = quick ? 5_000 : 400_000;
  const [host, wasm] = [await hostSpeeds(times), await wasmSpeeds(times)];
  const row = (name: string, key: string): string[] => [
    name,
    ...[host, wasm].flatMap((speeds) => {
      const [own, rival] = [median(speeds.get(key) ?? []), median(speeds.get('float') ?? [])];
      return [figure(own), ratio(own, rival)];
    }),
  ];
  return {
    columns: [
      'inferences per second, 4-10-10-14-33',
      'host, g++ -O3',
      'to float32',
      'wasm in V8',
      'to float32',
    ],
    rows: [
      row('ours, shape constant', 'fixed'),
      row('ours, shape at run time', 'arena'),
      row('float32, tanhf and expf', 'float'),
    ],
    notes: [
      'Alternating in one run, median of five. float32 is the same network in C++, built with the same compilers; wasm uses its compiler’s C library.',
    ],
  };
}

const RULES: Readonly<Record<string, string>> = {
  sgd: 'gradient descent, double',
  momentum: 'momentum ½, double',
  irprop: 'ours: batch iRprop−, fixed point',
};
const ruleName = (words: readonly string[]): string => `${RULES[words[1] ?? '']}, rate ${words[2]}`;
/** Passes over the limit are printed as 1,001. */
const passes = (text = ''): string => (text === '1001' ? 'not in 1,000' : figure(Number(text)));

async function optimisers(quick: boolean): Promise<Table[]> {
  const native = await Native.compile({ sources: [`${FOLDER}/optimisers.cc`], flags: ['-O2'] });
  try {
    const seeds = quick ? 3 : 100;
    const lines = await native.words(String(seeds));
    const of = (kind: string): string[][] => lines.filter(([first]) => first === kind);
    return [
      {
        columns: ['uniform random targets', 'examples', `converged of ${seeds}`, 'median', 'p90'],
        rows: of('uniform').map((w) => [
          ruleName(w),
          w[3] ?? '',
          w[4] ?? '',
          passes(w[5]),
          passes(w[6]),
        ]),
        notes: [
          'Passes until the error is 0.001, at most 1,000; 4-10-10-14-33; same initial weights. Gradients are those of the mean squared error.',
        ],
      },
      {
        columns: ['gestures', 'points', 'reverse by > 1 %', 'reverse by > 5 %', 'median passes'],
        rows: of('teacher').map((w) => [
          ruleName(w),
          w[3] ?? '',
          `${w[5]} %`,
          `${w[6]} %`,
          passes(w[7]),
        ]),
        notes: [
          'Teacher: logistic(A(x − ½) + b), A uniform in ±3, b in ±1. The share of outputs that, along the line between two taught points, reverse direction by more than 1 % or 5 % of the range; promised at most 10 % and 1.5 %.',
        ],
      },
      {
        columns: [
          'one more example',
          'examples',
          'error on the old ones before',
          'after',
          'mean passes',
        ],
        rows: of('retention').map((w) => [
          ruleName(w),
          w[3] ?? '',
          w[4] ?? '',
          w[5] ?? '',
          figure(Number(w[6])),
        ]),
      },
      {
        columns: ['loss after passes', '1', '2', '5', '10', '20', '50', '100', '200'],
        rows: of('losses').map((w) => [`learning rate ${w[1]}`, ...w.slice(2)]),
        notes: ['Mean over all seeds; ten uniform random examples.'],
      },
      {
        columns: ['capacity of 4-10-10-14-33: examples', `converged of ${seeds}`, 'median loss'],
        rows: of('capacity').map((w) => [w[1] ?? '', w[2] ?? '', w[3] ?? '']),
        notes: [
          'Uniform random targets, 1,000 passes. Many more gestures than noise examples fit, because their outputs are related.',
        ],
      },
    ];
  } finally {
    native.remove();
  }
}

export const bench: Bench = {
  title: 'Learning core',
  about:
    'The fixed-point network of firmware/core: its cost on a Cortex-M33, natively and in wasm, compared with the same network in float32, and how its training rule compares with others.',
  rivals: false,
  run: async (quick) => [
    ...(await instructions()),
    await codeSize(),
    await memory(),
    await speed(quick),
    ...(await optimisers(quick)),
  ],
};
