/**
 * The learned map as a picture: every place of the pad in the colour of the sound the network gives
 * there. Within a picture equal sounds have equal colours, near sounds near ones.
 */

import { h } from '../dom.ts';
import { UNIT_ONE } from '../instrument/abi.ts';
import type { Model } from './model.ts';

/** Strongest colour of a picture, and how far faint differences are strengthened to reach it. */
const CHROMA = 0.13;
const MOST_GAIN = 3;
/** Places each way; the browser smooths between them. */
const GRID = 24;

/**
 * Where a sound lies among the colours: two fixed mixtures of its params, each param with a
 * direction of its own (golden angle), as the two colour axes of OKLab at one lightness.
 */
function colourOf(params: Uint16Array): { readonly a: number; readonly b: number } {
  let [a, b] = [0, 0];
  for (const [index, unit] of params.entries()) {
    const way = index * 2.399963;
    a += (unit / UNIT_ONE - 0.5) * Math.cos(way);
    b += (unit / UNIT_ONE - 0.5) * Math.sin(way);
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

  /** Draws with the next frame of the screen, however often it is asked. */
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
    const places = this.#places();
    const furthest = places.reduce((most, { a, b }) => Math.max(most, Math.hypot(a, b)), 0);
    const chroma = Math.min(MOST_GAIN, CHROMA / Math.max(furthest, 1e-6));
    for (const [at, { a, b }] of places.entries()) {
      image.data.set([...rgbOf(lightness, chroma * a, chroma * b), 255], 4 * at);
    }
    context.putImageData(image, 0, 0);
  }

  /** The colour axes of every place, row by row from the top, about the middle of them all. */
  #places(): { readonly a: number; readonly b: number }[] {
    const inputs = [...this.#model.inputs];
    const places = Array.from({ length: GRID * GRID }, (_, at) => {
      inputs[this.#axes[0]] = Math.round(((at % GRID) / (GRID - 1)) * UNIT_ONE);
      inputs[this.#axes[1]] = Math.round((1 - Math.floor(at / GRID) / (GRID - 1)) * UNIT_ONE);
      return colourOf(this.#model.answerAt(inputs));
    });
    const middle = (axis: 'a' | 'b') =>
      places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    const [a, b] = [middle('a'), middle('b')];
    return places.map((place) => ({ a: place.a - a, b: place.b - b }));
  }
}
