/** A template of a synth: which of its MIDI controllers do what the controllers of our engines mean. */
import * as v from 'valibot';

/**
 * What engines send, by the numbers they send it with: MIDI 1.0 Detailed Specification (1995), table 3, and RP-021.
 * firmware/engines/sound_analysis.h and polyrhythm.h send these.
 */
export const CONTROLLER_ROLES = {
  modulation: 1,
  breath: 2,
  volume: 7,
  pan: 10,
  expression: 11,
  effect_1: 12,
  effect_2: 13,
  general_1: 16,
  general_2: 17,
  variation: 70,
  resonance: 71,
  release: 72,
  attack: 73,
  cutoff: 74,
  decay: 75,
  vibrato: 77,
  reverb: 91,
} as const;

/** From 120 on they are channel mode messages. */
const LAST_CONTROLLER = 119;

const controller = v.exactOptional(
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_CONTROLLER)),
);

const text = (title: string, description: string) =>
  v.pipe(v.string(), v.minLength(1), v.metadata({ title, description }));

export const TemplateSchema = v.pipe(
  v.strictObject({
    $schema: v.exactOptional(text('Schema', 'Where an editor finds this schema.')),
    _note: v.exactOptional(text('Note', 'Free text by the author; never shown to players.')),
    name: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(40),
      v.metadata({ title: 'Name', description: 'What players choose it by: maker and model.' }),
    ),
    source: text('Source', 'The MIDI implementation chart that the numbers are from.'),
    controllers: v.pipe(
      v.strictObject({
        modulation: controller,
        breath: controller,
        volume: controller,
        pan: controller,
        expression: controller,
        effect_1: controller,
        effect_2: controller,
        general_1: controller,
        general_2: controller,
        variation: controller,
        resonance: controller,
        release: controller,
        attack: controller,
        cutoff: controller,
        decay: controller,
        vibrato: controller,
        reverb: controller,
      } satisfies Record<keyof typeof CONTROLLER_ROLES, typeof controller>),
      v.metadata({
        title: 'Controllers',
        description:
          'The number of the controller of the synth for each of these. What is not named is not sent to it.',
        examples: [{ cutoff: 43, resonance: 44 }],
      }),
    ),
  }),
  v.metadata({ title: 'Ensemble template', description: 'The MIDI controllers of one synth.' }),
);

/** A template that passed the schema. */
export type TemplateDeclaration = v.InferOutput<typeof TemplateSchema>;
