/** Pictures of sounds as lines one behind the other: frequency to the right, time to the front, level upwards. */

import type { MidiMessage } from '../../src/shared/instrument/wasm-instrument.ts';
import { spectrogram } from '../../src/shared/spectrogram.ts';
import type { Sound } from './read-wav.ts';

const COLUMNS = 36;
const ROWS = 12;
const COLUMN_STEP = 4;
const ROW_STEP = 5;
/** Of a whole line. */
const RISE = 26;
/** The box of a picture. */
export const WIDTH = COLUMNS * COLUMN_STEP;
export const HEIGHT = RISE + (ROWS - 1) * ROW_STEP;

const LOWEST_HZ = 50;
const HIGHEST_HZ = 14_000;
const WINDOW = 4096;
/** Below the strongest of the picture. */
const RANGE_DB = 54;

/** Levels from 0 to 1, a row a time. */
export type Levels = readonly (readonly number[])[];

const bandHz = (band: number): number => LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** (band / COLUMNS);

/** How strong each band is at each time, relative to the strongest. */
export function soundLevels({ sampleRateHz, left, right }: Sound): Levels {
  const mono = left.map((sample, at) => (sample + (right[at] ?? 0)) / 2);
  const { column, binHz } = spectrogram(mono, sampleRateHz, ROWS, WINDOW);
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const bins = column(row);
    return Array.from({ length: COLUMNS }, (_, band) => {
      const first = Math.round(bandHz(band) / binHz);
      const last = Math.max(first + 1, Math.round(bandHz(band + 1) / binHz));
      return Math.max(...bins.subarray(first, last));
    });
  });
  const strongest = Math.max(...rows.flat());
  return rows.map((row) => row.map((db) => Math.max(0, 1 - (strongest - db) / RANGE_DB) ** 1.6));
}

/** The values of the first controllers over time, a row a controller. @param frames length of the rendering */
export function controllerLevels(
  events: readonly { readonly frame: number; readonly message: MidiMessage }[],
  frames: number,
): Levels {
  const changes = events.filter(({ message }) => (message[0] & 0xf0) === 0xb0);
  const controllers = [...new Set(changes.map(({ message }) => message[1]))].slice(0, ROWS);
  return controllers.map((controller) => {
    const own = changes.filter(({ message }) => message[1] === controller);
    return Array.from({ length: COLUMNS }, (_, column) => {
      const until = ((column + 1) / COLUMNS) * frames;
      const last = own.findLast(({ frame }) => frame < until);
      return (last?.message[2] ?? 0) / 127;
    });
  });
}

/** Path data of the lines, the one at the back first: whole numbers, small as text. */
export function ridges(levels: Levels): readonly string[] {
  return levels.map((row, index) => {
    const base = RISE + index * ROW_STEP;
    const heights = row.map((level) => Math.round(level * RISE));
    const steps = heights.map((height, at) => {
      const rise = (heights[at - 1] ?? 0) - height;
      return `${COLUMN_STEP}${rise < 0 ? rise : ` ${rise}`}`;
    });
    return `M0 ${base}l${steps.join(' ')}`;
  });
}
