/** The reply to the request `sites`: what the homepage lists, as the editor of another site offers it for a remix. */
import * as v from 'valibot';

export const SitesReply = v.object({
  /** Latest edit first; the site that asked is left out. */
  sites: v.array(v.object({ username: v.string(), displayName: v.string() })),
  /** Whether more match; a longer search finds them. */
  more: v.boolean(),
});
export type SitesReply = v.InferOutput<typeof SitesReply>;
