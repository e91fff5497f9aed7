/** Meters of the channels that nobody plays: audio analysis and slow internal movement. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { h } from '../dom.ts';
import type { InputLabel } from './input-labels.ts';
import type { Model } from './model.ts';

export class ChannelMeters {
  readonly element = h('div', { class: 'meters' });
  readonly #model: Model;
  readonly #meters: readonly {
    readonly index: number;
    readonly meter: HTMLMeterElement;
    readonly name: HTMLElement;
  }[];

  constructor(model: Model, channels: readonly number[]) {
    this.#model = model;
    this.#meters = channels.map((index) => ({
      index,
      meter: h('meter', { class: 'meter', attributes: { max: UNIT_ONE } }),
      name: h('span'),
    }));
    this.element.append(...this.#meters.map(({ meter, name }) => h('label', {}, name, meter)));
    this.moved();
  }

  /** Names the meters; `labels` has one for each channel of the mode. */
  label(labels: readonly InputLabel[]): void {
    for (const { index, name } of this.#meters) name.textContent = labels[index]?.full ?? '';
  }

  moved(): void {
    for (const { index, meter } of this.#meters) meter.value = this.#model.inputs[index] ?? 0;
  }
}
