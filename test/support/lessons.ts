/** Three lessons, and the taught file that a page makes of them: what every host must make too. */
import type { TrainConfig } from '../../build/ts/contract.ts';
import { UNIT_ONE } from '../../build/ts/contract.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import type { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';

export interface Lesson {
  /** 0 to 1, each exact in binary. */
  readonly inputs: readonly number[];
  readonly params: readonly number[];
}

export const lessonsOf = (mode: ResolvedMode): readonly Lesson[] =>
  [0, 1, 2].map((lesson) => ({
    inputs: mode.channels.map((_, i) => ((lesson * 3 + i * 5) % 8) / 8),
    params: mode.params.map((_, i) => ((lesson * 11 + i * 7) % 32) / 32),
  }));

export const unitOf = (ratio: number): number => Math.round(ratio * UNIT_ONE);

function finish(instrument: WasmInstrument): void {
  while (instrument.trainProgress().state === 'running') instrument.trainStep(64);
}

/** The lessons in the wasm, as a page teaches them, trained with a configuration or, once, with other settings. */
export function taughtInPage(
  abi: Abi,
  mode: ResolvedMode,
  config: Partial<TrainConfig> = {},
  explicit?: TrainConfig,
): Uint8Array {
  const instrument = makeInstrument(abi, mode);
  try {
    for (const { inputs, params } of lessonsOf(mode)) {
      for (const [index, value] of inputs.entries()) instrument.setInput(index, unitOf(value));
      for (const [index, value] of params.entries()) instrument.setParam(index, unitOf(value));
      instrument.recordExample();
    }
    instrument.releaseParams();
    instrument.setTrainConfig(config);
    instrument.trainBegin(explicit);
    finish(instrument);
    return instrument.save();
  } finally {
    instrument.destroy();
  }
}
