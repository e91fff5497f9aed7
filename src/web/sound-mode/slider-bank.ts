/** Channels as sliders. */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { percent } from '../../shared/instrument/values.ts';
import { h } from '../dom.ts';
import type { InputLabel } from './input-labels.ts';
import type { Model } from './model.ts';

export class SliderBank {
  readonly element: HTMLDivElement;
  readonly #model: Model;
  readonly #sliders: readonly {
    readonly index: number;
    readonly input: HTMLInputElement;
    readonly name: HTMLElement;
  }[];

  constructor(model: Model, channels: readonly number[]) {
    this.#model = model;
    this.#sliders = channels.map((index) => ({
      index,
      input: this.#slider(index),
      name: h('span'),
    }));
    this.element = h(
      'div',
      { class: 'bank' },
      ...this.#sliders.map(({ input, name }) => h('label', {}, name, input)),
    );
    this.moved();
  }

  /** Names the sliders; `labels` has one for each channel of the mode. */
  label(labels: readonly InputLabel[]): void {
    for (const { index, name } of this.#sliders) name.textContent = labels[index]?.full ?? '';
  }

  moved(): void {
    for (const { index, input } of this.#sliders) {
      const unit = this.#model.inputs[index] ?? 0;
      input.value = String(unit);
      input.setAttribute('aria-valuetext', percent(unit));
    }
  }

  #slider(index: number): HTMLInputElement {
    const input = h('input', {
      attributes: { type: 'range', min: 0, max: UNIT_ONE, step: UNIT_ONE / 128 },
    });
    input.addEventListener('input', () =>
      this.#model.setInput(index, Math.round(Number(input.value))),
    );
    return input;
  }
}
