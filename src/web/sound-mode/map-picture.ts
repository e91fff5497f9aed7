/**
 * The learned map as a picture: each point of the pad has the colour of the sound the network gives there.
 * Equal sounds have equal colours, similar sounds similar ones.
 */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { h } from '../dom.ts';
import type { Model } from './model.ts';
import { Slices } from './slices.ts';

/** Highest chroma of a picture, and the most that small differences are amplified to reach it. */
const MAX_CHROMA = 0.13;
const MAX_GAIN = 3;
/** Points across and up; the browser interpolates between them. */
const GRID = 24;

interface Colour {
  readonly a: number;
  readonly b: number;
}

/**
 * The colour of a sound, as the two colour axes of OKLab at one lightness: two fixed mixtures of its
 * params, each param with a direction of its own (golden angle).
 */
class Palette {
  readonly #directions: readonly Colour[];

  constructor(params: number) {
    this.#directions = Array.from({ length: params }, (_, index) => {
      const angle = index * 2.399963;
      const size = UNIT_ONE * Math.sqrt(params);
      return { a: Math.cos(angle) / size, b: Math.sin(angle) / size };
    });
  }

  colourOf(params: Uint16Array): Colour {
    let [a, b] = [0, 0];
    for (const [index, direction] of this.#directions.entries()) {
      const unit = (params[index] ?? 0) - UNIT_ONE / 2;
      a += unit * direction.a;
      b += unit * direction.b;
    }
    return { a, b };
  }
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

/** Colours relative to their mean. */
function centred(colours: readonly Colour[]): Colour[] {
  const mean = (axis: 'a' | 'b') =>
    colours.reduce((sum, colour) => sum + colour[axis], 0) / colours.length;
  const [a, b] = [mean('a'), mean('b')];
  return colours.map((colour) => ({ a: colour.a - a, b: colour.b - b }));
}

export class MapPicture {
  readonly canvas = h('canvas', { class: 'map', attributes: { 'aria-hidden': true } });
  readonly #model: Model;
  readonly #axes: readonly [number, number];
  readonly #palette: Palette;
  readonly #slices = new Slices((isOver) => this.#draw(isOver));
  #drawing: Generator<undefined, void> | undefined;
  #stale = false;

  constructor(model: Model, axes: readonly [number, number]) {
    this.#model = model;
    this.#axes = axes;
    this.#palette = new Palette(model.params.length);
    this.canvas.width = GRID;
    this.canvas.height = GRID;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.refresh());
    this.refresh();
  }

  /** Redraws soon. What changes while the picture is drawn is in the next one. */
  refresh(): void {
    this.#stale = true;
    this.#slices.start();
  }

  #draw(isOver: () => boolean): boolean {
    while (!isOver() && !this.#model.destroyed) {
      this.#drawing ??= this.#steps();
      if (this.#drawing.next().done !== true) continue;
      this.#drawing = undefined;
      if (!this.#stale) return false;
    }
    return !this.#model.destroyed;
  }

  /** Draws one picture, a row a step. */
  *#steps(): Generator<undefined, void> {
    this.#stale = false;
    const inputs = [...this.#model.inputs];
    const colours: Colour[] = [];
    for (let row = 0; row < GRID; row += 1) {
      for (let column = 0; column < GRID; column += 1) {
        inputs[this.#axes[0]] = Math.round((column / (GRID - 1)) * UNIT_ONE);
        inputs[this.#axes[1]] = Math.round((1 - row / (GRID - 1)) * UNIT_ONE);
        colours.push(this.#palette.colourOf(this.#model.answerAt(inputs)));
      }
      yield;
    }
    this.#paint(centred(colours));
  }

  #paint(colours: readonly Colour[]): void {
    const context = this.canvas.getContext('2d');
    if (context === null) return;
    const lightness = matchMedia('(prefers-color-scheme: dark)').matches ? 0.42 : 0.82;
    const image = context.createImageData(GRID, GRID);
    const furthest = colours.reduce((max, { a, b }) => Math.max(max, Math.hypot(a, b)), 0);
    const gain = Math.min(MAX_GAIN, MAX_CHROMA / Math.max(furthest, 1e-6));
    for (const [at, { a, b }] of colours.entries()) {
      image.data.set([...rgbOf(lightness, gain * a, gain * b), 255], 4 * at);
    }
    context.putImageData(image, 0, 0);
  }
}
