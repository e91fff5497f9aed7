/**
 * Modes as TypeScript: one module a mode, `as const`, so that names are union types; a registry; the
 * training defaults.
 */
import { CHANNELS } from '../channels.ts';
import { constantName } from '../identifiers.ts';
import type { ResolvedMode, ResolvedParam, ResolvedVoiceSpace } from '../resolved-mode.ts';
import { CURVE_NAMES } from '../schema/curve.ts';
import { PRIMARY_INPUTS } from '../schema/ui.ts';
import { TRAINING_DEFAULTS } from '../training.ts';
import { UNITS } from '../units.ts';
import { groupsOf } from './groups.ts';
import { number, tsString } from './literals.ts';
import { modeSource, tsMark } from './mark.ts';

const union = (names: readonly string[]): string =>
  names.map((name) => `\n  | ${tsString(name)}`).join('');

/** Gives build/ts/mode.ts: the types every mode module uses. */
export function tsShared(): string {
  return `${tsMark('dsl/')}
/** Response curves, unit interval to unit interval. Engines apply them; a mode only declares. */
export type Curve =${union(CURVE_NAMES)};

/** The control an interface shows large. */
export type PrimaryInput =${union(PRIMARY_INPUTS)};

/** Every input channel there is. */
export type Channel =${union(CHANNELS.map((channel) => channel.name))};

export interface Param {
  readonly name: string;
  readonly label: string;
  readonly group: string;
  /** Symbol of the unit of min, max and default; empty for a plain number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly curve: Curve;
  /** The values of its steps where these do not lie evenly from min to max. */
  readonly stepValues?: readonly number[];
  /** Set where it is a pitch in Hz, which settles on the player's scale. */
  readonly isPitch?: true;
  /** Set where it is how loud the whole instrument is: a player's choice, which a random sound leaves alone. */
  readonly setsLevel?: true;
}

export interface VoiceSpace {
  /** Empty where the mode lists none: the engine's space 0, unnamed. */
  readonly name: string;
  /** One a param: defaults and overrides together. */
  readonly curves: readonly Curve[];
  /** Of params of which steps are read, by position: how many, min and max among them. */
  readonly steps: Readonly<Record<number, number>>;
}

export interface Mode {
  readonly modeId: string;
  readonly engineId: string;
  readonly channels: readonly Channel[];
  /** Inputs, hidden layers, outputs. */
  readonly layers: readonly number[];
  readonly defaultSpread: number;
  readonly groups: readonly string[];
  readonly params: readonly Param[];
  /** At least one; the position is the ordinal of the engine's voice space. */
  readonly voiceSpaces: readonly VoiceSpace[];
  /** Whether a channel listens to sound: the microphone is the input. */
  readonly microphone: boolean;
  /** Whether it hears what arrives at its input: by a channel, or because its engine processes it. */
  readonly listens: boolean;
  readonly ui: {
    readonly primaryInput: PrimaryInput;
    readonly showVoiceSpaceSelector: boolean;
    readonly showSynthVisualizer: boolean;
  };
}
`;
}

/** Gives build/ts/training.ts: the training defaults. */
export function tsTraining(): string {
  const { learning_rate, max_iterations, min_error } = TRAINING_DEFAULTS;
  return `${tsMark('dsl/training.ts')}
/** Training defaults of every mode on every target; each can be changed at run time. */
export const TRAINING_DEFAULTS = {
  learningRate: ${number(learning_rate)},
  maxIterations: ${number(max_iterations)},
  minError: ${number(min_error)},
} as const;
`;
}

const strings = (items: readonly string[]): string => `[${items.map(tsString).join(', ')}]`;

function paramLine(param: ResolvedParam): string {
  const unit = param.unit === undefined ? '' : UNITS[param.unit].symbol;
  const fields = [
    `name: ${tsString(param.name)}`,
    `label: ${tsString(param.label)}`,
    `group: ${tsString(param.group)}`,
    `unit: ${tsString(unit)}`,
    `min: ${number(param.min)}`,
    `max: ${number(param.max)}`,
    `default: ${number(param.default)}`,
    `curve: ${tsString(param.curve)}`,
  ];
  if (param.isPitch) fields.push('isPitch: true');
  if (param.role === 'level') fields.push('setsLevel: true');
  if (param.stepValues) fields.push(`stepValues: [${param.stepValues.map(number).join(', ')}]`);
  return `    { ${fields.join(', ')} },\n`;
}

/** Steps by the place of their param, of params that have any: `{ 1: 25 }`. */
function stepsObject(steps: readonly number[]): string {
  const entries = steps.flatMap((count, param) => (count === 0 ? [] : [`${param}: ${count}`]));
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

const voiceSpaceLine = ({ name = '', curves, steps }: ResolvedVoiceSpace): string =>
  `    { name: ${tsString(name)}, curves: ${strings(curves)}, steps: ${stepsObject(steps)} },\n`;

/** Gives build/ts/modes/<mode_id>.ts. */
export function tsMode(mode: ResolvedMode): string {
  const { ui } = mode;
  return `${tsMark(modeSource(mode.modeId))}import type { Mode } from '../mode.ts';

export const mode = {
  modeId: ${tsString(mode.modeId)},
  engineId: ${tsString(mode.engineId)},
  channels: ${strings(mode.channels.map((channel) => channel.name))},
  layers: [${mode.layers.join(', ')}],
  defaultSpread: ${number(mode.defaultSpread)},
  groups: ${strings(groupsOf(mode))},
  params: [
${mode.params.map(paramLine).join('')}  ],
  voiceSpaces: [
${mode.voiceSpaces.map(voiceSpaceLine).join('')}  ],
  microphone: ${mode.microphone},
  listens: ${mode.listens},
  ui: { primaryInput: ${tsString(ui.primaryInput)}, showVoiceSpaceSelector: ${ui.showVoiceSpaceSelector}, showSynthVisualizer: ${ui.showSynthVisualizer} },
} as const satisfies Mode;

export type ParamName = (typeof mode.params)[number]['name'];
export type GroupName = (typeof mode.groups)[number];
export type ChannelName = (typeof mode.channels)[number];
export type VoiceSpaceName = (typeof mode.voiceSpaces)[number]['name'];
`;
}

/** Gives build/ts/registry.ts: every mode, ordered by mode id. */
export function tsRegistry(modeIds: readonly string[]): string {
  const imports = modeIds.map(
    (id) => `import { mode as ${constantName(id)} } from './modes/${id}.ts';\n`,
  );
  const names = modeIds.map((id) => `  ${constantName(id)},\n`);
  return `${tsMark('modes/')}import type { Mode } from './mode.ts';
${imports.join('')}
export const MODES = [
${names.join('')}] as const satisfies readonly Mode[];

export type ModeId = (typeof MODES)[number]['modeId'];

/** Gives a mode by its id; undefined for an id that is none, whatever the text. */
export function modeNamed(modeId: string): Mode | undefined {
  return (MODES satisfies readonly Mode[]).find((mode: Mode) => mode.modeId === modeId);
}
`;
}
