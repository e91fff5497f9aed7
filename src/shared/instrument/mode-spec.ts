/** What the instrument of a mode is made of, the same on every page. */
import { EXAMPLE_CAPACITY, FIRST_SEED, SAMPLE_RATE_HZ } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { TRAINING_DEFAULTS } from '../../../build/ts/training.ts';
import type { InstrumentSpec } from './instrument-spec.ts';

/** Every instrument runs at SAMPLE_RATE_HZ so that it sounds the same to the bit everywhere; the browser resamples. */
export function modeSpec(mode: Mode): InstrumentSpec {
  return {
    engine_id: mode.engineId,
    mode_id: mode.modeId,
    channels: mode.channels,
    params: mode.params.map(({ name }) => name),
    layers: mode.layers,
    sample_rate_hz: SAMPLE_RATE_HZ,
    seed: FIRST_SEED,
    default_spread: mode.defaultSpread,
    training: {
      learning_rate: TRAINING_DEFAULTS.learningRate,
      max_iterations: TRAINING_DEFAULTS.maxIterations,
      min_error: TRAINING_DEFAULTS.minError,
    },
    example_capacity: EXAMPLE_CAPACITY,
  };
}
