/** The scales that players choose from, as the semitones above the root that belong to each. */
import type { Enum } from './schema.ts';

const scale = (name: string, doc: string, ...semitones: number[]): Enum['values'][number] => ({
  name,
  code: semitones.reduce((bits, semitone) => bits | (1 << semitone), 0),
  doc,
});

export const SCALE: Enum = {
  name: 'scale',
  c_prefix: 'ENS_SCALE_',
  doc: 'Notes of a scale: a bit for each semitone above the root, the lowest for the root.',
  flags: true,
  values: [
    scale('chromatic', 'every semitone', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    scale('major', 'also ionian', 0, 2, 4, 5, 7, 9, 11),
    scale('minor', 'natural minor, also aeolian', 0, 2, 3, 5, 7, 8, 10),
    scale('harmonic_minor', 'minor with a raised seventh', 0, 2, 3, 5, 7, 8, 11),
    scale('melodic_minor', 'minor with a raised sixth and seventh', 0, 2, 3, 5, 7, 9, 11),
    scale('major_pentatonic', 'five notes of major', 0, 2, 4, 7, 9),
    scale('minor_pentatonic', 'five notes of minor', 0, 3, 5, 7, 10),
    scale('blues', 'minor pentatonic with a lowered fifth', 0, 3, 5, 6, 7, 10),
    scale('dorian', 'minor with a raised sixth', 0, 2, 3, 5, 7, 9, 10),
    scale('phrygian', 'minor with a lowered second', 0, 1, 3, 5, 7, 8, 10),
    scale('lydian', 'major with a raised fourth', 0, 2, 4, 6, 7, 9, 11),
    scale('mixolydian', 'major with a lowered seventh', 0, 2, 4, 5, 7, 9, 10),
    scale('locrian', 'minor with a lowered second and fifth', 0, 1, 3, 5, 6, 8, 10),
    scale('whole_tone', 'six whole tones', 0, 2, 4, 6, 8, 10),
    scale('diminished', 'whole tones and semitones by turns', 0, 2, 3, 5, 6, 8, 9, 11),
  ],
};

const labelOf = (name: string): string =>
  name.replace(/_/g, ' ').replace(/^./, (first) => first.toUpperCase());

/** What plugin hosts offer: the scale of the taught file, none, and each of these. */
export const SCALE_CHOICES: readonly string[] = [
  'As taught',
  'Off',
  ...SCALE.values.map(({ name }) => labelOf(name)),
];

/** The roots as plugin hosts name them, in semitones above C. */
export const SCALE_ROOTS: readonly string[] = 'C C# D Eb E F F# G Ab A Bb B'.split(' ');
