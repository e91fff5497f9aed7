/** The versions of a site, as its log and labels tell them. */
import type { HistoryReply, Version } from './protocol.ts';
import type { LabelRecord } from './records.ts';
import type { SiteStore } from './store.ts';
import { type EntryHead, groupEntries } from './timeline.ts';

export const MAX_VERSIONS_A_REPLY = 100;
const DEFAULT_VERSIONS_A_REPLY = 50;

type Grouped = ReturnType<typeof groupEntries<EntryHead>>[number];

function groups(store: SiteStore, name: string, labels: ReadonlyMap<number, LabelRecord>) {
  return groupEntries(store.heads(name), (to) => labels.has(to));
}

function version({ head }: Grouped, labels: ReadonlyMap<number, LabelRecord>): Version {
  const { from, to, startedMs, endedMs, authors, kind } = head;
  const label = labels.get(to)?.label;
  return {
    from,
    to,
    startedMs,
    endedMs,
    authors,
    kind,
    ...(label !== undefined && { label }),
  };
}

/** Versions before edit `before`, latest first. */
export function listVersions(
  store: SiteStore,
  name: string,
  before = Number.MAX_SAFE_INTEGER,
  limit = DEFAULT_VERSIONS_A_REPLY,
): HistoryReply {
  const labels = store.labels(name);
  const all = groups(store, name, labels).filter(({ head }) => head.to < before);
  const versions = all.slice(-limit).map((group) => version(group, labels));
  return { versions: versions.reverse(), more: all.length > limit };
}

/**
 * The version that holds edit `at`, and the edit up to which it can be read: `at` itself, or the end of the
 * entry that it was joined into. Undefined where there is no such edit.
 */
export function findVersion(
  store: SiteStore,
  name: string,
  at: number,
): { readonly version: Version; readonly at: number } | undefined {
  const labels = store.labels(name);
  const group = groups(store, name, labels).find(({ head }) => head.from <= at && at <= head.to);
  const entry = group?.entries.find(({ to }) => to >= at);
  if (group === undefined || entry === undefined) return undefined;
  return { version: version(group, labels), at: entry.to };
}
