/** The choice of latency, and how long it takes now from the instrument to the ear. */
import { h } from '../dom.ts';
import { isLatency, LATENCIES, type Latency } from './latency.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.latency;

export class LatencyPanel {
  readonly element: HTMLElement;
  readonly #now = h('output', { class: 'progress', attributes: { 'aria-live': 'off' } });

  constructor(chosen: Latency, choose: (latency: Latency) => void) {
    const select = h(
      'select',
      {},
      ...LATENCIES.map((one) =>
        h('option', { text: TEXT.choices[one], attributes: { value: one } }),
      ),
    );
    select.value = chosen;
    select.addEventListener('change', () => {
      if (isLatency(select.value)) choose(select.value);
    });
    this.element = h(
      'div',
      { class: 'row latency' },
      h('label', { class: 'field' }, h('span', { text: TEXT.label }), select),
      this.#now,
    );
    this.show(undefined);
  }

  /** @param ms the latency now; undefined while nothing plays */
  show(ms: number | undefined): void {
    const text = ms === undefined ? TEXT.silent : TEXT.now(String(Math.round(ms)));
    if (this.#now.value !== text) this.#now.value = text;
  }
}
