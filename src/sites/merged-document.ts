/** The document that stored updates make up, if merging them takes no longer than opening a site may. */
import * as Y from 'yjs';
import { applyGuarded, guardDocument } from '../shared/site/integration-guard.ts';

/** Opening a site may take this many merge steps, about 70 ms. */
export const MAX_OPEN_STEPS = 1_000_000;

export interface Merged {
  readonly doc: Y.Doc;
  /** Merge steps the updates took. */
  readonly steps: number;
}

/**
 * @param maxSteps whoever delays nobody may take any number
 * @throws if the updates cannot be merged, or take more steps
 */
export function mergedDocument(
  updates: readonly Uint8Array[],
  maxSteps: number = MAX_OPEN_STEPS,
): Merged {
  const doc = new Y.Doc();
  guardDocument(doc);
  let steps = 0;
  doc.transact(() => {
    for (const update of updates) {
      steps += applyGuarded(doc, update);
      if (steps > maxSteps) throw new RangeError('its edits take too long to merge');
    }
  });
  return { doc, steps };
}
