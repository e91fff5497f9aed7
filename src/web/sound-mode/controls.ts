/** The controls a mode declares, made of pads, sliders, keys, wheels and meters. */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Channel } from '../../../build/ts/mode.ts';
import { percent } from '../../shared/instrument/values.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { h } from '../dom.ts';
import { ChannelMeters } from './channel-meters.ts';
import { padKeys, pianoKeys } from './computer-keys.ts';
import { ExplorePlane } from './explore-plane.ts';
import { inputLabels } from './input-labels.ts';
import { isManual, type Model } from './model.ts';
import { Pad } from './pad.ts';
import { Piano } from './piano.ts';
import { SliderBank } from './slider-bank.ts';
import { moveByKeys } from './slider-keys.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.wheels;

interface WheelKind {
  readonly channel: Channel;
  readonly label: string;
  /** Its resting position, a unit value. */
  readonly rest: number;
  /** What one step of its MIDI message is, a unit value. */
  readonly step: number;
  readonly message: (unit: number) => MidiMessage;
}

type Play = (message: MidiMessage) => void;

/** Wheels and pressure, shown as sliders. */
const WHEELS: readonly WheelKind[] = [
  {
    channel: 'midi_bend',
    label: TEXT.bend,
    rest: UNIT_ONE / 2,
    step: UNIT_ONE / 16384,
    message: (unit) => {
      const bend = Math.min(16383, unit >> 1);
      return [0xe0, bend & 127, bend >> 7];
    },
  },
  {
    channel: 'midi_mod',
    label: TEXT.modulation,
    rest: 0,
    step: UNIT_ONE / 128,
    message: (unit) => [0xb0, 1, Math.min(127, unit >> 8)],
  },
  {
    channel: 'midi_pressure',
    label: TEXT.pressure,
    rest: 0,
    step: UNIT_ONE / 128,
    message: (unit) => [0xd0, Math.min(127, unit >> 8), 0],
  },
];

export class Controls {
  readonly element = h('div', { class: 'controls' });
  /** Which keys of the computer play it; empty where none does. */
  readonly keys = h('p', { class: 'keys', attributes: { part: 'keys' } });
  readonly #model: Model;
  #plane: ExplorePlane | undefined;
  readonly #pads: Pad[] = [];
  readonly #banks: SliderBank[] = [];
  readonly #piano: Piano | undefined;
  readonly #meters: ChannelMeters | undefined;
  readonly #wheels: readonly Wheel[];

  /** @param play sends MIDI messages to the sound */
  constructor(model: Model, play: Play) {
    this.#model = model;
    const { channels, ui } = model.mode;
    const manual = channels.flatMap((channel, index) => (isManual(channel) ? [index] : []));
    const padCount = ui.primaryInput === 'xy_pad' ? 1 : ui.primaryInput === 'joystick' ? 2 : 0;
    for (let pad = 0; pad < padCount; pad += 1) {
      const [x, y] = [manual[0], manual[1]];
      if (x === undefined || y === undefined) break;
      manual.splice(0, 2);
      this.#pads.push(new Pad(model, [x, y]));
    }
    if (manual.length > 0) this.#banks.push(new SliderBank(model, manual));
    if (ui.primaryInput === 'midi_in') this.#piano = new Piano(play);
    const automatic = channels.flatMap((channel, index) =>
      /^(?:audio|wander)_/.test(channel) ? [index] : [],
    );
    if (automatic.length > 0) this.#meters = new ChannelMeters(model, automatic);
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
    this.#label();
    void this.#nameKeys();
  }

  async #nameKeys(): Promise<void> {
    if (this.#pads.length > 0) this.keys.textContent = padKeys(this.#pads.length);
    else if (this.#piano !== undefined) this.keys.textContent = await pianoKeys();
  }

  /** Names the inputs after what they move now. */
  #label(): void {
    const labels = inputLabels(this.#model);
    for (const part of [...this.#pads, ...this.#banks]) part.label(labels);
    this.#meters?.label(labels);
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
    this.#label();
    for (const pad of this.#pads) pad.learned();
  }

  /** Shows the plane in place of the pads while a sound is explored. */
  explored(): void {
    const exploring = this.#model.explored !== undefined;
    if (exploring && this.#plane === undefined) {
      this.#plane = new ExplorePlane(this.#model);
      this.element.prepend(this.#plane.element);
      this.#plane.focus();
    } else if (!exploring) {
      this.#plane?.element.remove();
      this.#plane = undefined;
    }
    for (const { element } of this.#pads) element.hidden = exploring;
    this.#plane?.moved();
  }

  /** Moves the first pad by an arrow key. @returns whether it did */
  steered({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (!key.startsWith('Arrow') || ctrlKey || metaKey || altKey) return false;
    return this.#pads[0]?.step(key) ?? false;
  }

  /** Handles a key of the computer keyboard. @returns whether it plays a note */
  typed(event: KeyboardEvent): boolean {
    return this.#piano?.typed(event) ?? false;
  }

  /** Ends the note of a key of the computer keyboard. */
  lifted(code: string): void {
    this.#piano?.lifted(code);
  }

  /** Releases all keys. */
  release(): void {
    this.#piano?.release();
  }
}

/** A wheel as a slider, which also follows the wheel of a MIDI keyboard. */
class Wheel {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #index: number;
  readonly #rest: number;
  readonly #input: HTMLInputElement;

  constructor(model: Model, index: number, declared: WheelKind, play: Play) {
    const { label, rest, step, message } = declared;
    this.#model = model;
    this.#index = index;
    this.#rest = rest;
    const input = h('input', { attributes: { type: 'range', min: 0, max: UNIT_ONE, step } });
    this.#input = input;
    const move = (unit: number): void => {
      this.#show(unit);
      play(message(unit));
    };
    const place = () => Number(input.value);
    input.addEventListener('input', () => move(place()));
    moveByKeys(input, place, move);
    // A pitch bend wheel springs back when pointer or key let it go.
    if (declared.channel === 'midi_bend') {
      for (const end of ['change', 'keyup', 'blur'] as const) {
        input.addEventListener(end, () => {
          if (place() !== rest) move(rest);
        });
      }
    }
    this.#show(rest);
    this.element = h('label', {}, h('span', { text: label }), input);
  }

  #show(unit: number): void {
    this.#input.value = String(unit);
    const way = (unit - this.#rest) / (1 - this.#rest / UNIT_ONE);
    this.#input.setAttribute('aria-valuetext', percent(way));
  }

  moved(): void {
    // While it is being dragged, a report from the audio thread would be older than the slider.
    if (!this.#input.matches(':active, :focus')) {
      this.#show(this.#model.inputs[this.#index] ?? 0);
    }
  }
}
