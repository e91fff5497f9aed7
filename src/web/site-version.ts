/** Versions of a site as the server lists them. */
import * as v from 'valibot';
import { VERSION_KINDS } from '../shared/site/protocol.ts';

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

export interface VersionQuery {
  /** Only versions before this edit. */
  readonly before?: number;
  /** Only versions of this author. */
  readonly author?: string;
  /** At most 100, the default. */
  readonly limit?: number;
}
