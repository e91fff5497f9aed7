/** Time and memory of validating, resolving and emitting many modes; quicktype on what it can do of it. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { modeJsonSchema } from '../../dsl/json-schema.ts';
import { type Bench, figure, median, ratio, type Table } from '../../scripts/bench/bench.ts';

interface Figures {
  readonly ms: number;
  readonly peakMb: number;
  readonly bytes: number;
}

const isFigures = (value: unknown): value is Figures =>
  typeof value === 'object' && value !== null && 'ms' in value && 'peakMb' in value;

/** Runs one measurement in a process of its own, so that peak memory and warm-up are its own. */
function measure(file: string, args: readonly string[], input = ''): Figures {
  const child = fileURLToPath(new URL(`./modes/${file}`, import.meta.url));
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const output = execFileSync(process.execPath, [...loader, child, ...args], {
    encoding: 'utf8',
    input,
  });
  const figures: unknown = JSON.parse(output);
  if (!isFigures(figures)) throw new Error(`${file} gave no figures: ${output}`);
  return figures;
}

/** Measures each in turn, several times, so that a busy minute hits all alike. */
function inTurns(works: readonly (() => Figures)[], times: number): Figures[] {
  const runs = Array.from({ length: times }, () => works.map((work) => work()));
  return works.map((_, index) => {
    const own = runs.flatMap((run) => run[index] ?? []);
    return {
      ms: median(own.map((run) => run.ms)),
      peakMb: median(own.map((run) => run.peakMb)),
      bytes: own[0]?.bytes ?? 0,
    };
  });
}

function scale(quick: boolean): Table {
  const counts = quick ? [10, 100] : [10, 100, 1000, 10_000];
  const works = counts.map((count) => () => measure('ours.ts', [String(count)]));
  const runs = inTurns(works, quick ? 1 : 5).map((figures, index) => {
    const count = counts[index] ?? 1;
    return { ...figures, count, each: figures.ms / count };
  });
  const base = runs.find((run) => run.count === 100)?.each ?? 1;
  return {
    columns: ['modes', 'CPU ms per mode', 'to 100 modes', 'peak memory, MB', 'output, MB'],
    rows: runs.map((run) => [
      figure(run.count),
      figure(run.each),
      ratio(run.each, base),
      figure(run.peakMb),
      figure(run.bytes / 1e6),
    ]),
    notes: [
      'Warm: after 300 other modes. Each mode has 33 parameters, three voice spaces and its own texts.',
    ],
  };
}

function rival(quick: boolean): Table {
  const schema = JSON.stringify(modeJsonSchema());
  const names = [
    'quicktype-core: types and readers',
    'Ensemble: types',
    'Ensemble: types, 10 modes validated, resolved, emitted',
  ];
  const runs = inTurns(
    [
      () => measure('quicktype.mjs', [], schema),
      () => measure('ours.ts', ['0', 'cold']),
      () => measure('ours.ts', ['10', 'cold']),
    ],
    quick ? 1 : 5,
  );
  const base = runs[0]?.ms ?? 1;
  return {
    columns: ['mode schema → C++ and TypeScript', 'CPU ms', 'to quicktype', 'peak memory, MB'],
    rows: runs.map((run, index) => [
      names[index] ?? '',
      figure(run.ms),
      ratio(run.ms, base),
      figure(run.peakMb),
    ]),
    notes: [
      'Each in a new process, including loading its modules; ours are loaded as TypeScript. quicktype writes types ' +
        'and readers for mode files and stops there: it has no values to emit and no rules to check, so the first table has no column for it.',
    ],
  };
}

export const bench: Bench = {
  title: 'Mode language',
  about:
    'Validating and resolving synthetic modes made from a seed, and emitting C++, TypeScript and reference cards, in memory.',
  rivals: true,
  run: async (quick) => [scale(quick), rival(quick)],
};
