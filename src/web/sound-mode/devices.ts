/**
 * MIDI and gamepads, where the page may have them: platform pages, not members' sites.
 */
import { UNIT_ONE } from '../instrument/abi.ts';
import type { MidiMessage } from '../instrument/instrument.ts';

/** Listens to every MIDI input there is, also those plugged in later. Rejects where the player says no. */
export class Midi {
  readonly #access: MIDIAccess;
  /** Where messages go, if anywhere: the last output that was plugged in. */
  #output: MIDIOutput | undefined;

  private constructor(access: MIDIAccess) {
    this.#access = access;
  }

  static async open(heard: (message: MidiMessage) => void): Promise<Midi> {
    const midi = new Midi(await navigator.requestMIDIAccess());
    const listen = (): void => {
      for (const input of midi.#access.inputs.values()) {
        input.onmidimessage = ({ data }) => {
          const [status = 0, data1 = 0, data2 = 0] = data ?? [];
          // System messages carry no note and no gesture.
          if (status >= 0x80 && status < 0xf0) heard([status, data1, data2]);
        };
      }
      midi.#output = [...midi.#access.outputs.values()].at(-1);
    };
    midi.#access.onstatechange = listen;
    listen();
    return midi;
  }

  /** Names of what is plugged in, for the player to see. */
  get names(): string[] {
    return [...this.#access.inputs.values()].map((input) => input.name ?? 'MIDI input');
  }

  send(message: MidiMessage): void {
    // Program change and channel pressure have one data byte.
    const short = (message[0] & 0xe0) === 0xc0;
    this.#output?.send(short ? message.slice(0, 2) : [...message]);
  }

  close(): void {
    for (const input of this.#access.inputs.values()) input.onmidimessage = null;
    this.#access.onstatechange = null;
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
