/** Mode files from a seed, as many as wanted, for measuring. */
import type { Catalogue } from '../../../dsl/catalogue.ts';
import type { ModeSource } from '../../../dsl/resolve.ts';
import { CURVE_NAMES } from '../../../dsl/schema/curve.ts';

const PARAMS = 33;
const SPACES = ['plain', 'bent', 'wild'];
const UNITS = ['hz', 'ms', 'db', 'st', 'pct', 'x'];

/** mulberry32: the same numbers from the same seed everywhere; each in [0, 1). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const slotName = (index: number): string => `slot_${index}_${UNITS[index % UNITS.length]}`;

/** The one engine all synthetic modes play. */
export const SYNTHETIC: Catalogue = {
  engines: [
    {
      engine_id: 'synthetic',
      slots: Array.from({ length: PARAMS }, (_, index) => ({
        name: slotName(index),
        min: index,
        max: index + 1000,
        default: 16384,
      })),
      voice_spaces: SPACES,
    },
  ],
};

function param(next: () => number, index: number) {
  return {
    name: slotName(index),
    label: `Slot ${index} “${Math.floor(next() * 1e6).toString(36)}”`,
    min: index,
    max: index + 1000,
    default: index + Math.round(next() * 1000),
    curve: CURVE_NAMES[Math.floor(next() * CURVE_NAMES.length)] ?? 'linear',
    group: `Group ${index >> 3}`,
  };
}

/** Gives mode file `index` of the stream that `seed` begins. */
export function syntheticMode(seed: number, index: number): ModeSource {
  const next = random(seed + index * 7919);
  const params = Array.from({ length: PARAMS }, (_, place) => param(next, place));
  const overrides = params
    .filter(() => next() < 0.2)
    .map(({ name, curve }) => [name, curve === 'exp' ? 'log' : 'exp'] as const);
  const first = [params[0]?.name ?? '', params[0]?.curve === 'exp' ? 'log' : 'exp'] as const;
  const id = `mode_${String(index).padStart(5, '0')}`;
  const mode = {
    mode_id: id,
    engine_id: 'synthetic',
    ml: {
      input_channels: ['joy_x', 'joy_y', 'joy_z', 'joy_w'],
      input_size: 4,
      hidden_layers: [10, 10, 14],
      output_size: PARAMS,
      default_spread: 0.5,
    },
    params,
    voice_spaces: [
      SPACES[0],
      { name: SPACES[1], curve_overrides: Object.fromEntries([first, ...overrides]) },
      SPACES[2],
    ],
    ui: {
      primary_input: 'joystick',
      show_voice_space_selector: true,
      show_synth_visualizer: false,
    },
  };
  return { file: `modes/${id}.json`, content: JSON.stringify(mode, null, 2) };
}
