/** What an instrument in a page has learned, as a site stores it: the examples, and a taught file where the network does not follow from them, params are locked or there is a scale. */
import type { Mode } from '../../../build/ts/mode.ts';
import { NO_SCALE } from '../../shared/scale.ts';
import { decodeExamples, encodeExample } from '../../shared/site/examples.ts';
import type { TaughtState } from '../../shared/site/site-instruments.ts';
import type { Learned } from './learned.ts';
import type { Model } from './model.ts';

const NOTHING = new Uint8Array();

/** What an instrument of this mode learns from the state of a site: the same bits everywhere. */
export function learnedFrom(mode: Mode, { taught, examples, voiceSpace }: TaughtState): Learned {
  const { channels, params } = mode;
  const whole = taught.length > 0;
  return {
    voiceSpace,
    taught: whole ? taught : decodeExamples(examples, channels.length, params.length),
  };
}

/** What the instrument of a page has learned. */
export function stateOfModel(model: Model): TaughtState {
  const isChosen = model.locks.size > 0 || model.scale !== NO_SCALE;
  const whole = isChosen || !model.followsFromExamples;
  return {
    examples: model.examples.map(({ inputs, params }) => encodeExample(inputs, params)),
    taught: whole ? new Uint8Array(model.save()) : NOTHING,
    voiceSpace: model.voiceSpace,
  };
}
