/** The runner: what counts as failed, and what runs once more. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closing } from './support/closing.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/runner-');

/** Runs a test file with this text through the runner. */
function run(
  text: string,
  env: Readonly<Record<string, string>> = {},
): { readonly code: number | null; readonly out: string } {
  const file = path.join(folder, 'case.test.ts');
  writeFileSync(
    file,
    `import { test } from 'uvu';\nimport * as assert from 'uvu/assert';\n${text}\ntest.run();`,
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'test/support/run.ts', file],
    { encoding: 'utf8', env: { ...process.env, TEST_RETRIES: '0', ...env } },
  );
  return { code: status, out: stdout };
}

const late = (name: string): string => `
import { existsSync, writeFileSync } from 'node:fs';
const mark = ${JSON.stringify(path.resolve(folder, name))};
const ran = existsSync(mark);
writeFileSync(mark, '');
test('late once', () => assert.ok(ran));
test('always', () => assert.ok(true));`;

test('a file passes only if it reports tests and all of them pass', () => {
  assert.match(run("test('one', () => assert.ok(true));").out, /^1 passed, 0 failed$/m);
  const failing = run("test('one', () => assert.ok(false));");
  assert.is(failing.code, 1);
  assert.match(failing.out, /^0 passed, 1 failed$/m);
  assert.is(run('').code, 1, 'nothing ran');
});

test('a file that failed runs once more only where asked, and is named if it passes then', () => {
  assert.is(run(late('first')).code, 1);
  const again = run(late('second'), { TEST_RETRIES: '1' });
  assert.is(again.code, 0, again.out);
  assert.match(again.out, /^passed only when it ran again: .*case\.test\.ts$/m);
  assert.match(again.out, /^2 passed, 0 failed$/m);
  const broken = run("test('one', () => assert.ok(false));", { TEST_RETRIES: '1' });
  assert.is(broken.code, 1);
  assert.match(broken.out, /^0 passed, 1 failed$/m);
});

test('a file with a failed test is not waited for, whatever it left open', () => {
  const left = run("test('one', () => { setInterval(() => {}, 1_000); assert.ok(false); });");
  assert.match(left.out, /^0 passed, 1 failed$/m);
  assert.not.match(left.out, /no result/);
});

test('a file that stands still after a failed test is stopped', () => {
  const stuck = run(
    "test('one', () => assert.ok(false)); test('two', () => new Promise(() => setInterval(() => {}, 1_000)));",
    { TEST_SILENT_MS: '500' },
  );
  assert.is(stuck.code, 1);
  assert.match(stuck.out, /^stopped: no more output after a test failed, for 0.5 s$/m);
  assert.match(stuck.out, /^0 passed, 1 failed$/m);
});

closing(folder);
test.run();
