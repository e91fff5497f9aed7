/** The notes that a synth was sent and that have not ended, so that none sounds on when nothing is sent any more. */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';

const NOTE_OFF = 0x80;
const NOTE_ON = 0x90;

export class HeldNotes {
  /** Channel and key. */
  readonly #notes = new Set<number>();

  /** Notes what a message begins or ends. */
  follow([status, key, velocity]: MidiMessage): void {
    const kind = status & 0xf0;
    if (kind !== NOTE_ON && kind !== NOTE_OFF) return;
    const note = ((status & 0x0f) << 7) | key;
    if (kind === NOTE_ON && velocity > 0) this.#notes.add(note);
    else this.#notes.delete(note);
  }

  /** Gives the messages that end all notes, which then are not held. */
  release(): MidiMessage[] {
    const ends = [...this.#notes].map(
      (note): MidiMessage => [NOTE_OFF | (note >> 7), note & 0x7f, 0],
    );
    this.#notes.clear();
    return ends;
  }
}
