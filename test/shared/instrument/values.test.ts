/** Values of params as players read them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readable } from '../../../src/shared/instrument/values.ts';

test('a value has three figures at most, and no exponent', () => {
  for (const [value, text] of [
    [0, '0'],
    [6.34e-7, '0'],
    [-0.000182, '0'],
    [0.0005, '0.0005'],
    [0.04321, '0.0432'],
    [2.71728, '2.72'],
    [-12.25, '-12.3'],
    [126.6, '127'],
    [4800.2, '4800'],
  ] as const) {
    assert.is(readable(value), text);
  }
});

test.run();
