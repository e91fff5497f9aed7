/** Groups the edits of a site into versions, which make up its timeline. */
import type { EditSize, EntryHead } from '../shared/site/edit-log.ts';

/** A pause this long ends a version. */
const VERSION_PAUSE_MS = 60_000;
/** So does the end of every slot of this length, by the clock: where a version ends depends on its own edits only. */
const VERSION_SLOT_MS = 300_000;

/**
 * Whether `next` continues the version `current`: it is by the same author, at once, and takes nothing away that is
 * worth a version. Restores, remixes and imports are versions of their own, and a labelled version is complete.
 */
export function continues(current: EntryHead, next: EntryHead, labelled: boolean): boolean {
  return (
    !labelled &&
    current.kind === 'edit' &&
    next.kind === 'edit' &&
    isSameAuthor(current, next) &&
    next.size?.cuts !== true &&
    next.startedMs - current.endedMs < VERSION_PAUSE_MS &&
    Math.floor(current.endedMs / VERSION_SLOT_MS) === Math.floor(next.startedMs / VERSION_SLOT_MS)
  );
}

function isSameAuthor(a: EntryHead, b: EntryHead): boolean {
  if (a.by !== b.by || a.authors.length !== b.authors.length) return false;
  return a.authors.every((author, at) => author === b.authors[at]);
}

/** `current` and `next`, which continues it, as one. */
export function joinHeads(current: EntryHead, next: EntryHead): EntryHead {
  const size = joinSizes(current.size, next.size);
  const { to, endedMs } = next;
  return { ...current, to, endedMs, ...(size !== undefined && { size }) };
}

function joinSizes(a: EditSize | undefined, b: EditSize | undefined): EditSize | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { added: a.added + b.added, removed: a.removed + b.removed, cuts: a.cuts };
}

/** Groups edits, or parts of versions, oldest first, into versions, oldest first. */
export function groupEdits(
  heads: Iterable<EntryHead>,
  isLabelled: (to: number) => boolean,
): EntryHead[] {
  const versions: EntryHead[] = [];
  for (const head of heads) {
    const last = versions.at(-1);
    if (last !== undefined && continues(last, head, isLabelled(last.to))) {
      versions[versions.length - 1] = joinHeads(last, head);
    } else {
      versions.push(head);
    }
  }
  return versions;
}
