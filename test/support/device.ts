/** `npm run test:device [-- file ...]`: runs the tests in the emulated Cortex-M33 (QEMU). */
import { spawnSync } from 'node:child_process';
import { missingTools } from './qemu.ts';

const missing = missingTools();
if (missing === undefined) {
  const places = process.argv.slice(2);
  const run = ['--import', 'tsx', 'test/support/run.ts'];
  const chosen = places.length > 0 ? places : ['test/device'];
  const { status } = spawnSync(process.execPath, [...run, ...chosen], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error(missing);
  process.exitCode = 1;
}
