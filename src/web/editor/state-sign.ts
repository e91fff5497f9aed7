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

/** Short edits flicker between saving and saved; a saving shorter than this is not shown. */
const SAVING_SHOWN_AFTER_MS = 400;

export class StateSign {
  readonly element = h('span', { class: 'sign waiting', text: 'Connecting…' });
  readonly banner = h('p', { class: 'banner', attributes: { role: 'alert', hidden: true } });
  #timer = 0;

  constructor() {
    this.element.setAttribute('role', 'status');
  }

  show(standing: Standing): void {
    clearTimeout(this.#timer);
    if (standing.kind === 'saving') {
      this.#timer = window.setTimeout(() => this.#write(standing), SAVING_SHOWN_AFTER_MS);
      this.element.dataset['state'] = 'saving';
      return;
    }
    this.#write(standing);
  }

  #write(standing: Standing): void {
    this.element.className = `sign ${CLASSES[standing.kind]}`;
    this.element.dataset['state'] = standing.kind;
    const words = signWords(standing);
    if (this.element.textContent !== words) this.element.textContent = words;
    const banner = bannerWords(standing);
    if (this.banner.textContent !== banner) this.banner.textContent = banner;
    this.banner.hidden = banner === '';
  }
}
