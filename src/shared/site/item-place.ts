/**
 * Finds where an item goes among those written at the same spot by people who did not see each other: the rule of
 * YATA as Yjs has it, with every look at an item counted, and with a check that the neighbours it names agree.
 */
import * as Y from 'yjs';
import { UpdateError } from './update-check.ts';

/** Takes the cost of what was done; throws where that is too much. */
export type Spend = (steps: number) => void;

const startOf = (item: Y.Item, spend: Spend): Y.Item | null => {
  if (!(item.parent instanceof Y.AbstractType)) return null;
  if (item.parentSub === null) return item.parent._start;
  let first = item.parent._map.get(item.parentSub) ?? null;
  while (first !== null && first.left !== null) {
    spend(2);
    first = first.left;
  }
  return first;
};

/** The item it follows, and whether the search came upon its right neighbour. */
interface Found {
  readonly left: Y.Item | null;
  readonly metRight: boolean;
}

function search(item: Y.Item, store: Y.Doc['store'], first: Y.Item | null, spend: Spend): Found {
  // Those passed, by when; those from `open` on may still have to follow this item.
  const passed = new Map<Y.Item, number>();
  let left = item.left;
  let open = 0;
  let other = first;
  for (; other !== null && other !== item.right; other = other.right) {
    spend(1);
    passed.set(other, passed.size);
    const around = other.origin === null ? undefined : passed.get(Y.getItem(store, other.origin));
    if (Y.compareIDs(item.origin, other.origin)) {
      if (other.id.client < item.id.client) {
        left = other;
        open = passed.size;
      } else if (Y.compareIDs(item.rightOrigin, other.rightOrigin)) {
        return { left, metRight: false };
      }
    } else if (around === undefined) {
      return { left, metRight: false };
    } else if (around < open) {
      left = other;
      open = passed.size;
    }
  }
  return { left, metRight: other === item.right };
}

/** Whether `right` comes after `left`, looking from both at once. */
function isAfter(left: Y.Item, right: Y.Item, spend: Spend): boolean {
  let ahead: Y.Item | null = left;
  let back: Y.Item | null = right;
  while (ahead !== null && back !== null) {
    spend(1);
    if (ahead === right || back === left || ahead.right === back) return true;
    ahead = ahead.right;
    back = back.left;
  }
  return false;
}

/**
 * Whether the left neighbour that an item names comes before the right one. Each item lies between its own two, so one
 * that was written beside the other settles it; that fails only where both were written without sight of each other.
 */
function neighboursAgree(item: Y.Item, metRight: boolean, spend: Spend): boolean {
  const { left, right } = item;
  if (metRight || left === null || right === null) return true;
  if (left === right) return false;
  if (Y.compareIDs(left.rightOrigin, item.rightOrigin)) return true;
  if (Y.compareIDs(right.origin, item.origin)) return true;
  return isAfter(left, right, spend);
}

/** Whether a neighbour belongs to another text, map or key, or was lost with what it belonged to. */
const isForeign = (item: Y.Item, neighbour: Y.Item | null): boolean =>
  neighbour !== null &&
  (!(neighbour instanceof Y.Item) ||
    neighbour.parent !== item.parent ||
    neighbour.parentSub !== item.parentSub);

/**
 * Sets `left` and `right` of an item, whose named neighbours are known, to those between which it goes. Throws
 * `UpdateError` where the named ones are no neighbours, and what `spend` throws.
 */
export function findPlace(item: Y.Item, store: Y.Doc['store'], spend: Spend): void {
  const { left, right } = item;
  if (isForeign(item, left) || isForeign(item, right)) {
    throw new UpdateError('an item stands beside one of another text');
  }
  // Where both neighbours lie in one item, taking the right one out of it may take the left one apart.
  if (left !== null && left.id.clock + left.length - 1 !== item.origin?.clock) {
    throw new UpdateError('an item stands to the left of one that it follows');
  }
  const adjacent = left === null ? right !== null && right.left === null : left.right === right;
  if (adjacent) return;
  const start = left === null ? startOf(item, spend) : left.right;
  const found = search(item, store, start, spend);
  if (!neighboursAgree(item, found.metRight, spend)) {
    throw new UpdateError('an item stands to the left of one that it follows');
  }
  item.left = found.left;
  item.right = found.left === null ? start : found.left.right;
}
