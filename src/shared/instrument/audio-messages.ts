/** The messages between the page and the audio thread: at most one per animation frame each way. */

import type { Locks } from '../locks.ts';
import type { ScaleBits } from '../scale.ts';
import type { InstrumentSpec } from './instrument-spec.ts';
import type { MidiMessage } from './wasm-instrument.ts';

export const PROCESSOR_NAME = 'ensemble-instrument';

export const RECORDER_NAME = 'ensemble-recorder';
/** Frames in one message of a recorder: the left side, then the right, each with room for all of them. */
export const CHUNK_FRAMES = 48000;

/** What sends the sound of a context to another of another rate, and what plays it there. */
export const CAPTURE_NAME = 'ensemble-capture';
export const BRIDGE_NAME = 'ensemble-bridge';

/** How a processor is made. */
export interface ProcessorOptions {
  readonly module: WebAssembly.Module;
  readonly spec: InstrumentSpec;
}

/** How a recorder is made. */
export interface RecorderOptions {
  /** When it starts, in seconds of the context. */
  readonly from_s: number;
}

/** How the player of another context's sound is made. */
export interface BridgeOptions {
  /** The rate of that context. */
  readonly rate_hz: number;
}

/** What the page tells the audio thread to do. Unit values are 0…32768. */
export type AudioCommand =
  | { readonly do: 'input'; readonly index: number; readonly unit: number }
  | { readonly do: 'params'; readonly units: readonly number[] }
  | { readonly do: 'release' }
  | { readonly do: 'locks'; readonly locks: Locks }
  | { readonly do: 'scale'; readonly scale: ScaleBits }
  | { readonly do: 'voice-space'; readonly ordinal: number }
  | { readonly do: 'midi'; readonly message: MidiMessage }
  | { readonly do: 'silence' }
  | { readonly do: 'learned'; readonly taught: Uint8Array }
  | { readonly do: 'stop' };

/** The state of the sound, 30 times a second. */
export interface AudioReport {
  /** Inputs and params as of the last tick, unit values. */
  readonly inputs: Uint16Array;
  readonly params: Uint16Array;
  /** MIDI messages the engine sent since the last report. */
  readonly events: readonly MidiMessage[];
  /** Blocks rendered since the start. */
  readonly blocks: number;
  /** The furthest the audio thread fell behind real time since the last report; one device buffer is normal. */
  readonly late_ms: number;
  /** Why the instrument refused a command, as its stable code. */
  readonly refused?: string;
}
