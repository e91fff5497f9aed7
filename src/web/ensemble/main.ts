/**
 * Ensemble's instruments as one ES module for pages hosted anywhere: the `<sound-mode>` element with built-in
 * controls, and headless instruments for pages that make their own.
 *
 * Channel positions, params and velocities are numbers from 0 to 1. A call that fails changes nothing and throws an
 * Error whose message is a sentence; errors of files and training also have a stable `code` (`file_damaged`).
 * Browsers allow sound only on secure pages (https, localhost) and after a user gesture. A page with a
 * Content-Security-Policy needs `script-src 'wasm-unsafe-eval' blob:` and the address of this module.
 */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { MODES, modeNamed } from '../../../build/ts/registry.ts';
import type { AudioReport } from '../../shared/instrument/audio-messages.ts';
import { paramText } from '../../shared/instrument/values.ts';
import { SoundModeElement } from '../sound-mode/element.ts';
import { loadEngines, processesSound } from '../sound-mode/engines.ts';
import { isManual, Model } from '../sound-mode/model.ts';
import { named, units, withSentences } from '../sound-mode/named-values.ts';
import { PlayingSound } from '../sound-mode/playing-sound.ts';
import { MODULE_TEXT } from '../sound-mode/text.ts';
import type { SoundModeElement as SoundModeElementType } from './element-types.ts';
import { MidiListeners } from './midi-listeners.ts';

export type * from './element-types.ts';

/** One param of a mode's sound. */
export interface ParamInformation {
  readonly name: string;
  readonly label: string;
  readonly group: string;
  /** Symbol of the unit of min, max and default; empty for a plain number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** The channels, params and voice spaces of a mode. */
export interface ModeInformation {
  readonly modeId: string;
  /** Names of all channels, in order. */
  readonly channels: readonly string[];
  /** The channels that `setChannels` moves; the others follow notes, sound or the instrument itself. */
  readonly handChannels: readonly string[];
  readonly params: readonly ParamInformation[];
  /** Names in order; one empty name if the mode has a single voice space. */
  readonly voiceSpaces: readonly string[];
}

/** Numbers from 0 to 1, by name. */
export type Values = Readonly<Record<string, number>>;

export type TrainingState = 'idle' | 'running' | 'converged' | 'exhausted' | 'cancelled';

/** The state of an instrument. */
export interface InstrumentState {
  /** False also while the system silences the page, as during a phone call. */
  readonly playing: boolean;
  readonly channels: Values;
  /** The current params, whether or not it plays. */
  readonly params: Values;
  /** Whether the params are held, wherever the channels are. */
  readonly held: boolean;
  /** Names of the params that are kept out of learning. */
  readonly locked: readonly string[];
  readonly voiceSpace: string;
  readonly exampleCount: number;
  readonly training: {
    /** `exhausted`: all iterations ran without reaching `min_error`. */
    readonly state: TrainingState;
    /** Passes over the examples. */
    readonly iterations: number;
    /** Mean squared error of the last pass. */
    readonly error: number;
  };
}

/** Training settings; those left out keep their value. */
export interface TrainingSettings {
  /** Above 0, up to 100; 0.03 to 3 works best. */
  readonly learning_rate?: number;
  /** 1 to 1,000,000 */
  readonly max_iterations?: number;
  /** 0 to 1 */
  readonly min_error?: number;
}

/** The bytes of a MIDI message; the last is 0 if there is one data byte. */
export type MidiBytes = readonly [status: number, data1: number, data2: number];

/** All modes. */
export const modes: readonly ModeInformation[] = MODES.map(information);

function information(mode: Mode): ModeInformation {
  return {
    modeId: mode.modeId,
    channels: mode.channels,
    handChannels: mode.channels.filter(isManual),
    params: mode.params.map(({ curve: _, ...param }) => param),
    voiceSpaces: mode.voiceSpaces.map(({ name }) => name),
  };
}

/** Defines the element `<sound-mode mode="…">`; its attributes, events and parts are types of this module. */
export function defineSoundMode(): void {
  if (customElements.get('sound-mode') !== undefined) return;
  const element: new () => SoundModeElementType = SoundModeElement;
  customElements.define('sound-mode', element);
}

/** A headless instrument. */
export class Instrument {
  readonly mode: ModeInformation;
  readonly #mode: Mode;
  readonly #model: Model;
  readonly #listeners = new Set<(state: InstrumentState) => void>();
  readonly #midiOut = new MidiListeners();
  readonly #sound: PlayingSound;
  #source: AudioNode | undefined;
  #notifying = false;

