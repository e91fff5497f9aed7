/** Versions of a site as the server lists and sends them. */
import * as v from 'valibot';
import * as Y from 'yjs';
import { readSite, type SiteContent } from '../shared/site/document.ts';
import { applyGuarded, guardDocument } from '../shared/site/integration-guard.ts';
import { VERSION_KINDS } from '../shared/site/version.ts';

const version = v.object({
  from: v.number(),
  to: v.number(),
  startedMs: v.number(),
  endedMs: v.number(),
  authors: v.array(v.string()),
  kind: v.picklist(VERSION_KINDS),
  added: v.optional(v.number()),
  removed: v.optional(v.number()),
  label: v.optional(v.string()),
  member: v.optional(v.boolean()),
  own: v.optional(v.boolean()),
});
export type SiteVersion = v.InferOutput<typeof version>;
export const HistoryReply = v.object({ versions: v.array(version), more: v.boolean() });
export type HistoryReply = v.InferOutput<typeof HistoryReply>;

/** What a restore changed, and the edit that undoes it. */
export const RestoreReply = v.object({
  before: v.number(),
  changes: v.array(v.object({ file: v.string(), added: v.number(), removed: v.number() })),
});
export type RestoreReply = v.InferOutput<typeof RestoreReply>;

/** Reads a site as it was in a version. */
export function readVersion(update: Uint8Array): SiteContent {
  const doc = new Y.Doc();
  guardDocument(doc);
  applyGuarded(doc, update);
  const content = readSite(doc);
  doc.destroy();
  return content;
}

export interface VersionQuery {
  /** Only versions before this edit. */
  readonly before?: number;
  /** Only versions of this author. */
  readonly author?: string;
  /** At most 100, the default. */
  readonly limit?: number;
}
