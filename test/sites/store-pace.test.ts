/** Where many sites write, a transaction waits a moment for others to join it; nowhere else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
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

/** How many messages threads are sent while `act` goes on. */
async function messagesWhile(act: () => Promise<void>): Promise<number> {
  let messages = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (...sent) {
    messages += 1;
    postMessage.apply(this, sent);
  };
  try {
    await act();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  return messages;
}

test('what many sites write after each other is stored together, and at the latest when the store is closed', async () => {
  const writer = new WriterThread(DIRECTORY, () => {});
  const turns = async () => {
    const many = Array.from({ length: REQUESTS }, (_, seq) =>
      writer.write(edit(`site-${seq % 2}`, seq)),
    );
    await promises();
    const one = writer.write(edit('one', 1));
    await promises();
    await Promise.all([...many, one, writer.write(edit('another', 1))]);
  };
  let messages = 0;
  // A busy machine may take longer from one line to the next than the second message waits.
  for (let attempt = 0; attempt < 20 && messages !== 2; attempt++) {
    messages = await messagesWhile(turns);
  }
  assert.is(messages, 2);
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