  private constructor(mode: Mode, model: Model) {
    this.mode = information(mode);
    this.#mode = mode;
    this.#model = model;
    this.#sound = new PlayingSound(model, {
      heard: (report) => this.#follow(report),
      started: (voice) => {
        voice.feed(this.#source);
        this.#notify();
      },
      silenced: () => this.#notify(),
    });
    model.listen(() => this.#notify());
  }

  /** @param taught a taught file, from `save`. Rejects if there is no such mode, or the file belongs to another. */
  static async create(modeId: string, taught?: Uint8Array): Promise<Instrument> {
    const mode = modeNamed(modeId);
    if (mode === undefined) {
      const known = MODES.map((one) => one.modeId);
      throw new RangeError(MODULE_TEXT.unknown('mode', modeId, known));
    }
    await loadEngines();
    const instrument = new Instrument(mode, await Model.create(mode));
    if (taught !== undefined) instrument.load(taught);
    return instrument;
  }

  get state(): InstrumentState {
    const model = this.#model;
    const { state, iterations, error } = model.training;
    return {
      playing: this.#sound.playing,
      channels: named(this.#mode.channels, model.inputs),
      params: named(this.#paramNames, model.params),
      held: model.holding,
      locked: this.#paramNames.filter((_, index) => model.locks.has(index)),
      voiceSpace: this.mode.voiceSpaces[model.voiceSpace] ?? '',
      exampleCount: model.exampleCount,
      training: { state, iterations, error },
    };
  }

  /** Calls `listener` after every change, once for simultaneous changes. @returns a function that removes it */
  onState(listener: (state: InstrumentState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` with each MIDI message the instrument sends. @returns a function that removes it */
  onMidi(listener: (message: MidiBytes) => void): () => void {
    return this.#midiOut.add(listener);
  }

  /** Starts the sound; must be called from a user gesture. Rejects if the browser does not allow sound. */
  async start(): Promise<void> {
    await this.#sound.start();
  }

  async stop(): Promise<void> {
    const { playing } = this.state;
    const stopped = this.#sound.stop();
    this.#midiOut.endNotes();
    if (playing) this.#notify();
    await stopped;
  }

  /** Stops the instrument and frees its memory; it cannot be used afterwards. */
  async destroy(): Promise<void> {
    this.#listeners.clear();
    await this.stop();
    this.#model.destroy();
  }

  /** From 0 to 1: the one chosen last in this browser until it is set. */
  get volume(): number {
    return this.#sound.volume;
  }

  /** @throws RangeError for anything else */
  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) {
      throw new RangeError(MODULE_TEXT.outOfRange('volume', volume));
    }
    this.#sound.volume = volume;
  }

  /**
   * The sound before its volume, for drawing or recording; undefined while it does not play. All share one context.
   */
  get output(): AudioNode | undefined {
    return this.#sound.voice?.output;
  }

  /** Whether it processes the sound given to `feed`. */
  get hears(): boolean {
    return this.#mode.microphone || processesSound(this.#mode.engineId);
  }

  /** Connects `source`, a node of the context of `output`, to its input; undefined means silence. */
  feed(source: AudioNode | undefined): void {
    this.#source = source;
    this.#sound.voice?.feed(source);
  }

  /** Moves channels, given by name. */
  setChannels(values: Values): void {
    const moves = units(this.mode.handChannels, values, 'channel');
    for (const [name, unit] of moves) this.#model.setInput(this.#channelIndex(name), unit);
  }

  /** Plays a MIDI message: notes, pitch bend, modulation, pressure. Does nothing while the sound is stopped. */
  midi(message: MidiBytes): void {
    const [status, ...data] = message;
    if (!(status >= 0x80 && status < 0xf0 && data.every((byte) => byte >= 0 && byte < 128))) {
      throw new RangeError(MODULE_TEXT.notMidi(message));
    }
    this.#sound.send(message);
  }

  noteOn(key: number, velocity = 0.8): void {
    this.midi([0x90, key, Math.max(1, Math.round(velocity * 127))]);
  }

  noteOff(key: number): void {
    this.midi([0x80, key, 0]);
  }

  /** @throws RangeError if the mode has no voice space of this name */
  setVoiceSpace(name: string): void {
    const ordinal = this.mode.voiceSpaces.indexOf(name);
    if (ordinal < 0) {
      throw new RangeError(MODULE_TEXT.unknown('voice space', name, this.mode.voiceSpaces));
    }
    this.#model.setVoiceSpace(ordinal);
  }

  /** Holds the params, with these values by name, until `release`. What is locked and named moves, too. */
  hold(values: Values): void {
    const params = [...this.#model.params];
    for (const [name, unit] of units(this.#paramNames, values, 'param')) {
      const index = this.#paramNames.indexOf(name);
      if (this.#model.locks.has(index)) this.#model.holdParam(index, unit);
      params[index] = unit;
    }
    this.#model.hold(params);
  }

  /** Holds a random sound. */
  holdRandom(): void {
    this.#model.holdRandom();
  }

  /** Holds the mode's default sound. */
  holdDefaults(): void {
    this.#model.holdDefaults();
  }

  /** Lets the channels shape the sound again. */
  release(): void {
    this.#model.release();
  }

  /** Keeps a param out of learning, presets and random sounds, where it is; or gives it back to the network. */
  setLocked(param: string, locked = true): void {
    units(this.#paramNames, { [param]: 0 }, 'param');
    const index = this.#paramNames.indexOf(param);
    if (this.#model.locks.has(index) !== locked) this.#model.toggleLock(index);
  }

  /** The value of a param as text with its unit: `textOf('cutoff_hz', 0.5)` → "1230 Hz". */
  textOf(param: string, value: number): string {
    const [[, unit] = ['', 0]] = units(this.#paramNames, { [param]: value }, 'param');
    return paramText(this.#mode, this.#model.voiceSpace, this.#paramNames.indexOf(param), unit);
  }

  /** Teaches the current sound at the current position, replacing what was taught there before. */
  teach(): void {
    withSentences(() => this.#model.teach());
  }

  /** Forgets the taught sound nearest to the current position. */
  forgetNearest(): void {
    withSentences(() => this.#model.removeNearest());
  }

  forgetAll(): void {
    this.#model.clearExamples();
  }

  /** Learns all taught sounds, in slices between frames while the sound plays on. @returns how it ended */
  async train(settings: TrainingSettings = {}): Promise<TrainingState> {
    const model = this.#model;
    withSentences(() => model.setTrainConfig(settings));
    return new Promise((resolve, reject) => {
      const stop = model.listen((change) => {
        if (change !== 'training' || model.isTraining) return;
        stop();
        resolve(model.training.state);
      });
      try {
        withSentences(() => model.train());
      } catch (error) {
        stop();
        reject(error);
      }
    });
  }

  cancelTraining(): void {
    if (this.#model.isTraining) this.#model.cancelTraining();
  }

  /** Varies the network by up to `amount`, 0 to 1, of the range of its initial weights. */
  jitter(amount = 0.125): void {
    withSentences(() => this.#model.jitter(Math.round(amount * UNIT_ONE)));
  }

  /** Undoes the last teaching, forgetting, training or jitter; called again, the one before it, up to 50. */
  undo(): void {
    withSentences(() => this.#model.undo());
  }

  /** Makes the change again that was undone last. */
  redo(): void {
    withSentences(() => this.#model.redo());
  }

  /** The params, by name, at any position. Channels left out stay where they are. */
  answerAt(values: Values): Values {
    const inputs = [...this.#model.inputs];
    for (const [name, unit] of units(this.mode.channels, values, 'channel')) {
      inputs[this.#channelIndex(name)] = unit;
    }
    return named(this.#paramNames, this.#model.answerAt(inputs));
  }

  /** Everything learned, as a `.taught` file that players and boards load. */
  save(): Uint8Array {
    return this.#model.save();
  }

  /** Loads a taught file. @throws Error if it is not one, is damaged or belongs to another mode */
  load(file: Uint8Array): void {
    withSentences(() => this.#model.load(file));
  }

  get #paramNames(): readonly string[] {
    return this.#mode.params.map(({ name }) => name);
  }

  #channelIndex(name: string): number {
    return this.mode.channels.indexOf(name);
  }

  #follow({ inputs, events }: AudioReport): void {
    const { channels } = this.#mode;
    this.#model.followInputs(inputs, (index) => isManual(channels[index] ?? ''));
    for (const event of events) this.#midiOut.tell(event);
  }

  #notify(): void {
    if (this.#notifying || this.#listeners.size === 0) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      const { state } = this;
      for (const listener of this.#listeners) listener(state);
    });
  }
}
