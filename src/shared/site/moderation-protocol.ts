/** The reply to the request `moderation`: what an operator has to know before moderating a site. */
import * as v from 'valibot';

export const ModerationReply = v.object({
  locked: v.boolean(),
  hidden: v.boolean(),
  removed: v.boolean(),
  /** Which of the people here a block would meet together. */
  addresses: v.array(
    v.object({
      /** Their awareness client ids. */
      clients: v.array(v.number()),
      /** Whether whoever asks is there, too. */
      own: v.boolean(),
    }),
  ),
});
export type ModerationReply = v.InferOutput<typeof ModerationReply>;

export const BlockReply = v.object({ address: v.string() });
