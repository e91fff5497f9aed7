/** The control a mode declares, put together from pads, sliders and keys; what it moves and how it shows it. */

import type { Channel } from '../../../build/ts/mode.ts';
import { h } from '../dom.ts';
import { UNIT_ONE } from '../instrument/abi.ts';
import type { MidiMessage } from '../instrument/instrument.ts';
import { ChannelMeters } from './channel-meters.ts';
import { type Model, movedByHand } from './model.ts';
import { Pad } from './pad.ts';
import { Piano } from './piano.ts';
import { SliderBank } from './slider-bank.ts';

interface WheelKind {
  readonly channel: Channel;
  readonly label: string;
  /** Where it rests, a unit value. */
  readonly rest: number;
  readonly message: (unit: number) => MidiMessage;
}

type Play = (message: MidiMessage) => void;

/** Wheels and pressure, which are sliders here. */
const WHEELS: readonly WheelKind[] = [
  {
    channel: 'midi_bend',
    label: 'Bend',
    rest: UNIT_ONE / 2,
    message: (unit) => {
      const bend = Math.min(16383, unit >> 1);
      return [0xe0, bend & 127, bend >> 7];
    },
  },
  {
    channel: 'midi_mod',
    label: 'Modulation',
    rest: 0,
    message: (unit) => [0xb0, 1, Math.min(127, unit >> 8)],
  },
  {
    channel: 'midi_pressure',
    label: 'Pressure',
    rest: 0,
    message: (unit) => [0xd0, Math.min(127, unit >> 8), 0],
  },
];

export class Controls {
  readonly element = h('div', { class: 'hand' });
  readonly #pads: Pad[] = [];
  readonly #banks: SliderBank[] = [];
  readonly #piano: Piano | undefined;
  readonly #meters: ChannelMeters | undefined;
  readonly #wheels: readonly Wheel[];

  /** `play` takes MIDI messages to the sound. */
  constructor(model: Model, play: Play) {
    const { channels, ui } = model.mode;
    const hand = channels.flatMap((channel, index) => (movedByHand(channel) ? [index] : []));
    const padded = ui.primaryInput === 'xy_pad' ? 1 : ui.primaryInput === 'joystick' ? 2 : 0;
    for (let pad = 0; pad < padded; pad += 1) {
      const [x, y] = [hand[0], hand[1]];
      if (x === undefined || y === undefined) break;
      hand.splice(0, 2);
      this.#pads.push(new Pad(model, [x, y]));
    }
    if (hand.length > 0) this.#banks.push(new SliderBank(model, hand));
    if (ui.primaryInput === 'midi_in') this.#piano = new Piano(play);
    const alone = channels.flatMap((channel, index) =>
      /^(?:audio|wander)_/.test(channel) ? [index] : [],
    );
    if (alone.length > 0) this.#meters = new ChannelMeters(model, alone);
    this.#wheels = WHEELS.flatMap((declared) => {
      const index = channels.indexOf(declared.channel);
      return index < 0 ? [] : [new Wheel(model, index, declared, play)];
    });
    this.element.append(
      ...this.#pads.map(({ element }) => element),
      ...(this.#piano === undefined ? [] : [this.#piano.element]),
      ...this.#banks.map(({ element }) => element),
      ...(this.#wheels.length > 0
        ? [h('div', { class: 'bank' }, ...this.#wheels.map(({ element }) => element))]
        : []),
      ...(this.#meters === undefined ? [] : [this.#meters.element]),
    );
  }

  get empty(): boolean {
    return this.element.childElementCount === 0;
  }

  moved(): void {
    for (const part of [...this.#pads, ...this.#banks, ...this.#wheels]) part.moved();
    this.#meters?.moved();
  }

  taught(): void {
    for (const pad of this.#pads) pad.taught();
  }

  learned(): void {
    for (const pad of this.#pads) pad.learned();
  }

  /** @returns whether the key was one to play on. */
  typed(event: KeyboardEvent, down: boolean): boolean {
    return this.#piano?.typed(event, down) ?? false;
  }

  /** Lets go of everything that is held down. */
  release(): void {
    this.#piano?.release();
  }
}

/** A wheel as a slider, which follows the wheel of a keyboard too. */
class Wheel {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #index: number;
  readonly #input: HTMLInputElement;

  constructor(model: Model, index: number, declared: WheelKind, play: Play) {
    const { label, rest, message } = declared;
    this.#model = model;
    this.#index = index;
    const input = h('input', {
      attributes: { type: 'range', min: 0, max: UNIT_ONE, step: 1, value: rest },
    });
    input.addEventListener('input', () => play(message(Math.round(Number(input.value)))));
    // A bend wheel has a spring.
    if (declared.channel === 'midi_bend') {
      input.addEventListener('change', () => {
        input.value = String(rest);
        play(message(rest));
      });
    }
    this.#input = input;
    this.element = h('label', {}, h('span', { text: label }), input);
  }

  moved(): void {
    // The hand that holds it knows better than a report that was under way.
    if (!this.#input.matches(':active, :focus')) {
      this.#input.value = String(this.#model.inputs[this.#index] ?? 0);
    }
  }
}
