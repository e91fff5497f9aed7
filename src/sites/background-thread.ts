/**
 * A thread for what would hold up the event loop: it starts with the first question, answers one after the other, and
 * ends after a time without any, so that its memory is free again.
 */
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import path from 'node:path';
import { parentPort, type TransferListItem, type Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { lowerPriority } from './priority.ts';
import { startThread } from './spawn.ts';

const IDLE_MS = 20_000;

const CLOSE = 'close';

const AnswerSchema = v.object({
  id: v.number(),
  answer: v.optional(v.unknown()),
  error: v.optional(v.object({ name: v.string(), message: v.string() })),
});

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Numbered<Question> {
  readonly id: number;
  readonly question: Question;
}

export interface Answer {
  readonly answer: unknown;
  /** What the thread has no use for any more and is handed over instead of copied. */
  readonly transfer?: readonly TransferListItem[];
}

/** An error of the thread, with the name that it had there. */
export class ThreadError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export class BackgroundThread {
  readonly #module: string;
  readonly #data: unknown;
  readonly #idleMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;

  /**
   * @param module in this folder, which calls `answerQuestions`
   * @param data its `workerData`
   * @param idleMs after which it ends, milliseconds
   */
  constructor(module: string, data: unknown, idleMs = IDLE_MS) {
    this.#module = module;
    this.#data = data;
    this.#idleMs = idleMs;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Resolves with the thread's answer. Rejects with `ThreadError` where it has none, or ends before. */
  ask(question: unknown, transfer: readonly TransferListItem[] = []): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) worker.ref();
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies Numbered<unknown>, transfer);
    });
  }

  #start(): Worker {
    const worker = startThread(this.#module, this.#data);
    worker.on('message', (message: unknown) => {
      if (this.#worker !== worker) return;
      const { id, answer, error } = v.parse(AnswerSchema, message);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new ThreadError(error.name, error.message));
      if (this.#waiting.size === 0) this.#rest(worker);
    });
    worker.on('error', (error) => this.#ended(worker, String(error)));
    worker.on('exit', () => this.#ended(worker, `the thread ${this.#module} has ended`));
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => void this.close(), this.#idleMs);
    this.#idle.unref();
  }

  #ended(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#idle);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new ThreadError('ThreadError', why));
  }

  /** Ends the thread, if it runs; it starts again with the next question. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#ended(worker, `the thread ${this.#module} was closed`);
    const exit = once(worker, 'exit').catch(() => {});
    worker.ref();
    worker.postMessage(CLOSE);
    await exit;
  }
}

/** Lets other threads of the process come first, on Linux; elsewhere a thread has no priority of its own. */
function yieldToOthers(): void {
  try {
    lowerPriority(Number(path.basename(readlinkSync('/proc/thread-self'))));
  } catch {
    // Not Linux.
  }
}

/**
 * In the thread: answers what the other side asks, one question after the other.
 * @param end frees what the thread holds, before it ends
 */
export function answerQuestions<Question>(
  answer: (question: Question) => Answer | Promise<Answer>,
  end: () => Promise<void> | void = () => {},
): void {
  const port = parentPort;
  if (port === null) throw new Error('questions are answered in a thread');
  yieldToOthers();
  let last = Promise.resolve();
  port.on('message', (message: Numbered<Question> | typeof CLOSE) => {
    last = last.then(async () => {
      if (message === CLOSE) {
        await end();
        // Ends the thread, whatever else was loaded into it and waits for something.
        process.exit();
      }
      const { id, question } = message;
      try {
        const { answer: answered, transfer = [] } = await answer(question);
        port.postMessage({ id, answer: answered }, transfer);
      } catch (error) {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        port.postMessage({ id, error: { name, message } });
      }
    });
  });
}
