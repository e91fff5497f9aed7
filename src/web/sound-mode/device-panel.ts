/** MIDI in and out, and gamepads, where the page may have them; the controllers a mode sends, to be seen. */
import { button, h } from '../dom.ts';
import type { MidiMessage } from '../instrument/instrument.ts';
import { movedByHand } from './controls.ts';
import { Gamepads, Midi } from './devices.ts';
import type { Model } from './model.ts';

const CONTROL_CHANGE = 0xb0;

export interface DeviceOptions {
  readonly devices: boolean;
  readonly play: (message: MidiMessage) => void;
  readonly say: (sentence: string) => void;
}

export class DevicePanel {
  readonly element = h('div', { class: 'devices' });
  readonly #model: Model;
  readonly #options: DeviceOptions;
  readonly #sent = h('output', { class: 'sent' });
  readonly #hand: readonly number[];
  readonly #gamepads: Gamepads | undefined;
  readonly #controllers = new Map<number, number>();
  #midi: Midi | undefined;

  constructor(model: Model, options: DeviceOptions) {
    this.#model = model;
    this.#options = options;
    const { channels } = model.mode;
    this.#hand = channels.flatMap((channel, index) => (movedByHand(channel) ? [index] : []));
    this.#gamepads = options.devices && 'getGamepads' in navigator ? new Gamepads() : undefined;
    if (options.devices && 'requestMIDIAccess' in navigator) {
      this.element.append(
        button('Connect MIDI', () => void this.#connect(), {
          class: 'quiet',
          title: 'Play it from a MIDI keyboard; controllers it sends go out the same way',
        }),
      );
    }
    this.element.append(this.#sent);
  }

  start(): void {
    this.#controllers.clear();
    this.#sent.value = '';
  }

  stop(): void {
    this.#midi?.close();
    this.#midi = undefined;
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
    this.#sent.value = `Sends ${list.map(([controller, value]) => `CC ${controller}: ${value}`).join(', ')}`;
  }

  async #connect(): Promise<void> {
    try {
      this.#midi = await Midi.open(this.#options.play);
      const { names } = this.#midi;
      const found =
        names.length === 0 ? 'No MIDI input yet: plug one in.' : `Listens to ${names.join(', ')}.`;
      this.#options.say(found);
    } catch {
      this.#options.say('MIDI was not given. Allow it in the browser and try again.');
    }
  }
}
