/**
 * `npm run test:browser [-- file ...]`: builds, runs the browser tests in Debian's Chromium and, when all of
 * them ran, reports the line coverage of src/web and fails if it is too low.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { bundle } from '../../scripts/bundle.ts';
import { missingChromium } from '../../scripts/demo/chromium.ts';
import { COVERAGE_FOLDER, FULL_CHROMIUM } from './chromium.ts';
import { merge, report } from './web-coverage.ts';

const BAR = 0.85;

function main(places: readonly string[]): number {
  const run = ['--import', 'tsx', 'test/support/run.ts'];
  const chosen = places.length > 0 ? places : ['test/browser'];
  const { status } = spawnSync(process.execPath, [...run, ...chosen], { stdio: 'inherit' });
  const { table, share } = report(merge(COVERAGE_FOLDER, 'dist/web'));
  console.log(`\nlines of src/web that ran in Chromium:\n${table}`);
  const low = places.length === 0 && share < BAR;
  if (low) console.log(`FAIL: coverage of src/web is under ${BAR * 100} %`);
  return status === 0 && !low ? 0 : 1;
}

const WHAT = 'npm run test:browser';
const missing = missingChromium(WHAT) ?? missingChromium(WHAT, FULL_CHROMIUM);
if (missing === undefined) {
  rmSync(COVERAGE_FOLDER, { recursive: true, force: true });
  mkdirSync(COVERAGE_FOLDER, { recursive: true });
  await bundle();
  process.exitCode = main(process.argv.slice(2));
} else {
  console.error(missing);
  process.exitCode = 1;
}
