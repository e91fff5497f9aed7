/** Hints for whoever draws the mode. */
import * as v from 'valibot';

export const PRIMARY_INPUTS = [
  'xy_pad',
  'joystick',
  'sliders',
  'audio_in',
  'midi_in',
  'none',
] as const;

export type PrimaryInput = (typeof PRIMARY_INPUTS)[number];

export const UiSchema = v.pipe(
  v.strictObject({
    primary_input: v.pipe(
      v.picklist(PRIMARY_INPUTS),
      v.metadata({
        title: 'Primary input',
        description:
          'The control shown large: a pad, a joystick, sliders, the sound at the input, MIDI, or none.',
      }),
    ),
    show_voice_space_selector: v.pipe(
      v.boolean(),
      v.metadata({
        title: 'Show voice-space selector',
        description: 'Whether the player may choose the voice space.',
      }),
    ),
    show_synth_visualizer: v.pipe(
      v.boolean(),
      v.metadata({
        title: 'Show synth visualizer',
        description: 'Whether the moving parameters of the engine are drawn.',
      }),
    ),
  }),
  v.metadata({ title: 'Interface', description: 'Hints for the user interface.' }),
);
