/**
 * The side of the editor where an instrument of the site is played and taught: the player's page in a frame, and
 * the way of what it learned into the document, where visitors and the others who edit find it.
 */
import * as v from 'valibot';
import { readInstruments, setInstrument } from '../../sites/document.ts';
import { spoken } from '../../spoken.ts';
import { button, h } from '../dom.ts';
import { panelMessage } from '../instrument-messages.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import type { PageInstrument } from './insert-menu.ts';

const NOTHING = new Uint8Array();

export class InstrumentPanel {
  readonly element: HTMLElement;
  readonly #session: Session;
  readonly #leave: () => void;
  readonly #title = h('h2', { class: 'instrument-name' });
  readonly #status = h('p', { class: 'instrument-standing', attributes: { role: 'status' } });
  readonly #save = button('Save into the site', () => this.#keep(), {
    class: 'primary instrument-save',
  });
  readonly #theirs = button('Take up theirs', () => this.#show());
  readonly #alone = h('a', {
    class: 'tool',
    text: '↗',
    title: 'Open on a page of its own',
    attributes: { target: '_blank', 'aria-label': 'Open the instrument on a page of its own' },
  });
  readonly #place = h('div', { class: 'instrument-place' });
  #frame: HTMLIFrameElement | undefined;
  #open: PageInstrument | undefined;
  /** What the site had when the frame was last shown it, and what has been learned in the frame since. */
  #shown: Uint8Array = NOTHING;
  #learned: Uint8Array | undefined;

  /** @param leave takes the focus back when the panel closes */
  constructor(session: Session, leave: () => void) {
    this.#session = session;
    this.#leave = leave;
    const close = button('✕', () => void this.close(), {
      title: 'Close',
      attributes: { 'aria-label': 'Close the instrument' },
    });
    this.element = h(
      'aside',
      { class: 'instrument-panel', attributes: { hidden: true, 'aria-label': 'Instrument' } },
      h('header', {}, this.#title, this.#alone, close),
      h('div', { class: 'instrument-keeping' }, this.#status, this.#theirs, this.#save),
      this.#place,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      // The key that asks must not also answer.
      event.preventDefault();
      void this.close();
    });
    addEventListener('message', this.#hear);
    session.doc.getMap('instruments').observe(() => this.refresh());
  }

  /** Opens an instrument of the page; asks first where another one would lose what it learned. */
  async open(instrument: PageInstrument, focus = true): Promise<void> {
    if (this.#open?.id === instrument.id) return this.#frame?.focus();
    if (!(await this.#mayLeave())) return;
    this.#open = instrument;
    this.#learned = undefined;
    const name = spoken(instrument.id);
    const player = `/member/${this.#session.username}?play=${instrument.id}`;
    this.#alone.href = player;
    this.#title.textContent = name;
    this.#frame = h('iframe', {
      class: 'instrument-frame',
      title: `${name}, to play and to teach`,
      attributes: {
        src: `${player}&panel`,
        allow: 'microphone; midi; serial; gamepad; autoplay',
      },
    });
    this.#place.replaceChildren(this.#frame);
    this.element.hidden = false;
    if (focus) this.#frame.focus();
    this.refresh();
  }

  async close(): Promise<void> {
    if (this.#open === undefined || !(await this.#mayLeave())) return;
    this.#open = undefined;
    this.#learned = undefined;
    this.#frame = undefined;
    this.#place.replaceChildren();
    this.element.hidden = true;
    this.#leave();
  }

  /** Says how things stand; to be called when somebody else, or the right to write, changed them. */
  refresh(): void {
    if (this.#open === undefined) return;
    const stored = this.#stored();
    const theirs = !same(stored, this.#shown) && !same(stored, this.#learned ?? this.#shown);
    const unsaved = this.#unsaved();
    this.#theirs.hidden = !theirs;
    this.#save.disabled = !unsaved || !this.#session.writable;
    this.#status.textContent = theirs
      ? 'Somebody else taught this instrument.'
      : unsaved
        ? 'What it learned is not in the site yet.'
        : stored.length > 0
          ? 'Visitors play what it learned.'
          : 'Teach it, and save what it learned into the site.';
  }

  #stored(): Uint8Array {
    const id = this.#open?.id;
    return readInstruments(this.#session.doc).find((one) => one.id === id)?.taught ?? NOTHING;
  }

  #unsaved(): boolean {
    return this.#learned !== undefined && !same(this.#learned, this.#stored());
  }

  async #mayLeave(): Promise<boolean> {
    if (!this.#unsaved()) return true;
    return ask({
      title: `Leave ${this.#title.textContent} as it is in the site?`,
      body: ['What it learned here since is not saved and would be lost.'],
      go: 'Leave it',
      danger: true,
    });
  }

  #keep(): void {
    const [open, taught] = [this.#open, this.#learned];
    if (open === undefined || taught === undefined) return;
    try {
      setInstrument(this.#session.doc, { ...open, taught });
      this.#shown = taught;
    } catch (problem) {
      notice(problem instanceof Error ? problem.message : String(problem), 'problem');
    }
    this.refresh();
  }

  /** Lets the frame show the instrument as the site has it. */
  #show(): void {
    if (this.#open === undefined) return;
    this.#shown = this.#stored();
    this.#learned = undefined;
    const { mode } = this.#open;
    const message = { ensemble: 'show', mode, taught: this.#shown };
    this.#frame?.contentWindow?.postMessage(message, location.origin);
    this.refresh();
  }

  readonly #hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (origin !== location.origin || source !== this.#frame?.contentWindow) return;
    const heard = v.safeParse(panelMessage, data);
    if (!heard.success) return;
    if (heard.output.ensemble === 'ready') this.#show();
    else if (heard.output.ensemble === 'close') void this.close();
    else this.#learned = heard.output.taught;
    this.refresh();
  };
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
