/** Drafts the mode file of an engine: every slot with its range, and the curves it is measured to have. */
import type { Engine } from '../../dsl/catalogue.ts';
import { shape } from '../../dsl/curves.ts';
import type { CurveName } from '../../dsl/schema/curve.ts';
import type { PrimaryInput } from '../../dsl/schema/ui.ts';
import { unitOf } from '../../dsl/units.ts';

/** What moves a mode by each primary input. */
const CHANNELS_OF: Readonly<Record<PrimaryInput, readonly string[]>> = {
  xy_pad: ['pad_x', 'pad_y'],
  joystick: ['joy_x', 'joy_y', 'joy_z', 'joy_w'],
  sliders: ['slider_0', 'slider_1', 'slider_2', 'slider_3'],
  midi_in: ['midi_note', 'midi_velocity', 'midi_bend', 'midi_mod', 'midi_pressure'],
  audio_in: [
    'audio_pitch',
    'audio_aperiodicity',
    'audio_energy',
    'audio_attack',
    'audio_brightness',
  ],
  none: ['wander_0', 'wander_1', 'wander_2', 'wander_3'],
};

/** The input an engine asks for by what it is. */
export function inputFor(engine: Engine): PrimaryInput {
  if (engine.driver?.input === 'microphone') return 'audio_in';
  return engine.notes === true && engine.drones !== true ? 'midi_in' : 'xy_pad';
}

/** The shortest decimal that is the same float32: 0.1, not 0.10000000149011612. */
export function shortest(value: number): number {
  for (let digits = 1; digits <= 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return value;
}

/** `low_pass_hz` → `Low pass`. */
export function labelOf(name: string): string {
  const unit = unitOf(name);
  const words = (unit === undefined ? name : name.slice(0, -unit.length - 1)).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Slots whose names begin alike stand together; what is alone is `Sound`. */
export function groupOf(name: string, all: readonly string[]): string {
  const first = (text: string): string => text.split('_')[0] ?? text;
  const alike = all.filter((other) => first(other) === first(name)).length;
  return alike > 1 ? labelOf(first(name)) : 'Sound';
}

export interface DraftRequest {
  readonly modeId: string;
  /** Where an editor finds the schema, from the file. */
  readonly schema: string;
  readonly engine: Engine;
  readonly input: PrimaryInput;
  /** [voice space][slot] as measured. */
  readonly curves: readonly (readonly CurveName[])[];
}

function paramOf(engine: Engine, index: number, curve: CurveName): object {
  const slot = engine.slots[index];
  if (!slot) throw new RangeError(`no slot ${index}`);
  const [min, max] = [shortest(slot.min), shortest(slot.max)];
  const rest = min + (max - min) * shape(curve, slot.default / 32768);
  return {
    name: slot.name,
    label: labelOf(slot.name),
    min,
    max,
    default: Math.min(max, Math.max(min, Number(rest.toPrecision(3)))),
    curve,
    group: groupOf(
      slot.name,
      engine.slots.map(({ name }) => name),
    ),
  };
}

function voiceSpaceOf(request: DraftRequest, ordinal: number, name: string): string | object {
  const defaults = request.curves[0] ?? [];
  const overrides = Object.fromEntries(
    request.engine.slots.flatMap((slot, index) => {
      const curve = request.curves[ordinal]?.[index];
      return curve === undefined || curve === defaults[index] ? [] : [[slot.name, curve]];
    }),
  );
  return Object.keys(overrides).length === 0 ? name : { name, curve_overrides: overrides };
}

/** The mode as an object; the curves of voice space 0 are its defaults. */
export function draftMode(request: DraftRequest): object {
  const { engine, input, modeId, schema } = request;
  const channels = CHANNELS_OF[input];
  return {
    $schema: schema,
    _note: `Drafted from engine ${engine.engine_id}: name, group and thin out what a player is to move.`,
    mode_id: modeId,
    engine_id: engine.engine_id,
    ml: {
      input_channels: channels,
      input_size: channels.length,
      hidden_layers: [10, 14],
      output_size: engine.slots.length,
      default_spread: 0.6,
    },
    params: engine.slots.map((_, index) =>
      paramOf(engine, index, request.curves[0]?.[index] ?? 'linear'),
    ),
    voice_spaces: engine.voice_spaces.map((name, ordinal) => voiceSpaceOf(request, ordinal, name)),
    ui: {
      primary_input: input,
      show_voice_space_selector: engine.voice_spaces.length > 1,
      show_synth_visualizer: true,
    },
  };
}

/** JSON as the formatter of this repository writes it: lists of plain values on one line where they fit. */
export function formatMode(mode: object): string {
  const text = JSON.stringify(mode, null, 2);
  const lists = text.replace(
    /^( *)(.*)\[\n((?: +(?:"[^"]*"|-?[\d.]+),?\n)+) *\](,?)$/gm,
    (whole, indent, before, items, comma) => {
      const line = `${indent}${before}[${items.trim().replace(/,\n\s*/g, ', ')}]${comma}`;
      return line.length <= 100 ? line : whole;
    },
  );
  return `${lists}\n`;
}
