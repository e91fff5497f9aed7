/**
 * The writer thread: everything that has arrived becomes one LMDB transaction, large values one of their own
 * (write-queue.ts). It is flushed to disk before anything is answered, unless it is a copy that can be made anew. The
 * thread keeps the flush off the event loop. The transaction is synchronous because it then fails as a whole and
 * reports it; the asynchronous interface of `lmdb` does not when the disk is full.
 */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import { open } from 'lmdb';
import * as v from 'valibot';
import { type Key, lmdbOptions, type WriteRequest, type WriterMessage } from './lmdb-tables.ts';
import { freeMemory } from './own-memory.ts';
import { applyWrites, openTables } from './store-format.ts';
import { WriteGate } from './write-gate.ts';
import { WriteQueue } from './write-queue.ts';

const { directory, flush, gate } = v.parse(
  v.object({ directory: v.string(), flush: v.boolean(), gate: v.instance(SharedArrayBuffer) }),
  workerData,
);
const writing = new WriteGate(gate);
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
  freeMemory(requests.flatMap(({ writes }) => writes.map(([, , value]) => value)));
}

const queue = new WriteQueue();
/** The number of the request to close. */
let closing: number | undefined;

function receive(message: WriterMessage): void {
  if ('close' in message) closing = message.close;
  else for (const request of message) queue.add(request);
}

/** Everything that arrived since. */
function receiveMore(from: MessagePort): void {
  for (;;) {
    const next: { message: WriterMessage } | undefined = receiveMessageOnPort(from);
    if (next === undefined) return;
    receive(next.message);
  }
}

port.on('message', async (first: WriterMessage) => {
  receive(first);
  receiveMore(port);
  for (let next = queue.take(); next.length > 0; next = queue.take()) {
    writing.pass(() => commit(next));
    receiveMore(port);
  }
  if (closing === undefined) return;
  await root.close();
  port.postMessage({ ids: [closing] });
  port.close();
});
