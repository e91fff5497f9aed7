/** MIDI and gamepads, for pages with access to them: platform pages, not members' sites. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { HeldNotes } from './held-notes.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const SYSTEM = 0xf0;
const CLOCK = 0xf8;
const STOP = 0xfc;

/** Channel messages, and of the system's those of its clock: pulse, start, continue, stop. */
const isPlayed = (status: number): boolean =>
  (status >= 0x80 && status < SYSTEM) || (status >= CLOCK && status <= STOP);

/** Listens to all MIDI inputs, including those plugged in later, and sends to one output. */
export class Midi {
  readonly #access: MIDIAccess;
  readonly #held = new HeldNotes();
  /** What is held on each input, by its id. */
  readonly #keys = new Map<string, HeldNotes>();
  readonly #leave = (): void => this.endNotes();
  #output = '';

  private constructor(access: MIDIAccess) {
    this.#access = access;
    addEventListener('pagehide', this.#leave);
  }

  /** Rejects if access is denied. `changed` is called when a device is plugged in or unplugged. */
  static async open(received: (message: MidiMessage) => void, changed: () => void): Promise<Midi> {
    const midi = new Midi(await navigator.requestMIDIAccess());
    midi.#listen(received);
    midi.#access.onstatechange = () => {
      midi.#listen(received);
      changed();
    };
    return midi;
  }

  /** Names of all inputs. */
  get names(): string[] {
    const { unnamedInput } = SOUND_MODE_TEXT.midi;
    return [...this.#access.inputs.values()].map((input) => input.name ?? unnamedInput);
  }

  get outputs(): { readonly id: string; readonly name: string }[] {
    return [...this.#access.outputs.values()].map(({ id, name }) => ({
      id,
      name: name ?? SOUND_MODE_TEXT.midi.unnamedOutput,
    }));
  }

  /** Id of the output messages are sent to; empty for none. By default the output plugged in last. */
  get sendsTo(): string {
    return this.#output;
  }

  sendTo(id: string): void {
    this.endNotes();
    this.#output = id;
  }

  /** Ends the notes that the output was sent. */
  endNotes(): void {
    for (const message of this.#held.release()) this.send(message);
  }

  send(message: MidiMessage): void {
    this.#held.follow(message);
    // Program change and channel pressure have one data byte.
    const short = (message[0] & 0xe0) === 0xc0;
    this.#access.outputs.get(this.#output)?.send(short ? message.slice(0, 2) : [...message]);
  }

  close(): void {
    this.endNotes();
    removeEventListener('pagehide', this.#leave);
    for (const input of this.#access.inputs.values()) input.onmidimessage = null;
    this.#access.onstatechange = null;
  }

  #listen(received: (message: MidiMessage) => void): void {
    for (const input of this.#access.inputs.values()) {
      const keys = this.#keys.get(input.id) ?? new HeldNotes();
      this.#keys.set(input.id, keys);
      input.onmidimessage = ({ data }) => {
        const [status = 0, data1 = 0, data2 = 0] = data ?? [];
        if (!isPlayed(status)) return;
        keys.follow([status, data1, data2]);
        received([status, data1, data2]);
      };
    }
    // A keyboard that is pulled out ends no notes and lifts no pedal itself.
    for (const [id, keys] of this.#keys) {
      if (this.#access.inputs.has(id)) continue;
      this.#keys.delete(id);
      for (const message of keys.release()) received(message);
    }
    if (this.#access.outputs.has(this.#output)) return;
    this.#output = [...this.#access.outputs.keys()].at(-1) ?? '';
  }
}

const MIN_MOVE = 0.04;

/** The first four axes of the first gamepad as unit values; up and right are 1. */
export class Gamepads {
  #last: readonly number[] = [];

  /** Axes that moved since the last call, by index. */
  moved(): ReadonlyMap<number, number> {
    const pad = navigator.getGamepads().find((each) => each !== null);
    const axes = pad?.axes.slice(0, 4) ?? [];
    const moves = new Map<number, number>();
    for (const [index, position] of axes.entries()) {
      if (Math.abs(position - (this.#last[index] ?? 0)) < MIN_MOVE) continue;
      const up = index % 2 === 1 ? -position : position;
      moves.set(index, Math.round(((Math.max(-1, Math.min(1, up)) + 1) / 2) * UNIT_ONE));
    }
    if (moves.size > 0) this.#last = axes;
    return moves;
  }
}
