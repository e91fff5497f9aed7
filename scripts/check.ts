/** One command that checks all that can be checked without running the product: `npm run check`. */
import { spawnSync } from 'node:child_process';

const steps: readonly (readonly [string, readonly string[]])[] = [
  ['types', ['npx', 'tsc', '--noEmit']],
  ['format and lint', ['npx', 'biome', 'check', '--error-on-warnings', '.']],
  ['C++ format', [process.execPath, '--import', 'tsx', 'scripts/format-cpp.ts', '--check']],
  [
    'generated files',
    [process.execPath, '--import', 'tsx', 'scripts/gen.ts', '--check', '--strict'],
  ],
  ['licences', [process.execPath, '--import', 'tsx', 'scripts/licences.ts']],
];

let failed = 0;
for (const [name, [command = '', ...args]] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
