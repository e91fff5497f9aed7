/** Turns the log of a site into its timeline: which edits belong together as one version. */
import type { LogEntry } from './records.ts';

/** A pause this long ends a version. */
const VERSION_PAUSE_MS = 60_000;
/** A version is no longer than this from its first edit to its last. */
const VERSION_LENGTH_MS = 300_000;
const MAX_AUTHORS = 20;

export type EntryHead = Omit<LogEntry, 'update'>;

/**
 * Whether `next` continues the version that `current` has become so far. Restores, remixes and imports are
 * versions of their own, and a label closes the version it names.
 */
export function continues(current: EntryHead, next: EntryHead, labelled: boolean): boolean {
  return (
    !labelled &&
    current.kind === 'edit' &&
    next.kind === 'edit' &&
    next.startedMs - current.endedMs < VERSION_PAUSE_MS &&
    next.endedMs - current.startedMs < VERSION_LENGTH_MS
  );
}

/** `current` and `next` as one; authors in order of appearance, each once. */
function joinHeads(current: EntryHead, next: EntryHead): EntryHead {
  return {
    from: current.from,
    to: next.to,
    startedMs: current.startedMs,
    endedMs: next.endedMs,
    kind: current.kind,
    authors: joinAuthors(current.authors, next.authors),
  };
}

/** Both lists without repeats, at most 20 names. */
export function joinAuthors(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].slice(0, MAX_AUTHORS);
}

/** Groups entries, oldest first, into versions, oldest first. */
export function groupEntries<Entry extends EntryHead>(
  entries: Iterable<Entry>,
  isLabelled: (to: number) => boolean,
): { head: EntryHead; entries: Entry[] }[] {
  const groups: { head: EntryHead; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && continues(last.head, entry, isLabelled(last.head.to))) {
      last.head = joinHeads(last.head, entry);
      last.entries.push(entry);
    } else {
      groups.push({ head: entry, entries: [entry] });
    }
  }
  return groups;
}
