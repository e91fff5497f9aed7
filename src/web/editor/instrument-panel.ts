/**
 * The editor's instrument panel: the teaching tools of an instrument of the site, which are the player in a frame. What
 * is taught is an edit of the document at once. What sounds, and is played, is the instrument of the page beside it; only
 * where the page does not have it, the frame sounds itself.
 */
import * as v from 'valibot';
import { humanize } from '../../shared/humanize.ts';
import { EXAMPLES, type SiteExample } from '../../shared/site/examples.ts';
import {
  inverse,
  type Lesson,
  readInstruments,
  sameState,
  stateOf,
  type TaughtState,
  teachInstrument,
} from '../../shared/site/site-instruments.ts';
import { button, h } from '../dom.ts';
import {
  type EditorMessage,
  type HistoryMessage,
  type PanelMessage,
  panelMessage,
  type ShowMessage,
} from '../instrument-messages.ts';
import type { PreviewReport } from '../preview-messages.ts';
import type { Session } from '../session.ts';
import { notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import type { PageInstrument } from './page-instruments.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.instrument;
/** Where the panel stands beside the page; elsewhere it covers it. */
const BESIDE = '(min-width: 1001px)';

type InstrumentReport = Extract<PreviewReport, { ensemble: 'instrument' }>;

/** The page beside the panel, as far as its instruments go. */
export interface TaughtPage {
  /** Links an instrument to the panel; none with an empty id. */
  link(id: string): void;
  command(commands: readonly unknown[]): void;
}

export class InstrumentPanel {
  readonly element: HTMLElement;
  readonly #session: Session;
  readonly #page: TaughtPage;
  readonly #closed: () => void;
  readonly #title = h('h2', { class: 'instrument-name' });
  readonly #status = h('p', { class: 'instrument-status', attributes: { role: 'status' } });
  readonly #newTab = h('a', {
    class: 'tool',
    text: '↗',
    title: TEXT.newTab,
    attributes: { target: '_blank', 'aria-label': TEXT.newTab },
  });
  readonly #content = h('div', { class: 'instrument-content' });
  #frame: HTMLIFrameElement | undefined;
  #open: PageInstrument | undefined;
  /** What was taught here, and what of that was undone; others' lessons stay whatever is undone. */
  #lessons: Lesson[] = [];
  #undone: Lesson[] = [];
  /** Counts what the frame was sent, and what it has learned as far as is known. */
  #serial = 0;
  #frameHas: TaughtState | undefined;

  /** @param closed called when the panel closes, to take the focus back */
  constructor(session: Session, page: TaughtPage, closed: () => void) {
    this.#session = session;
    this.#page = page;
    this.#closed = closed;
    const close = button('✕', () => this.close(), {
      title: TEXT.close,
      attributes: { 'aria-label': TEXT.close },
    });
    this.element = h(
      'aside',
      { class: 'instrument-panel', attributes: { hidden: true, 'aria-label': TEXT.label } },
      h('header', {}, this.#title, this.#newTab, close),
      this.#status,
      this.#content,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      // The same keypress must not also cancel the dialog it opens.
      event.preventDefault();
      this.close();
    });
    addEventListener('message', this.#receive);
    // What the page shows of its instrument, the tools show only while they cover it.
    matchMedia(BESIDE).addEventListener('change', () => page.link(this.#open?.id ?? ''));
    for (const root of ['instruments', EXAMPLES]) {
      session.doc.getMap(root).observe(() => this.#changed());
    }
  }

  /** Opens an instrument of the page. */
  open(instrument: PageInstrument, focus = true): void {
    if (this.#open?.id === instrument.id) {
      this.#frame?.focus();
      return;
    }
    this.#forget();
    this.#open = instrument;
    const name = humanize(instrument.id);
    const player = `/member/${this.#session.username}?play=${instrument.id}`;
    this.#newTab.href = player;
    this.#title.textContent = name;
    this.#frame = h('iframe', {
      class: 'instrument-frame',
      title: TEXT.frame(name),
      attributes: {
        src: `${player}&panel`,
        allow: 'microphone; midi; serial; gamepad; autoplay',
      },
    });
    this.#content.replaceChildren(this.#frame);
    this.element.hidden = false;
    if (focus) this.#frame.focus();
    this.refresh();
  }

  /** The id of the instrument whose tools are open. */
  get taught(): string | undefined {
    return this.#open?.id;
  }

  close(): void {
    if (this.#open === undefined) return;
    this.#forget();
    this.#content.replaceChildren();
    this.element.hidden = true;
    this.#closed();
  }

  #forget(): void {
    this.#page.link('');
    this.#lessons = [];
    this.#undone = [];
    this.#open = undefined;
    this.#frame = undefined;
    this.#frameHas = undefined;
  }

  /** Updates the status line, and what the instrument offers to undo; call this when the permission to edit changed. */
  refresh(): void {
    if (this.#open === undefined) return;
    const { examples, taught } = this.#stored();
    const { writable } = this.#session;
    const history: HistoryMessage = {
      ensemble: 'history',
      canUndo: writable && this.#lessons.length > 0,
      canRedo: writable && this.#undone.length > 0,
    };
    this.#tell(history);
    const untaught = examples.length === 0 && taught.length === 0;
    this.#status.textContent = !writable ? TEXT.readOnly : untaught ? TEXT.untaught : TEXT.taught;
  }

  #tell(message: EditorMessage): void {
    this.#frame?.contentWindow?.postMessage(message, location.origin);
  }

  #stored(): TaughtState {
    const { doc } = this.#session;
    return stateOf(readInstruments(doc).find(({ id }) => id === this.#open?.id));
  }

  /** The frame follows what anybody taught, unless it is there that it was taught. */
  #changed(): void {
    if (this.#open === undefined) return;
    if (this.#frameHas !== undefined && !sameState(this.#frameHas, this.#stored())) this.#show();
    this.refresh();
  }

  /** Shows the instrument in the frame as it is stored in the site. */
  #show(): void {
    if (this.#open === undefined) return;
    this.#serial += 1;
    this.#frameHas = this.#stored();
    const { mode } = this.#open;
    const message: ShowMessage = {
      ensemble: 'show',
      mode,
      serial: this.#serial,
      state: this.#frameHas,
    };
    this.#tell(message);
    this.refresh();
  }

  #teach({ serial, before, after }: Extract<PanelMessage, { ensemble: 'learned' }>): void {
    if (this.#open === undefined || !this.#session.writable) return;
    // Its message crossed one of ours, which it follows by now.
    if (serial === this.#serial) this.#frameHas = after;
    const known = this.#examples();
    const lesson = { ...this.#open, before, after };
    if (this.#write(lesson)) {
      this.#lessons.push({ ...lesson, known: [...known, ...this.#examples()] });
      this.#undone = [];
    }
    // It may have learned the same examples in another order.
    this.#changed();
  }

  #takeBack(): void {
    const lesson = this.#session.writable ? this.#lessons.pop() : undefined;
    if (lesson === undefined) return;
    if (this.#write(inverse(lesson))) this.#undone.push(lesson);
    this.#changed();
  }

  #teachAgain(): void {
    const lesson = this.#session.writable ? this.#undone.pop() : undefined;
    if (lesson === undefined) return;
    if (this.#write(lesson)) this.#lessons.push(lesson);
    this.#changed();
  }

  #write(lesson: Lesson): boolean {
    try {
      teachInstrument(this.#session.doc, lesson);
      return true;
    } catch (error) {
      notice(errorSentence(error), 'problem');
      return false;
    }
  }

  #examples(): readonly SiteExample[] {
    const { doc } = this.#session;
    return readInstruments(doc).find(({ id }) => id === this.#open?.id)?.examples ?? [];
  }

  /** Takes a report of the page on its instrument. */
  report({ id, state }: InstrumentReport): void {
    if (this.#open?.id !== id) return;
    const shown = state?.shown === true && matchMedia(BESIDE).matches;
    this.#tell({ ensemble: 'page', ...(state && { state: { ...state, shown } }) });
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (origin !== location.origin || source !== this.#frame?.contentWindow) return;
    const message = v.safeParse(panelMessage, data);
    if (!message.success) return;
    if (message.output.ensemble === 'ready') {
      this.#show();
      if (this.#open !== undefined) this.#page.link(this.#open.id);
    } else if (message.output.ensemble === 'commands') {
      this.#page.command(message.output.commands);
    } else if (message.output.ensemble === 'close') this.close();
    else if (message.output.ensemble === 'undo') this.#takeBack();
    else if (message.output.ensemble === 'redo') this.#teachAgain();
    else this.#teach(message.output);
  };
}
