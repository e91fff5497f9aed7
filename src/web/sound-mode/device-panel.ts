/** MIDI in and out, and gamepads, where the page may have them; the controllers a mode sends, to be seen. */
import { h } from '../dom.ts';
import type { MidiMessage } from '../instrument/instrument.ts';
import { Gamepads } from './devices.ts';
import { MidiPanel } from './midi-panel.ts';
import { type Model, movedByHand } from './model.ts';

const CONTROL_CHANGE = 0xb0;

export interface DeviceOptions {
  readonly devices: boolean;
  readonly play: (message: MidiMessage) => void;
  readonly say: (sentence: string) => void;
}

export class DevicePanel {
  readonly element = h('div', { class: 'devices' });
  readonly #model: Model;
  readonly #sent = h('p', { class: 'sent' });
  readonly #hand: readonly number[];
  readonly #gamepads: Gamepads | undefined;
  readonly #controllers = new Map<number, number>();
  readonly #midi: MidiPanel | undefined;

  constructor(model: Model, options: DeviceOptions) {
    this.#model = model;
    const { channels } = model.mode;
    this.#hand = channels.flatMap((channel, index) => (movedByHand(channel) ? [index] : []));
    this.#gamepads = options.devices && 'getGamepads' in navigator ? new Gamepads() : undefined;
    if (options.devices && 'requestMIDIAccess' in navigator) {
      this.#midi = new MidiPanel(model, options);
      this.element.append(this.#midi.element);
    }
    this.element.append(this.#sent);
  }

  start(): void {
    this.#controllers.clear();
    this.#sent.textContent = '';
  }

  /** Lets go of the devices for good. */
  close(): void {
    this.#midi?.close();
  }

  /** Reads the gamepad: its axes move the channels a hand moves, in order. */
  poll(): void {
    for (const [axis, unit] of this.#gamepads?.moved() ?? []) {
      const channel = this.#hand[axis];
      if (channel !== undefined) this.#model.setInput(channel, unit);
    }
  }

  /** Sends on and shows what the instrument sent. */
  sent(events: readonly MidiMessage[]): void {
    for (const event of events) {
      this.#midi?.send(event);
      if ((event[0] & 0xf0) === CONTROL_CHANGE) this.#controllers.set(event[1], event[2]);
    }
    if (events.length === 0 || this.#controllers.size === 0) return;
    const list = [...this.#controllers].sort(([a], [b]) => a - b);
    this.#sent.textContent = `Sends ${list.map(([controller, value]) => `CC ${controller}: ${value}`).join(', ')}`;
  }
}
