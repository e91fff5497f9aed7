/** Instruments of resolved modes in the wasm, with the defaults every target shares. */
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { TRAINING_DEFAULTS } from '../../dsl/training.ts';
import type { Abi } from '../../src/web/instrument/abi.ts';
import { Instrument } from '../../src/web/instrument/instrument.ts';
import {
  EXAMPLE_CAPACITY,
  FIRST_SEED,
  type InstrumentSpec,
} from '../../src/web/instrument/spec.ts';

/** What an instrument of this mode is made of, with the defaults every target shares. */
export function specOf(mode: ResolvedMode, change: Partial<InstrumentSpec> = {}): InstrumentSpec {
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
): Instrument {
  return new Instrument(abi, specOf(mode, change));
}
