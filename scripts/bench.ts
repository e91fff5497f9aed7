/** Measures and keeps what we promise in BENCHMARKS.md: `npm run bench -- [--quick] [name ...]`. */
import { parseArgs } from 'node:util';
import { runBenches } from './bench/run.ts';

const USAGE = `usage: npm run bench -- [--quick] [name ...]

  --quick  small sizes, a few seconds, printed only; without it results go to BENCHMARKS.md
  name     files of test/bench without their ending; none runs all`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  await runBenches({
    folder: 'test/bench',
    names: positionals,
    quick: values.quick,
    document: 'BENCHMARKS.md',
    print: console.log,
  });
} catch (error) {
  const usage = error instanceof RangeError || (error instanceof TypeError && 'code' in error);
  console.error(error instanceof Error ? error.message : error);
  if (usage) console.error(USAGE);
  process.exitCode = usage ? 2 : 1;
}
