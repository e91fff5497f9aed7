/** The C++ tests, as `ctest` runs them without npm: every one must have run and passed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const names = readdirSync('test/firmware', { recursive: true, encoding: 'utf8' })
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

/** Runs ctest and gives the report it writes; its exit code is judged by what the report says. */
function report(preset: string): string {
  const file = path.resolve(`out/${preset}/report.xml`);
  try {
    execFileSync('ctest', ['--preset', preset, '--output-junit', file], {
      cwd: 'firmware',
      stdio: 'ignore',
    });
  } catch {
    // A failing test: the report names it.
  }
  return readFileSync(file, 'utf8');
}

mkdirSync('out', { recursive: true });
cmake('--preset', 'host');
cmake('--build', '--preset', 'host', '--parallel', '2');
const results = report('host');

for (const name of names) {
  test(name, () => {
    const found = new RegExp(
      `<testcase name="${name}"[^>]*status="(\\w+)"[\\s\\S]*?</testcase>`,
    ).exec(results);
    assert.is(found?.[1], 'run', found?.[0]);
    assert.not.match(found?.[0] ?? '', /<failure/);
  });
}

test('ctest ran every C++ test there is and no other', () => {
  const ran = [...results.matchAll(/<testcase name="([^"]+)"/g)].map((found) => found[1]).sort();
  assert.equal(ran, names);
});

test.run();
