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
  readonly deadline: NodeJS.Timeout | undefined;
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

const problem = (why: string): ThreadError => new ThreadError('ThreadError', why);

/** The thread took longer than it may. */
export class ThreadDeadlineError extends ThreadError {
  constructor(module: string, deadlineMs: number) {
    super('ThreadDeadlineError', `the thread ${module} gave no answer within ${deadlineMs} ms`);
  }
}

interface BackgroundThreadOptions {
  /** After which it ends, milliseconds. */
  readonly idleMs?: number;
  /**
   * Within which each question is answered, milliseconds; if not, the thread is ended, wherever it is, and all that
   * wait are told. Default as long as it takes.
   */
  readonly deadlineMs?: number;
}

export class BackgroundThread {
  readonly #module: string;
  readonly #data: unknown;
  readonly #idleMs: number;
  readonly #deadlineMs: number | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 1;

  /**
   * @param module in this folder, which calls `answerQuestions`
   * @param data its `workerData`
   */
  constructor(
    module: string,
    data: unknown,
    { idleMs = IDLE_MS, deadlineMs }: BackgroundThreadOptions = {},
  ) {
    this.#module = module;
    this.#data = data;
    this.#idleMs = idleMs;
    this.#deadlineMs = deadlineMs;
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
      this.#waiting.set(id, { resolve, reject, deadline: this.#deadline(worker) });
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
      clearTimeout(waiting?.deadline);
      if (error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new ThreadError(error.name, error.message));
      if (this.#waiting.size === 0) this.#rest(worker);
    });
    worker.on('error', (error) => this.#ended(worker, problem(String(error))));
    worker.on('exit', () => this.#ended(worker, problem(`the thread ${this.#module} has ended`)));
    return worker;
  }

  #deadline(worker: Worker): NodeJS.Timeout | undefined {
    const deadlineMs = this.#deadlineMs;
    if (deadlineMs === undefined) return undefined;
    return setTimeout(() => {
      this.#ended(worker, new ThreadDeadlineError(this.#module, deadlineMs));
      void worker.terminate();
    }, deadlineMs);
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => void this.close(), this.#idleMs);
    this.#idle.unref();
  }

  #ended(worker: Worker, why: ThreadError): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#idle);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, deadline } of waiting) {
      clearTimeout(deadline);
      reject(why);
    }
  }

  /** Ends the thread, if it runs; it starts again with the next question. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#ended(worker, problem(`the thread ${this.#module} was closed`));
    const exit = once(worker, 'exit').catch(() => {});
    worker.ref();
    // One that may be ended wherever it is holds nothing that it has to free, and may not be listening.
    if (this.#deadlineMs === undefined) worker.postMessage(CLOSE);
    else void worker.terminate();
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
