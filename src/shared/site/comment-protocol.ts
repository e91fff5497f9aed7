/** What editors say to each other about a site: requests over the editing socket, replies, and what arrives by itself. */
import * as v from 'valibot';

/** What an entry of a thread is: something said, or that somebody resolved or reopened the thread. */
export const COMMENT_KINDS = ['comment', 'resolve', 'reopen'] as const;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** A character of a text, as Yjs names it: the `item` of a relative position. */
const Character = v.strictObject({ client: Count, clock: Count });

/** Where a thread is pinned: the first and the last character it is about, in the text of that root. */
export const CommentAnchor = v.strictObject({
  root: v.pipe(v.string(), v.maxLength(64)),
  start: Character,
  end: Character,
});
export type CommentAnchor = v.InferOutput<typeof CommentAnchor>;

export const COMMENT_REQUESTS = [
  /** Everything that was said after number `after`; from the first on, what comes is sent by itself. */
  v.strictObject({ op: v.literal('comments'), after: v.optional(Count) }),
  v.strictObject({ op: v.literal('comment'), anchor: CommentAnchor, text: v.string() }),
  v.strictObject({ op: v.literal('reply'), thread: Id, text: v.string() }),
  v.strictObject({ op: v.literal('resolve'), thread: Id, resolved: v.boolean() }),
  v.strictObject({ op: v.literal('edit-comment'), comment: Id, text: v.string() }),
  v.strictObject({ op: v.literal('delete-comment'), comment: Id }),
] as const;

export type CommentRequest = v.InferInput<(typeof COMMENT_REQUESTS)[number]>;

/** One entry of a thread, as an editor is told. */
export const SiteComment = v.object({
  id: Id,
  thread: Id,
  kind: v.picklist(COMMENT_KINDS),
  /** Empty if they gave no name. */
  by: v.string(),
  /** They were signed in as a member. */
  member: v.boolean(),
  /** Whether whoever is told wrote it. */
  mine: v.boolean(),
  atMs: v.number(),
  text: v.string(),
  anchor: v.optional(CommentAnchor),
  quote: v.optional(v.string()),
  file: v.optional(v.string()),
  editedMs: v.optional(v.number()),
  /** Its text is gone. */
  deleted: v.optional(v.object({ by: v.string(), atMs: v.number() })),
});
export type SiteComment = v.InferOutput<typeof SiteComment>;

/** The last of them is what to continue after where there are `more`. */
export const CommentsReply = v.object({
  comments: v.array(SiteComment),
  more: v.boolean(),
  /** Whether they may delete what others wrote. */
  manages: v.boolean(),
});
export const CommentReply = v.object({ comment: SiteComment });
