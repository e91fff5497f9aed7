/**
 * MIDI and gamepads, where the page may have them: platform pages, not members' sites.
 */
import { UNIT_ONE } from '../instrument/abi.ts';
import type { MidiMessage } from '../instrument/instrument.ts';

/** Listens to every MIDI input there is, also those plugged in later; sends to one output. */
export class Midi {
  readonly #access: MIDIAccess;
  #output = '';

  private constructor(access: MIDIAccess) {
    this.#access = access;
  }

  /** Rejects where the player says no. `plugged` hears of every device that comes or goes. */
  static async open(heard: (message: MidiMessage) => void, plugged: () => void): Promise<Midi> {
    const midi = new Midi(await navigator.requestMIDIAccess());
    midi.#listen(heard);
    midi.#access.onstatechange = () => {
      midi.#listen(heard);
      plugged();
    };
    return midi;
  }

  /** Names of what is plugged in, for the player to see. */
  get names(): string[] {
    return [...this.#access.inputs.values()].map((input) => input.name ?? 'MIDI input');
  }

  get outputs(): { readonly id: string; readonly name: string }[] {
    return [...this.#access.outputs.values()].map(({ id, name }) => ({
      id,
      name: name ?? 'MIDI output',
    }));
  }

  /** Id of the output messages go to; empty for none. The last one that was plugged in, until one is chosen. */
  get sendsTo(): string {
    return this.#output;
  }

  sendTo(id: string): void {
    this.#output = id;
  }

  send(message: MidiMessage): void {
    // Program change and channel pressure have one data byte.
    const short = (message[0] & 0xe0) === 0xc0;
    this.#access.outputs.get(this.#output)?.send(short ? message.slice(0, 2) : [...message]);
  }

  close(): void {
    for (const input of this.#access.inputs.values()) input.onmidimessage = null;
    this.#access.onstatechange = null;
  }

  #listen(heard: (message: MidiMessage) => void): void {
    for (const input of this.#access.inputs.values()) {
      input.onmidimessage = ({ data }) => {
        const [status = 0, data1 = 0, data2 = 0] = data ?? [];
        // System messages carry no note and no gesture.
        if (status >= 0x80 && status < 0xf0) heard([status, data1, data2]);
      };
    }
    if (this.#access.outputs.has(this.#output)) return;
    this.#output = [...this.#access.outputs.keys()].at(-1) ?? '';
  }
}

const STILL = 0.04;

/** The first four axes of the first gamepad as unit values, up and right being more; undefined at rest. */
export class Gamepads {
  #last: readonly number[] = [];

  /** Axes that moved since the last call, by index. */
  moved(): ReadonlyMap<number, number> {
    const pad = navigator.getGamepads().find((each) => each !== null);
    const axes = pad?.axes.slice(0, 4) ?? [];
    const moves = new Map<number, number>();
    for (const [index, position] of axes.entries()) {
      if (Math.abs(position - (this.#last[index] ?? 0)) < STILL) continue;
      const up = index % 2 === 1 ? -position : position;
      moves.set(index, Math.round(((Math.max(-1, Math.min(1, up)) + 1) / 2) * UNIT_ONE));
    }
    if (moves.size > 0) this.#last = axes;
    return moves;
  }
}
