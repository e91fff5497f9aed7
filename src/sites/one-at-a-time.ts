/** Does work one after the other for each name, and that of other names meanwhile. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<void>>();

  /** Does `work` when what was begun before for `name` is done, or failed. */
  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const settled = result.then(
      () => {},
      () => {},
    );
    this.#last.set(name, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    }
  }

  /** Resolves when everything begun so far is done. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
