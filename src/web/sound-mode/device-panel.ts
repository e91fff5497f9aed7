/** MIDI in and out and gamepads, on pages that have access to them, and the controllers the instrument sends. */

import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { h } from '../dom.ts';
import { Gamepads } from './devices.ts';
import type { Gesture } from './gesture-loop.ts';
import { MidiPanel } from './midi-panel.ts';
import { isManual, type Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const CONTROL_CHANGE = 0xb0;

export interface DeviceOptions {
  readonly devices: boolean;
  readonly play: (message: MidiMessage) => void;
  readonly report: (text: string) => void;
}

export class DevicePanel {
  readonly element = h('div', { class: 'devices' });
  readonly #model: Model;
  readonly #sent = h('p', { class: 'sent' });
  readonly #manual: readonly number[];
  readonly #gamepads: Gamepads | undefined;
  readonly #controllers = new Map<number, number>();
  readonly #midi: MidiPanel | undefined;

  constructor(model: Model, options: DeviceOptions) {
    this.#model = model;
    const { channels } = model.mode;
    this.#manual = channels.flatMap((channel, index) => (isManual(channel) ? [index] : []));
    this.#gamepads = options.devices && 'getGamepads' in navigator ? new Gamepads() : undefined;
    if (options.devices && 'requestMIDIAccess' in navigator) {
      this.#midi = new MidiPanel(model, {
        ...options,
        chosen: (messages) => {
          this.#controllers.clear();
          this.#show(messages);
        },
      });
      this.element.append(this.#midi.element);
    }
    this.element.append(this.#sent);
  }

  start(): void {
    this.#controllers.clear();
    this.#sent.textContent = '';
    this.#midi?.started();
  }

  /** The sound has stopped. */
  stop(): void {
    this.#midi?.stopped();
  }

  /** Sends a gesture of the loop to the synth, if the person wants that. */
  replayed(gesture: Gesture): void {
    this.#midi?.replayed(gesture);
  }

  /** Closes the devices for good. */
  close(): void {
    this.#midi?.close();
  }

  /** Reads the gamepad, whose axes move the manual channels in order. */
  poll(): void {
    for (const [axis, unit] of this.#gamepads?.moved() ?? []) {
      const channel = this.#manual[axis];
      if (channel !== undefined) this.#model.setInput(channel, unit);
    }
  }

  /** Forwards and shows the MIDI messages of the instrument. */
  sent(events: readonly MidiMessage[]): void {
    this.#show(events.flatMap((event) => this.#midi?.forward(event) ?? [event]));
  }

  #show(messages: readonly MidiMessage[]): void {
    for (const [status, controller, value] of messages) {
      if ((status & 0xf0) === CONTROL_CHANGE) this.#controllers.set(controller, value);
    }
    if (messages.length === 0 || this.#controllers.size === 0) return;
    const list = [...this.#controllers].sort(([a], [b]) => a - b);
    const values = list.map(([controller, value]) => `CC ${controller}: ${value}`).join(', ');
    this.#sent.textContent = SOUND_MODE_TEXT.midi.sending(values);
  }
}
