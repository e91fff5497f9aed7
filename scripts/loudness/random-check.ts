/** Measures random sounds as the player offers them, and says which are too loud, too soft or silent. */
import type { Mode } from '../../build/ts/mode.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import { audition } from '../../src/shared/instrument/audition.ts';
import { type Loudness, measureLoudness } from '../../src/shared/instrument/loudness.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import { randomSound } from '../../src/shared/instrument/random-sound.ts';
import { toTheEnd } from '../../src/shared/instrument/to-the-end.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';

/** The most between any two random sounds of a voice space. */
export const MAX_LU = 6;
/** The loudest three seconds of any. */
export const LOUDEST_LUFS = -14;
/** Softer is silent. */
export const SILENT_LUFS = -70;
/** −1 dBFS. */
export const HIGHEST_PEAK = 10 ** (-1 / 20);
/** Twice the phrase of notes. */
const SECONDS = 8;

interface Heard extends Loudness {
  readonly peak: number;
}

function hear(abi: Abi, mode: Mode, voiceSpace: number, params: readonly number[]): Heard {
  const instrument = new WasmInstrument(abi, modeSpec(mode));
  try {
    instrument.setVoiceSpace(voiceSpace);
    for (const [index, unit] of params.entries()) instrument.setParam(index, unit);
    const { left, right } = toTheEnd(audition(instrument, mode.listens, SECONDS));
    let peak = 0;
    for (const side of [left, right]) for (const x of side) peak = Math.max(peak, Math.abs(x));
    return { ...measureLoudness([left, right]), peak };
  } finally {
    instrument.destroy();
  }
}

export interface RandomSummary {
  /** Integrated loudness of the softest and the loudest sound, LUFS. */
  readonly softest: number;
  readonly loudest: number;
  /** The most between one sound and the next, LU. */
  readonly step: number;
  /** The loudest three seconds of all, LUFS. */
  readonly shortTerm: number;
  /** The largest sample, 0…1. */
  readonly peak: number;
  /** Whether any two are within 6 LU, and none is silent or louder than the limits. */
  readonly good: boolean;
}

/** Measures random sounds of one voice space from seeds 0, 1, 2… */
export function checkRandomSounds(
  abi: Abi,
  mode: Mode,
  voiceSpace: number,
  count: number,
): RandomSummary {
  const heard = Array.from({ length: count }, (_, seed) =>
    hear(abi, mode, voiceSpace, toTheEnd(randomSound(abi, mode, voiceSpace, seed))),
  );
  const levels = heard.map(({ integrated }) => integrated);
  const summary = {
    softest: Math.min(...levels),
    loudest: Math.max(...levels),
    step: Math.max(0, ...levels.slice(1).map((level, at) => Math.abs(level - (levels[at] ?? 0)))),
    shortTerm: Math.max(...heard.map((one) => one.shortTerm)),
    peak: Math.max(...heard.map((one) => one.peak)),
  };
  const good =
    summary.softest > SILENT_LUFS &&
    summary.loudest - summary.softest <= MAX_LU &&
    summary.shortTerm <= LOUDEST_LUFS &&
    summary.peak <= HIGHEST_PEAK;
  return { ...summary, good };
}
