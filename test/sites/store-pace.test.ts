/** Where many sites write, a transaction waits a moment for others to join it; nowhere else. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Write } from '../../src/sites/lmdb-tables.ts';
import { StorePace } from '../../src/sites/store-pace.ts';
import { beginsAtOnce, promises } from '../support/pace.ts';

/** Long enough for no test to be that slow between two requests. */
const APART_MS = 500;
const REQUESTS = 100;
const VALUE = Buffer.from('stored');

const edit = (site: string, seq: number): Write[] => [['log', [site, seq], VALUE]];

/** A store to which `sites` have written a hundred times by turns, and then once more. */
function busy(sites: readonly string[], waiting = () => 1): StorePace {
  const pace = new StorePace(APART_MS, waiting);
  for (let seq = 0; seq < REQUESTS; seq++) pace.arrived(edit(sites[seq % sites.length] ?? '', seq));
  return pace;
}

test('transactions of several sites are apart, those of one site are not', async () => {
  const several = busy(['a', 'b', 'c']);
  assert.ok(await beginsAtOnce(several), 'the first');
  assert.not(await beginsAtOnce(several), 'the next');
  const one = busy(['a']);
  assert.ok(await beginsAtOnce(one));
  assert.ok(await beginsAtOnce(one));
});

test('a few requests after a pause wait for nobody', async () => {
  const pace = new StorePace(APART_MS / 100, () => 1);
  for (const site of ['a', 'b', 'c', 'd']) pace.arrived(edit(site, 1));
  assert.ok(await beginsAtOnce(pace));
  assert.ok(await beginsAtOnce(pace));
});

test('sixteen requests wait for no more', async () => {
  let waiting = 1;
  const pace = busy(['a', 'b'], () => waiting);
  await pace.next();
  let begun = false;
  const next = pace.next().then(() => {
    begun = true;
  });
  for (waiting = 2; waiting < 16; waiting++) pace.arrived(edit('a', waiting));
  await promises();
  assert.not(begun);
  pace.arrived(edit('a', waiting));
  await promises();
  assert.ok(begun);
  await next;
});

test.run();
