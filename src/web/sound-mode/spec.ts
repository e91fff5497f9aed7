/** What the instrument of a mode is made of, the same on every page. */
import type { Mode } from '../../../build/ts/mode.ts';
import { TRAINING_DEFAULTS } from '../../../build/ts/training.ts';
import type { InstrumentSpec } from '../instrument/spec.ts';

/** Instruments run at this rate everywhere, so that they sound the same to the bit; the browser converts. */
export const SAMPLE_RATE_HZ = 48000;
/** The seed of every first network, on boards too: an untaught instrument sounds the same everywhere. */
const SEED = 1;
const EXAMPLE_CAPACITY = 64;

export function specOf(mode: Mode, spread = mode.defaultSpread): InstrumentSpec {
  return {
    engine_id: mode.engineId,
    mode_id: mode.modeId,
    channels: mode.channels,
    params: mode.params.map(({ name }) => name),
    layers: mode.layers,
    sample_rate_hz: SAMPLE_RATE_HZ,
    seed: SEED,
    default_spread: spread,
    training: {
      learning_rate: TRAINING_DEFAULTS.learningRate,
      max_iterations: TRAINING_DEFAULTS.maxIterations,
      min_error: TRAINING_DEFAULTS.minError,
    },
    example_capacity: EXAMPLE_CAPACITY,
  };
}
