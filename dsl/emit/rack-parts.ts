/**
 * What a panel of VCV Rack has on it and where: the one declaration from which the drawing of the panel and the C++ table
 * of its module are written. Numbers of controls and ports are places in the lists here; patches are saved by them.
 */
import type { Channel } from '../channels.ts';
import type { ResolvedMode } from '../resolved-mode.ts';
import { defaultPoint } from './plot.ts';

/** How a part looks; each has a list of numbers of its own: params, inputs, outputs or lights. */
export type RackKind = 'knob' | 'trimmer' | 'button' | 'latch' | 'input' | 'output' | 'light';

export interface RackPart {
  readonly kind: RackKind;
  /** Its number among the params, inputs, outputs or lights of the module. */
  readonly id: number;
  /** What a person reads when they point at it. */
  readonly name: string;
  /** What the panel says above it; nothing where the part before it says it. */
  readonly label?: string;
  /** Its middle, in millimetres from the top left corner. */
  readonly x: number;
  readonly y: number;
  /** Lowest value, highest and at rest, of what a hand moves. */
  readonly range?: readonly [min: number, max: number, rest: number];
}

/** Names for the numbers that every module has. */
export const RACK_PARAMS = [
  ...['teach', 'train', 'undo', 'like', 'dislike'],
  ...['hold', 'explore', 'explore_x', 'explore_y'],
] as const;
export const RACK_INPUTS = [
  ...['teach', 'train', 'undo', 'like', 'dislike'],
  ...['explore_x', 'explore_y'],
  ...['pitch', 'gate', 'velocity', 'left', 'right'],
  ...['clock', 'reset'],
] as const;
export const RACK_OUTPUTS = ['left', 'right'] as const;
export const RACK_LIGHTS = ['training', 'error'] as const;

/** Most channels of a cable. */
const RACK_CABLE_CHANNELS = 16;

export const PANEL_HEIGHT_MM = 128.5;
const HP_MM = 5.08;

const LEFT_MM = 9;
const TOP_MM = 22;
const ROW_MM = 13;
const ROWS = 8;
const COLUMN_MM = 12.5;
const GAP_MM = 4;
/** Of the parts that every panel has. */
const COMMON_COLUMNS = 5;

const UNIT = [0, 1] as const;

/** Channels that are played by the jacks for notes. */
const ofNotes = ({ name }: Channel): boolean => name === 'midi_note' || name === 'midi_velocity';

/** Channels that move by themselves until a cable takes them over: they have no knob. */
export const movesItself = ({ family }: Channel): boolean => ['audio', 'wander'].includes(family);

/** A place on the grid of a block that begins at `left`. */
const at = (left: number, column: number, row: number): { x: number; y: number } => ({
  x: left + column * COLUMN_MM,
  y: TOP_MM + row * ROW_MM,
});

const firstKnob = RACK_PARAMS.length;
const firstTrimmer = ({ channels }: ResolvedMode): number => firstKnob + channels.length;
const firstHand = ({ channels }: ResolvedMode): number => firstKnob + 2 * channels.length;

/** A row for each channel: knob, attenuverter, jack. */
function channelParts(mode: ResolvedMode, left: number): RackPart[] {
  const shown = mode.channels.filter((channel) => !ofNotes(channel));
  return shown.flatMap((channel, place): RackPart[] => {
    const id = mode.channels.indexOf(channel);
    const block = left + Math.floor(place / ROWS) * 3 * COLUMN_MM;
    const spot = (column: number) => at(block, column, place % ROWS);
    const { label: name, rest } = channel;
    return [
      ...(movesItself(channel)
        ? []
        : [
            {
              kind: 'knob' as const,
              id: firstKnob + id,
              name,
              ...spot(0),
              range: [...UNIT, rest] as const,
            },
          ]),
      {
        kind: 'trimmer',
        id: firstTrimmer(mode) + id,
        name: `${name} attenuverter`,
        label: name,
        ...spot(1),
        range: [-1, 1, 1],
      },
      { kind: 'input', id: RACK_INPUTS.length + id, name, ...spot(2) },
    ];
  });
}

/** A small knob for each param, which holds it when HOLD is on. */
function handParts(mode: ResolvedMode, left: number): RackPart[] {
  return mode.params.map((param, index) => ({
    kind: 'trimmer',
    id: firstHand(mode) + index,
    name: param.label || param.name,
    label: param.label || param.name,
    ...at(left, Math.floor(index / ROWS), index % ROWS),
    range: [...UNIT, Number(defaultPoint(param).x.toFixed(4))],
  }));
}

const PARAM_NAMES: readonly string[] = RACK_PARAMS;

const button = (kind: 'button' | 'latch', name: string) => ({
  kind,
  id: PARAM_NAMES.indexOf(name.toLowerCase()),
  name,
  label: name,
  range: [...UNIT, 0] as const,
});

/** Parts that look the same on every panel that has them; from one panel to another they only move sideways. */
export interface RackGroup {
  /** By which panels refer to it. */
  readonly name: string;
  /** With x counted from the left of the group. */
  readonly parts: readonly RackPart[];
}

const jack = (kind: 'input' | 'output', id: number, name: string, label: string) => ({
  kind,
  id,
  name,
  label,
});

/** A button and, beside it, the jack of its trigger. Both have one number. */
function pressed(name: string, column: number, row: number): RackPart[] {
  const part = button('button', name);
  const trigger = jack('input', part.id, `${name} trigger`, 'trigger');
  return [
    { ...part, ...at(0, column, row) },
    { ...trigger, ...at(0, column + 1, row) },
  ];
}

