/**
 * The ports of an LV2 plugin in order: the one declaration from which its Turtle and its C++ header are written. Ports
 * that every mode has come first, so that their numbers are constants.
 */
import type { Channel } from '../channels.ts';
import { CONTRACT } from '../contract/contract.ts';
import { SCALE_CHOICES, SCALE_ROOTS } from '../contract/scales.ts';
import { hasPitches } from '../pitch-params.ts';
import type { ResolvedMode, ResolvedParam } from '../resolved-mode.ts';
import { TRAINING_DEFAULTS } from '../training.ts';
import { defaultPoint } from './plot.ts';

export interface Lv2Port {
  /** Unique in its plugin: a letter or `_` first, then also digits. */
  readonly symbol: string;
  readonly name: string;
  readonly kind: 'audio' | 'control' | 'midi';
  readonly direction: 'input' | 'output';
  readonly range?: readonly [min: number, max: number, rest: number];
  /** What the port is beside a number, as terms of the LV2 vocabularies. */
  readonly properties?: readonly string[];
  /** Values that have a name. */
  readonly points?: readonly (readonly [value: number, label: string])[];
  readonly comment?: string;
  readonly group?: Lv2Group;
}

export const LV2_GROUPS = {
  controls: 'Controls',
  teaching: 'Teaching',
  exploring: 'Exploring by ear',
  hand: 'Parameters by hand',
  status: 'Status',
  now: 'Parameters now',
} as const;

export type Lv2Group = keyof typeof LV2_GROUPS;

const UNIT = [0, 1] as const;

const audio = (symbol: string, name: string, direction: Lv2Port['direction']): Lv2Port => ({
  symbol,
  name,
  kind: 'audio',
  direction,
});

const trigger = (symbol: string, name: string, comment: string): Lv2Port => ({
  symbol,
  name,
  kind: 'control',
  direction: 'input',
  range: [...UNIT, 0],
  properties: ['lv2:toggled', 'pprops:trigger'],
  comment,
  group: 'teaching',
});

const exploring = (symbol: string, name: string, comment: string): Lv2Port => ({
  ...trigger(symbol, name, comment),
  group: 'exploring',
});

const place = (symbol: string, name: string, comment: string): Lv2Port => ({
  symbol,
  name,
  kind: 'control',
  direction: 'input',
  range: [...UNIT, 0.5],
  comment,
  group: 'exploring',
});

const setting = (
  symbol: string,
  name: string,
  range: NonNullable<Lv2Port['range']>,
  comment: string,
  properties: readonly string[] = [],
): Lv2Port => ({
  symbol,
  name,
  kind: 'control',
  direction: 'input',
  range,
  properties,
  comment,
  group: 'teaching',
});

const report = (
  symbol: string,
  name: string,
  range: NonNullable<Lv2Port['range']>,
  more: Partial<Lv2Port> = {},
): Lv2Port => ({
  symbol,
  name,
  kind: 'control',
  direction: 'output',
  range,
  group: 'status',
  ...more,
});

const MAX_EXAMPLES = 65535;
const MAX_ITERATIONS = 1_000_000;
const MAX_DELAY = 4096;

const enumeration = (points: readonly (readonly [number, string])[]): Partial<Lv2Port> => ({
  properties: ['lv2:integer', 'lv2:enumeration'],
  points,
});

function statusPort(): Lv2Port {
  const points = CONTRACT.statuses
    .filter(({ from }) => from !== 'wire')
    .map(({ code, message }) => [code, message] as const);
  const last = Math.max(...points.map(([code]) => code));
  return report('status', 'Last action', [0, last, 0], {
    ...enumeration(points),
    comment: 'How the last action ended.',
  });
}

function trainingPort(): Lv2Port {
  const states = CONTRACT.enums.find(({ name }) => name === 'train_state')?.values ?? [];
  const points = states.map(({ code, name }) => [code, name] as const);
  return report('training', 'Training', [0, states.length - 1, 0], enumeration(points));
}

const { learning_rate, max_iterations, min_error } = TRAINING_DEFAULTS;

/** The three values of a training, for one of the two ways to begin it. */
const trainSettings = (
  prefix: string,
  names: readonly [rate: string, iterations: string, error: string],
  action: string,
): Lv2Port[] => [
  setting(
    `${prefix}learning_rate`,
    names[0],
    [0.001, 100, learning_rate],
    `Scale of every weight step. For ${action}.`,
    ['pprops:logarithmic'],
  ),
  setting(
    `${prefix}max_iterations`,
    names[1],
    [1, MAX_ITERATIONS, max_iterations],
    `Passes over all examples after which training stops. For ${action}.`,
    ['lv2:integer', 'pprops:logarithmic'],
  ),
  setting(
    `${prefix}min_error`,
    names[2],
    [0, 1, min_error],
    `Mean squared error below which training stops early. For ${action}.`,
  ),
];

