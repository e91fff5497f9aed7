/** The last test of a file: what the file started is closed, and its folders are removed. */
import { rmSync } from 'node:fs';
import { test } from 'uvu';

/** What is closed: by its own `close`, by a call, or, where it is the path of a folder, by removing it. */
export type Closed = { close(): unknown } | (() => unknown) | string;

async function close(one: Closed): Promise<void> {
  if (typeof one === 'string') rmSync(one, { recursive: true, force: true });
  else if (typeof one === 'function') await one();
  else await one.close();
}

/**
 * Adds a test that closes everything in this order; call it after the other tests of the file. It is a test and no
 * hook, so that what cannot be closed fails by name.
 */
export function closing(...all: readonly Closed[]): void {
  test('closing', async () => {
    for (const one of all) await close(one);
  });
}
