/** The sound of an instrument, which may be started, played, stopped and removed at any moment, also while it starts. */

import type { AudioReport } from '../../shared/instrument/audio-messages.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { wasmModule } from './artefacts.ts';
import { Voice } from './audio.ts';
import type { Model } from './model.ts';
import {
  type ContextUser,
  enterContext,
  isSilenced,
  leaveContext,
  updateContext,
} from './shared-context.ts';
import { storedVolume } from './volume.ts';

export interface SoundOptions {
  /** Called with each report of the sound. */
  readonly heard: (report: AudioReport) => void;
  /** Called when it sounds. */
  readonly started: (voice: Voice) => void;
  /** Called when the system silences it, as a phone call does, and when that has ended. */
  readonly silenced: () => void;
  /** Whether it is silent while the page is hidden; by default it plays on. */
  readonly pausesHidden?: (() => boolean) | undefined;
}

export class PlayingSound {
  readonly #model: Model;
  readonly #options: SoundOptions;
  /** Since it was started last; undefined once it is stopped. */
  #user: ContextUser | undefined;
  #started: Promise<void> = Promise.resolve();
  #voice: Voice | undefined;
  #isSilenced = false;
  /** What was played while it starts. */
  #early: MidiMessage[] = [];
  #volume = storedVolume();

  constructor(model: Model, options: SoundOptions) {
    this.#model = model;
    this.#options = options;
  }

  /** Whether it is to be heard. */
  get playing(): boolean {
    return this.#voice !== undefined && !this.#isSilenced;
  }

  /** The sound from its start to its end. */
  get voice(): Voice | undefined {
    return this.#voice;
  }

  get starting(): boolean {
    return this.#user !== undefined && this.#voice === undefined;
  }

  /** From 0 to 1. */
  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    this.#volume = volume;
    this.#voice?.setVolume(volume);
  }

  /** Starts it, from a gesture of the player; one that was started is resumed if it was silenced. Rejects if it fails. */
  start(): Promise<void> {
    if (this.#user === undefined) {
      const { pausesHidden = () => false } = this.#options;
      this.#user = { pausesHidden, changed: () => this.#changed() };
      this.#started = this.#begin(this.#user);
    } else {
      updateContext();
    }
    return this.#started;
  }

  #changed(): void {
    const silenced = isSilenced();
    if (this.#voice === undefined || silenced === this.#isSilenced) return;
    this.#isSilenced = silenced;
    this.#options.silenced();
  }

  async #begin(user: ContextUser): Promise<void> {
    try {
      const [module, audio] = await Promise.all([wasmModule(), enterContext(user)]);
      if (this.#user === user) this.#sound(audio, module);
    } catch (error) {
      // Once it is stopped, nobody waits for it.
      if (this.#user !== user) return;
      await this.stop();
      throw error;
    }
  }

  /** The state of the model is taken when the sound can follow it, so that no change is lost. */
  #sound(audio: AudioContext, module: WebAssembly.Module): void {
    const model = this.#model;
    const voice = new Voice(
      audio,
      { module, spec: modeSpec(model.mode) },
      model.startCommands(),
      (report) => {
        if (this.#voice === voice) this.#options.heard(report);
      },
      this.#volume,
    );
    this.#voice = voice;
    this.#isSilenced = isSilenced();
    model.sound = (command) => voice.send(command);
    for (const message of this.#early.splice(0)) this.send(message);
    this.#options.started(voice);
  }

  /** Plays a MIDI message; while it starts, as soon as it has. Does nothing while it is stopped. */
  send(message: MidiMessage): void {
    if (this.starting) this.#early.push(message);
    this.#voice?.send({ do: 'midi', message });
  }

  /**
   * Ends it with a fade, or ends the start; the model is on its own at once.
   *
   * @param last is waited for before the fade
   */
  async stop(last?: Promise<void>): Promise<void> {
    const [user, voice] = [this.#user, this.#voice];
    this.#user = undefined;
    this.#voice = undefined;
    this.#early = [];
    this.#model.sound = undefined;
    try {
      await last;
    } finally {
      await voice?.stop();
      if (user !== undefined) leaveContext(user);
    }
  }
}
