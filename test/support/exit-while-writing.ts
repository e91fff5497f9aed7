/**
 * A process that ends while its thread writes, which takes nearly all of its time.
 *
 *     exit-while-writing <directory> exit|throw
 */
import type { Write } from '../../src/sites/lmdb-tables.ts';
import { WriterThread } from '../../src/sites/writer-thread.ts';

const [, , directory = '', how] = process.argv;
const MANY = 50_000;
const writer = new WriterThread(directory, () => {}, false);
const writes = Array.from(
  { length: MANY },
  (_, at): Write => ['log', ['site', at], Buffer.from('x')],
);

async function write(): Promise<never> {
  for (;;) await writer.write(writes);
}

await writer.write(writes);
void write();
void write();
const END_MS = 50 + Math.random() * 300;
setTimeout(() => {
  if (how === 'throw') throw new Error('a mistake');
  process.exit(1);
}, END_MS);