/** A plane of sounds: whether it plays, where in it, and what is thought of the sound there. */
function exploreParts(column: number): RackPart[] {
  const axes = ['X', 'Y'].flatMap((letter, axis): RackPart[] => {
    const name = `Explore ${letter}`;
    const id = RACK_PARAMS.indexOf('explore_x') + axis;
    const row = 1 + axis;
    const port = RACK_INPUTS.indexOf('explore_x') + axis;
    return [
      { kind: 'knob', id, name, ...at(0, column, row), range: [...UNIT, 0.5] },
      { ...jack('input', port, name, letter), ...at(0, column + 1, row) },
    ];
  });
  return [
    { ...button('latch', 'Explore'), ...at(0, column, 0) },
    ...axes,
    ...pressed('Like', column, 3),
    ...pressed('Dislike', column, 4),
  ];
}

/** Buttons with their triggers, lights, and what sounds. */
function commonGroups(mode: ResolvedMode): RackGroup[] {
  const buttons = ['Teach', 'Train', 'Undo'].flatMap((name, row) => pressed(name, 0, row));
  const lights = ['Training', 'Error'].map(
    (name, id): RackPart => ({ kind: 'light', id, name, label: name, ...at(0, 2, id) }),
  );
  const notes = ['V/oct', 'Gate', 'Velocity'].map((name, place): RackPart => {
    const id = RACK_INPUTS.indexOf('pitch') + place;
    return { ...jack('input', id, name, name), ...at(0, place, 4) };
  });
  const sides = ['Left', 'Right'] as const;
  const sound = (kind: 'input' | 'output', first: number, row: number): RackPart[] =>
    sides.map((name, side) => {
      const label = `${name} ${kind === 'input' ? 'in' : 'out'}`;
      return { ...jack(kind, first + side, name, label), ...at(0, side, row) };
    });
  const hold: RackPart = {
    ...button('latch', 'Hold'),
    ...at(0, 0, 3),
  };
  const clock = ['Clock', 'Reset'].map((name, place): RackPart => {
    const id = RACK_INPUTS.indexOf('clock') + place;
    return { ...jack('input', id, name, name), ...at(0, 1 + place, 3) };
  });
  const soundIn = sound('input', RACK_INPUTS.indexOf('left'), 5);
  return [
    { name: 'actions', parts: [...buttons, hold, ...lights, ...exploreParts(3)] },
    ...(mode.followsClock ? [{ name: 'clock', parts: clock }] : []),
    ...(mode.followsMidi ? [{ name: 'notes', parts: notes }] : []),
    ...(mode.listens ? [{ name: 'sound_in', parts: soundIn }] : []),
    { name: 'sound_out', parts: sound('output', 0, 7) },
  ];
}

const paramCables = ({ params }: ResolvedMode): number =>
  Math.ceil(params.length / RACK_CABLE_CHANNELS);

/** Outputs of 16 params each, which many modes have up to the last. */
function paramGroups(mode: ResolvedMode): RackGroup[] {
  return Array.from({ length: paramCables(mode) }, (_, place) => {
    const first = place * RACK_CABLE_CHANNELS + 1;
    const last = Math.min(first + RACK_CABLE_CHANNELS - 1, mode.params.length);
    const label = first === last ? `${first}` : `${first}-${last}`;
    const part: RackPart = {
      kind: 'output',
      id: RACK_OUTPUTS.length + place,
      name: `Parameters ${label}`,
      label: `Params ${label}`,
      ...at(0, place, 6),
    };
    return { name: `params_${first}_to_${last}`, parts: [part] };
  });
}

export interface RackPanel {
  /** How many params, inputs and outputs the module has. */
  readonly counts: readonly [params: number, inputs: number, outputs: number];
  /** The first attenuverter of a channel and the first knob that holds a param, among the params. */
  readonly firstTrimmer: number;
  readonly firstHand: number;
  readonly widthMm: number;
  /** Everything on the panel. */
  readonly parts: readonly RackPart[];
  /** Those of them that only this mode has. */
  readonly own: readonly RackPart[];
  /** The others, and where they begin. */
  readonly groups: readonly RackGroup[];
  readonly groupsLeft: number;
}

const columns = (count: number): number => Math.ceil(count / ROWS);

/** Gives everything on the panel of a mode. */
export function rackPanel(mode: ResolvedMode): RackPanel {
  const channelBlocks = columns(mode.channels.filter((channel) => !ofNotes(channel)).length);
  const hands = LEFT_MM + channelBlocks * 3 * COLUMN_MM + (channelBlocks > 0 ? GAP_MM : 0);
  const groupsLeft = hands + columns(mode.params.length) * COLUMN_MM + GAP_MM;
  const end = groupsLeft + (Math.max(COMMON_COLUMNS, paramCables(mode)) - 1) * COLUMN_MM + LEFT_MM;
  const own = [...channelParts(mode, LEFT_MM), ...handParts(mode, hands)];
  const groups = [...commonGroups(mode), ...paramGroups(mode)];
  const shared = groups.flatMap(({ parts }) => parts);
  return {
    counts: [
      firstHand(mode) + mode.params.length,
      RACK_INPUTS.length + mode.channels.length,
      RACK_OUTPUTS.length + paramCables(mode),
    ],
    firstTrimmer: firstTrimmer(mode),
    firstHand: firstHand(mode),
    widthMm: Math.ceil(end / HP_MM) * HP_MM,
    parts: [...own, ...shared.map((part) => ({ ...part, x: groupsLeft + part.x }))],
    own,
    groups,
    groupsLeft,
  };
}
