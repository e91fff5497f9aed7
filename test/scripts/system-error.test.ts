/** What the system refuses is told with the place and the reason; other errors are none of it. */
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

test('names the place and says why', () => {
  const missing = caught(() => readFileSync('no/such'));
  assert.is(systemSentence(missing), 'no/such: there is no such file or folder');
  const inFile = caught(() => readFileSync('package.json/x'));
  assert.is(systemSentence(inFile), 'package.json/x: it or what it lies in is no folder');
  const folder = caught(() => readFileSync('modes'));
  assert.is(systemSentence(folder), 'it is a folder, not a file');
});

test('a reason without words of ours keeps the words of the system', () => {
  const rare = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' });
  assert.is(systemSentence(rare), 'EIO: i/o error, read');
});

test('other errors are not told here', () => {
  for (const other of [new Error('no'), new TypeError('no'), 'no', undefined]) {
    assert.is(systemSentence(other), undefined);
  }
});

test.run();
