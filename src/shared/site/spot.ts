/**
 * The items that follow one item, or begin a text, in their order: what people wrote at one spot without sight of each
 * other. While an update is merged, it finds where the next one goes without a look at each of them: where people write
 * at the top of a page at the same time, a site that is opened has thousands, in an order that no one wrote them in.
 *
 * The rule is that of item-place.ts. An item goes behind the last one of a lower client that is left of its right
 * neighbour, and behind all that follows that one. The rule ends at one of a higher client with the same right neighbour;
 * but between an item and its right neighbour there never is one of a lower client: it would have gone before both. This
 * holds where all that follows an item lies in one piece, as honest editors write it; reading stops where it does not.
 */
import * as Y from 'yjs';

/** Takes the cost of what was done, in steps; throws where that is too much. */
export type Spend = (steps: number) => void;

/** The item that another one goes behind; null at the start of a text. */
export interface Place {
  readonly left: Y.Item | null;
}

interface Block {
  /** Its index. */
  at: number;
  readonly items: Y.Item[];
  /** Lowest client. */
  lowest: number;
}

const BLOCK_ITEMS = 64;
/** What a look at a block or an item costs, to a step of the search through all. */
const BLOCK_STEPS = 1 / 32;
const ITEM_STEPS = 1 / 16;

export class Spot {
  readonly #origin: Y.ID | null;
  readonly #store: Y.Doc['store'];
  readonly #spend: Spend;
  readonly #blocks: Block[] = [];
  readonly #blockOf = new Map<Y.Item, Block>();
  /** What was read last: one of the spot, so that all that is written behind it is read, too. */
  #last: Y.Item | null;
  /** Undefined until all were read: the item behind all that follows them. */
  #end: Y.Item | null | undefined;
  readonly #start: () => Y.Item | null;

  /** The spot of an item whose named neighbours are known. */
  constructor(item: Y.Item, store: Y.Doc['store'], spend: Spend) {
    const { left, parent } = item;
    this.#origin = item.origin;
    this.#store = store;
    this.#spend = spend;
    this.#last = left;
    this.#start = () => (parent instanceof Y.AbstractType ? parent._start : null);
  }

  /** Gives the place of an item that is written here; undefined where its right neighbour is not here. */
  place(item: Y.Item): Place | undefined {
    const { right } = item;
    if (right === null || !this.#has(right)) return undefined;
    const passed = this.#lastBelow(item.id.client, right);
    return { left: passed === undefined ? item.left : (this.#after(passed)?.left ?? null) };
  }

  /**
   * Takes in an item that goes before `next`. Returns false where that is not between what was written here: this spot is
   * then of no more use.
   */
  take(item: Y.Item, next: Y.Item | null): boolean {
    const block = next === null ? undefined : this.#blockOf.get(next);
    if (block !== undefined && next !== null) this.#insert(item, block, block.items.indexOf(next));
    else if (this.#end !== undefined && next === this.#end) this.#append(item);
    else return false;
    return true;
  }

  /** Whether an item is one of the spot; reads on until it is found. */
  #has(item: Y.Item): boolean {
    if (this.#end !== undefined || this.#blockOf.has(item)) return this.#blockOf.has(item);
    const behind = new Set<Y.Item>();
    let other = this.#last === null ? this.#start() : this.#last.right;
    if (this.#last !== null && this.#blocks.length > 0) behind.add(this.#last);
    for (; other !== null; other = other.right) {
      this.#spend(1);
      if (Y.compareIDs(other.origin, this.#origin)) {
        behind.clear();
        this.#append(other);
        this.#last = other;
        if (other === item) return true;
      } else if (other.origin === null || !behind.has(Y.getItem(this.#store, other.origin))) {
        break;
      }
      behind.add(other);
    }
    this.#end = other;
    return false;
  }

  /** The last one before `end` that is of a lower client. */
  #lastBelow(client: number, end: Y.Item): Y.Item | undefined {
    let block = this.#blockOf.get(end);
    for (let to = block?.items.indexOf(end); block !== undefined; to = undefined) {
      this.#spend(BLOCK_STEPS);
      if (block.lowest < client) {
        this.#spend(ITEM_STEPS * block.items.length);
        const found = block.items.slice(0, to).findLast(({ id }) => id.client < client);
        if (found !== undefined) return found;
      }
      block = this.#blocks[block.at - 1];
    }
    return undefined;
  }

  #after(item: Y.Item): Y.Item | undefined {
    const block = this.#blockOf.get(item);
    if (block === undefined) return undefined;
    return block.items[block.items.indexOf(item) + 1] ?? this.#blocks[block.at + 1]?.items[0];
  }

  #append(item: Y.Item): void {
    let block = this.#blocks.at(-1);
    if (block === undefined || block.items.length >= BLOCK_ITEMS) {
      block = { at: this.#blocks.length, items: [], lowest: item.id.client };
      this.#blocks.push(block);
    }
    this.#insert(item, block, block.items.length);
  }

  #insert(item: Y.Item, block: Block, at: number): void {
    block.items.splice(at, 0, item);
    block.lowest = Math.min(block.lowest, item.id.client);
    this.#blockOf.set(item, block);
    if (block.items.length > 2 * BLOCK_ITEMS) this.#divide(block);
  }

  #divide(block: Block): void {
    const items = block.items.splice(BLOCK_ITEMS);
    const half = { at: 0, items, lowest: lowestOf(items) };
    block.lowest = lowestOf(block.items);
    for (const item of items) this.#blockOf.set(item, half);
    this.#blocks.splice(block.at + 1, 0, half);
    for (const [at, each] of this.#blocks.entries()) each.at = at;
    this.#spend(BLOCK_STEPS * this.#blocks.length);
  }
}

const lowestOf = (items: readonly Y.Item[]): number =>
  items.reduce((lowest, { id }) => Math.min(lowest, id.client), Number.POSITIVE_INFINITY);

/** A search through so many items has the next one at the same spot use a `Spot`. */
const LONG_SEARCH = 32;

/** The spots of one update at which a search was long. */
export class Spots {
  readonly #spots = new Map<unknown, Spot>();

  #keyOf({ origin, parent }: Y.Item): unknown {
    return origin === null ? parent : `${origin.client} ${origin.clock}`;
  }

  /** The spot of an item of a text, if a search there was long. */
  of(item: Y.Item): Spot | undefined {
    return this.#spots.size === 0 || item.parentSub !== null
      ? undefined
      : this.#spots.get(this.#keyOf(item));
  }

  /** Remembers the spot of an item which `looked` others were looked at for. */
  note(item: Y.Item, looked: number, store: Y.Doc['store'], spend: Spend): void {
    if (looked <= LONG_SEARCH || item.parentSub !== null) return;
    this.#spots.set(this.#keyOf(item), new Spot(item, store, spend));
  }

  forget(item: Y.Item): void {
    this.#spots.delete(this.#keyOf(item));
  }
}
