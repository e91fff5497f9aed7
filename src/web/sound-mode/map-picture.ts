/**
 * The learned map as a picture: each point of the pad has the colour of the sound the network gives there.
 * Equal sounds have equal colours, similar sounds similar ones.
 */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { h } from '../dom.ts';
import type { Model } from './model.ts';

/** Highest chroma of a picture, and the most that small differences are amplified to reach it. */
const MAX_CHROMA = 0.13;
const MAX_GAIN = 3;
/** Points across and up; the browser interpolates between them. */
const GRID = 24;

/**
 * The colour of a sound, as the two colour axes of OKLab at one lightness: two fixed mixtures of its
 * params, each param with a direction of its own (golden angle).
 */
function colourOf(params: Uint16Array): { readonly a: number; readonly b: number } {
  let [a, b] = [0, 0];
  for (const [index, unit] of params.entries()) {
    const angle = index * 2.399963;
    a += (unit / UNIT_ONE - 0.5) * Math.cos(angle);
    b += (unit / UNIT_ONE - 0.5) * Math.sin(angle);
  }
  const size = Math.sqrt(params.length);
  return { a: a / size, b: b / size };
}

/** OKLab (Björn Ottosson, 2020) to sRGB, 0…255. */
function rgbOf(lightness: number, a: number, b: number): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const [red = 0, green = 0, blue = 0] = linear.map((x) =>
    Math.round(255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055)),
  );
  return [red, green, blue];
}

export class MapPicture {
  readonly canvas = h('canvas', { class: 'map', attributes: { 'aria-hidden': true } });
  readonly #model: Model;
  readonly #axes: readonly [number, number];
  #waiting = 0;

  constructor(model: Model, axes: readonly [number, number]) {
    this.#model = model;
    this.#axes = axes;
    this.canvas.width = GRID;
    this.canvas.height = GRID;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.refresh());
    this.refresh();
  }

  /** Redraws in the next animation frame. */
  refresh(): void {
    if (this.#waiting !== 0) return;
    this.#waiting = requestAnimationFrame(() => {
      this.#waiting = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const context = this.canvas.getContext('2d');
    if (context === null) return;
    const lightness = matchMedia('(prefers-color-scheme: dark)').matches ? 0.42 : 0.82;
    const image = context.createImageData(GRID, GRID);
    const colours = this.#colours();
    const furthest = colours.reduce((max, { a, b }) => Math.max(max, Math.hypot(a, b)), 0);
    const gain = Math.min(MAX_GAIN, MAX_CHROMA / Math.max(furthest, 1e-6));
    for (const [at, { a, b }] of colours.entries()) {
      image.data.set([...rgbOf(lightness, gain * a, gain * b), 255], 4 * at);
    }
    context.putImageData(image, 0, 0);
  }

  /** The colour axes of every point, row by row from the top, relative to their mean. */
  #colours(): { readonly a: number; readonly b: number }[] {
    const inputs = [...this.#model.inputs];
    const colours = Array.from({ length: GRID * GRID }, (_, at) => {
      inputs[this.#axes[0]] = Math.round(((at % GRID) / (GRID - 1)) * UNIT_ONE);
      inputs[this.#axes[1]] = Math.round((1 - Math.floor(at / GRID) / (GRID - 1)) * UNIT_ONE);
      return colourOf(this.#model.answerAt(inputs));
    });
    const mean = (axis: 'a' | 'b') =>
      colours.reduce((sum, colour) => sum + colour[axis], 0) / colours.length;
    const [a, b] = [mean('a'), mean('b')];
    return colours.map((colour) => ({ a: colour.a - a, b: colour.b - b }));
  }
}
