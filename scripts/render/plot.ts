/** A sound as a picture: waveform above, spectrogram on a logarithmic frequency axis below. */
import { type Colour, Picture, textWidth } from './picture.ts';
import { spectrogram } from './spectrogram.ts';
import type { Sound } from './wav.ts';

const WIDTH = 960;
const LEFT = 64;
const RIGHT = 16;
const TOP = 34;
const WAVE_HEIGHT = 130;
const GAP = 16;
const SPECTRUM_HEIGHT = 300;
const BOTTOM = 34;

const PAPER: Colour = [17, 19, 28];
const PANEL: Colour = [24, 27, 39];
const INK: Colour = [176, 184, 204];
const GRID: Colour = [52, 57, 76];
const LEFT_WAVE: Colour = [92, 200, 214];
const RIGHT_WAVE: Colour = [214, 132, 92];
const BOTH_WAVES: Colour = [226, 228, 236];

const LOWEST_HZ = 30;
const RANGE_DB = 96;

/** From dark to light, evenly in lightness: what is louder is lighter, also in print. */
const HEAT: readonly Colour[] = [
  [17, 19, 28],
  [44, 30, 84],
  [102, 34, 122],
  [168, 50, 112],
  [224, 92, 82],
  [246, 160, 82],
  [252, 228, 150],
];

/** The colour of a share 0…1. */
export function heat(share: number): Colour {
  const at = Math.min(Math.max(share, 0), 1) * (HEAT.length - 1);
  const index = Math.min(Math.floor(at), HEAT.length - 2);
  const mix = (channel: 0 | 1 | 2): number => {
    const [from, to] = [HEAT[index]?.[channel] ?? 0, HEAT[index + 1]?.[channel] ?? 0];
    return Math.round(from + (to - from) * (at - index));
  };
  return [mix(0), mix(1), mix(2)];
}

interface Extent {
  readonly low: number;
  readonly high: number;
}

function extentOf(samples: Float32Array, from: number, to: number): Extent {
  let [low, high] = [1, -1];
  for (let i = from; i < Math.max(to, from + 1); i += 1) {
    const x = samples[i] ?? 0;
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return { low, high };
}

function drawWave(picture: Picture, sound: Sound): void {
  const columns = WIDTH - LEFT - RIGHT;
  const row = (x: number): number => Math.round(TOP + ((1 - x) / 2) * (WAVE_HEIGHT - 1));
  picture.box(LEFT, TOP, columns, WAVE_HEIGHT, PANEL);
  picture.box(LEFT, row(0), columns, 1, GRID);
  const frames = sound.left.length;
  for (let column = 0; column < columns; column += 1) {
    const from = Math.floor((column / columns) * frames);
    const to = Math.floor(((column + 1) / columns) * frames);
    const left = extentOf(sound.left, from, to);
    const right = extentOf(sound.right, from, to);
    for (let y = TOP; y < TOP + WAVE_HEIGHT; y += 1) {
      const inside = ({ low, high }: Extent): boolean => y >= row(high) && y <= row(low);
      const colour = inside(left) ? (inside(right) ? BOTH_WAVES : LEFT_WAVE) : RIGHT_WAVE;
      if (inside(left) || inside(right)) picture.point(LEFT + column, y, colour);
    }
  }
  for (const value of [1, 0, -1]) {
    const label = value === 0 ? '0' : value > 0 ? '+1' : '-1';
    const y = Math.min(Math.max(row(value) - 5, TOP), TOP + WAVE_HEIGHT - 10);
    picture.text(LEFT - 8 - textWidth(label), y, label, INK);
  }
}

const spectrumTop = TOP + WAVE_HEIGHT + GAP;

function drawSpectrum(picture: Picture, sound: Sound): void {
  const columns = WIDTH - LEFT - RIGHT;
  const highest = sound.sampleRateHz / 2;
  const octaves = Math.log2(highest / LOWEST_HZ);
  const middle = sound.left.map((x, i) => (x + (sound.right[i] ?? 0)) / 2);
  const { column, binHz } = spectrogram(middle, sound.sampleRateHz, columns);
  for (let x = 0; x < columns; x += 1) {
    const levels = column(x);
    for (let y = 0; y < SPECTRUM_HEIGHT; y += 1) {
      // A row is as loud as the loudest bin it covers, so that narrow lines stay seen.
      const hz = (at: number): number => LOWEST_HZ * 2 ** ((1 - at / SPECTRUM_HEIGHT) * octaves);
      const [first, last] = [Math.floor(hz(y + 1) / binHz), Math.ceil(hz(y) / binHz)];
      let level = -RANGE_DB;
      for (let bin = first; bin <= last; bin += 1) level = Math.max(level, levels[bin] ?? level);
      picture.point(LEFT + x, spectrumTop + y, heat(1 + level / RANGE_DB));
    }
  }
  for (const [hz, label] of [
    [100, '100'],
    [1000, '1k'],
    [10000, '10k'],
  ] as const) {
    const y = Math.round(spectrumTop + (1 - Math.log2(hz / LOWEST_HZ) / octaves) * SPECTRUM_HEIGHT);
    picture.box(LEFT - 6, y, 6, 1, INK);
    picture.text(LEFT - 10 - textWidth(label), y - 5, label, INK);
  }
  picture.text(LEFT - 10 - textWidth('Hz'), spectrumTop, 'Hz', INK);
}

function drawTime(picture: Picture, seconds: number): void {
  const columns = WIDTH - LEFT - RIGHT;
  const y = spectrumTop + SPECTRUM_HEIGHT;
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60].find((size) => seconds / size <= 12) ?? 60;
  for (let time = 0; time <= seconds + 1e-9; time += step) {
    const x = LEFT + Math.round((time / seconds) * (columns - 1));
    const label = `${Number(time.toFixed(1))}`;
    picture.box(x, y, 1, 6, INK);
    picture.text(Math.round(x - textWidth(label) / 2 + 1), y + 10, label, INK);
  }
  picture.text(LEFT - 24 - textWidth('s'), y + 10, 's', INK);
}

/** Draws a sound under a title. Frequencies from 30 Hz to half the sample rate, 96 dB from dark to light. */
export function plot(sound: Sound, title: string): Picture {
  const height = spectrumTop + SPECTRUM_HEIGHT + BOTTOM;
  const picture = new Picture(WIDTH, height, PAPER);
  picture.text(LEFT, 12, title.replaceAll('_', ' '), INK);
  drawWave(picture, sound);
  drawSpectrum(picture, sound);
  drawTime(picture, sound.left.length / sound.sampleRateHz);
  return picture;
}
