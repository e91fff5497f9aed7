/**
 * The writer thread: everything that has arrived becomes one LMDB transaction, which is flushed to disk before
 * anything is answered, unless it is a copy that can be made anew. The thread keeps the flush off the event loop. The
 * transaction is synchronous because it then fails as a whole and reports it; the asynchronous interface of `lmdb` does
 * not when the disk is full.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { open } from 'lmdb';
import * as v from 'valibot';
import { type Key, lmdbOptions, type WriteRequest } from './lmdb-tables.ts';
import { applyWrites, openTables } from './store-format.ts';

const { directory, flush } = v.parse(
  v.object({ directory: v.string(), flush: v.boolean() }),
  workerData,
);
const port = parentPort;
if (port === null) throw new Error('lmdb-writer must run as a worker thread');

const root = open<Buffer, Key>(lmdbOptions(directory, false, flush));
const tables = openTables(root);

function commit(requests: readonly WriteRequest[]): void {
  const ids = requests.map(({ id }) => id);
  try {
    root.transactionSync(() => {
      for (const { writes } of requests) applyWrites(tables, writes);
    });
    port?.postMessage({ ids });
  } catch (error) {
    port?.postMessage({ ids, error: error instanceof Error ? error.message : String(error) });
  }
}

port.on('message', async (first: WriteRequest | 'close') => {
  if (first === 'close') {
    await root.close();
    port.postMessage({ ids: [], closed: true });
    port.close();
    return;
  }
  const requests = [first];
  let bytes = first.bytes;
  // Limits how long one transaction makes the others wait.
  while (bytes < 16_777_216) {
    const next: { message: WriteRequest | 'close' } | undefined = receiveMessageOnPort(port);
    if (next === undefined) break;
    if (next.message === 'close') {
      setImmediate(() => port.emit('message', 'close'));
      break;
    }
    requests.push(next.message);
    bytes += next.message.bytes;
  }
  commit(requests);
});
