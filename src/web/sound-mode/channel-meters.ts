/** Meters of the channels that nobody plays: audio analysis and slow internal movement. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { channelNamed } from '../../../dsl/channels.ts';
import { h } from '../dom.ts';
import type { Model } from './model.ts';

export class ChannelMeters {
  readonly element = h('div', { class: 'meters' });
  readonly #model: Model;
  readonly #meters: readonly { readonly index: number; readonly meter: HTMLMeterElement }[];

  constructor(model: Model, channels: readonly number[]) {
    this.#model = model;
    this.#meters = channels.map((index) => ({
      index,
      meter: h('meter', { class: 'meter', attributes: { max: UNIT_ONE } }),
    }));
    this.element.append(
      ...this.#meters.map(({ index, meter }) => {
        const name = model.mode.channels[index] ?? '';
        return h('label', {}, h('span', { text: channelNamed(name)?.label ?? name }), meter);
      }),
    );
    this.moved();
  }

  moved(): void {
    for (const { index, meter } of this.#meters) meter.value = this.#model.inputs[index] ?? 0;
  }
}
