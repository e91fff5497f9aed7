// @generated from dsl/training.ts by `npm run gen`.
// Do not edit: change the source and generate again.

/** Training defaults of every mode on every target; each can be changed at run time. */
export const TRAINING_DEFAULTS = {
  learningRate: 1,
  maxIterations: 1000,
  minError: 0.001,
} as const;
