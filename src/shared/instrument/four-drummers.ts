/** The preset that the homepage and the welcome site play: a drummer in each corner of a pad. */
import type { Mode } from '../../../build/ts/mode.ts';
import type { TaughtExample } from '../taught.ts';
import { presetsOf } from './presets.ts';

/** The mode that the drummers play. */
export const FOUR_DRUMMERS_MODE = 'drum_sequencer';

const NAME = 'Four Drummers';

/** The drummers as examples for their mode; none if it has no such preset. */
export function fourDrummers({ modeId }: Pick<Mode, 'modeId'>): readonly TaughtExample[] {
  return presetsOf(modeId).find(({ name }) => name === NAME)?.examples ?? [];
}
