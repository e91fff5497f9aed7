/** System errors are reported with their place and reason. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemSentence } from '../../scripts/system-error.ts';

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test('names the place and the reason', () => {
  const missing = caught(() => readFileSync('no/such'));
  assert.is(systemSentence(missing), 'no/such: no such file or directory');
  const inFile = caught(() => readFileSync('package.json/x'));
  assert.is(systemSentence(inFile), 'package.json/x: not a directory');
  const folder = caught(() => readFileSync('modes'));
  assert.is(systemSentence(folder), 'illegal operation on a directory');
});

test('an error without a number keeps its message', () => {
  const rare = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
  assert.is(systemSentence(rare), 'EIO: i/o error, read');
});

test('other errors are not system errors', () => {
  for (const other of [new Error('no'), new TypeError('no'), 'no', undefined]) {
    assert.is(systemSentence(other), undefined);
  }
});

test.run();
