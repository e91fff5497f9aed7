/** The instrument of the taught files in test/golden/taught. */
import type { InstrumentSpec } from '../../src/shared/instrument/instrument-spec.ts';

export const TAUGHT_SPEC: InstrumentSpec = {
  engine_id: 'fm_voice',
  mode_id: 'glass',
  channels: ['pad_x', 'pad_y'],
  params: ['index_b_x', 'decay_ms', 'level_db'],
  layers: [2, 6, 5, 3],
  sample_rate_hz: 48000,
  seed: 7,
  default_spread: 0.5,
  training: { learning_rate: 1, max_iterations: 1000, min_error: 0.001 },
  example_capacity: 4,
};
