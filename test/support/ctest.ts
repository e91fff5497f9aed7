/** The C++ tests of test/firmware, built and run as `ctest` runs them without npm. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';

/** Names of all C++ tests, as `area/name_test`. */
export const CTEST_NAMES: readonly string[] = readdirSync('test/firmware', {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => /^\w+\/\w+_test\.cc$/.test(name))
  .map((name) => name.replace(/\.cc$/, ''))
  .sort();

function cmake(...args: string[]): void {
  execFileSync('cmake', args, {
    cwd: 'firmware',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Builds and runs all tests, or those named, and gives the report that ctest writes. */
export function runCtest(names: readonly string[] = []): string {
  mkdirSync('out', { recursive: true });
  cmake('--preset', 'host');
  const targets = names.map((name) => name.replace('/', '_'));
  const wanted = targets.length > 0 ? ['--target', ...targets] : [];
  cmake('--build', '--preset', 'host', '--parallel', '2', ...wanted);
  const file = path.resolve('out/host/report.xml');
  const chosen = names.length > 0 ? ['-R', `^(${names.join('|')})$`] : [];
  try {
    execFileSync('ctest', ['--preset', 'host', ...chosen, '--output-junit', file], {
      cwd: 'firmware',
      stdio: 'ignore',
    });
  } catch {
    // A failing test: the report names it.
  }
  return readFileSync(file, 'utf8');
}

/** The names of the tests that a report is about. */
export function testsIn(report: string): string[] {
  return [...report.matchAll(/<testcase name="([^"]+)"/g)].map(([, name = '']) => name).sort();
}

/** Throws unless the test `name` ran and passed. */
export function assertPassed(report: string, name: string): void {
  const found = new RegExp(`<testcase name="${name}"[^>]*status="(\\w+)"[\\s\\S]*?</testcase>`);
  const [said, status] = found.exec(report) ?? [];
  assert.is(status, 'run', said);
  assert.not.match(said ?? '', /<failure/);
}
