/** The presets of one mode: named sounds, each taught by examples in the units of the mode's params. */
import * as v from 'valibot';

const text = (title: string, description: string) =>
  v.pipe(v.string(), v.metadata({ title, description }));

const note = v.exactOptional(text('Note', 'Free text by the author; never shown to players.'));

export const PresetExampleSchema = v.pipe(
  v.strictObject({
    at: v.pipe(
      v.record(v.string(), v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
      v.metadata({
        title: 'At',
        description:
          'Where the sound is taught: input channels by name, from 0 to 1. A channel that is not named is where ' +
          'nobody touches it.',
        examples: [{ pad_x: 0, pad_y: 1 }],
      }),
    ),
    plays: v.pipe(
      v.record(v.string(), v.pipe(v.number(), v.finite())),
      v.metadata({
        title: 'Plays',
        description:
          'What sounds there: params by name, in their own units. A param that is not named is at its default, or ' +
          'what `base` of the preset says.',
        examples: [{ cutoff_hz: 800 }],
      }),
    ),
  }),
  v.metadata({ title: 'Example', description: 'One sound at one place.' }),
);

export const PresetSchema = v.pipe(
  v.strictObject({
    name: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(40),
      v.metadata({ title: 'Name', description: 'What players choose it by; unique in its mode.' }),
    ),
    _note: note,
    voice_space: v.exactOptional(
      text('Voice space', 'Name of a voice space of the mode; its first if none is named.'),
    ),
    base: v.exactOptional(
      v.pipe(
        v.record(v.string(), v.pipe(v.number(), v.finite())),
        v.metadata({
          title: 'Base',
          description:
            'Params that differ from their defaults in all examples, in their own units.',
        }),
      ),
    ),
    examples: v.pipe(
      v.array(PresetExampleSchema),
      v.minLength(1),
      v.maxLength(16),
      v.metadata({ title: 'Examples', description: 'What the instrument learns, in this order.' }),
    ),
  }),
  v.metadata({ title: 'Preset', description: 'A named sound of a mode.' }),
);

export const PresetsSchema = v.pipe(
  v.strictObject({
    $schema: v.exactOptional(text('Schema', 'Where an editor finds this schema.')),
    _note: note,
    presets: v.pipe(
      v.array(PresetSchema),
      v.minLength(1),
      v.metadata({ title: 'Presets', description: 'In the order in which players see them.' }),
    ),
  }),
  v.metadata({
    title: 'Ensemble presets',
    description: 'The presets of the sound mode that the file is named after.',
  }),
);

/** A file of presets that passed the schema. */
export type PresetsFile = v.InferOutput<typeof PresetsSchema>;
export type PresetDeclaration = PresetsFile['presets'][number];
