/**
 * What the editor and the player in its side panel say to each other by postMessage, checked on arrival. Both are
 * pages of ours at one origin; what was learned goes through the editor's document, so it is saved as all edits are.
 */
import * as v from 'valibot';
import { TAUGHT_BYTES } from '../sites/document.ts';

const taught = v.pipe(
  v.instance(Uint8Array),
  v.check((file) => file.length <= TAUGHT_BYTES),
);

/** From the editor: show this instrument as the site has it. */
export const showMessage = v.object({
  ensemble: v.literal('show'),
  mode: v.string(),
  /** A taught file; empty where it learned nothing yet. */
  taught,
});

/** From the player in the panel. */
export const panelMessage = v.variant('ensemble', [
  v.object({ ensemble: v.literal('ready') }),
  /** What it has learned now, all of it, as a taught file. */
  v.object({ ensemble: v.literal('learned'), taught }),
  v.object({ ensemble: v.literal('close') }),
]);
export type PanelMessage = v.InferOutput<typeof panelMessage>;
