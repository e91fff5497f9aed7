/** How far the pitch bend of a keyboard goes, kept in this browser for all instruments; keyboards may set it themselves. */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { keep, recall } from '../browser-storage.ts';

const STORED = 'ensemble.bend-range';
const CONTROL_CHANGE = 0xb0;

/** In semitones, each way. */
export const BEND_RANGE = { min: 0, max: 24, rest: 2 } as const;

/** A whole number of semitones; what is none is the range of most keyboards. */
export function bendRange(text: string | undefined): number {
  const { min, max, rest } = BEND_RANGE;
  const semitones = text === undefined || text.trim() === '' ? rest : Math.round(Number(text));
  return Number.isNaN(semitones) ? rest : Math.min(max, Math.max(min, semitones));
}

/** What was chosen last, in semitones. */
export const storedBendRange = (): number => bendRange(recall(STORED));

export function storeBendRange(semitones: number): void {
  keep(STORED, String(semitones));
}

/** Registered parameter 0 of MIDI 1.0, as keyboards send it, and none afterwards. */
export const bendRangeMessages = (semitones: number): readonly MidiMessage[] =>
  [
    [101, 0],
    [100, 0],
    [6, semitones],
    [38, 0],
    [101, 127],
    [100, 127],
  ].map(([controller = 0, value = 0]) => [CONTROL_CHANGE, controller, value]);
