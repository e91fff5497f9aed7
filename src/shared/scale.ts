/**
 * The scale that pitches settle on, as instruments and files hold it: bits 0 to 11 are the semitones above the root that
 * belong to it, the root itself among them, bits 12 to 15 the root, from 0 (C) to 11 (B); 0 is no scale.
 */
export type ScaleBits = number;

export const NO_SCALE: ScaleBits = 0;

/** Whether a number is one of these. */
export const isScale = (bits: number): boolean =>
  Number.isInteger(bits) && (bits === NO_SCALE || (bits > 0 && bits % 2 === 1 && bits < 12 << 12));
