/** The notes that were sent and have not ended, and pedals that hold them, so that none sounds on when nothing is sent any more. */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';

const NOTE_OFF = 0x80;
const NOTE_ON = 0x90;
const CONTROL_CHANGE = 0xb0;
const SUSTAIN = 64;

export class HeldNotes {
  /** How often each channel and key began without ending: two lines may hold one key. */
  readonly #notes = new Map<number, number>();
  /** Channels whose pedal is down. */
  readonly #pedals = new Set<number>();

  /** Notes what a message begins or ends. */
  follow([status, key, velocity]: MidiMessage): void {
    const kind = status & 0xf0;
    if (kind === CONTROL_CHANGE && key === SUSTAIN) {
      if (velocity >= 64) this.#pedals.add(status & 0x0f);
      else this.#pedals.delete(status & 0x0f);
    }
    if (kind !== NOTE_ON && kind !== NOTE_OFF) return;
    const note = ((status & 0x0f) << 7) | key;
    const count = this.#notes.get(note) ?? 0;
    if (kind === NOTE_ON && velocity > 0) this.#notes.set(note, count + 1);
    else if (count > 1) this.#notes.set(note, count - 1);
    else this.#notes.delete(note);
  }

  /** Gives the messages that end all notes and lift the pedals; then nothing is held. */
  release(): MidiMessage[] {
    const ends = [...this.#notes].flatMap(([note, count]) => {
      const end: MidiMessage = [NOTE_OFF | (note >> 7), note & 0x7f, 0];
      return Array.from({ length: count }, () => end);
    });
    const lifts = [...this.#pedals].map(
      (channel): MidiMessage => [CONTROL_CHANGE | channel, SUSTAIN, 0],
    );
    this.#notes.clear();
    this.#pedals.clear();
    return [...ends, ...lifts];
  }
}