/** Ports of every plugin, in order. */
export const FIXED_PORTS: readonly Lv2Port[] = [
  audio('left_out', 'Left out', 'output'),
  audio('right_out', 'Right out', 'output'),
  report('latency', 'Latency', [0, MAX_DELAY, 0], {
    properties: ['lv2:integer', 'lv2:reportsLatency'],
  }),
  statusPort(),
  trainingPort(),
  report('iterations', 'Iterations', [0, MAX_ITERATIONS, 0], { properties: ['lv2:integer'] }),
  report('error', 'Error', [...UNIT, 0]),
  report('examples', 'Examples', [0, MAX_EXAMPLES, 0], { properties: ['lv2:integer'] }),
  trigger('teach', 'Teach', 'Saves this sound at this spot.'),
  trigger('forget', 'Forget', 'Removes the nearest example.'),
  trigger('clear', 'Clear', 'Removes all examples.'),
  trigger('train', 'Train', 'Learns the examples, with the training configuration.'),
  trigger('cancel', 'Cancel', 'Stops training.'),
  trigger('undo', 'Undo', 'Undoes the last training, variation or random sound.'),
  trigger('redraw', 'Random sound', 'Starts from another random network; examples stay.'),
  trigger('jitter', 'Variation', 'Varies the sound at random.'),
  setting('jitter_amount', 'Variation amount', [...UNIT, 0.1], 'How far Variation goes.'),
  ...trainSettings('', ['Learning rate', 'Max iterations', 'Min error'], 'Train'),
  trigger(
    'train_once',
    'Train once',
    'Learns the examples with the next three values; ignores the training configuration.',
  ),
  ...trainSettings(
    'once_',
    ['Once: learning rate', 'Once: max iterations', 'Once: min error'],
    'Train once',
  ),
  {
    symbol: 'explore',
    name: 'Explore around this sound',
    kind: 'control',
    direction: 'input',
    range: [...UNIT, 0],
    properties: ['lv2:toggled'],
    comment: 'On: a plane of sounds around the current one. Off: the network plays again.',
    group: 'exploring',
  },
  place('explore_x', 'Plane X', 'Moves across the plane.'),
  place('explore_y', 'Plane Y', 'Moves up the plane.'),
  exploring('like', 'Like', 'Goes on from this sound in a smaller plane; Teach keeps it.'),
  exploring('dislike', 'Dislike', 'Another plane around the same sound.'),
  exploring('explore_undo', 'Undo exploring', 'Undoes the last Like or Dislike.'),
  {
    symbol: 'hold',
    name: 'Hold parameters',
    kind: 'control',
    direction: 'input',
    range: [...UNIT, 0],
    properties: ['lv2:toggled'],
    comment: 'On: all parameters are where they are set by hand. Off: the network moves them.',
    group: 'hand',
  },
];

/** Channels that nobody moves by hand, because notes, sound or the instrument itself do. */
const hasPort = ({ family }: Channel): boolean => !['audio', 'midi', 'wander'].includes(family);

const channelPort = ({ name, label, zero, half, one, rest }: Channel): Lv2Port => ({
  symbol: name,
  name: label,
  kind: 'control',
  direction: 'input',
  range: [...UNIT, rest],
  comment: `0: ${zero}; 0.5: ${half}; 1: ${one}.`,
  group: 'controls',
});

function voiceSpacePorts({ voiceSpaces }: ResolvedMode): Lv2Port[] {
  const points = voiceSpaces.flatMap(({ name }, index) =>
    name === undefined ? [] : [[index, name] as const],
  );
  if (points.length === 0) return [];
  const symbol = 'voice_space';
  const range = [0, Math.max(1, points.length - 1), 0] as const;
  const kind = { kind: 'control', direction: 'input' } as const;
  return [
    { symbol, name: 'Voice space', ...kind, range, ...enumeration(points), group: 'controls' },
  ];
}

/** Where a mode has pitches: the scale that they snap to. */
function scalePorts({ params }: ResolvedMode): Lv2Port[] {
  if (!hasPitches(params)) return [];
  const choice = (symbol: string, name: string, names: readonly string[], comment: string) =>
    ({
      symbol,
      name,
      kind: 'control',
      direction: 'input',
      range: [0, names.length - 1, 0],
      ...enumeration(names.map((each, index) => [index, each] as const)),
      comment,
      group: 'controls',
    }) as const;
  return [
    choice('scale', 'Scale', SCALE_CHOICES, 'What pitches snap to.'),
    choice('scale_root', 'Scale root', SCALE_ROOTS, 'The note that the scale begins with.'),
  ];
}

/** Rounded, because logarithms may differ in their last bit from one machine to another. */
const restOf = (param: ResolvedParam): number => Number(defaultPoint(param).x.toFixed(4));

const midi = (symbol: string, name: string, direction: Lv2Port['direction']): Lv2Port => ({
  symbol,
  name,
  kind: 'midi',
  direction,
});

/** Every port of a mode's plugin; its number is its place. */
export function lv2Ports(mode: ResolvedMode): readonly Lv2Port[] {
  return [
    ...FIXED_PORTS,
    ...(mode.listens
      ? [audio('left_in', 'Left in', 'input'), audio('right_in', 'Right in', 'input')]
      : []),
    ...(mode.followsMidi || mode.followsClock ? [midi('midi_in', 'MIDI in', 'input')] : []),
    ...(mode.sendsMidi ? [midi('midi_out', 'MIDI out', 'output')] : []),
    ...voiceSpacePorts(mode),
    ...scalePorts(mode),
    ...mode.channels.filter(hasPort).map(channelPort),
    ...mode.params.map((param): Lv2Port => {
      const range = [...UNIT, restOf(param)] as const;
      const kind = { kind: 'control', direction: 'input' } as const;
      return { symbol: `hand_${param.name}`, name: param.label, ...kind, range, group: 'hand' };
    }),
    ...mode.params.map(({ name, label }) =>
      report(`now_${name}`, `${label} now`, [...UNIT, 0], { group: 'now' }),
    ),
  ];
}

/** Number of the port with this symbol; undefined where the mode has none. */
export function lv2PortIndex(ports: readonly Lv2Port[], symbol: string): number | undefined {
  const index = ports.findIndex((port) => port.symbol === symbol);
  return index < 0 ? undefined : index;
}
