/** One change to an open document, made and stored. */
import type { VersionKind } from '../../src/shared/site/version.ts';
import type { LiveDocument } from '../../src/sites/live-document.ts';

/**
 * @param known gives the updates the change amounts to, if the caller knows them
 * @returns the change as one update, undefined if nothing changed
 */
export async function commit(
  live: LiveDocument,
  kind: VersionKind,
  authors: readonly string[],
  change: () => void,
  known: readonly Uint8Array[] = [],
): Promise<Uint8Array | undefined> {
  const make = () => {
    change();
    return known;
  };
  const changed = live.change(make, kind !== 'edit');
  if (changed !== undefined) await live.store(kind, [{ ...changed, authors }]);
  return changed?.update;
}
