/** Units of params: the last part of a name says the unit, and only the parts listed here do. */

export const UNITS = {
  hz: { symbol: 'Hz', name: 'hertz' },
  ms: { symbol: 'ms', name: 'milliseconds' },
  s: { symbol: 's', name: 'seconds' },
  db: { symbol: 'dB', name: 'decibels' },
  st: { symbol: 'st', name: 'semitones' },
  cents: { symbol: 'ct', name: 'cents' },
  bpm: { symbol: 'BPM', name: 'beats per minute' },
  pct: { symbol: '%', name: 'percent' },
  deg: { symbol: '°', name: 'degrees' },
  x: { symbol: '×', name: 'ratio' },
} as const;

export type UnitSuffix = keyof typeof UNITS;

const isSuffix = (text: string): text is UnitSuffix => Object.hasOwn(UNITS, text);

/** Gives the unit a param's name ends with: `cutoff_hz` → `hz`; none for `hz` alone or `resonance`. */
export function unitOf(paramName: string): UnitSuffix | undefined {
  const at = paramName.lastIndexOf('_');
  const last = paramName.slice(at + 1);
  return at > 0 && isSuffix(last) ? last : undefined;
}
