/**
 * What a chosen synth is sent of what an instrument sends: the numbers of its own controllers, and everything on channel 1.
 * Without a synth everything goes out as it is, each line of a sequencer on a channel of its own.
 */
import { MIDI_TEMPLATES, type MidiTemplate } from '../../../build/ts/midi-templates.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { keep, recall } from '../browser-storage.ts';

const CONTROL_CHANGE = 0xb0;
/** From here on they are channel mode messages, which every synth knows. */
const FIRST_MODE_MESSAGE = 120;
const STORED = 'ensemble.synth';

export class SynthTemplate {
  /** The last value of each controller of the instrument. */
  readonly #values = new Map<number, number>();
  #chosen: MidiTemplate | undefined;

  /** The synth that this browser's person chose last. */
  constructor() {
    this.#choose(recall(STORED) ?? '');
  }

  /** The id of the synth; empty for none. */
  get id(): string {
    return this.#chosen?.id ?? '';
  }

  /** Chooses a synth, or none. @returns what it is sent at first, so that it stands where the instrument does */
  choose(id: string): MidiMessage[] {
    this.#choose(id);
    keep(STORED, this.id);
    return [...this.#values].flatMap(([controller, value]) =>
      this.#translated([CONTROL_CHANGE, controller, value]),
    );
  }

  /** Gives what the synth is sent for a message of the instrument: one message or none. */
  translate(message: MidiMessage): MidiMessage[] {
    const [status, controller, value] = message;
    // A sequencer tells the same to each of its channels.
    if (status === CONTROL_CHANGE) this.#values.set(controller, value);
    return this.#translated(message);
  }

  #translated([status, data1, data2]: MidiMessage): MidiMessage[] {
    if (this.#chosen === undefined) return [[status, data1, data2]];
    const kind = status & 0xf0;
    if (kind !== CONTROL_CHANGE || data1 >= FIRST_MODE_MESSAGE) return [[kind, data1, data2]];
    const number = this.#chosen.controllers.find(([from]) => from === data1)?.[1];
    return number === undefined || status !== CONTROL_CHANGE ? [] : [[status, number, data2]];
  }

  #choose(id: string): void {
    this.#chosen = MIDI_TEMPLATES.find((template) => template.id === id);
  }
}
