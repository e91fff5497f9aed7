/**
 * Checks everything that can be checked without running the product: `npm run check`. Arguments name single steps,
 * as in `npm run check -- types`.
 */
import { spawnSync } from 'node:child_process';

const steps: readonly (readonly [string, readonly string[]])[] = [
  // Without --force, TypeScript 7.0 misses what a changed declaration of a global breaks in other files.
  ['types', ['npx', 'tsc', '--build', '--force']],
  ['format and lint', ['npx', 'biome', 'check', '--error-on-warnings', '.']],
  ['C++ format', [process.execPath, '--import', 'tsx', 'scripts/format-cpp.ts', '--check']],
  [
    'generated files',
    [process.execPath, '--import', 'tsx/esm', 'scripts/gen.ts', '--check', '--strict'],
  ],
  ['licences', [process.execPath, '--import', 'tsx', 'scripts/licences.ts']],
];

const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, [command = '', ...args]] of steps) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
