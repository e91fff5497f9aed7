/** The thread that writes to LMDB, and what waits for it. */
import type { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { type Write, WriteAnswer, type WriteRequest } from './lmdb-tables.ts';
import { ownMemory } from './own-memory.ts';
import { startThread } from './spawn.ts';
import { StoreError } from './store.ts';
import { StorePace } from './store-pace.ts';

/** From one transaction to the next where many sites write. */
const APART_MS = 4;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

interface Unsent {
  readonly request: WriteRequest;
  /** What is handed over instead of copied. */
  readonly given: readonly ArrayBuffer[];
}

export const bytesOf = (writes: readonly Write[]): number =>
  writes.reduce((sum, [, , value]) => sum + (value?.length ?? 0), 0);

export class WriterThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #pace: StorePace;
  #unsent: Unsent[] = [];
  #nextId = 1;
  #closing = false;
  #closed: () => void = () => {};

  /**
   * @param written called before anyone is told that something was written
   * @param flush whether what was written is on disk then; default true
   */
  constructor(directory: string, written: () => void, flush = true) {
    this.#worker = startThread('lmdb-writer', { directory, flush });
    this.#pace = new StorePace(flush ? APART_MS : 0, () => this.#unsent.length);
    this.#worker.on('message', (message: unknown) => {
      const { ids, error, closed } = v.parse(WriteAnswer, message);
      written();
      for (const id of ids) {
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error === undefined) waiting?.resolve();
        else waiting?.reject(new StoreError(error));
      }
      this.#rest();
      if (closed) this.#closed();
    });
    this.#worker.on('error', (error) =>
      this.#stopped(error instanceof Error ? error.message : String(error)),
    );
    this.#worker.on('exit', () => this.#stopped('the writer thread has ended'));
    this.#worker.unref();
  }

  /** While nothing waits for it, the thread does not keep the process running. */
  #rest(): void {
    if (this.#waiting.size === 0 && !this.#closing) this.#worker.unref();
  }

  #stopped(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new StoreError(why));
    this.#waiting.clear();
  }

  /**
   * Resolves when all of it is written, and on disk if it is flushed; rejects with `StoreError` when none is.
   * @param gives whether large values are handed over and are empty from now on, instead of copied; default false
   */
  write(writes: readonly Write[], gives = false): Promise<void> {
    const id = this.#nextId++;
    const request = { id, bytes: bytesOf(writes), writes };
    const given = gives ? ownMemory(writes.map(([, , value]) => value)) : [];
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#worker.ref();
      this.#waiting.set(id, { resolve, reject });
      this.#unsent.push({ request, given });
      if (this.#unsent.length === 1) void this.#pace.next().then(() => this.#send());
      this.#pace.came(writes);
    });
  }

  #send(): void {
    const unsent = this.#unsent;
    this.#unsent = [];
    if (unsent.length === 0) return;
    const requests = unsent.map(({ request }) => request);
    const given = unsent.flatMap((one) => one.given);
    try {
      // `postMessage` would lose the message without a word.
      if (given.some(({ byteLength }) => byteLength === 0))
        throw new Error('a value was handed over before');
      this.#worker.postMessage(requests, given);
    } catch (error) {
      this.#refused(requests, error);
    }
  }

  /** None of the requests could be sent: one has a value whose memory was handed over before. */
  #refused(requests: readonly WriteRequest[], error: unknown): void {
    for (const { id } of requests) {
      this.#waiting.get(id)?.reject(new StoreError(String(error)));
      this.#waiting.delete(id);
    }
    this.#rest();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#closed = resolve;
    });
    this.#closing = true;
    this.#worker.ref();
    this.#send();
    this.#worker.postMessage('close');
    await closed;
  }
}
