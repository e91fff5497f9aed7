/** What the page and the audio thread tell each other: at most one message a frame of the screen each way. */
import type { MidiMessage } from '../instrument/instrument.ts';
import type { InstrumentSpec } from '../instrument/spec.ts';

export const PROCESSOR_NAME = 'ensemble-instrument';

/** How a processor is made. */
export interface ProcessorOptions {
  readonly module: WebAssembly.Module;
  readonly spec: InstrumentSpec;
}

/** One thing the page wants of the sound. Unit values are 0…32768. */
export type Order =
  | { readonly do: 'input'; readonly index: number; readonly unit: number }
  | { readonly do: 'params'; readonly units: readonly number[] }
  | { readonly do: 'release' }
  | { readonly do: 'voice-space'; readonly ordinal: number }
  | { readonly do: 'midi'; readonly message: MidiMessage }
  | { readonly do: 'silence' }
  | { readonly do: 'learned'; readonly taught: Uint8Array }
  | { readonly do: 'stop' };

/** How the sound stands, 30 times a second. */
export interface Report {
  /** Inputs and params as of the last tick, unit values. */
  readonly inputs: Uint16Array;
  readonly params: Uint16Array;
  /** MIDI messages the engine sent since the last report. */
  readonly events: readonly MidiMessage[];
  /** Blocks rendered since the start. */
  readonly blocks: number;
  /** How far the audio thread was behind real time at most, since the last report; a device buffer is usual. */
  readonly late_ms: number;
  /** An order the instrument refused, as its stable code. */
  readonly refused?: string;
}
