/** The player inside other pages of ours. In the editor's instrument panel, it shows what the editor sends and reports what was learned. */
import * as v from 'valibot';
import { type PanelMessage, showMessage } from '../instrument-messages.ts';
import type { Model } from '../sound-mode/model.ts';

/** Whether this page is in the editor's instrument panel. */
export function isPanel({ search }: Pick<Location, 'search'>): boolean {
  return parent !== window && new URLSearchParams(search).has('panel');
}

/** Whether this page is on the homepage, to be tried. */
export function isTry({ search }: Pick<Location, 'search'>): boolean {
  return parent !== window && new URLSearchParams(search).has('try');
}

export interface PanelInstrument {
  readonly mode: string;
  /** A taught file; empty if the instrument is untaught. */
  readonly taught: Uint8Array;
}

function send(message: PanelMessage): void {
  parent.postMessage(message, location.origin);
}

/** Asks the editor for the instrument; calls `show` with it, and again whenever the editor sends another state. */
export function listenToEditor(show: (instrument: PanelInstrument) => void): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || origin !== location.origin) return;
    const message = v.safeParse(showMessage, data);
    if (message.success) show(message.output);
  });
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) send({ ensemble: 'close' });
  });
  send({ ensemble: 'ready' });
}

/** Reports everything the instrument learns to the editor from now on. */
export function reportLearning(model: Model): void {
  model.listen((change) => {
    if (change === 'examples' || change === 'network') {
      send({ ensemble: 'learned', taught: new Uint8Array(model.save()) });
    }
  });
}
