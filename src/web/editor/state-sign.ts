/** Shows how safe the work is: a sign in the bar, a banner where it needs a sentence. */
import { h } from '../dom.ts';
import { bannerWords, type Standing, signWords } from '../standing.ts';

const CLASSES = {
  connecting: 'waiting',
  saved: 'saved',
  saving: 'waiting',
  offline: 'offline',
  reading: 'stopped',
  stopped: 'stopped',
} as const;

/**
 * While somebody types, saving and saved follow each other many times a second. Good news may wait a
 * little, so that the sign rests; bad news never does.
 */
const SAVED_SHOWN_AFTER_MS = 250;

export class StateSign {
  readonly element = h('span', { class: 'sign waiting', text: 'Connecting…' });
  readonly banner = h('p', { class: 'banner', attributes: { role: 'alert', hidden: true } });
  #shown: Standing['kind'] = 'connecting';
  #timer = 0;

  show(standing: Standing): void {
    clearTimeout(this.#timer);
    if (standing.kind === 'saved' && this.#shown === 'saving') {
      this.#timer = window.setTimeout(() => this.#write(standing), SAVED_SHOWN_AFTER_MS);
    } else {
      this.#write(standing);
    }
  }

  #write(standing: Standing): void {
    this.#shown = standing.kind;
    this.element.className = `sign ${CLASSES[standing.kind]}`;
    this.element.dataset['state'] = standing.kind;
    const words = signWords(standing);
    if (this.element.textContent !== words) this.element.textContent = words;
    const banner = bannerWords(standing);
    if (this.banner.textContent !== banner) this.banner.textContent = banner;
    this.banner.hidden = banner === '';
  }
}
