/**
 * `<sound-mode mode="paf_synth" taught="lead">`: an instrument anywhere in a page.
 *
 * `mode` names the mode. `taught` is the id of a `<script type="text/plain" data-taught="lead">` that holds a
 * taught file in base64, which the platform adds to published sites, with `data-voice-space`, an ordinal, unless that
 * is 0, or with `data-examples` the examples to learn, each in base64; without such a script it is the base64 text
 * itself. `player` is the address of a player page with access to microphone and MIDI, known by itself on
 * published sites. `devices` says that this page has that access. `preset` names the preset that an untaught instrument starts
 * with. `background="pause"` silences it while its page is hidden. `controls` says how much is shown: `play`, `teach` or `none`. src/web/ensemble/README.md lists attributes, events, methods, parts and custom properties.
 */

import { MODES, modeNamed } from '../../../build/ts/registry.ts';
import type { AudioCommand } from '../../shared/instrument/audio-messages.ts';
import { presetsOf } from '../../shared/instrument/presets.ts';
import { h } from '../dom.ts';
import type { LinkReport } from '../link-report.ts';
import { decodeBase64 } from './base64.ts';
import { type ControlLevel, controlLevel } from './control-level.ts';
import { loadEngines } from './engines.ts';
import { InstrumentView, type ViewEvent } from './instrument-view.ts';
import { errorSentence, isManual, type Model } from './model.ts';
import { units } from './named-values.ts';
import { PageLink } from './page-link.ts';
import { presetNamed } from './preset-menu.ts';
import { learnedFrom } from './site-state.ts';
import { STYLE } from './style.ts';
import { MODULE_TEXT, SOUND_MODE_TEXT } from './text.ts';
import { storedVolume } from './volume.ts';

const TEXT = SOUND_MODE_TEXT.element;
const NOTHING = new Uint8Array();

let sheet: CSSStyleSheet | undefined;

