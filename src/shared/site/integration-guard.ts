/**
 * Holds Yjs to what an honest edit costs and means, item by item, while it integrates an update of others.
 *
 * Yjs finds the place of an item by looking through all that was written at the same spot by people who did not see
 * each other, anew for each item: a few kilobytes made for it keep it busy for minutes. It also takes on trust that
 * an item lies between the neighbours it names. Here the search is ours, counted, and ends at a budget; and an
 * item that a site cannot hold, or whose neighbours contradict each other, is refused. Yjs then inserts the item
 * where the search ended, so documents are the same with and without a guard.
 */
import * as Y from 'yjs';
import { FILES, ROOTS } from './document.ts';
import { EXAMPLES, exampleProblem } from './examples.ts';
import { findPlace } from './item-place.ts';
import { rollBack } from './roll-back.ts';
import { Spots } from './spot.ts';
import { ADDED_ROOTS, isTextRoot } from './text-files.ts';
import { UpdateError } from './update-check.ts';

/** Steps that an update may take, some 30 ms; the merges of honest editors after a long absence take a tenth. */
export const MAX_STEPS = 400_000;
/** A split moves all later items of its client; so many are moved in the time of one step. */
const MOVED_PER_STEP = 1_024;
/** Yjs finds the name of a root by looking through all, so many in the time of a step; only first items ask for it. */
const ROOTS_PER_STEP = 8;

type Parent = NonNullable<Y.Item['parent']>;

