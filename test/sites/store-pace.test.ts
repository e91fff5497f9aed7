/** Where many sites write, a transaction waits a moment for others to join it; nowhere else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Write } from '../../src/sites/lmdb-tables.ts';
import { StoreError } from '../../src/sites/store.ts';
import { StorePace } from '../../src/sites/store-pace.ts';
import { WriterThread } from '../../src/sites/writer-thread.ts';
import { beginsAtOnce, promises } from '../support/pace.ts';

/** Long enough for no test to be that slow between two requests. */
const APART_MS = 500;
const REQUESTS = 100;
const VALUE = Buffer.from('stored');

const edit = (site: string, seq: number): Write[] => [['log', [site, seq], VALUE]];

/** A store to which `sites` have written a hundred times by turns, and then once more. */
function busy(sites: readonly string[], waiting = () => 1): StorePace {
  const pace = new StorePace(APART_MS, waiting);
  for (let seq = 0; seq < REQUESTS; seq++) pace.came(edit(sites[seq % sites.length] ?? '', seq));
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
  for (const site of ['a', 'b', 'c', 'd']) pace.came(edit(site, 1));
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
  for (waiting = 2; waiting < 16; waiting++) pace.came(edit('a', waiting));
  await promises();
  assert.not(begun);
  pace.came(edit('a', waiting));
  await promises();
  assert.ok(begun);
  await next;
});

const DIRECTORY = mkdtempSync(path.join(tmpdir(), 'ensemble-pace-'));

test.after(() => rmSync(DIRECTORY, { recursive: true, force: true }));

test('what many sites write is stored in fewer transactions, and at the latest when the store is closed', async () => {
  let transactions = 0;
  const writer = new WriterThread(DIRECTORY, () => {
    transactions += 1;
  });
  await writer.write(edit('first', 1));
  const stored: Promise<void>[] = [];
  transactions = 0;
  for (let seq = 0; seq < REQUESTS * 4; seq++) {
    stored.push(writer.write(edit(`site-${seq % 10}`, seq)));
    if (seq % 2 === 1) await sleep(1);
  }
  await Promise.all(stored);
  assert.ok(transactions <= REQUESTS, `${transactions} transactions`);
  const last = writer.write(edit('last', 1));
  await writer.close();
  await last;
});

test('a value whose memory was taken away is refused, and what waits with it; others are stored', async () => {
  const writer = new WriterThread(DIRECTORY, () => {});
  const value = new Uint8Array(100_000);
  const gone = writer.write([['log', ['gone', 1], value]], true);
  const beside = writer.write(edit('beside', 1));
  structuredClone(value, { transfer: [value.buffer] });
  for (const refused of [gone, beside]) {
    const error = await refused.catch((reason: unknown) => reason);
    assert.instance(error, StoreError);
  }
  await writer.write(edit('beside', 1));
  await writer.close();
});

test.run();
