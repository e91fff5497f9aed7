/**
 * Finds where an item goes among those written at the same spot by people who did not see each other: the rule of
 * YATA as Yjs has it, with every look at an item counted, and with a check that the neighbours it names agree.
 */
import * as Y from 'yjs';
import type { Place, Spend, Spots } from './spot.ts';
import { UpdateError } from './update-check.ts';

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

interface Found extends Place {
  /** Whether the search came upon its right neighbour. */
  readonly metRight: boolean;
  /** How many items were looked at. */
  readonly looked: number;
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
        return { left, metRight: false, looked: passed.size };
      }
    } else if (around === undefined) {
      return { left, metRight: false, looked: passed.size };
    } else if (around < open) {
      left = other;
      open = passed.size;
    }
  }
  return { left, metRight: other === item.right, looked: passed.size };
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

/** The place of an item, by a look at each of those written at its spot. */
function searchPlace(item: Y.Item, store: Y.Doc['store'], spend: Spend, spots?: Spots): Place {
  const start = item.left === null ? startOf(item, spend) : item.left.right;
  const found = search(item, store, start, spend);
  if (!neighboursAgree(item, found.metRight, spend)) {
    throw new UpdateError('an item stands to the left of one that it follows');
  }
  if (spots?.of(item) === undefined) spots?.note(item, found.looked, store, spend);
  return found;
}

/**
 * Sets `left` and `right` of an item, whose named neighbours are known, to those between which it goes. Throws
 * `UpdateError` where the named ones are no neighbours, and what `spend` throws.
 *
 * @param spots of the update that the item is part of, if it is one
 */
export function findPlace(item: Y.Item, store: Y.Doc['store'], spend: Spend, spots?: Spots): void {
  const { left, right } = item;
  if (isForeign(item, left) || isForeign(item, right)) {
    throw new UpdateError('an item stands beside one of another text');
  }
  // Where both neighbours lie in one item, taking the right one out of it may take the left one apart.
  if (left !== null && left.id.clock + left.length - 1 !== item.origin?.clock) {
    throw new UpdateError('an item stands to the left of one that it follows');
  }
  const spot = spots?.of(item);
  const adjacent = left === null ? right !== null && right.left === null : left.right === right;
  if (!adjacent) {
    const place = spot?.place(item) ?? searchPlace(item, store, spend, spots);
    item.left = place.left;
    item.right = place.left === null ? startOf(item, spend) : place.left.right;
  }
  if (spot?.take(item, item.right) === false) spots?.forget(item);
}
