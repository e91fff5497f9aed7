/**
 * The instrument's C++ tests and what every engine must keep, again with address and undefined-behaviour
 * sanitizers (casts of floats out of range among them), every finding fatal.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const execute = promisify(execFile);
const names = readdirSync('test/firmware/instrument')
  .filter((name) => name.endsWith('_test.cc'))
  .map((name) => `instrument_${name.replace(/\.cc$/, '')}`)
  .concat('engines_interface_test');

mkdirSync('out', { recursive: true });
await execute('cmake', ['--preset', 'host-sanitize'], { cwd: 'firmware' });
const targets = names.flatMap((name) => ['--target', name]);
await execute('cmake', ['--build', '--preset', 'host-sanitize', '--parallel', '2', ...targets], {
  cwd: 'firmware',
  maxBuffer: 64 * 1024 * 1024,
});

for (const name of names) {
  test(name, async () => {
    const { stdout } = await execute(`out/host-sanitize/${name}`);
    assert.match(stdout, /^[1-9]\d* checks, 0 failures$/m);
  });
}

test('there are such tests', () => {
  assert.ok(names.length >= 3);
});

test.run();
