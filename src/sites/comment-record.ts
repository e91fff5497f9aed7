/** A comment as stored: beside the site, never in its document, so that nothing published can hold it. */
import * as v from 'valibot';
import { COMMENT_KINDS, CommentAnchor } from '../shared/site/comment-protocol.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const CommentSchema = v.strictObject({
  /** Number of the first comment of its thread; its own for that one. */
  thread: Count,
  kind: v.picklist(COMMENT_KINDS),
  /** Who wrote it: a member, a browser, or a socket that said no more than a name. */
  author: v.string(),
  /** What they were called then. */
  by: v.string(),
  member: v.boolean(),
  atMs: Count,
  text: v.string(),
  /** Of the first one: what the thread is about. */
  anchor: v.optional(CommentAnchor),
  /** The words it is about, as they read then, */
  quote: v.optional(v.string()),
  /** and the file's name then. */
  file: v.optional(v.string()),
  editedMs: v.optional(Count),
  deleted: v.optional(v.strictObject({ by: v.string(), atMs: Count })),
});

export type CommentRecord = Readonly<v.InferOutput<typeof CommentSchema>>;
