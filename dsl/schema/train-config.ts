/** What may be set of the training at run time; a field left out keeps its value. */
import * as v from 'valibot';
import { TRAINING_DEFAULTS } from '../training.ts';
import { noArray } from './json-object.ts';

export const TrainConfigSchema = v.pipe(
  noArray(
    v.strictObject({
      learning_rate: v.exactOptional(
        v.pipe(
          v.number(),
          v.gtValue(0),
          v.maxValue(100),
          v.metadata({
            title: 'Learning rate',
            description: 'Scale of every weight step, a ratio; useful from 0.03 to 3.',
            default: TRAINING_DEFAULTS.learning_rate,
          }),
        ),
      ),
      max_iterations: v.exactOptional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.maxValue(1_000_000),
          v.metadata({
            title: 'Maximum iterations',
            description: 'Passes over all examples after which training stops.',
            default: TRAINING_DEFAULTS.max_iterations,
          }),
        ),
      ),
      min_error: v.exactOptional(
        v.pipe(
          v.number(),
          v.minValue(0),
          v.maxValue(1),
          v.metadata({
            title: 'Minimum error',
            description: 'Mean squared error of a whole pass below which training stops early.',
            default: TRAINING_DEFAULTS.min_error,
          }),
        ),
      ),
    }),
  ),
  v.metadata({
    title: 'Ensemble training configuration',
    description: 'Argument of set_train_config. A field left out keeps its value.',
  }),
);

export type TrainConfig = v.InferOutput<typeof TrainConfigSchema>;
