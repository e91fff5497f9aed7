/** The notes that a synth was sent and that have not ended, so that none sounds on when nothing is sent any more. */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';

const NOTE_OFF = 0x80;
const NOTE_ON = 0x90;

export class HeldNotes {
  /** How often each channel and key began without ending: two lines may hold one key. */
  readonly #notes = new Map<number, number>();

  /** Notes what a message begins or ends. */
  follow([status, key, velocity]: MidiMessage): void {
    const kind = status & 0xf0;
    if (kind !== NOTE_ON && kind !== NOTE_OFF) return;
    const note = ((status & 0x0f) << 7) | key;
    const count = this.#notes.get(note) ?? 0;
    if (kind === NOTE_ON && velocity > 0) this.#notes.set(note, count + 1);
    else if (count > 1) this.#notes.set(note, count - 1);
    else this.#notes.delete(note);
  }

  /** Gives the messages that end all notes, which then are not held. */
  release(): MidiMessage[] {
    const ends = [...this.#notes].flatMap(([note, count]) => {
      const end: MidiMessage = [NOTE_OFF | (note >> 7), note & 0x7f, 0];
      return Array.from({ length: count }, () => end);
    });
    this.#notes.clear();
    return ends;
  }
}
