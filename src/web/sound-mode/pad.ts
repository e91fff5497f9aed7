/**
 * An XY pad that moves two channels by pointer, touch and keyboard, and shows the learned map and the taught
 * points. For screen readers it is two sliders.
 */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { channelNamed } from '../../../dsl/channels.ts';
import { percent } from '../../shared/instrument/values.ts';
import { h } from '../dom.ts';
import { MapPicture } from './map-picture.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const POINT_RADIUS = 14;
const STEP = UNIT_ONE / 64;
const PAGE_STEP = UNIT_ONE / 8;

const clamp = (unit: number): number => Math.round(Math.min(UNIT_ONE, Math.max(0, unit)));

/** A place, from 0 to 1, where a point is seen whole. */
const inside = (place: number): string =>
  `clamp(${POINT_RADIUS}px, ${place * 100}%, 100% - ${POINT_RADIUS}px)`;

/** Keys as moves of (x, y). */
const KEYS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowLeft', [-STEP, 0]],
  ['ArrowRight', [STEP, 0]],
  ['ArrowDown', [0, -STEP]],
  ['ArrowUp', [0, STEP]],
  ['Home', [-UNIT_ONE, 0]],
  ['End', [UNIT_ONE, 0]],
  ['PageDown', [0, -PAGE_STEP]],
  ['PageUp', [0, PAGE_STEP]],
]);

export class Pad {
  readonly element: HTMLDivElement;
  readonly #model: Model;
  readonly #axes: readonly [number, number];
  readonly #sliders: readonly [HTMLInputElement, HTMLInputElement];
  readonly #dot = h('span', { class: 'dot' });
  readonly #points = h('div', { class: 'points', attributes: { 'aria-hidden': true } });
  readonly #picture: MapPicture;
  /** The other channels' positions when the map was drawn. */
  #otherInputs = '';

  /** `axes` are the indices of the two channels, across and up. */
  constructor(model: Model, axes: readonly [number, number]) {
    this.#model = model;
    this.#axes = axes;
    this.#picture = new MapPicture(model, axes);
    this.#sliders = [this.#slider(0), this.#slider(1)];
    const label = SOUND_MODE_TEXT.pad(this.#label(axes[0]), this.#label(axes[1]));
    this.element = h(
      'div',
      { class: 'pad', attributes: { role: 'group', 'aria-label': label, part: 'pad' } },
      this.#picture.canvas,
      this.#points,
      this.#dot,
      ...this.#sliders,
    );
    this.element.addEventListener('pointerdown', this.#grasp);
    this.element.addEventListener('pointermove', this.#drag);
    this.element.addEventListener('keydown', this.#press);
    this.moved();
    this.taught();
  }

  /** Shows the current position. */
  moved(): void {
    const { inputs } = this.#model;
    const otherInputs = inputs.filter((_, index) => !this.#axes.includes(index)).join();
    if (otherInputs !== this.#otherInputs) this.#picture.refresh();
    this.#otherInputs = otherInputs;
    const [x, y] = this.#axes.map((axis) => (inputs[axis] ?? 0) / UNIT_ONE);
    this.#dot.style.left = `${(x ?? 0) * 100}%`;
    this.#dot.style.top = `${(1 - (y ?? 0)) * 100}%`;
    for (const [at, slider] of this.#sliders.entries()) {
      const unit = inputs[this.#axes[at] ?? 0] ?? 0;
      slider.value = String(unit);
      slider.setAttribute('aria-valuetext', percent(unit));
    }
  }

  /** Redraws the taught points. */
  taught(): void {
    this.#points.replaceChildren(
      ...this.#model.examples.map(({ inputs }, index) => {
        const point = h('span', { class: 'point', text: String(index + 1) });
        point.style.left = inside((inputs[this.#axes[0]] ?? 0) / UNIT_ONE);
        point.style.top = inside(1 - (inputs[this.#axes[1]] ?? 0) / UNIT_ONE);
        return point;
      }),
    );
  }

  /** Redraws the learned map in the next frame. */
  learned(): void {
    this.#picture.refresh();
  }

  #label(channel: number): string {
    const name = this.#model.mode.channels[channel] ?? '';
    return channelNamed(name)?.label ?? name;
  }

  #slider(at: 0 | 1): HTMLInputElement {
    const slider = h('input', {
      class: 'unseen',
      attributes: {
        type: 'range',
        min: 0,
        max: UNIT_ONE,
        step: 1,
        'aria-label': this.#label(this.#axes[at]),
        'aria-orientation': at === 0 ? 'horizontal' : 'vertical',
      },
    });
    slider.addEventListener('input', () => {
      this.#model.setInput(this.#axes[at], clamp(Number(slider.value)));
    });
    return slider;
  }

  readonly #grasp = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.#sliders[0].focus({ preventScroll: true });
    event.preventDefault();
    this.#to(event);
  };

  readonly #drag = (event: PointerEvent): void => {
    if (this.element.hasPointerCapture(event.pointerId)) this.#to(event);
  };

  #to(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    this.#model.setInput(this.#axes[0], clamp(((event.clientX - box.left) / box.width) * UNIT_ONE));
    this.#model.setInput(
      this.#axes[1],
      clamp((1 - (event.clientY - box.top) / box.height) * UNIT_ONE),
    );
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.step(event.key)) event.preventDefault();
  };

  /** Moves the pad as a key does. @returns whether this key moves it */
  step(key: string): boolean {
    const move = KEYS.get(key);
    if (move === undefined) return false;
    for (const at of [0, 1] as const) {
      const axis = this.#axes[at];
      if (move[at] !== 0)
        this.#model.setInput(axis, clamp((this.#model.inputs[axis] ?? 0) + move[at]));
    }
    return true;
  }
}
