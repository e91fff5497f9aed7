/**
 * The input channels there are, and what each end of one means.
 *
 * Every channel is a unit value: 0…32768 stands for 0…1 exactly. `rest` is the value nobody touching
 * gives; where the hand springs back to the middle that is ½.
 */

const CHANNEL_FAMILIES = ['joystick', 'pad', 'sliders', 'midi', 'audio', 'cv', 'wander'] as const;

export type ChannelFamily = (typeof CHANNEL_FAMILIES)[number];

export interface Channel {
  readonly name: string;
  readonly label: string;
  readonly family: ChannelFamily;
  /** What the channel says at 0, ½ and 1. */
  readonly zero: string;
  readonly half: string;
  readonly one: string;
  /** Value at rest, 0 to 1. */
  readonly rest: 0 | 0.5;
}

type Row = readonly [name: string, label: string, zero: string, half: string, one: string];

const family = (name: ChannelFamily, rest: 0 | 0.5, rows: readonly Row[]): readonly Channel[] =>
  rows.map(([channel, label, zero, half, one]) => ({
    name: channel,
    label,
    family: name,
    zero,
    half,
    one,
    rest,
  }));

const numbered = (count: number, row: (index: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, index) => row(index));

/** Every channel, in the order of the generated enumerations; append only. */
export const CHANNELS: readonly Channel[] = [
  ...family('joystick', 0.5, [
    ['joy_x', 'Joystick X', 'left', 'middle', 'right'],
    ['joy_y', 'Joystick Y', 'towards the player', 'middle', 'away from the player'],
    ['joy_z', 'Joystick twist', 'turned left', 'middle', 'turned right'],
    ['joy_w', 'Joystick lever', 'down', 'middle', 'up'],
  ]),
  ...family('pad', 0.5, [
    ['pad_x', 'Pad X', 'left edge', 'middle', 'right edge'],
    ['pad_y', 'Pad Y', 'bottom edge', 'middle', 'top edge'],
  ]),
  ...family(
    'sliders',
    0,
    numbered(8, (index) => [`slider_${index}`, `Slider ${index + 1}`, 'bottom', 'half way', 'top']),
  ),
  ...family('midi', 0, [
    ['midi_note', 'MIDI note', 'note 0', 'between notes 63 and 64', 'note 127'],
    ['midi_velocity', 'MIDI velocity', 'velocity 0', 'velocity 63.5', 'velocity 127'],
  ]),
  ...family('midi', 0.5, [['midi_bend', 'MIDI pitch bend', 'full down', 'centred', 'full up']]),
  ...family('midi', 0, [
    ['midi_mod', 'MIDI mod wheel', 'wheel down', 'half way', 'wheel up'],
    ['midi_pressure', 'MIDI pressure', 'no pressure', 'half pressure', 'full pressure'],
  ]),
  ...family('audio', 0, [
    [
      'audio_pitch',
      'Pitch',
      'lowest pitch followed',
      'middle of the octaves',
      'highest pitch followed',
    ],
    ['audio_aperiodicity', 'Aperiodicity', 'a steady tone', 'breathy', 'noise'],
    ['audio_energy', 'Energy', 'silence', 'half the range in decibels', 'full scale'],
    ['audio_attack', 'Attack', 'no onset', 'a soft onset', 'a hard onset'],
    ['audio_brightness', 'Brightness', 'dark', 'middle of the octaves', 'bright'],
  ]),
  ...family(
    'cv',
    0.5,
    numbered(8, (index) => [`cv_${index}`, `CV ${index + 1}`, '−5 V', '0 V', '+5 V']),
  ),
  ...family(
    'wander',
    0.5,
    numbered(4, (index) => [
      `wander_${index}`,
      `Wanderer ${index + 1}`,
      'far one way',
      'middle of its walk',
      'far the other way',
    ]),
  ),
];

const BY_NAME: ReadonlyMap<string, Channel> = new Map(
  CHANNELS.map((channel) => [channel.name, channel]),
);

/** Gives a channel by its name. */
export function channelNamed(name: string): Channel | undefined {
  return BY_NAME.get(name);
}
