/** Channels as sliders. */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { channelNamed } from '../../../dsl/channels.ts';
import { percent } from '../../shared/instrument/values.ts';
import { h } from '../dom.ts';
import type { Model } from './model.ts';

export class SliderBank {
  readonly element: HTMLDivElement;
  readonly #model: Model;
  readonly #sliders: readonly { readonly index: number; readonly input: HTMLInputElement }[];

  constructor(model: Model, channels: readonly number[]) {
    this.#model = model;
    this.#sliders = channels.map((index) => ({ index, input: this.#slider(index) }));
    this.element = h(
      'div',
      { class: 'bank' },
      ...this.#sliders.map(({ index, input }) => {
        const name = model.mode.channels[index] ?? '';
        return h('label', {}, h('span', { text: channelNamed(name)?.label ?? name }), input);
      }),
    );
    this.moved();
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
