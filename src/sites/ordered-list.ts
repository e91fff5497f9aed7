/**
 * A list that stays in order while items come and go, and can be read from any position. It is cut into chunks, so that
 * one change moves a few hundred items and not all of them, and what was worked out about the others stays.
 */

/** A chunk that reaches this length is cut in two. */
const CHUNK_ITEMS = 1_024;

/** With more items, a rank and a position no longer fit into one exact number. */
const MAX_RANKED = 2 ** 21;

export interface Ordering<Item> {
  /** 0 only for the same item. */
  readonly compare: (a: Item, b: Item) => number;
  /** A whole number below 2^32 that never decreases in this order. Sorting by it takes a tenth of the time. */
  readonly rank: (item: Item) => number;
}

/** Sorts by rank first, and compares only items of the same rank. */
function sorted<Item>(items: Item[], { compare, rank }: Ordering<Item>): Item[] {
  if (items.length > MAX_RANKED) return items.sort(compare);
  // Float64Array.from with a function takes several times as long.
  const keys = new Float64Array(items.length);
  items.forEach((item, at) => {
    keys[at] = rank(item) * MAX_RANKED + at;
  });
  keys.sort();
  const order: Item[] = [];
  let from = 0;
  let runRank = -1;
  for (const key of keys) {
    const itemRank = Math.floor(key / MAX_RANKED);
    const item = items[key - itemRank * MAX_RANKED];
    if (itemRank !== runRank) from = sortFrom(order, from, compare);
    runRank = itemRank;
    if (item !== undefined) order.push(item);
  }
  sortFrom(order, from, compare);
  return order;
}

/** Sorts the items from a position on. @returns the position after the last item */
function sortFrom<Item>(items: Item[], from: number, compare: Ordering<Item>['compare']): number {
  if (items.length - from > 1) {
    const run = items.slice(from).sort(compare);
    for (const [at, item] of run.entries()) items[from + at] = item;
  }
  return items.length;
}

export class OrderedList<Item, Summary = undefined> {
  readonly #compare: (a: Item, b: Item) => number;
  readonly #summarise: (items: readonly Item[]) => Summary;
  /** Of chunks that have not changed since. */
  readonly #summaries = new WeakMap<readonly Item[], Summary>();
  readonly #chunks: Item[][] = [];
  #size = 0;

  /** @param summarise what is kept of a piece until it changes */
  constructor(
    order: Ordering<Item>,
    items: Iterable<Item>,
    summarise: (items: readonly Item[]) => Summary,
  ) {
    this.#compare = order.compare;
    this.#summarise = summarise;
    const all = sorted([...items], order);
    const half = CHUNK_ITEMS / 2;
    for (let at = 0; at < all.length; at += half) this.#chunks.push(all.slice(at, at + half));
    this.#size = all.length;
  }

  get size(): number {
    return this.#size;
  }

  /** All items in order, in pieces with their summaries. */
  *pieces(): Generator<readonly [readonly Item[], Summary]> {
    for (const chunk of this.#chunks) {
      const known = this.#summaries.get(chunk);
      const summary = known ?? this.#summarise(chunk);
      if (known === undefined) this.#summaries.set(chunk, summary);
      yield [chunk, summary];
    }
  }

  /** Up to `count` items from position `offset` on. */
  slice(offset: number, count: number): Item[] {
    const items: Item[] = [];
    let skip = offset;
    for (const chunk of this.#chunks) {
      if (items.length >= count) break;
      if (skip < chunk.length) items.push(...chunk.slice(skip, skip + count - items.length));
      skip = Math.max(0, skip - chunk.length);
    }
    return items;
  }

  insert(item: Item): void {
    const at = this.#chunkFor(item);
    const chunk = this.#chunks[at];
    this.#size += 1;
    if (chunk === undefined) {
      this.#chunks.push([item]);
      return;
    }
    this.#summaries.delete(chunk);
    chunk.splice(this.#firstNotBefore(chunk, item), 0, item);
    if (chunk.length >= CHUNK_ITEMS) {
      this.#chunks.splice(at + 1, 0, chunk.splice(chunk.length >> 1));
    }
  }

  /** Removes an item that is in the list. */
  remove(item: Item): void {
    const at = this.#chunkFor(item);
    const chunk = this.#chunks[at] ?? [];
    const index = this.#firstNotBefore(chunk, item);
    const found = chunk[index];
    if (found === undefined || this.#compare(found, item) !== 0) return;
    this.#summaries.delete(chunk);
    chunk.splice(index, 1);
    this.#size -= 1;
    this.#join(at);
    if (at > 0) this.#join(at - 1);
  }

  /** Joins a chunk with the one after it while they are short, so that there are never many chunks of few items. */
  #join(at: number): void {
    const [chunk = [], next = []] = this.#chunks.slice(at, at + 2);
    if (chunk.length + next.length <= CHUNK_ITEMS / 2)
      this.#chunks.splice(at, 2, [...chunk, ...next]);
    if (this.#chunks[at]?.length === 0) this.#chunks.splice(at, 1);
  }

  /** The last chunk that does not begin after `item`, or the first. */
  #chunkFor(item: Item): number {
    let [low, high] = [0, this.#chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const first = this.#chunks[middle]?.[0];
      if (first !== undefined && this.#compare(first, item) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #firstNotBefore(chunk: readonly Item[], item: Item): number {
    let [low, high] = [0, chunk.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = chunk[middle];
      if (candidate !== undefined && this.#compare(candidate, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
