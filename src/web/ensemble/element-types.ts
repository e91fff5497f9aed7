/** The types of `<sound-mode>` for pages that use it, part of the module's one declaration file. */

/**
 * How much an instrument shows. `play`, the default: name, preset, voice space, volume, Play, the controls its mode declares.
 * `teach`: also teaching, all parameters, recording and files. `none`: nothing; scripts play it.
 */
export type SoundModeControls = 'play' | 'teach' | 'none';

/** The attributes of `<sound-mode>`. */
export interface SoundModeAttributes {
  /** Which instrument it is, one of `modes`. */
  readonly mode: string;
  readonly controls?: SoundModeControls;
  /** A taught file in base64, or the id of a `<script type="text/plain" data-taught="id">` that holds it. */
  readonly taught?: string;
  /** The name of the preset that it starts with, if it is not taught. */
  readonly preset?: string;
  /** Silences it while its page is hidden; otherwise it plays on. */
  readonly background?: 'pause';
  /** Says that this page may use microphone, MIDI and gamepads. */
  readonly devices?: '';
  /** The address of a page that has such access, to link to. */
  readonly player?: string;
}

/** The events of `<sound-mode>`, which bubble. */
export interface SoundModeEventMap {
  /** There is an instrument, which can be played. */
  readonly ready: CustomEvent<null>;
  readonly play: CustomEvent<null>;
  readonly pause: CustomEvent<null>;
  readonly volumechange: CustomEvent<null>;
  /** It cannot do what it should; `detail.message` is a sentence. */
  readonly problem: CustomEvent<{ readonly message: string }>;
}

/** The names for `sound-mode::part(…)`. */
export type SoundModePart =
  | 'instrument'
  | 'header'
  | 'name'
  | 'preset'
  | 'voice-space'
  | 'volume'
  | 'play'
  | 'inputs'
  | 'pad'
  | 'piano'
  | 'keys'
  | 'scope'
  | 'message'
  | 'teaching'
  | 'parameters';

/** The custom properties to set on `sound-mode`: text, background, edges, buttons, accent, text on the accent. */
export type SoundModeProperty =
  | '--ink'
  | '--paper'
  | '--edge'
  | '--soft'
  | '--accent'
  | '--on-accent';

/**
 * The element `<sound-mode>`. Its methods do nothing before the event `ready`, but `start`, which waits for it, and
 * `stop`, which ends that.
 */
export interface SoundModeElement extends HTMLElement {
  /** False also while the system silences the page, as during a phone call; `pause` and `play` tell when. */
  readonly playing: boolean;
  /** From 0 to 1: the one chosen last in this browser until it is set. */
  volume: number;
  /** Starts the sound; must be called from a user gesture. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Moves channels, given by name, from 0 to 1. */
  setChannels(values: Readonly<Record<string, number>>): void;
  noteOn(key: number, velocity?: number): void;
  noteOff(key: number): void;
  addEventListener<K extends keyof SoundModeEventMap>(
    type: K,
    listener: (this: SoundModeElement, event: SoundModeEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'sound-mode': SoundModeElement;
  }
}
