/** A sound as an SVG picture: waveform above, spectrogram on a logarithmic frequency axis below. */

import { spectrogram } from '../../src/shared/spectrogram.ts';
import type { Sound } from './read-wav.ts';

const WIDTH = 960;
const HEIGHT = 530;
const LEFT = 64;
const COLUMNS = 880;
const WAVE_TOP = 34;
const WAVE_HEIGHT = 130;
const SPECTRUM_TOP = 180;
const SPECTRUM_HEIGHT = 300;
const SPECTRUM_END = SPECTRUM_TOP + SPECTRUM_HEIGHT;

const PAPER = '#11131c';
const PANEL = '#181b27';
const INK = '#b0b8cc';
const GRID = '#34394c';
const LEFT_WAVE = '#5cc8d6';
const RIGHT_WAVE = '#d6845c';
/** From dark to light, evenly in lightness: what is louder is lighter, also in print. */
const HEAT = ['#11131c', '#2c1e54', '#66227a', '#a83270', '#e05c52', '#f6a052', '#fce496'] as const;

const LOWEST_HZ = 30;
const RANGE_DB = 96;
/** Width and height of a cell of the spectrogram; its levels are drawn in steps of 3 dB. */
const CELL = 2;
const STEPS = 32;

/** The colour of a share 0…1. */
export function heat(share: number): string {
  const at = share * (HEAT.length - 1);
  const index = Math.min(Math.floor(at), HEAT.length - 2);
  const [from = '', to = ''] = HEAT.slice(index);
  const channels = [1, 3, 5].map((start) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(start, start + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * (at - index));
  });
  return `rgb(${channels.join()})`;
}

/** One stroke a column, from the lowest to the highest sample it covers. */
function wave(samples: Float32Array, colour: string): string {
  const row = (x: number): string => (WAVE_TOP + ((1 - x) / 2) * WAVE_HEIGHT).toFixed(1);
  const strokes = Array.from({ length: COLUMNS }, (_, column) => {
    const from = Math.floor((column / COLUMNS) * samples.length);
    const to = Math.floor(((column + 1) / COLUMNS) * samples.length);
    const covered = samples.subarray(from, Math.max(to, from + 1));
    const low = covered.reduce((least, x) => Math.min(least, x), 1);
    const high = covered.reduce((most, x) => Math.max(most, x), -1);
    // A stroke of no length is not drawn.
    return `M${LEFT + column + 0.5} ${row(high + 0.004)}V${row(low - 0.004)}`;
  });
  return `<path stroke="${colour}" stroke-opacity="0.75" d="${strokes.join('')}"/>`;
}

/** Paths of equal loudness, darkest first: a stroke for each run of cells of one step in a column. */
function spectrum({ left, right, sampleRateHz }: Sound, octaves: number): string {
  const rows = SPECTRUM_HEIGHT / CELL;
  const hz = (row: number): number => LOWEST_HZ * 2 ** ((1 - row / rows) * octaves);
  const middle = left.map((x, i) => (x + (right[i] ?? 0)) / 2);
  const { columns, column, binHz } = spectrogram(middle, sampleRateHz, COLUMNS / CELL);
  const strokes = Array.from({ length: STEPS + 1 }, () => '');
  for (let x = 0; x < columns; x += 1) {
    const levels = column(x);
    const steps = Array.from({ length: rows }, (_, row) => {
      // A row is as loud as the loudest bin it covers, so that narrow lines stay seen.
      const covered = levels.subarray(
        Math.floor(hz(row + 1) / binHz),
        Math.ceil(hz(row) / binHz) + 1,
      );
      const level = covered.reduce((most, db) => Math.max(most, db), -RANGE_DB);
      return Math.round((1 + Math.min(level, 0) / RANGE_DB) * STEPS);
    });
    for (let from = 0, row = 1; row <= rows; row += 1) {
      const step = steps[from] ?? 0;
      if (steps[row] === step) continue;
      strokes[step] += `M${x + 0.5} ${from}V${row}`;
      from = row;
    }
  }
  const paths = strokes.map((d, step) => `<path stroke="${heat(step / STEPS)}" d="${d}"/>`);
  const place = `translate(${LEFT} ${SPECTRUM_TOP}) scale(${CELL})`;
  return `<g transform="${place}" shape-rendering="crispEdges">${paths.join('')}</g>`;
}

/** A label at the left with a mark beside it. */
const mark = (y: number, text: string): string =>
  `<path stroke="${INK}" d="M${LEFT - 6} ${y}h6"/><text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${text}</text>`;

function times(seconds: number): string {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60].find((size) => seconds / size <= 12) ?? 60;
  return Array.from({ length: Math.floor(seconds / step + 1e-9) + 1 }, (_, index) => {
    const x = LEFT + ((index * step) / seconds) * COLUMNS;
    const label = `${Number((index * step).toFixed(1))}${index === 0 ? ' s' : ''}`;
    return `<path stroke="${INK}" d="M${x} ${SPECTRUM_END}v6"/><text x="${x}" y="${SPECTRUM_END + 20}" text-anchor="middle">${label}</text>`;
  }).join('');
}

/** Draws a sound under a title. Frequencies from 30 Hz to half the sample rate, 96 dB from dark to light. */
export function plot(sound: Sound, title: string): string {
  const octaves = Math.log2(sound.sampleRateHz / 2 / LOWEST_HZ);
  const height = (hz: number): number =>
    SPECTRUM_END - (Math.log2(hz / LOWEST_HZ) / octaves) * SPECTRUM_HEIGHT;
  const middle = WAVE_TOP + WAVE_HEIGHT / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">
<path fill="${PAPER}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<text x="${LEFT}" y="22">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>
<path fill="${PANEL}" d="M${LEFT} ${WAVE_TOP}h${COLUMNS}v${WAVE_HEIGHT}H${LEFT}z"/>
<path stroke="${GRID}" d="M${LEFT} ${middle}h${COLUMNS}"/>
${wave(sound.left, LEFT_WAVE)}
${wave(sound.right, RIGHT_WAVE)}
${mark(WAVE_TOP, '+1')}${mark(middle, '0')}${mark(WAVE_TOP + WAVE_HEIGHT, '−1')}
${spectrum(sound, octaves)}
${mark(height(100), '100 Hz')}${mark(height(1000), '1 kHz')}${mark(height(10_000), '10 kHz')}
${times(sound.left.length / sound.sampleRateHz)}
</svg>
`;
}
