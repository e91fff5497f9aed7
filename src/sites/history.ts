/** The versions of a site, as its log and labels tell them. */
import { type EntryHead, isByMember } from '../shared/site/edit-log.ts';
import type { HistoryReply, Version } from '../shared/site/protocol.ts';
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

/**
 * The versions up to edit `before`, latest first, and undefined after each step on the way to the next; reads no more of
 * the log than it is asked for.
 */
function* versionsBefore(
  store: SiteStore,
  name: string,
  labels: Labels,
  before?: number,
): Generator<EntryHead | undefined> {
  let current: EntryHead | undefined;
  for (const head of store.headsBefore(name, labels, before)) {
    if (current !== undefined && continues(head, current, labels.has(head.to))) {
      current = joinHeads(head, current);
    } else {
      if (current !== undefined) yield current;
      current = head;
    }
    yield undefined;
  }
  if (current !== undefined) yield current;
}

/** Versions, latest first. In steps, since each may read seven megabytes. */
export function* listVersions(
  store: SiteStore,
  name: string,
  { before, limit = DEFAULT_VERSIONS_A_REPLY, author, asker }: VersionQuery = {},
): Generator<undefined, HistoryReply> {
  const labels = store.labels(name);
  const versions: Version[] = [];
  for (const head of versionsBefore(store, name, labels, before)) {
    if (head === undefined) yield;
    else if (author === undefined || head.authors.includes(author)) {
      if (versions.length === limit) return { versions, more: true };
      versions.push(versionOf(head, labels, asker));
    }
  }
  return { versions, more: false };
}

/**
 * The version that holds edit `at`, and the edit up to which it can be read: `at` itself, or the end of the merged
 * edits of an older store. Undefined where there is no such edit. In steps.
 */
export function* findVersion(
  store: SiteStore,
  name: string,
  at: number,
): Generator<undefined, FoundVersion | undefined> {
  const exact = store.headOf(name, at);
  if (exact === undefined) return undefined;
  const labels = store.labels(name);
  let version = exact;
  for (const before of versionsBefore(store, name, labels, exact.to + 1)) {
    yield;
    if (before === undefined) continue;
    version = before;
    break;
  }
  for (const head of store.heads(name, labels, exact.to + 1)) {
    if (!continues(version, head, labels.has(version.to))) break;
    version = joinHeads(version, head);
    yield;
  }
  return { version: versionOf(version, labels), at: exact.to };
}
