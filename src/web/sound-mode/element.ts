/**
 * `<sound-mode mode="paf_synth" taught="lead">`: an instrument anywhere in a page.
 *
 * `mode` names the mode. `taught` names what it learned: the id of a `<script type="text/plain"
 * data-taught="lead">` with a taught file in base64, which the platform puts into published sites; where
 * there is none, the text itself is taken as base64. `player` is the address of its player page, for what a
 * site may not have (microphone, MIDI); on a platform's site it is known. `devices` says that this page may have them itself.
 */
import { MODES, modeNamed } from '../../../build/ts/registry.ts';
import { h } from '../dom.ts';
import { decodeBase64 } from './base64.ts';
import { learnEngines } from './engines.ts';
import { InstrumentView } from './instrument-view.ts';
import { sentenceFor } from './model.ts';
import { STYLE } from './style.ts';

let sheet: CSSStyleSheet | undefined;

function style(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/** What `taught` refers to, as bytes; undefined where the instrument starts untaught. */
function taughtFile(taught: string | null): Uint8Array | undefined {
  if (taught === null || taught === '') return undefined;
  const place = document.querySelector(`script[data-taught="${CSS.escape(taught)}"]`);
  const text = place?.textContent ?? (taught.length > 64 ? taught : '');
  return text.trim() === '' ? undefined : decodeBase64(text);
}

export class SoundModeElement extends HTMLElement {
  static readonly observedAttributes = ['mode', 'taught'];
  /** Whether a platform serves this page, so that its players are where all platforms have them. */
  static onPlatform = false;

  readonly #root = this.attachShadow({ mode: 'open' });
  #view: InstrumentView | undefined;
  #making = 0;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [style()];
  }

  /** The instrument, once it is there. */
  get view(): InstrumentView | undefined {
    return this.#view;
  }

  connectedCallback(): void {
    void this.#make();
  }

  disconnectedCallback(): void {
    this.#making += 1;
    this.#view?.destroy();
    this.#view = undefined;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#make();
  }

  async #make(): Promise<void> {
    this.#making += 1;
    const turn = this.#making;
    // Attributes that change together make one instrument.
    await Promise.resolve();
    if (turn !== this.#making) return;
    const name = this.getAttribute('mode') ?? '';
    const mode = modeNamed(name);
    if (mode === undefined) return this.#tell(unknownMode(name));
    try {
      await learnEngines();
      const view = await InstrumentView.create(mode, {
        devices: this.hasAttribute('devices'),
        playerAddress: this.getAttribute('player') ?? this.#playerAddress(),
      });
      if (turn !== this.#making) return view.destroy();
      this.#view?.destroy();
      this.#view = view;
      this.#root.replaceChildren(h('div', { class: 'room' }, view.element));
      this.#learn(view);
      this.dispatchEvent(new CustomEvent('ready', { bubbles: true }));
    } catch (error) {
      this.#tell(`This instrument cannot be shown: ${sentenceFor(error)}`);
    }
  }

  /** On a published site: the player of this instrument there, or of its mode. Sites that moved elsewhere know none. */
  #playerAddress(): string | undefined {
    const { protocol, pathname } = location;
    const published = /^https?:$/.test(protocol) && /^\/member\/[^/]+$/.test(pathname);
    if (!SoundModeElement.onPlatform || !published) return undefined;
    const taught = this.getAttribute('taught') ?? '';
    const onSite = /^[a-z][a-z0-9_-]*$/.test(taught);
    return onSite ? `${pathname}?play=${taught}` : `/?play=${this.getAttribute('mode')}`;
  }

  #learn(view: InstrumentView): void {
    try {
      const file = taughtFile(this.getAttribute('taught'));
      if (file !== undefined) view.model.load(file);
    } catch (error) {
      view.say(`What it was taught could not be read: ${sentenceFor(error)}`);
    }
  }

  #tell(sentence: string): void {
    const note = document.createElement('p');
    note.textContent = sentence;
    this.#root.replaceChildren(note);
  }
}

function unknownMode(name: string): string {
  const known = MODES.map(({ modeId }) => modeId).join(', ');
  return name === ''
    ? `Give <sound-mode> a mode: one of ${known}.`
    : `There is no instrument “${name}”; there are ${known}.`;
}
