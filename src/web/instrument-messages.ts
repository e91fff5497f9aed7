/**
 * The messages between the editor and the player in its instrument panel (postMessage), validated on arrival. Both
 * are platform pages of one origin; the editor saves what was learned as an edit of the site.
 */
import * as v from 'valibot';
import { TAUGHT_BYTES } from '../shared/site/document.ts';

const taught = v.pipe(
  v.instance(Uint8Array),
  v.check((file) => file.length <= TAUGHT_BYTES),
);

/** From the editor: show this instrument as the site has it. */
export const showMessage = v.object({
  ensemble: v.literal('show'),
  mode: v.string(),
  /** A taught file; empty if the instrument is untaught. */
  taught,
});

/** From the player in the panel. */
export const panelMessage = v.variant('ensemble', [
  v.object({ ensemble: v.literal('ready') }),
  /** Everything the instrument has learned, as a taught file. */
  v.object({ ensemble: v.literal('learned'), taught }),
  v.object({ ensemble: v.literal('close') }),
]);
export type PanelMessage = v.InferOutput<typeof panelMessage>;
