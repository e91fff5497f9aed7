/** Whether a keyboard that does not say so itself plays by MPE, kept in this browser for all instruments. */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { keep, recall } from '../browser-storage.ts';

const STORED = 'ensemble.mpe';
/** All channels but the first, which is the whole keyboard's. */
const NOTE_CHANNELS = 15;
const CONTROL_CHANGE = 0xb0;

export const storedMpe = (): boolean => recall(STORED) === 'on';

export function storeMpe(on: boolean): void {
  keep(STORED, on ? 'on' : 'off');
}

/** The MPE Configuration Message of one zone, or of none, and no registered parameter afterwards. */
export const mpeMessages = (on: boolean): readonly MidiMessage[] =>
  [
    [101, 0],
    [100, 6],
    [6, on ? NOTE_CHANNELS : 0],
    [101, 127],
    [100, 127],
  ].map(([controller = 0, value = 0]) => [CONTROL_CHANGE, controller, value]);
