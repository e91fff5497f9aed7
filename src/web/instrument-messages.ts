/**
 * The messages between the editor and the player in its instrument panel (postMessage), validated on arrival. Both
 * are platform pages of one origin; the editor makes what was taught an edit of the site.
 */
import * as v from 'valibot';
import { EXAMPLE_COUNT, isExample } from '../shared/site/examples.ts';
import { MAX_VOICE_SPACE, TAUGHT_BYTES } from '../shared/site/site-instruments.ts';
import { linkReport } from './link-report.ts';

/** What an instrument has learned; see `TaughtState`. */
const state = v.object({
  examples: v.pipe(
    v.array(v.custom<Uint8Array>(isExample)),
    v.maxLength(EXAMPLE_COUNT),
    v.readonly(),
  ),
  taught: v.custom<Uint8Array>((file) => file instanceof Uint8Array && file.length <= TAUGHT_BYTES),
  voiceSpace: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VOICE_SPACE)),
});
/** Counts what the editor has shown. */
const serial = v.number();

const show = v.object({
  ensemble: v.literal('show'),
  mode: v.string(),
  serial,
  state,
});
const history = v.object({
  ensemble: v.literal('history'),
  canUndo: v.boolean(),
  canRedo: v.boolean(),
});
/** Where the instrument of the page stands, which sounds in place of the panel's; without a state there is none. */
const page = v.object({ ensemble: v.literal('page'), state: v.optional(linkReport) });
export type PageMessage = v.InferOutput<typeof page>;
export type ShowMessage = v.InferOutput<typeof show>;
export type HistoryMessage = v.InferOutput<typeof history>;

/**
 * From the editor: become what everyone taught this instrument; what of what was taught here can be undone; what the
 * page's instrument does.
 */
export const editorMessage = v.variant('ensemble', [show, history, page]);
export type EditorMessage = v.InferOutput<typeof editorMessage>;

/** From the player in the panel. */
export const panelMessage = v.variant('ensemble', [
  v.object({ ensemble: v.literal('ready') }),
  /** Somebody taught it: what it had learned before, and what now. It was shown `serial` last. */
  v.object({ ensemble: v.literal('learned'), serial, before: state, after: state }),
  /** To the instrument of the page (`LinkCommand`). */
  v.object({ ensemble: v.literal('commands'), commands: v.array(v.unknown()) }),
  v.object({ ensemble: v.literal('undo') }),
  v.object({ ensemble: v.literal('redo') }),
  v.object({ ensemble: v.literal('close') }),
]);
export type PanelMessage = v.InferOutput<typeof panelMessage>;
