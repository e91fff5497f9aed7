/** What an instrument without a sound of its own says of itself, and the built-in synth that makes it heard. */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import type { AudioReport } from '../../shared/instrument/audio-messages.ts';
import { button, h } from '../dom.ts';
import type { Voice } from './audio.ts';
import { isSilent } from './engines.ts';
import { MidiSynth } from './midi-synth.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.silent;

export class SilentPanel {
  /** Empty for instruments that sound. */
  readonly element = h('div', { class: 'silent' });
  readonly #channels: readonly [pitch: number, energy: number];
  readonly #button: HTMLButtonElement;
  #wanted = false;
  #voice: Voice | undefined;
  #synth: MidiSynth | undefined;

  constructor({ engineId, channels }: Mode) {
    this.#channels = [channels.indexOf('audio_pitch'), channels.indexOf('audio_energy')];
    this.#button = button(TEXT.synth, () => this.#toggle(), {
      title: TEXT.synthHint,
      attributes: { 'aria-pressed': 'false' },
    });
    if (isSilent(engineId)) this.element.append(h('p', { text: TEXT.says }), this.#button);
  }

  /** The instrument started. */
  start(voice: Voice): void {
    this.#voice = voice;
    this.#listen();
  }

  stop(): void {
    this.#synth?.stop();
    this.#synth = undefined;
    this.#voice = undefined;
  }

  /** Plays what the instrument sends. */
  follow({ events, inputs }: AudioReport): void {
    if (this.#synth === undefined) return;
    for (const event of events) this.#synth.receive(event);
    const [pitch, energy] = this.#channels.map((index) => (inputs[index] ?? 0) / UNIT_ONE);
    this.#synth.hear(pitch ?? 0, energy ?? 0);
  }

  #toggle(): void {
    this.#wanted = !this.#wanted;
    this.#button.setAttribute('aria-pressed', String(this.#wanted));
    this.#listen();
  }

  #listen(): void {
    if (!this.#wanted) {
      this.#synth?.stop();
      this.#synth = undefined;
    } else if (this.#voice !== undefined) {
      this.#synth ??= new MidiSynth(this.#voice.output);
    }
  }
}
