/**
 * Ensemble's instruments for pages hosted anywhere, as one ES module: the `<sound-mode>` element, and instruments
 * without a face, for pages that make their own.
 *
 * Places, params and velocities are numbers from 0 to 1. Whatever an instrument refuses it refuses whole, by an
 * Error whose message is a sentence; one of a file or of training bears a stable `code` besides (`file_damaged`).
 * Browsers give sound to secure pages only (https, localhost), after a gesture of the visitor. A page with a
 * Content-Security-Policy needs `script-src 'wasm-unsafe-eval' blob:` beside the address of this module.
 */
import type { Mode } from '../../../build/ts/mode.ts';
import { MODES, modeNamed } from '../../../build/ts/registry.ts';
import { UNIT_ONE } from '../instrument/abi.ts';
import { soundProblem, Voice } from '../sound-mode/audio.ts';
import { SoundModeElement } from '../sound-mode/element.ts';
import { learnEngines, processesSound } from '../sound-mode/engines.ts';
import type { Report } from '../sound-mode/messages.ts';
import { Model, movedByHand } from '../sound-mode/model.ts';
import { specOf } from '../sound-mode/spec.ts';
import { paramText } from '../sound-mode/values.ts';
import { inWords, named, units } from './values.ts';

/** One param of a mode's sound, as it declares it. */
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

/** What a mode is played by and what it sounds with. */
export interface ModeInformation {
  readonly modeId: string;
  /** Names of the places a gesture has, in order. */
  readonly channels: readonly string[];
  /** Those of them that `setChannels` moves; the others are moved by notes, sound or the instrument itself. */
  readonly handChannels: readonly string[];
  readonly params: readonly ParamInformation[];
  /** Names in order; one empty name where the mode has a single voice space. */
  readonly voiceSpaces: readonly string[];
}

/** Numbers from 0 to 1, by name. */
export type Values = Readonly<Record<string, number>>;

export type TrainingState = 'idle' | 'running' | 'converged' | 'exhausted' | 'cancelled';

/** How an instrument stands. */
export interface InstrumentState {
  readonly playing: boolean;
  readonly channels: Values;
  /** What sounds, or would. */
  readonly params: Values;
  /** Whether the params are held, whatever the gesture does. */
  readonly held: boolean;
  readonly voiceSpace: string;
  readonly exampleCount: number;
  readonly training: {
    /** `exhausted`: all iterations did not reach `min_error`. */
    readonly state: TrainingState;
    /** Passes over the examples. */
    readonly iterations: number;
    /** Mean squared error of the last pass. */
    readonly error: number;
  };
}

/** Settings of training; what is left out keeps its value. */
export interface TrainingSettings {
  /** Over 0 to 100; useful from 0.03 to 3. */
  readonly learning_rate?: number;
  /** 1 to 1,000,000 */
  readonly max_iterations?: number;
  /** 0 to 1 */
  readonly min_error?: number;
}

/** Bytes of a MIDI message; those with one data byte have 0 as their last. */
export type MidiBytes = readonly [status: number, data1: number, data2: number];

/** Every mode there is. */
export const modes: readonly ModeInformation[] = MODES.map(information);

function information(mode: Mode): ModeInformation {
  return {
    modeId: mode.modeId,
    channels: mode.channels,
    handChannels: mode.channels.filter(movedByHand),
    params: mode.params.map(({ curve: _, ...param }) => param),
    voiceSpaces: mode.voiceSpaces.map(({ name }) => name),
  };
}

/**
 * Makes `<sound-mode mode="…">` an element of this page, once. Its attributes: `mode`; `taught`, what it learned, in
 * base64 or as the id of a `<script type="text/plain" data-taught="id">` holding that; `devices` for microphone,
 * MIDI and gamepads; `player`, the address of a page that has these. It tells by the event `ready` that it is there.
 */
export function defineSoundMode(): void {
  if (customElements.get('sound-mode') !== undefined) return;
  customElements.define('sound-mode', SoundModeElement);
}

