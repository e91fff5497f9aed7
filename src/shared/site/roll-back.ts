/**
 * Takes back what a transaction has done to a document, before it ends. Yjs itself can only add edits that undo others;
 * a document that was left in the middle of an update would have to be made again from all of its edits.
 */
import * as Y from 'yjs';
import { deletedStructs } from './deleted-structs.ts';

type Parent = Exclude<Y.Item['parent'], Y.ID | null>;

/**
 * Only for texts and maps of values, whose content has no part elsewhere. Takes time for what was done and for the number
 * of clients of the document, not for its length. Items that were split stay so until the transaction ends, when Yjs
 * joins them.
 *
 * @param roots how many the document had before
 */
export function rollBack(transaction: Y.Transaction, roots: number): void {
  const { doc, changed, changedParentTypes } = transaction;
  restoreDeleted(transaction);
  removeNew(transaction);
  transaction._mergeStructs = transaction._mergeStructs.filter(({ id }) => isOld(transaction, id));
  changed.clear();
  changedParentTypes.clear();
  for (const name of [...doc.share.keys()].slice(roots)) doc.share.delete(name);
}

const isOld = ({ beforeState }: Y.Transaction, { client, clock }: Y.ID): boolean =>
  clock < (beforeState.get(client) ?? 0);

function removeNew(transaction: Y.Transaction): void {
  const { clients } = transaction.doc.store;
  for (const [client, structs] of clients) {
    for (let last = structs.at(-1); last !== undefined; last = structs.at(-1)) {
      if (isOld(transaction, last.id)) break;
      if (last instanceof Y.Item) takeOut(last);
      structs.pop();
    }
    if (structs.length === 0) clients.delete(client);
  }
}

/** Takes an item out of the list that it is in. */
function takeOut(item: Y.Item): void {
  const { left, right, parentSub } = item;
  const parent = parentOf(item);
  if (left !== null) left.right = right;
  else if (parentSub === null) parent._start = right;
  if (right !== null) right.left = left;
  else if (parentSub !== null && left !== null) parent._map.set(parentSub, left);
  else if (parentSub !== null) parent._map.delete(parentSub);
  if (!item.deleted) grow(parent, item, -item.length);
}

function restoreDeleted(transaction: Y.Transaction): void {
  for (const item of deletedStructs(transaction)) {
    if (!(item instanceof Y.Item) || !isOld(transaction, item.id)) continue;
    item.deleted = false;
    grow(parentOf(item), item, item.length);
  }
  transaction.deleteSet.clients.clear();
}

/** Counts what an item adds to the length of its text. */
function grow(parent: Parent, { countable, parentSub }: Y.Item, by: number): void {
  if (countable && parentSub === null) parent._length += by;
}

function parentOf({ parent }: Y.Item): Parent {
  if (parent instanceof Y.AbstractType) return parent;
  throw new TypeError('an item of a document has a parent');
}
