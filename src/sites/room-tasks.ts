/** What a room does between its turns, in the order in which it was asked for. */

/** A task was not done, because its room failed before or while it waited. */
export class RoomFailedError extends Error {
  constructor(name: string) {
    super(`the room of ${name} had an internal error`);
    this.name = 'RoomFailedError';
  }
}

export interface Task {
  readonly work: () => void | Promise<void>;
  /** Who asked for it; undefined for the server itself. */
  readonly address: string | undefined;
  /** Called instead of `work` if the room fails first. */
  readonly abandon?: (error: RoomFailedError) => void;
}

export class RoomTasks {
  readonly #waiting: Task[] = [];
  #failure: RoomFailedError | undefined;

  get count(): number {
    return this.#waiting.length;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  add(task: Task): void {
    if (this.#failure === undefined) this.#waiting.push(task);
    else task.abandon?.(this.#failure);
  }

  /** Adds work whose result is wanted. Rejects with `RoomFailedError` if it is not done. */
  run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, abandon) => {
      const settle = () => Promise.resolve().then(work).then(resolve, abandon);
      this.add({ work: settle, address: undefined, abandon });
    });
  }

  /** Does the one that waits longest. */
  async doNext(): Promise<void> {
    await this.#waiting.shift()?.work();
  }

  /** What waits, and what is added from now on, is not done. */
  fail(failure: RoomFailedError): void {
    this.#failure = failure;
    for (const { abandon } of this.#waiting.splice(0)) abandon?.(failure);
  }

  /**
   * Milliseconds that the one may spend who has most left of those who wait; what the server needs goes first.
   * @param left what an address may spend
   */
  priority(left: (address: string) => number): number {
    const ofTasks = this.#waiting.map(({ address }) =>
      address === undefined ? Number.POSITIVE_INFINITY : left(address),
    );
    return Math.max(Number.NEGATIVE_INFINITY, ...ofTasks);
  }
}