function style(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

interface TaughtText {
  /** A taught file in base64; empty if the instrument starts untaught. */
  readonly text: string;
  readonly voiceSpace: number;
  /** Whether the text is examples to learn instead, each in base64. */
  readonly examples: boolean;
}

const UNTAUGHT: TaughtText = { text: '', voiceSpace: 0, examples: false };

/** What the attribute `taught` refers to. */
function taughtText(taught: string | null): TaughtText {
  if (taught === null || taught === '') return UNTAUGHT;
  const place = document.querySelector<HTMLElement>(`script[data-taught="${CSS.escape(taught)}"]`);
  const text = (place?.textContent ?? (taught.length > 64 ? taught : '')).trim();
  const ordinal = Number(place?.dataset['voiceSpace']);
  const voiceSpace = Number.isInteger(ordinal) ? ordinal : 0;
  return { text, voiceSpace, examples: place?.dataset['examples'] !== undefined };
}

/** The state of an instrument, for the same instrument of a page that loads again. */
export interface Snapshot {
  readonly mode: string;
  readonly playing: boolean;
  /** What the page says that it learned. */
  readonly taught: TaughtText;
  readonly state: readonly AudioCommand[];
}

export class SoundModeElement extends HTMLElement {
  static readonly observedAttributes = ['mode', 'taught', 'preset', 'controls'];
  /** Whether an Ensemble server serves this page, and so also its player pages. */
  static onPlatform = false;
  /** Whether what surrounds this page has the teaching tools: then the page shows a button instead of its own. */
  static toolsElsewhere = false;

  readonly #root = this.attachShadow({ mode: 'open' });
  #view: InstrumentView | undefined;
  #builds = 0;
  /** How often it was stopped, which ends a start that waits until it is ready. */
  #stops = 0;
  /** Set before there was an instrument. */
  #initialVolume: number | undefined;
  /** Resolves when the latest build has ended. */
  #built: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [style()];
  }

  /** The instrument, once it is ready. */
  get view(): InstrumentView | undefined {
    return this.#view;
  }

  connectedCallback(): void {
    if (this.#view === undefined) this.#built = this.#build();
  }

  /** Moved within the page, it plays on: by `moveBefore`, or put back before the running script ends. */
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#builds += 1;
      this.#view?.destroy();
      this.#view = undefined;
    });
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return;
    // Showing more or less of it changes nothing about the instrument.
    const kept = name === 'controls' ? this.snapshot() : undefined;
    this.#built = this.#build(kept);
  }

  /** Whether it sounds; false also while the system silences the page, as during a phone call. */
  get playing(): boolean {
    return this.#view?.playing === true;
  }

  /** From 0 to 1; it begins with the one that was chosen last in this browser. */
  get volume(): number {
    return this.#view?.volume ?? this.#initialVolume ?? storedVolume();
  }

  /** Sets the volume of this instrument; only what a person chooses is remembered. */
  set volume(volume: number) {
    if (!Number.isFinite(volume)) throw new RangeError(MODULE_TEXT.outOfRange('volume', volume));
    if (this.#view !== undefined) this.#view.volume = volume;
    else this.#initialVolume = volume;
  }

  /** Starts the sound, once it is ready; must be called from a user gesture. */
  async start(): Promise<void> {
    const stops = this.#stops;
    await this.#built;
    if (stops === this.#stops) await this.#view?.start();
  }

  /** Moves channels by name, from 0 to 1. @throws RangeError for a channel it has not, or a number out of range */
  setChannels(values: Readonly<Record<string, number>>): void {
    const model = this.#view?.model;
    if (model === undefined) return;
    const channels: readonly string[] = model.mode.channels;
    for (const [name, unit] of units(channels.filter(isManual), values, 'channel')) {
      model.setInput(channels.indexOf(name), unit);
    }
  }

  /** Plays a key, 0 to 127, from 0 to 1 loud. Does nothing while the sound is stopped. */
  noteOn(key: number, velocity = 0.8): void {
    this.#view?.play([0x90, midiByte(key), Math.max(1, midiByte(Math.round(velocity * 127)))]);
  }

  noteOff(key: number): void {
    this.#view?.play([0x80, midiByte(key), 0]);
  }

  /** What a person did with the instrument, for `restore`; undefined before it is ready. */
  snapshot(): Snapshot | undefined {
    const view = this.#view;
    if (view === undefined) return undefined;
    const taught = taughtText(this.getAttribute('taught'));
    return {
      mode: view.model.mode.modeId,
      playing: view.playing,
      taught,
      state: view.model.startCommands(),
    };
  }

  /**
   * Takes over the snapshot of another instrument of this mode, and plays on if that played. What others taught
   * meanwhile counts more than what that one had learned.
   */
  async restore(snapshot: Snapshot | undefined): Promise<void> {
    await this.#built;
    const view = this.#view;
    if (view === undefined || snapshot?.mode !== view.model.mode.modeId) return;
    await this.#resume(view, snapshot);
  }

  async #resume(view: InstrumentView, snapshot: Snapshot): Promise<void> {
    const now = taughtText(this.getAttribute('taught'));
    const { text, voiceSpace } = snapshot.taught;
    const changed = text !== now.text || voiceSpace !== now.voiceSpace;
    const learned = ({ do: what }: AudioCommand) => what === 'learned' || what === 'voice-space';
    view.model.restore(snapshot.state.filter((command) => !changed || !learned(command)));
    if (snapshot.playing) await view.start();
  }

  /**
   * Links the instrument to teaching tools in another frame, which hear where it stands; undefined before it is ready.
   * To be called again after a later `ready` event.
   */
  link(report: (report: LinkReport) => void): PageLink | undefined {
    return this.#view && new PageLink(this, this.#view, report);
  }

  /** Ends the sound with a fade, also one that starts. */
  async stop(): Promise<void> {
    this.#stops += 1;
    await this.#view?.stop();
  }

  /** Loads what `taught` refers to, as it is now; the sound goes on. */
  loadTaught(): void {
    if (this.#view !== undefined) this.#loadTaught(this.#view);
  }

  async #build(kept?: Snapshot): Promise<void> {
    this.#builds += 1;
    const build = this.#builds;
    // Several attributes changed at once lead to one build.
    await Promise.resolve();
    if (build !== this.#builds) return;
    const name = this.getAttribute('mode') ?? '';
    const mode = modeNamed(name);
    if (mode === undefined) return this.#fail(unknownMode(name));
    try {
      await loadEngines();
      const view = await InstrumentView.create(mode, {
        controls: this.#controls(),
        teach: SoundModeElement.toolsElsewhere
          ? () => void this.dispatchEvent(new CustomEvent('teach', { bubbles: true }))
          : undefined,
        tell: (event, sentence) => this.#tell(event, sentence),
        devices: this.hasAttribute('devices'),
        pausesHidden: () => this.getAttribute('background') === 'pause',
        playerAddress: this.getAttribute('player') ?? this.#playerAddress(),
      });
      if (build !== this.#builds) return view.destroy();
      const volume = this.#view?.volume ?? this.#initialVolume;
      this.#view?.destroy();
      this.#view = view;
      if (volume !== undefined) view.volume = volume;
      this.#root.replaceChildren(h('div', { class: 'room' }, view.element));
      this.#loadTaught(view);
      if (kept !== undefined) await this.#resume(view, kept);
      this.#tell('ready');
    } catch (error) {
      this.#fail(TEXT.failed(errorSentence(error)));
    }
  }

  #controls(): ControlLevel {
    const level = controlLevel(this.getAttribute('controls'));
    return SoundModeElement.toolsElsewhere && level === 'teach' ? 'play' : level;
  }

  /** On a published site: the player of this instrument, or of its mode. On other pages: undefined. */
  #playerAddress(): string | undefined {
    const site = document.querySelector<HTMLMetaElement>('meta[name="ensemble-site"]')?.content;
    if (!SoundModeElement.onPlatform || site === undefined) return undefined;
    const taught = this.getAttribute('taught') ?? '';
    const onSite = /^[a-z][a-z0-9_-]*$/.test(taught);
    const platform = site.replace(/\/member\/[^/]*$/, '/');
    return onSite ? `${site}?play=${taught}` : `${platform}?play=${this.getAttribute('mode')}`;
  }

  #loadTaught(view: InstrumentView): void {
    try {
      const { text, voiceSpace, examples } = taughtText(this.getAttribute('taught'));
      if (text === '') {
        this.#learnPreset(view.model);
        if (voiceSpace > 0) view.model.setVoiceSpace(voiceSpace);
      } else if (examples) {
        const state = {
          examples: text.split(/\s+/).map(decodeBase64),
          taught: NOTHING,
          voiceSpace,
        };
        view.model.follow(learnedFrom(view.model.mode, state));
      } else {
        view.model.load(decodeBase64(text));
        view.model.setVoiceSpace(voiceSpace);
      }
    } catch (error) {
      const sentence = TEXT.taughtFailed(errorSentence(error));
      view.report(sentence);
      this.#tell('problem', sentence);
    }
  }

  /** Untaught, it starts with the preset that its page names. */
  #learnPreset(model: Model): void {
    const name = this.getAttribute('preset') ?? '';
    if (name === '') return;
    const preset = presetNamed(model.mode.modeId, name);
    const known = presetsOf(model.mode.modeId).map((one) => one.name);
    if (preset === undefined) throw new Error(MODULE_TEXT.unknown('preset', name, known));
    model.learn(preset);
  }

  /** Shows why there is no instrument. */
  #fail(reason: string): void {
    this.#root.replaceChildren(h('p', { text: reason }));
    this.#tell('problem', reason);
  }

  #tell(event: ViewEvent | 'ready', sentence?: string): void {
    const detail = sentence === undefined ? undefined : { message: sentence };
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }));
  }
}

/** @throws RangeError unless it is one of 128 */
function midiByte(byte: number): number {
  if (Number.isInteger(byte) && byte >= 0 && byte < 128) return byte;
  throw new RangeError(MODULE_TEXT.notMidiByte(byte));
}

function unknownMode(name: string): string {
  const known = MODES.map(({ modeId }) => modeId).join(', ');
  return name === '' ? TEXT.modeMissing(known) : TEXT.modeUnknown(name, known);
}
