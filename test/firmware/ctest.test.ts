/** The C++ tests, as `ctest` runs them without npm: every one must have run and passed. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertPassed, CTEST_NAMES, runCtest, testsIn } from '../support/ctest.ts';

const report = runCtest();

for (const name of CTEST_NAMES) test(name, () => assertPassed(report, name));

test('ctest ran every C++ test there is and no other', () => {
  assert.equal(testsIn(report), CTEST_NAMES);
});

test.run();
