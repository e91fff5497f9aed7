/** What moves an instrument without a hand, to be seen: what it hears, how it wanders. */
import { channelNamed } from '../../../dsl/channels.ts';
import { h } from '../dom.ts';
import { UNIT_ONE } from '../instrument/abi.ts';
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
