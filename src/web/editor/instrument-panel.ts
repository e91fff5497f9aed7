/**
 * The editor's instrument panel: the player in a frame, for playing and teaching an instrument of the site, and
 * saving what it learned into the document.
 */
import * as v from 'valibot';
import { humanize } from '../../shared/humanize.ts';
import { readInstruments, setInstrument } from '../../shared/site/document.ts';
import { button, h } from '../dom.ts';
import { panelMessage } from '../instrument-messages.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import type { PageInstrument } from './page-instruments.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.instrument;
const UNTAUGHT = new Uint8Array();

export class InstrumentPanel {
  readonly element: HTMLElement;
  readonly #session: Session;
  readonly #closed: () => void;
  readonly #title = h('h2', { class: 'instrument-name' });
  readonly #status = h('p', { class: 'instrument-status', attributes: { role: 'status' } });
  readonly #save = button(TEXT.save, () => this.#saveToSite(), {
    class: 'primary instrument-save',
  });
  readonly #useTheirs = button(TEXT.useTheirs, () => this.#show());
  readonly #newTab = h('a', {
    class: 'tool',
    text: '↗',
    title: TEXT.newTab,
    attributes: { target: '_blank', 'aria-label': TEXT.newTab },
  });
  readonly #content = h('div', { class: 'instrument-content' });
  #frame: HTMLIFrameElement | undefined;
  #open: PageInstrument | undefined;
  /** The taught file last sent to the frame, and the one learned in the frame since. */
  #shown: Uint8Array = UNTAUGHT;
  #learned: Uint8Array | undefined;

  /** @param closed called when the panel closes, to take the focus back */
  constructor(session: Session, closed: () => void) {
    this.#session = session;
    this.#closed = closed;
    const close = button('✕', () => void this.close(), {
      title: TEXT.close,
      attributes: { 'aria-label': TEXT.close },
    });
    this.element = h(
      'aside',
      { class: 'instrument-panel', attributes: { hidden: true, 'aria-label': TEXT.label } },
      h('header', {}, this.#title, this.#newTab, close),
      h('div', { class: 'instrument-save-bar' }, this.#status, this.#useTheirs, this.#save),
      this.#content,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      // The same keypress must not also cancel the dialog it opens.
      event.preventDefault();
      void this.close();
    });
    addEventListener('message', this.#receive);
    session.doc.getMap('instruments').observe(() => this.refresh());
  }

  /** Opens an instrument of the page; asks first if the open one has unsaved changes. */
  async open(instrument: PageInstrument, focus = true): Promise<void> {
    if (this.#open?.id === instrument.id) return this.#frame?.focus();
    if (!(await this.#canDiscard())) return;
    this.#open = instrument;
    this.#learned = undefined;
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

  async close(): Promise<void> {
    if (this.#open === undefined || !(await this.#canDiscard())) return;
    this.#open = undefined;
    this.#learned = undefined;
    this.#frame = undefined;
    this.#content.replaceChildren();
    this.element.hidden = true;
    this.#closed();
  }

  /** Updates the status line; call this when the stored instrument or the permission to edit changed. */
  refresh(): void {
    if (this.#open === undefined) return;
    const stored = this.#stored();
    const newer = !same(stored, this.#shown) && !same(stored, this.#learned ?? this.#shown);
    const unsaved = this.#unsaved();
    this.#useTheirs.hidden = !newer;
    this.#save.disabled = !unsaved || !this.#session.writable;
    this.#status.textContent = newer
      ? TEXT.newer
      : unsaved
        ? TEXT.unsaved
        : stored.length > 0
          ? TEXT.saved
          : TEXT.untaught;
  }

  #stored(): Uint8Array {
    const id = this.#open?.id;
    return readInstruments(this.#session.doc).find((one) => one.id === id)?.taught ?? UNTAUGHT;
  }

  #unsaved(): boolean {
    return this.#learned !== undefined && !same(this.#learned, this.#stored());
  }

  /** Asks whether unsaved changes may be discarded; true at once if there are none. */
  async #canDiscard(): Promise<boolean> {
    if (!this.#unsaved()) return true;
    return ask({
      title: TEXT.discardTitle,
      body: [TEXT.discardNote(this.#title.textContent)],
      go: TEXT.discard,
      danger: true,
    });
  }

  #saveToSite(): void {
    const [open, taught] = [this.#open, this.#learned];
    if (open === undefined || taught === undefined) return;
    try {
      setInstrument(this.#session.doc, { ...open, taught });
      this.#shown = taught;
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error), 'problem');
    }
    this.refresh();
  }

  /** Shows the instrument in the frame as it is stored in the site. */
  #show(): void {
    if (this.#open === undefined) return;
    this.#shown = this.#stored();
    this.#learned = undefined;
    const { mode } = this.#open;
    const message = { ensemble: 'show', mode, taught: this.#shown };
    this.#frame?.contentWindow?.postMessage(message, location.origin);
    this.refresh();
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (origin !== location.origin || source !== this.#frame?.contentWindow) return;
    const message = v.safeParse(panelMessage, data);
    if (!message.success) return;
    if (message.output.ensemble === 'ready') this.#show();
    else if (message.output.ensemble === 'close') void this.close();
    else this.#learned = message.output.taught;
    this.refresh();
  };
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