/** An instrument without a face. */
export class Instrument {
  readonly mode: ModeInformation;
  readonly #mode: Mode;
  readonly #model: Model;
  readonly #listeners = new Set<(state: InstrumentState) => void>();
  readonly #midiListeners = new Set<(message: MidiBytes) => void>();
  #voice: Voice | undefined;
  #source: AudioNode | undefined;
  #telling = false;

  private constructor(mode: Mode, model: Model) {
    this.mode = information(mode);
    this.#mode = mode;
    this.#model = model;
    model.listen(() => this.#tell());
  }

  /** @param taught a taught file, as `save` gives it. Rejects where there is no such mode, or the file is not its. */
  static async create(modeId: string, taught?: Uint8Array): Promise<Instrument> {
    const mode = modeNamed(modeId);
    if (mode === undefined) {
      const known = MODES.map((one) => one.modeId).join(', ');
      throw new RangeError(`There is no mode “${modeId}”; there are ${known}.`);
    }
    await learnEngines();
    const instrument = new Instrument(mode, await Model.create(mode));
    if (taught !== undefined) instrument.load(taught);
    return instrument;
  }

  get state(): InstrumentState {
    const model = this.#model;
    const { state, iterations, error } = model.training;
    return {
      playing: this.#voice !== undefined,
      channels: named(this.#mode.channels, model.inputs),
      params: named(this.#paramNames, model.params),
      held: model.holding,
      voiceSpace: this.mode.voiceSpaces[model.voiceSpace] ?? '',
      exampleCount: model.exampleCount,
      training: { state, iterations, error },
    };
  }

  /** Tells `listener` how it stands after every change, changes at the same time once. @returns how to stop that. */
  onState(listener: (state: InstrumentState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells `listener` the MIDI messages the instrument sends, while it plays. @returns how to stop that. */
  onMidi(listener: (message: MidiBytes) => void): () => void {
    this.#midiListeners.add(listener);
    return () => this.#midiListeners.delete(listener);
  }

  /** Starts the sound; call from a gesture of the visitor. Rejects where the browser gives none. */
  async start(): Promise<void> {
    if (this.#voice !== undefined) return;
    const problem = soundProblem();
    if (problem !== undefined) throw new Error(problem);
    const model = this.#model;
    const voice = await Voice.start(specOf(this.#mode), model.orders(), (report) =>
      this.#follow(report),
    );
    this.#voice = voice;
    model.sound = (order) => voice.order(order);
    voice.feed(this.#source);
    this.#tell();
  }

  async stop(): Promise<void> {
    const voice = this.#voice;
    if (voice === undefined) return;
    this.#voice = undefined;
    this.#model.sound = undefined;
    this.#tell();
    await voice.stop();
  }

  /** Stops it and gives its memory back; it is of no use afterwards. */
  async destroy(): Promise<void> {
    this.#listeners.clear();
    this.#midiListeners.clear();
    await this.stop();
    this.#model.destroy();
  }

  /** What sounds, for whoever draws or records it; undefined while it does not play. All share one context. */
  get output(): AudioNode | undefined {
    return this.#voice?.output;
  }

  /** Whether it works on sound that `feed` brings. */
  get hears(): boolean {
    return this.#mode.microphone || processesSound(this.#mode.engineId);
  }

  /** Feeds `source`, a node of the context of `output`, into it; undefined feeds silence. */
  feed(source: AudioNode | undefined): void {
    this.#source = source;
    this.#voice?.feed(source);
  }

  /** Moves the gesture: places by name. */
  setChannels(values: Values): void {
    const moves = units(this.mode.handChannels, values, 'channel');
    for (const [name, unit] of moves) this.#model.setInput(this.#channelIndex(name), unit);
  }

  /** Plays a MIDI message: notes, bend, modulation, pressure. Nothing happens while it does not play. */
  midi(message: MidiBytes): void {
    const [status, ...data] = message;
    if (!(status >= 0x80 && status < 0xf0 && data.every((byte) => byte >= 0 && byte < 128))) {
      throw new RangeError(`Not a MIDI message of a channel: ${message.join(' ')}.`);
    }
    this.#voice?.order({ do: 'midi', message });
  }

  noteOn(key: number, velocity = 0.8): void {
    this.midi([0x90, key, Math.max(1, Math.round(velocity * 127))]);
  }

  noteOff(key: number): void {
    this.midi([0x80, key, 0]);
  }

  /** @throws RangeError where the mode has no voice space of this name. */
  setVoiceSpace(name: string): void {
    const ordinal = this.mode.voiceSpaces.indexOf(name);
    if (ordinal < 0) {
      throw new RangeError(
        `There is no voice space “${name}”; there are ${this.mode.voiceSpaces.join(', ')}.`,
      );
    }
    this.#model.setVoiceSpace(ordinal);
  }

  /** Holds a sound, whatever the gesture does, until `release`: params by name, the others as they sound. */
  hold(values: Values): void {
    const params = [...this.#model.params];
    for (const [name, unit] of units(this.#paramNames, values, 'param')) {
      params[this.#paramNames.indexOf(name)] = unit;
    }
    this.#model.hold(params);
  }

  /** Holds a sound nobody chose. */
  holdRandom(): void {
    this.#model.holdRandom();
  }

  /** Holds the sound the mode declares. */
  holdDefaults(): void {
    this.#model.holdDefaults();
  }

  /** Gives the sound back to the gesture. */
  release(): void {
    this.#model.release();
  }

  /** A param as people read it, with its unit: `textOf('cutoff_hz', 0.5)` → "1230 Hz". */
  textOf(param: string, value: number): string {
    const [[, unit] = ['', 0]] = units(this.#paramNames, { [param]: value }, 'param');
    return paramText(this.#mode, this.#model.voiceSpace, this.#paramNames.indexOf(param), unit);
  }

  /** Here, where the gesture is, it shall sound as it sounds now, in place of what was taught here before. */
  teach(): void {
    inWords(() => this.#model.teach());
  }

  /** Forgets the taught sound nearest to the gesture. */
  forgetNearest(): void {
    inWords(() => this.#model.removeNearest());
  }

  forgetAll(): void {
    this.#model.clearExamples();
  }

  /** Learns all taught sounds, between frames of the page; the sound goes on. @returns how it ended. */
  async train(settings: TrainingSettings = {}): Promise<TrainingState> {
    const model = this.#model;
    inWords(() => model.setTrainConfig(settings));
    return new Promise((resolve, reject) => {
      const stop = model.listen((change) => {
        if (change !== 'training' || model.isTraining) return;
        stop();
        resolve(model.training.state);
      });
      try {
        inWords(() => model.train());
      } catch (error) {
        stop();
        reject(error);
      }
    });
  }

  cancelTraining(): void {
    if (this.#model.isTraining) this.#model.cancelTraining();
  }

  /** Moves the whole map by up to `amount` of a first draw, 0 to 1. */
  jitter(amount = 0.125): void {
    inWords(() => this.#model.jitter(Math.round(amount * UNIT_ONE)));
  }

  /** Takes back the last training or jitter; again to have it again. */
  undo(): void {
    inWords(() => this.#model.undo());
  }

  /** What it would sound like at any place: params by name. Places left out are where the gesture is. */
  answerAt(values: Values): Values {
    const inputs = [...this.#model.inputs];
    for (const [name, unit] of units(this.mode.channels, values, 'channel')) {
      inputs[this.#channelIndex(name)] = unit;
    }
    return named(this.#paramNames, this.#model.answerAt(inputs));
  }

  /** Everything learned, as the `.taught` file that players and boards load. */
  save(): Uint8Array {
    return this.#model.save();
  }

  /** Takes up a taught file. @throws Error where it is none, damaged, or another mode's. */
  load(file: Uint8Array): void {
    inWords(() => this.#model.load(file));
  }

  get #paramNames(): readonly string[] {
    return this.#mode.params.map(({ name }) => name);
  }

  #channelIndex(name: string): number {
    return this.mode.channels.indexOf(name);
  }

  #follow({ inputs, events }: Report): void {
    const { channels } = this.#mode;
    this.#model.followInputs(inputs, (index) => movedByHand(channels[index] ?? ''));
    for (const event of events) for (const listener of this.#midiListeners) listener(event);
  }

  #tell(): void {
    if (this.#telling || this.#listeners.size === 0) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      const { state } = this;
      for (const listener of this.#listeners) listener(state);
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sound-mode': HTMLElement;
  }
}
