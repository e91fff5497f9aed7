/** Who is told the MIDI messages of an instrument, which ends its notes when it stops. */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { HeldNotes } from '../sound-mode/held-notes.ts';

type Listener = (message: MidiMessage) => void;

export class MidiListeners {
  readonly #listeners = new Set<Listener>();
  readonly #held = new HeldNotes();

  /** @returns a function that removes it */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(message: MidiMessage): void {
    this.#held.follow(message);
    for (const listener of this.#listeners) listener(message);
  }

  endNotes(): void {
    for (const message of this.#held.release()) this.tell(message);
  }
}