class Guard {
  readonly #doc: Y.Doc;
  /** The roots of a site: whether each is a text, or else a map. Added files join them as they come. */
  readonly #isText: WeakMap<Parent, boolean>;
  readonly #examples: Parent;
  /** How many of a transaction's splits were counted. */
  readonly #splits = new WeakMap<Y.Transaction, number>();
  left = Number.POSITIVE_INFINITY;
  /** Of what is being applied. */
  spots: Spots | undefined;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#examples = doc.getMap(EXAMPLES);
    const texts = new Set<string>(FILES);
    const root = (name: string) => (texts.has(name) ? doc.getText(name) : doc.getMap(name));
    this.#isText = new WeakMap([...ROOTS].map((name) => [root(name), texts.has(name)]));
  }

  readonly spend = (steps: number): void => {
    this.left -= steps;
    if (this.left < 0) throw new UpdateError('the update would take too long to merge');
  };

  countSplits(transaction: Y.Transaction): void {
    const splits = transaction._mergeStructs;
    let counted = this.#splits.get(transaction) ?? 0;
    if (counted === splits.length) return;
    this.#splits.set(transaction, splits.length);
    for (; counted < splits.length; counted++) {
      const client = splits[counted]?.id.client ?? 0;
      const items = transaction.doc.store.clients.get(client)?.length ?? 0;
      this.spend(1 + items / MOVED_PER_STEP);
    }
  }

  /** Whether a root is a text, or else a map; undefined for one that a site does not have. */
  #isTextRoot(parent: Parent): boolean | undefined {
    const known = this.#isText.get(parent);
    if (known !== undefined) return known;
    const names = [...this.#doc.share.keys()].filter(isTextRoot);
    if (names.length > ADDED_ROOTS) throw new UpdateError('a site has too many files');
    if (!names.some((name) => this.#doc.share.get(name) === parent)) return undefined;
    this.#isText.set(parent, true);
    return true;
  }

  /** Throws `UpdateError` for an item that a site does not hold at its place. */
  checkContent({ parent, parentSub, content }: Y.Item): void {
    const isText = parent === null ? undefined : this.#isTextRoot(parent);
    if (isText === undefined) throw new UpdateError('an item is in no root of a site');
    if (isText !== (parentSub === null))
      throw new UpdateError('a text has no keys, a map only keys');
    if (content instanceof Y.ContentDeleted) return;
    const fits = isText ? content instanceof Y.ContentString : content instanceof Y.ContentAny;
    if (!fits || (!isText && content.getLength() !== 1)) {
      throw new UpdateError(isText ? 'a text holds only text' : 'a map holds one value a key');
    }
    if (parent !== this.#examples) return;
    const problem = exampleProblem(parentSub ?? '', content.getContent()[0]);
    if (problem !== undefined) throw new UpdateError(problem);
  }

  /** Makes an item ready for Yjs, which then finds nothing left to search. */
  prepare(item: Y.Item, transaction: Y.Transaction, known: number): void {
    const { store } = transaction.doc;
    this.countSplits(transaction);
    if (known > 0) continueAfter(item, store, known);
    const { size } = transaction.doc.share;
    if (item.origin === null && item.rightOrigin === null && size > ROOTS.size) {
      this.spend(size / ROOTS_PER_STEP);
    }
    this.checkContent(item);
    findPlace(item, store, this.spend, this.spots);
  }
}

/** Takes from an item what is stored of it already: the rest follows that. */
function continueAfter(item: Y.Item, store: Y.Doc['store'], known: number): void {
  const last = store.clients.get(item.id.client)?.at(-1);
  if (!(last instanceof Y.Item)) throw new UpdateError('an item continues one that is lost');
  item.id.clock += known;
  item.left = last;
  item.origin = last.lastId;
  item.content = item.content.splice(known);
  item.length -= known;
}

const guards = new WeakMap<Y.Doc, Guard>();

/** The guard of a document, where the transaction brings what others wrote. */
const guardOf = (transaction: Y.Transaction): Guard | undefined =>
  transaction.local ? undefined : guards.get(transaction.doc);

const { integrate, delete: remove } = Y.Item.prototype;

Y.Item.prototype.integrate = function (transaction, known) {
  const guard = guardOf(transaction);
  guard?.prepare(this, transaction, known);
  integrate.call(this, transaction, guard === undefined ? known : 0);
};

Y.Item.prototype.delete = function (transaction) {
  guardOf(transaction)?.countSplits(transaction);
  remove.call(this, transaction);
};

/** Watches from now on what `doc` integrates of others. Makes its roots. */
export function guardDocument(doc: Y.Doc): void {
  if (!guards.has(doc)) guards.set(doc, new Guard(doc));
}

interface Applying {
  /** Of the update's format. Default 1 */
  readonly version?: 1 | 2;
  /** Reads updates of format 1. Default that of Yjs */
  readonly Decoder?: typeof Y.UpdateDecoderV1;
  /** Of the transaction. */
  readonly origin?: unknown;
  /** Those of what was applied before it, within one transaction. Default none */
  readonly spots?: Spots;
  /** Default `MAX_STEPS` */
  readonly maxSteps?: number;
}

/** Of a transaction: how many roots its document had when it began. */
const ROOTS_BEFORE = Symbol('roots');

function rootsBefore({ doc, meta }: Y.Transaction): number {
  const known: unknown = meta.get(ROOTS_BEFORE);
  if (typeof known === 'number') return known;
  meta.set(ROOTS_BEFORE, doc.share.size);
  return doc.share.size;
}

/**
 * Applies an update to a guarded document.
 * @returns the steps that merging it took, of about 0.1 µs
 * @throws UpdateError where a site cannot hold it or it would take more than `maxSteps`; the document is then as it was
 *   before the transaction
 */
export function applyGuarded(
  doc: Y.Doc,
  update: Uint8Array,
  {
    version = 1,
    Decoder = Y.UpdateDecoderV1,
    origin,
    spots = new Spots(),
    maxSteps = MAX_STEPS,
  }: Applying = {},
): number {
  const guard = guards.get(doc);
  if (guard === undefined) throw new TypeError('the document is not guarded');
  const applying = (transaction: Y.Transaction): number => {
    const roots = rootsBefore(transaction);
    guard.left = maxSteps;
    guard.spots = spots;
    try {
      Y.applyUpdateV2(doc, update, undefined, version === 1 ? Decoder : Y.UpdateDecoderV2);
      return maxSteps - guard.left;
    } catch (error) {
      rollBack(transaction, roots);
      throw error;
    } finally {
      guard.left = Number.POSITIVE_INFINITY;
      guard.spots = undefined;
    }
  };
  return Y.transact(doc, applying, origin, false);
}
