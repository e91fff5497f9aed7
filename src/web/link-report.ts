/** Where an instrument of a previewed page stands, as teaching tools in another frame hear of it. */
import * as v from 'valibot';
import { areInputs } from '../shared/site/examples.ts';

export const linkReport = v.object({
  /** Whether the link has just begun: nothing was told yet. */
  fresh: v.boolean(),
  playing: v.boolean(),
  /** Whether the page shows what it is played with. */
  shown: v.boolean(),
  /** Positions of its channels, unit values. */
  inputs: v.custom<readonly number[]>(areInputs),
});
export type LinkReport = v.InferOutput<typeof linkReport>;
