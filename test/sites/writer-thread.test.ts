/** What many sites write reaches the thread of LMDB together, and whatever becomes of it, nobody waits for ever. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Write } from '../../src/sites/lmdb-tables.ts';
import { StoreError } from '../../src/sites/store.ts';
import { WriterThread } from '../../src/sites/writer-thread.ts';
import { promises } from '../support/pace.ts';
import { until } from '../support/until.ts';

const REQUESTS = 100;
const LARGE_BYTES = 16_777_216;
const VALUE = Buffer.from('stored');

const edit = (site: string, seq: number): Write[] => [['log', [site, seq], VALUE]];

const DIRECTORY = mkdtempSync(path.join(tmpdir(), 'ensemble-writer-'));

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

test('a store that is closed twice, or written to afterwards, says so at once', async () => {
  const writer = new WriterThread(DIRECTORY, () => {});
  await Promise.all([writer.write(edit('last', 1)), writer.close()]);
  await writer.close();
  const error = await writer.write(edit('late', 1)).catch((reason: unknown) => reason);
  assert.instance(error, StoreError);
});

test('what waits for a thread that ends is refused, and so is what comes later; closing resolves', async () => {
  const folder = path.join(DIRECTORY, 'no folder');
  writeFileSync(folder, 'a file');
  const writer = new WriterThread(folder, () => {});
  for (let attempt = 0; attempt < 2; attempt++) {
    const error = await writer.write(edit('gone', attempt)).catch((reason: unknown) => reason);
    assert.instance(error, StoreError);
  }
  await writer.close();
});

test('the memory of a large value that was handed over is free once it is written', async () => {
  const writer = new WriterThread(DIRECTORY, () => {});
  await writer.write(edit('garden', 1));
  const memory = () => process.memoryUsage().arrayBuffers;
  const before = memory();
  for (const seq of [2, 3]) {
    await writer.write([['log', ['garden', seq], new Uint8Array(LARGE_BYTES).fill(1)]], true);
  }
  // The thread collects its garbage some ten seconds later, if it has nothing to do.
  await until(() => memory() - before < LARGE_BYTES / 2, undefined, 3_000);
  await writer.close();
});

test.run();
