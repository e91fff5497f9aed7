/** What the server tells the editor in its page. */
import * as v from 'valibot';

export const EditorData = v.object({
  /** Ids of the instruments that can be inserted. */
  modes: v.array(v.string()),
  /** Version of the page in which sites are drawn. */
  preview: v.string(),
});
export type EditorData = v.InferOutput<typeof EditorData>;

/** The page in which a site is drawn, under an address that browsers keep. */
export const previewAddress = (username: string, { preview }: EditorData): string =>
  `/member/${username}?preview=${preview}`;
