/**
 * The one declaration of the training defaults, for every mode and every target.
 * The generator writes them to build/cpp/training.h and build/ts/training.ts.
 */
export const TRAINING_DEFAULTS = {
  /** Scale of every weight step, a ratio. */
  learning_rate: 1.0,
  /** Passes over all examples after which training stops. */
  max_iterations: 1000,
  /** Mean squared error of a whole pass below which training stops early. */
  min_error: 0.001,
} as const;
