/** What one param does to a sound: the sound while it stands at a value, or goes from one to another. */
import type { Mode } from '../../../build/ts/mode.ts';
import { spectrogram } from '../spectrogram.ts';
import type { Abi } from './abi.ts';
import { type Audition, audition } from './audition.ts';
import { METER_RATE_HZ, measuring } from './loudness.ts';
import { modeSpec } from './mode-spec.ts';
import { WasmInstrument } from './wasm-instrument.ts';

export interface HeardSound {
  /** Ordinal. */
  readonly voiceSpace: number;
  /** Unit values of all params. */
  readonly params: readonly number[];
}

/** A param and its way, in unit values: `from` at the first sample that counts, `to` at the last. */
export interface ParamMove {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Plays a sound at METER_RATE_HZ while one of its params moves, or stands where both ends are equal. Pauses ten times a
 * second of sound.
 *
 * @param seconds of sound
 */
export function* slotSound(
  abi: Abi,
  mode: Mode,
  { voiceSpace, params }: HeardSound,
  { index, from, to }: ParamMove,
  seconds: number,
): Generator<undefined, Audition> {
  const instrument = new WasmInstrument(abi, modeSpec(mode));
  try {
    instrument.setVoiceSpace(voiceSpace);
    for (const [param, unit] of params.entries()) instrument.setParam(param, unit);
    return yield* audition(instrument, mode.listens, seconds, (share) =>
      instrument.setParam(index, Math.round(from + (to - from) * share)),
    );
  } finally {
    instrument.destroy();
  }
}

/** Bands of a spectrum, evenly spaced in pitch. */
export const BANDS = 64;
const LOWEST_HZ = 40;
const HIGHEST_HZ = 16_000;
const WINDOW = 4096;
const WINDOWS = 6;

export const bandHz = (band: number): number =>
  LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / BANDS);

export interface HeardSpectrum {
  /** The strongest partial of each band, dB; 0 is a sine of full scale. */
  readonly bands: Float64Array;
  /** −Infinity for silence. */
  readonly lufs: number;
  /** Spectral centroid: the mean frequency, weighted by magnitude; NaN for silence. */
  readonly centroid_hz: number;
}

/** Mean power of each bin of a few windows over both sides. */
function meanPower({ left, right }: Audition): Float64Array {
  const power = new Float64Array(WINDOW / 2);
  for (const side of [left, right]) {
    const { column } = spectrogram(side, METER_RATE_HZ, WINDOWS, WINDOW);
    for (let at = 0; at < WINDOWS; at += 1) {
      for (const [bin, db] of column(at).entries()) {
        power[bin] = (power[bin] ?? 0) + 10 ** (db / 10) / (2 * WINDOWS);
      }
    }
  }
  return power;
}

/** Measures a sound. Pauses as it goes. */
export function* spectrumOf(sound: Audition): Generator<undefined, HeardSpectrum> {
  const { integrated } = yield* measuring([sound.left, sound.right]);
  yield;
  const power = meanPower(sound);
  const binHz = METER_RATE_HZ / WINDOW;
  const bands = Float64Array.from({ length: BANDS }, (_, band) => {
    const first = Math.round(bandHz(band) / binHz);
    const last = Math.max(first + 1, Math.round(bandHz(band + 1) / binHz));
    return 10 * Math.log10(power.subarray(first, last).reduce((a, b) => Math.max(a, b)));
  });
  const audible = Number.isFinite(integrated);
  let [sum, weighted] = [0, 0];
  for (const [bin, one] of power.entries()) {
    const magnitude = Math.sqrt(one);
    sum += magnitude;
    weighted += magnitude * bin * binHz;
  }
  return { bands, lufs: integrated, centroid_hz: audible ? weighted / sum : Number.NaN };
}
