/** Measures and keeps what we promise in BENCHMARKS.md: `npm run bench -- [--quick] [name ...]`. */
import { parseArgs } from 'node:util';
import { benchNames, runBenches } from './bench/run.ts';
import { runCommand } from './command-line.ts';

const FOLDER = 'test/bench';
const USAGE = `usage: npm run bench -- [--quick] [name ...]

  --quick  small sizes, a few seconds, printed only; without it results go to BENCHMARKS.md
  name     ${benchNames(FOLDER).join(', ')}; none runs all`;

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  await runBenches({
    folder: FOLDER,
    names: positionals,
    quick: values.quick,
    document: 'BENCHMARKS.md',
    print: console.log,
  });
  return 0;
});
