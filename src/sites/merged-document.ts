/** The document that stored updates make up, if merging them takes no longer than opening a site may. */
import * as Y from 'yjs';
import { applyGuarded, guardDocument } from '../shared/site/integration-guard.ts';
import { Spots } from '../shared/site/spot.ts';
import type { Steps } from './charged-work.ts';
import { UpdateDecoder } from './update-decoder.ts';
import { partsOf } from './update-parts.ts';

/** Opening a site may take this many merge steps, about 70 ms. */
export const MAX_OPEN_STEPS = 1_000_000;

export interface Merged {
  readonly doc: Y.Doc;
  /** Merge steps the updates took. */
  readonly steps: number;
}

/** Part of an update that takes tens of milliseconds. */
const LONG_BYTES = 1_048_576;

const tooLong = (): RangeError => new RangeError('its edits take too long to merge');

function emptyDocument(): Y.Doc {
  const doc = new Y.Doc();
  guardDocument(doc);
  return doc;
}

/**
 * @param maxSteps whoever delays nobody may take any number
 * @throws if the updates cannot be merged, or take more steps
 */
export function mergedDocument(
  updates: readonly Uint8Array[],
  maxSteps: number = MAX_OPEN_STEPS,
): Merged {
  const doc = emptyDocument();
  let steps = 0;
  doc.transact(() => {
    for (const update of updates) {
      steps += applyGuarded(doc, update, { Decoder: UpdateDecoder });
      if (steps > maxSteps) throw tooLong();
    }
  });
  return { doc, steps };
}

function* partsOfAll(updates: readonly Uint8Array[]): Generator<Uint8Array | undefined> {
  for (const update of updates) yield* partsOf(update);
}

/**
 * The same a millisecond at a time: large updates are applied in parts. Where they go on in another turn, some steps are
 * taken again.
 * @param maxSteps whoever is charged for them may take any number, which is the default
 * @throws when they go on, if the updates cannot be merged, or take more steps
 */
export function merging(
  updates: readonly Uint8Array[],
  maxSteps = Number.POSITIVE_INFINITY,
): Steps<Merged> {
  const doc = emptyDocument();
  const parts = partsOfAll(updates);
  /** A part with a long text, which has a turn of its own. */
  let long: Uint8Array | undefined;
  let steps = 0;
  /** Applies parts until it is over; true if there are no more. */
  const goOn = (isOver: () => boolean): boolean => {
    const spots = new Spots();
    const apply = (part: Uint8Array) => {
      steps += applyGuarded(doc, part, { spots, Decoder: UpdateDecoder });
      if (steps > maxSteps) throw tooLong();
    };
    if (long !== undefined) {
      apply(long);
      long = undefined;
      return false;
    }
    do {
      const { value: part, done } = parts.next();
      if (done) return true;
      if (part !== undefined && part.length >= LONG_BYTES) long = part;
      else if (part !== undefined) apply(part);
    } while (long === undefined && !isOver());
    return false;
  };
  return (isOver) => (doc.transact(() => goOn(isOver)) ? { value: { doc, steps } } : undefined);
}
