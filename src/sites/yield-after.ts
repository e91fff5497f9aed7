/** Large edits are taken in pieces, between which the event loop serves everyone else: 7 MB would block it for 0.1 s. */

/** Less than this is checked, merged or stored in a few milliseconds. */
const LARGE_BYTES = 1_048_576;

/** Waits for a turn of the event loop if the work before it was on so many bytes. */
export async function yieldAfter(bytes: number): Promise<void> {
  if (bytes >= LARGE_BYTES) await new Promise(setImmediate);
}
