/** Gives a site another content as one edit of the server's own, such as a restore, while other sites go on. */
import type { SiteContent } from '../shared/site/document.ts';
import { restoring } from '../shared/site/restore.ts';
import { inTurns, type Payer, type Steps, stepsOf } from './charged-work.ts';
import { joinSizes } from './edit-size.ts';
import { joinUpdates } from './join-updates.ts';
import type { Change, LiveDocument } from './live-document.ts';

/**
 * Makes a document hold `content`, in several transactions where that takes long, each in a turn of the event loop of its
 * own. Nothing else may change the document before the change is stored.
 *
 * @returns the change, undefined if nothing changed
 */
export async function writeContent(
  live: LiveDocument,
  content: SiteContent,
  payer: Payer,
): Promise<Change | undefined> {
  const steps = stepsOf(restoring(live.doc, content));
  const changes: Change[] = [];
  const piece: Steps<unknown> = (isOver) => {
    let last: ReturnType<typeof steps>;
    const make = () => {
      last = steps(isOver);
      return [];
    };
    const changed = live.change(make, true);
    if (changed !== undefined) changes.push(changed);
    return last;
  };
  try {
    await inTurns(piece, payer);
  } catch (error) {
    await live.revert();
    throw error;
  }
  return payer.run(() => joined(changes));
}

function joined(changes: readonly Change[]): Change | undefined {
  const [first, ...others] = changes;
  if (first === undefined || others.length === 0) return first;
  const update = joinUpdates(changes.map((change) => change.update));
  return { update, size: joinSizes(changes.map(({ size }) => size)) };
}
