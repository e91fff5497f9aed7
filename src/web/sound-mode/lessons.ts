/** What an instrument is taught, and how far its training is. */
import type { TrainProgress } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import type { Abi } from '../../shared/instrument/abi.ts';
import type { InstrumentSpec } from '../../shared/instrument/instrument-spec.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import { type TaughtExample, withChoices } from '../../shared/taught.ts';

/** Work of one call of `trainStep`, well below a frame. */
export const SLICE_BUDGET = 256;

export interface Example {
  readonly inputs: Uint16Array;
  readonly params: Uint16Array;
}

export interface TrainingView extends TrainProgress {
  readonly errors: Float32Array;
  /** Passes from one of `errors` to the next. */
  readonly stride: number;
}

/** The examples of a taught file. */
export const examplesOf = (taught: readonly TaughtExample[]): Example[] =>
  taught.map(({ inputs, outputs }) => ({
    inputs: Uint16Array.from(inputs),
    params: Uint16Array.from(outputs),
  }));

/** Makes an instrument, prepares it and teaches it these examples. @throws InstrumentError if they do not fit */
export function taughtInstrument(
  abi: Abi,
  spec: InstrumentSpec,
  examples: readonly Example[],
  prepare: (made: WasmInstrument) => void = () => {},
): WasmInstrument {
  const made = new WasmInstrument(abi, spec);
  try {
    prepare(made);
    for (const { inputs, params } of examples) made.addExample([...inputs], [...params]);
  } catch (error) {
    made.destroy();
    throw error;
  }
  return made;
}

/** Learns what it was taught before this returns. */
export function learnToTheEnd(instrument: WasmInstrument): void {
  while (instrument.trainProgress().state === 'running') instrument.trainStep(SLICE_BUDGET);
}

/** Whether training goes on although its first pass was below the target error, so that Train always does something. */
export function trainsFurther(instrument: WasmInstrument): boolean {
  const { state, iterations, error } = instrument.trainProgress();
  if (state !== 'converged' || iterations > 1 || error === 0) return false;
  instrument.trainBegin({ ...instrument.trainConfig(), min_error: error / 4 });
  return true;
}

/** Whether a new instrument that learns these examples has learned what this taught file holds, to the bit; what was chosen aside. */
export function followsFrom(
  abi: Abi,
  mode: Mode,
  examples: readonly Example[],
  file: Uint8Array,
): boolean {
  const other = taughtInstrument(abi, modeSpec(mode), examples);
  try {
    learnToTheEnd(other);
    const [own, theirs] = [withChoices(file), other.save()];
    return own.length === theirs.length && own.every((byte, at) => byte === theirs[at]);
  } finally {
    other.destroy();
  }
}
