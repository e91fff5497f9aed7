/** The versions of a site, as its log and labels tell them. */
import { type EntryHead, isByMember } from '../shared/site/edit-log.ts';
import type { HistoryReply, Version } from '../shared/site/version.ts';
import type { Steps } from './charged-work.ts';
import type { LabelRecord } from './records.ts';
import type { SiteStore } from './store.ts';
import { continues, joinHeads } from './timeline.ts';

export const MAX_VERSIONS_A_REPLY = 100;
const DEFAULT_VERSIONS_A_REPLY = 50;

export interface VersionQuery {
  /** Only versions that begin before this edit. Default: all. */
  readonly before?: number | undefined;
  /** Default 50. */
  readonly limit?: number | undefined;
  /** Only versions of this author. */
  readonly author?: string | undefined;
  /** The author's number of whoever asks. */
  readonly asker?: number | undefined;
}

/** A version, and the edit up to which it can be read. */
export interface FoundVersion {
  readonly version: Version;
  readonly at: number;
}

type Labels = ReadonlyMap<number, LabelRecord>;

function versionOf(head: EntryHead, labels: Labels, asker?: number): Version {
  const { by, from, to, startedMs, endedMs, authors, kind, size } = head;
  const label = labels.get(to)?.label;
  return {
    from,
    to,
    startedMs,
    endedMs,
    authors,
    kind,
    ...(isByMember(head) && { member: true }),
    ...(by !== undefined && by === asker && { own: true }),
    ...(size !== undefined && { added: size.added, removed: size.removed }),
    ...(label !== undefined && { label }),
  };
}

/** Reads the versions up to an edit, latest first, for as long as it may; it holds nothing of the store in between. */
class VersionsBefore {
  readonly #store: SiteStore;
  readonly #name: string;
  readonly #labels: Labels;
  /** The edits before this one were not read yet; undefined: none was. */
  #before: number | undefined;
  #current: EntryHead | undefined;

  constructor(store: SiteStore, name: string, labels: Labels, before?: number) {
    this.#store = store;
    this.#name = name;
    this.#labels = labels;
    this.#before = before;
  }

  /** Gives each version to `take` until that returns false. False where time is over before that. */
  read(isOver: () => boolean, take: (version: EntryHead) => boolean): boolean {
    const labels = this.#labels;
    for (const head of this.#store.headsBefore(this.#name, labels, this.#before)) {
      this.#before = head.from;
      const current = this.#current;
      if (current !== undefined && continues(head, current, labels.has(head.to))) {
        this.#current = joinHeads(head, current);
      } else {
        this.#current = head;
        if (current !== undefined && !take(current)) return true;
      }
      if (isOver()) return false;
    }
    if (this.#current !== undefined) take(this.#current);
    return true;
  }
}

/** Versions, latest first. */
export function listVersions(
  store: SiteStore,
  name: string,
  { before, limit = DEFAULT_VERSIONS_A_REPLY, author, asker }: VersionQuery = {},
): Steps<HistoryReply> {
  const labels = store.labels(name);
  const reader = new VersionsBefore(store, name, labels, before);
  const versions: Version[] = [];
  let more = false;
  const take = (head: EntryHead): boolean => {
    if (author !== undefined && !head.authors.includes(author)) return true;
    more = versions.length === limit;
    if (!more) versions.push(versionOf(head, labels, asker));
    return !more;
  };
  return (isOver) => (reader.read(isOver, take) ? { value: { versions, more } } : undefined);
}

/**
 * The version that holds edit `at`, and the edit up to which it can be read: `at` itself, or the end of the merged
 * edits of an older store. Undefined where there is no such edit.
 */
export function findVersion(
  store: SiteStore,
  name: string,
  at: number,
): Steps<FoundVersion | undefined> {
  const exact = store.headOf(name, at);
  if (exact === undefined) return () => ({ value: undefined });
  const labels = store.labels(name);
  const reader = new VersionsBefore(store, name, labels, exact.to + 1);
  let version = exact;
  let begins = false;
  const take = (head: EntryHead): boolean => {
    version = head;
    return false;
  };
  return (isOver) => {
    begins ||= reader.read(isOver, take);
    if (!begins) return undefined;
    for (const head of store.heads(name, labels, version.to + 1)) {
      if (!continues(version, head, labels.has(version.to))) break;
      version = joinHeads(version, head);
      if (isOver()) return undefined;
    }
    return { value: { version: versionOf(version, labels), at: exact.to } };
  };
}
