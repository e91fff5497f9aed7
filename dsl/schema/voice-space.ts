/** One voice space of a mode: a name alone, or a name with the curves in which it deviates. */
import * as v from 'valibot';
import { CurveSchema } from './curve.ts';
import { dictionary } from './json-object.ts';

const title = 'Voice space';
const name = 'Name of the voice space as the engine spells it.';

export const BareVoiceSpaceSchema = v.pipe(
  v.string(),
  v.metadata({ title, description: `${name} Every param keeps its own curve.` }),
);

export const DeviatingVoiceSpaceSchema = v.pipe(
  v.strictObject({
    name: v.pipe(v.string(), v.metadata({ title: 'Name', description: name })),
    curve_overrides: v.pipe(
      dictionary(CurveSchema),
      v.minEntries(1),
      v.metadata({
        title: 'Curve overrides',
        description:
          'The params, by name, that this voice space shapes with another curve than their own. ' +
          'Only deviations are listed.',
        examples: [{ cutoff_hz: 'log' }],
      }),
    ),
    _note: v.exactOptional(
      v.pipe(v.string(), v.metadata({ title: 'Note', description: 'Free text by the author.' })),
    ),
  }),
  v.metadata({ title, description: 'A voice space that deviates from the default curves.' }),
);

export const VoiceSpaceSchema = v.union([BareVoiceSpaceSchema, DeviatingVoiceSpaceSchema]);
