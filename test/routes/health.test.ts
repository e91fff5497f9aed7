/** The checks behind /health: what makes it fail, and what it says then. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Health } from '../../src/routes/health.ts';
import type { SiteHealth } from '../../src/sites/sites.ts';
import { noSites } from '../support/no-sites.ts';
import { ask } from '../support/raw.ts';
import { withService } from '../support/service.ts';

/** [what it is, what the store says, what the check says] */
const STORES: readonly (readonly [string, () => SiteHealth | Promise<SiteHealth>, object])[] = [
  ['a store that can be written', () => ({ writable: true }), { status: 'pass' }],
  [
    'a full disk',
    () => ({ writable: false, output: 'The disk is full.' }),
    { status: 'fail', output: 'The disk is full.' },
  ],
  [
    'a store that throws',
    () => {
      throw new Error('secret path');
    },
    { status: 'fail', output: 'The store is not responding.' },
  ],
  [
    'a store that rejects',
    () => Promise.reject(new Error('secret path')),
    { status: 'fail', output: 'The store is not responding.' },
  ],
];

for (const [what, health, check] of STORES) {
  test(`${what}: ${JSON.stringify(check)}`, () =>
    withService({ sites: { ...noSites(), health } }, async ({ port }) => {
      const { status, body } = await ask(port, '/health');
      const { checks, ...rest } = JSON.parse(body);
      const fine = 'status' in check && check.status === 'pass';
      assert.equal([status, rest], fine ? [200, { status: 'pass' }] : [503, { status: 'fail' }]);
      assert.equal(checks.store, check);
    }));
}

test('a store that recovers is noticed by the next check', async () => {
  let writable = false;
  const sites = { ...noSites(), health: () => ({ writable }) };
  await withService({ sites, limits: { health_interval_ms: 20 } }, async ({ port }) => {
    assert.is((await ask(port, '/health')).status, 503);
    writable = true;
    for (let i = 0; i < 100 && (await ask(port, '/health')).status !== 200; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.is((await ask(port, '/health')).status, 200);
  });
});

test('an event loop that stands still fails', async () => {
  const health = new Health({
    store: () => ({ writable: true }),
    event_loop_lag_ms: 50,
    health_interval_ms: 60_000,
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await health.check();
  // The first tick after a check only starts the clock.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const until = performance.now() + 200;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await health.check();
  assert.is(health.passing, false);
  health.close();
});

test.run();
