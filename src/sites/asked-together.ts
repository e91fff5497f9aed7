/** A question that is asked once for everyone who asks it before it begins, so that no answer is older than who asked. */
export class AskedTogether<Item, Answer> {
  readonly #queue: (begin: () => readonly Item[]) => Promise<Answer>;
  /** Has not begun yet. */
  #next: { readonly items: Set<Item>; readonly answer: Promise<Answer> } | undefined;

  /** @param queue queues the question; it calls `begin` when it begins, which gives all that it is about */
  constructor(queue: (begin: () => readonly Item[]) => Promise<Answer>) {
    this.#queue = queue;
  }

  /** Asks about `item`, together with the others. */
  ask(item: Item): Promise<Answer> {
    if (this.#next === undefined) {
      const items = new Set<Item>();
      const begin = () => {
        if (this.#next?.items === items) this.#next = undefined;
        return [...items];
      };
      const answer = this.#queue(begin);
      // It may fail before it begins.
      answer.catch(begin);
      this.#next = { items, answer };
    }
    this.#next.items.add(item);
    return this.#next.answer;
  }
}
