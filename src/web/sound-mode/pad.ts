/** A pad that moves two channels, and shows the learned map and the taught points. */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { h } from '../dom.ts';
import type { InputLabel } from './input-labels.ts';
import { MapPicture } from './map-picture.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';
import { XyPad } from './xy-pad.ts';

const POINT_RADIUS = 14;
/** RMS errors of a sound, in parts of its params' ranges: of the widest ring, and the least that is marked. */
const LARGE_ERROR = 0.3;
const LEAST_MARKED = 0.05;

/** A place, from 0 to 1, where a point is seen whole. */
const inside = (place: number): string =>
  `clamp(${POINT_RADIUS}px, ${place * 100}%, 100% - ${POINT_RADIUS}px)`;

export class Pad {
  readonly element: HTMLDivElement;
  readonly #model: Model;
  readonly #axes: readonly [number, number];
  /** What the axes move, for the eye; the sliders tell screen readers. */
  readonly #names = ['across', 'up'].map((axis) =>
    h('span', { class: `axis ${axis}`, attributes: { 'aria-hidden': true } }),
  );
  readonly #points = h('div', { class: 'points', attributes: { 'aria-hidden': true } });
  readonly #picture: MapPicture;
  readonly #surface: XyPad;
  /** The other channels' positions when the map was drawn. */
  #otherInputs = '';

  /** `axes` are the indices of the two channels, across and up. */
  constructor(model: Model, axes: readonly [number, number]) {
    this.#model = model;
    this.#axes = axes;
    this.#picture = new MapPicture(model, axes);
    this.#surface = new XyPad(
      {
        position: (axis) => model.inputs[axes[axis]] ?? 0,
        move: (axis, unit) => model.setInput(axes[axis], unit),
      },
      this.#picture.canvas,
      ...this.#names,
      this.#points,
    );
    this.element = this.#surface.element;
    this.moved();
    this.taught();
  }

  /** Shows the current position. */
  moved(): void {
    const { inputs } = this.#model;
    const otherInputs = inputs.filter((_, index) => !this.#axes.includes(index)).join();
    if (otherInputs !== this.#otherInputs) this.#picture.refresh();
    this.#otherInputs = otherInputs;
    this.#surface.moved();
  }

  /** Redraws the taught points: the more the network alone misses of a sound, the wider its ring. */
  taught(): void {
    const { errors } = this.#model;
    const worst = Math.max(...errors);
    this.#points.replaceChildren(
      ...this.#model.examples.map(({ inputs }, index) => {
        const error = errors[index] ?? 0;
        const marked = errors.length > 1 && error === worst && Math.sqrt(error) > LEAST_MARKED;
        const point = h('span', {
          class: marked ? 'point worst' : 'point',
          text: String(index + 1),
        });
        point.style.setProperty('--error', String(Math.min(1, Math.sqrt(error) / LARGE_ERROR)));
        point.style.left = inside((inputs[this.#axes[0]] ?? 0) / UNIT_ONE);
        point.style.top = inside(1 - (inputs[this.#axes[1]] ?? 0) / UNIT_ONE);
        return point;
      }),
    );
  }

  /** Redraws the learned map in the next frame. */
  learned(): void {
    this.#picture.refresh();
    this.taught();
  }

  /** Names the axes; `labels` has one for each channel of the mode. */
  label(labels: readonly InputLabel[]): void {
    const [across, up] = this.#axes.map((axis) => labels[axis]);
    if (across === undefined || up === undefined) return;
    this.#surface.label(SOUND_MODE_TEXT.pad(across.short, up.short), [across.full, up.full]);
    for (const [at, { short }] of [across, up].entries()) {
      const name = this.#names[at];
      if (name !== undefined) name.textContent = short;
    }
  }

  /** Moves the pad as a key does. @returns whether this key moves it */
  step(key: string): boolean {
    return this.#surface.step(key);
  }
}
