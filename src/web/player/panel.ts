/** The player inside other pages of ours. In the editor's instrument panel, it shows what the editor sends and reports what was learned. */
import * as v from 'valibot';
import { sameState, type TaughtState } from '../../shared/site/site-instruments.ts';
import {
  type EditorMessage,
  editorMessage,
  type HistoryMessage,
  type PageMessage,
  type PanelMessage,
  type ShowMessage,
} from '../instrument-messages.ts';
import type { InstrumentView } from '../sound-mode/instrument-view.ts';
import type { Model } from '../sound-mode/model.ts';
import { type LinkCommand, RemoteSound } from '../sound-mode/remote-sound.ts';
import { learnedFrom, stateOfModel } from '../sound-mode/site-state.ts';

/** Whether this page is in the editor's instrument panel. */
export function isPanel({ search }: Pick<Location, 'search'>): boolean {
  return parent !== window && new URLSearchParams(search).has('panel');
}

/** Whether this page is on the homepage, to be tried. */
export function isTry({ search }: Pick<Location, 'search'>): boolean {
  return parent !== window && new URLSearchParams(search).has('try');
}

function send(message: PanelMessage): void {
  parent.postMessage(message, location.origin);
}

/**
 * Asks the editor for the instrument; calls `receive` with it, whenever others taught it, and with what the page's
 * instrument does.
 */
export function listenToEditor(receive: (message: EditorMessage) => void): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== parent || origin !== location.origin) return;
    const message = v.safeParse(editorMessage, data);
    if (message.success) receive(message.output);
  });
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) send({ ensemble: 'close' });
  });
  send({ ensemble: 'ready' });
}

/** The instrument of the page beside the code, which sounds in place of the panel's while the page has it. */
export class PageSound {
  readonly #sound = new RemoteSound((command) => this.#send(command));
  #commands: LinkCommand[] = [];

  /** Sends the commands of one task together. */
  #send(command: LinkCommand): void {
    if (this.#commands.length === 0) {
      queueMicrotask(() => {
        send({ ensemble: 'commands', commands: this.#commands });
        this.#commands = [];
      });
    }
    this.#commands.push(command);
  }

  async follow(view: InstrumentView, { state }: PageMessage): Promise<void> {
    await view.playThrough(state && this.#sound);
    if (state !== undefined) view.followRemote(state);
  }
}

/** A locked parameter is moved often; where it ends is reported. */
const LOCKS_MS = 300;

type Steps = Pick<HistoryMessage, 'canUndo' | 'canRedo'>;

/** Reports what is taught to the instrument to the editor, which also undoes it. */
export class LearningReport {
  readonly #model: Model;
  #serial: number;
  #later = 0;
  #state: TaughtState;

  /** @param serial of the message that showed what the instrument has learned @param history what can be undone */
  constructor(model: Model, serial: number, history: Steps) {
    this.#model = model;
    this.#serial = serial;
    this.#state = stateOfModel(model);
    this.followHistory(history);
    model.listen((change) => {
      if (change === 'network' || change === 'voice-space') this.#report();
      if (change === 'locks' || change === 'scale') this.#reportLater();
    });
  }

  /** Makes the instrument what everyone taught it; that is nothing to report. */
  follow({ serial, state }: ShowMessage): void {
    // What was taught a moment ago is reported first.
    this.#model.settle();
    this.#serial = -1;
    this.#model.follow(learnedFrom(this.#model.mode, state));
    this.#serial = serial;
    this.#state = stateOfModel(this.#model);
  }

  /** Undo and redo of the instrument are those of the editor. */
  followHistory({ canUndo, canRedo }: Steps): void {
    const ask = (ensemble: 'undo' | 'redo') => () => {
      send({ ensemble });
      return undefined;
    };
    this.#model.shareHistory({ canUndo, canRedo, undo: ask('undo'), redo: ask('redo') });
  }

  #reportLater(): void {
    clearTimeout(this.#later);
    this.#later = window.setTimeout(() => this.#report(), LOCKS_MS);
  }

  #report(): void {
    if (this.#serial < 0) return;
    const [before, after] = [this.#state, stateOfModel(this.#model)];
    if (sameState(before, after)) return;
    this.#state = after;
    send({ ensemble: 'learned', serial: this.#serial, before, after });
  }
}
