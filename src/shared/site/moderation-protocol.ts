/** What operators ask of a site: what they have to know before moderating it, and blocks. */
import * as v from 'valibot';

/** The longest block, a year. */
export const MAX_BLOCK_HOURS = 8_760;

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
