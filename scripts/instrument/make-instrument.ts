/** Instruments of resolved modes in the wasm, with the defaults every target shares. */
import { EXAMPLE_CAPACITY, FIRST_SEED } from '../../build/ts/contract.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { TRAINING_DEFAULTS } from '../../dsl/training.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import type { InstrumentSpec } from '../../src/shared/instrument/instrument-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';

/** What an instrument of this mode is made of, with the defaults every target shares. */
export function resolvedModeSpec(
  mode: ResolvedMode,
  change: Partial<InstrumentSpec> = {},
): InstrumentSpec {
  return {
    engine_id: mode.engineId,
    mode_id: mode.modeId,
    channels: mode.channels.map(({ name }) => name),
    params: mode.params.map(({ name }) => name),
    layers: mode.layers,
    sample_rate_hz: 48000,
    seed: FIRST_SEED,
    default_spread: mode.defaultSpread,
    training: TRAINING_DEFAULTS,
    example_capacity: EXAMPLE_CAPACITY,
    ...change,
  };
}

/** An instrument of this mode. */
export function makeInstrument(
  abi: Abi,
  mode: ResolvedMode,
  change: Partial<InstrumentSpec> = {},
): WasmInstrument {
  return new WasmInstrument(abi, resolvedModeSpec(mode, change));
}
