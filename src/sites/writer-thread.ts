/** The thread that writes to LMDB, and what waits for it. */
import type { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { type Write, WriteAnswer, type WriterMessage } from './lmdb-tables.ts';
import { ownMemory } from './own-memory.ts';
import { startThread } from './spawn.ts';
import { StoreError } from './store.ts';
import { APART_MS, StorePace } from './store-pace.ts';
import { giveUpGate, openGate } from './write-gate.ts';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: StoreError) => void;
}

interface Unsent {
  readonly id: number;
  readonly writes: readonly Write[];
  readonly gives: boolean;
}

export const bytesOf = (writes: readonly Write[]): number =>
  writes.reduce((sum, [, , value]) => sum + (value?.length ?? 0), 0);

export class WriterThread {
  readonly #worker: Worker;
  readonly #gate = openGate();
  readonly #waiting = new Map<number, Waiting>();
  readonly #pace: StorePace;
  #unsent: Unsent[] = [];
  #nextId = 1;
  /** Why the thread takes nothing any more. */
  #ended: string | undefined;

  /**
   * @param written called before anyone is told that something was written
   * @param flush whether what was written is on disk then; default true
   */
  constructor(directory: string, written: () => void, flush = true) {
    this.#worker = startThread('lmdb-writer', { directory, flush, gate: this.#gate.memory });
    this.#pace = new StorePace(flush ? APART_MS : 0, () => this.#unsent.length);
    this.#worker.on('message', (message: unknown) => {
      const { ids, error } = v.parse(WriteAnswer, message);
      written();
      this.#answered(ids, error);
    });
    this.#worker.on('error', (error) =>
      this.#end(error instanceof Error ? error.message : String(error)),
    );
    this.#worker.on('exit', () => {
      giveUpGate(this.#gate);
      this.#end('the writer thread has ended');
    });
    this.#worker.unref();
  }

  /** Tells those who wait for these; while nobody waits, the thread does not keep the process running. */
  #answered(ids: Iterable<number>, error?: string): void {
    for (const id of ids) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve();
      else waiting?.reject(new StoreError(error));
    }
    if (this.#waiting.size === 0) this.#worker.unref();
  }

  #end(why: string): void {
    this.#ended ??= why;
    this.#unsent = [];
    this.#answered([...this.#waiting.keys()], this.#ended);
  }

  /** Resolves when the thread has answered what `send` sends it, rejects with `StoreError` when it cannot be done. */
  #request(send: (id: number) => void): Promise<void> {
    const ended = this.#ended;
    if (ended !== undefined) return Promise.reject(new StoreError(ended));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      send(id);
    });
  }

  /**
   * Resolves when all of it is written, and on disk if it is flushed; rejects with `StoreError` when none is.
   * @param gives whether large values are handed over and are empty from now on, instead of copied; default false
   */
  write(writes: readonly Write[], gives = false): Promise<void> {
    return this.#request((id) => {
      this.#unsent.push({ id, writes, gives });
      if (this.#unsent.length === 1) void this.#pace.next().then(() => this.#send());
      this.#pace.arrived(writes);
    });
  }

  /** If a value was handed over before, none of these requests is sent, and all are refused. */
  #send(): void {
    const unsent = this.#unsent;
    this.#unsent = [];
    if (unsent.length === 0) return;
    const requests = unsent.map(({ id, writes }) => ({ id, writes, bytes: bytesOf(writes) }));
    const given = unsent.flatMap(({ writes, gives }) => (gives ? writes : []));
    try {
      this.#post(requests, ownMemory(given.map(([, , value]) => value)));
    } catch (error) {
      this.#answered(
        unsent.map(({ id }) => id),
        String(error),
      );
    }
  }

  #post(message: WriterMessage, given: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, given);
  }

  /** Resolves when everything is written and the files are closed, or the thread has ended. */
  async close(): Promise<void> {
    this.#send();
    await this.#request((id) => this.#post({ close: id })).catch(() => {});
    this.#ended ??= 'the store is closed';
  }
}
