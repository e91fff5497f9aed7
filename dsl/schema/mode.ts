/** A whole mode file. The types of a mode everywhere come from here. */
import * as v from 'valibot';
import { identifier } from './identifier.ts';
import { MlSchema } from './ml.ts';
import { ParamSchema } from './param.ts';
import { UiSchema } from './ui.ts';
import { VoiceSpaceSchema } from './voice-space.ts';

export const ModeSchema = v.pipe(
  v.strictObject({
    $schema: v.exactOptional(
      v.pipe(
        v.string(),
        v.metadata({
          title: 'Schema',
          description: 'Where an editor finds this schema.',
          examples: ['../build/schema/mode.schema.json'],
        }),
      ),
    ),
    _note: v.exactOptional(
      v.pipe(
        v.string(),
        v.metadata({
          title: 'Note',
          description: 'Free text by the author, for instance about ranges that were guessed.',
        }),
      ),
    ),
    mode_id: identifier(
      'Mode id',
      'Name of the mode, unique among modes; the file is named <mode_id>.json.',
      ['paf_synth'],
    ),
    engine_id: identifier('Engine id', 'Name of the audio engine that plays the mode.', [
      'paf_synth',
    ]),
    ml: MlSchema,
    params: v.pipe(
      v.array(ParamSchema),
      v.minLength(1),
      v.metadata({
        title: 'Params',
        description: 'The parameters the network moves, in the order of its outputs.',
      }),
    ),
    voice_spaces: v.pipe(
      v.array(VoiceSpaceSchema),
      v.metadata({
        title: 'Voice spaces',
        description:
          'The voice spaces the mode supports, in the order of the engine, from its first. ' +
          'Empty where the engine has none to choose from.',
        examples: [['perceptual', { name: 'linear', curve_overrides: { cutoff_hz: 'linear' } }]],
      }),
    ),
    ui: UiSchema,
  }),
  v.metadata({
    title: 'Ensemble sound mode',
    description:
      'One sound mode: the engine it plays, the network that learns to play it, the parameters, ' +
      'the voice spaces and hints for the interface.',
  }),
);

/** A mode file that passed the schema. */
export type Mode = v.InferOutput<typeof ModeSchema>;
