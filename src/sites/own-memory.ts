/** What can be handed to another thread instead of being copied, or freed. */
import { MessageChannel } from 'node:worker_threads';

/** A smaller value shares its memory with others, or is copied as fast. */
const LARGE_BYTES = 65_536;

/** The memory of large values that is theirs alone, as `postMessage` takes it over. */
export function ownMemory(values: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
  const own = new Set<ArrayBuffer>();
  for (const value of values) {
    if (value === undefined || value.length < LARGE_BYTES) continue;
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === value.length) own.add(buffer);
  }
  return [...own];
}

/** Nobody receives what is sent here. */
const { port1: nowhere, port2 } = new MessageChannel();
port2.close();
nowhere.unref();

/** Frees the memory of large values at once: in a thread that makes little garbage of its own, it would stay for hours. */
export function freeMemory(values: readonly (Uint8Array | undefined)[]): void {
  const own = ownMemory(values);
  if (own.length > 0) nowhere.postMessage(undefined, own);
}
