/** A thousand plugins, objects and modules live and go without a byte out of place or left over. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SANITIZE } from '../support/native.ts';
import { ADAPTERS, runSanitized } from '../support/sanitized.ts';

const CHURN = ['main', 'lv2', 'pd', 'rack'].map((name) => `test/hosts/churn/${name}.cc`);

test('a thousand of each are made, played, saved and deleted under AddressSanitizer', async () => {
  const all = {
    name: 'churn',
    sources: [...ADAPTERS.flatMap(({ sources }) => sources), ...CHURN],
    flags: ADAPTERS.flatMap(({ flags }) => flags),
  };
  assert.match(await runSanitized(all, SANITIZE), /^3000 saved of 3000/);
});

test.run();
