/**
 * The scale that pitches settle on, as instruments and files hold it: bits 0 to 11 are the semitones above the root that
 * belong to it, the root itself among them, bits 12 to 15 the root, from 0 (C) to 11 (B); 0 is no scale.
 */
import { SCALE, type Scale } from '../../build/ts/contract.ts';

export type ScaleBits = number;

export const NO_SCALE: ScaleBits = 0;

/** Whether a number is one of these. */
export const isScale = (bits: number): boolean =>
  Number.isInteger(bits) && (bits === NO_SCALE || (bits > 0 && bits % 2 === 1 && bits < 12 << 12));

/** The twelve roots, from C. */
export const ROOTS = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B'] as const;

const isScaleName = (name: string): name is Scale => Object.hasOwn(SCALE, name);

/** The scales there are, in the order of menus. */
export const SCALE_NAMES: readonly Scale[] = Object.keys(SCALE).filter(isScaleName);

/** Its root, 0 (C) to 11. */
export const rootOf = (scale: ScaleBits): number => scale >> 12;

/** The name of a scale; undefined for none, or one without a name. */
export const nameOf = (scale: ScaleBits): Scale | undefined =>
  SCALE_NAMES.find((name) => SCALE[name] === (scale & 0xfff));

/** A named scale on a root, 0 (C) to 11. */
export const scaleOn = (root: number, name: Scale): ScaleBits => (root << 12) | SCALE[name];

const keyOfHz = (hz: number): number => 69 + 12 * Math.log2(hz / 440);

/** The frequency of a key in Hz. */
export const hzOfKey = (key: number): number => 440 * 2 ** ((key - 69) / 12);

/** The notes of a scale within a range in Hz, as MIDI keys. */
export function notesIn(scale: ScaleBits, { min, max }: { min: number; max: number }): number[] {
  const [low, high] = [Math.ceil(keyOfHz(min) - 0.001), Math.floor(keyOfHz(max) + 0.001)];
  const keys = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  return keys.filter((key) => ((scale >> ((key + 12 - rootOf(scale)) % 12)) & 1) === 1);
}

/** The place of the note nearest to a frequency in Hz. */
export function nearestNote(notes: readonly number[], hz: number): number {
  const away = notes.map((key) => Math.abs(key - keyOfHz(hz)));
  return away.indexOf(Math.min(...away));
}

/** A key by its name and octave: 60 is C4. */
export const noteName = (key: number): string => `${ROOTS[key % 12]}${Math.floor(key / 12) - 1}`;
