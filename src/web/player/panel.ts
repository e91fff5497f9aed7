/** The player in the editor's side panel: shows what the editor tells it, and tells it what was learned. */
import * as v from 'valibot';
import { type PanelMessage, showMessage } from '../instrument-messages.ts';
import type { Model } from '../sound-mode/model.ts';

/** Whether this page is the editor's panel, and not a page of its own. */
export function isPanel({ search }: Pick<Location, 'search'>): boolean {
  return parent !== window && new URLSearchParams(search).has('panel');
}

export interface PanelInstrument {
  readonly mode: string;
  /** A taught file; empty where it learned nothing yet. */
  readonly taught: Uint8Array;
}

function tell(message: PanelMessage): void {
  parent.postMessage(message, location.origin);
}

/** Asks the editor for the instrument; `show` is called with it, and again when the editor has another state of it. */
export function listenToEditor(show: (instrument: PanelInstrument) => void): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || origin !== location.origin) return;
    const heard = v.safeParse(showMessage, data);
    if (heard.success) show(heard.output);
  });
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) tell({ ensemble: 'close' });
  });
  tell({ ensemble: 'ready' });
}

/** From now on tells the editor all that the instrument learns. */
export function reportLearning(model: Model): void {
  model.listen((change) => {
    if (change === 'examples' || change === 'network') {
      tell({ ensemble: 'learned', taught: new Uint8Array(model.save()) });
    }
  });
}
