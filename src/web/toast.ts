/**
 * A sentence that is in sight when it appears, over the end of what it is about. It goes with the next press, but not
 * before it can be read, so that it is never long in the way of what is played.
 */
import { h, type Properties } from './dom.ts';

/** Long enough to read a sentence. */
const READING_MS = 2_500;

export class Toast {
  /** Always in the page, because screen readers announce only what changes in a place that they know. */
  readonly element: HTMLParagraphElement;
  #shown_ms = 0;
  #timer = 0;

  constructor({ attributes, ...properties }: Properties) {
    this.element = h('p', { ...properties, attributes: { role: 'status', ...attributes } });
    // Who plays by keys keeps the focus.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.element.addEventListener('click', ({ target }) => {
      if (target === this.element) this.show('');
    });
  }

  /** Shows this in place of what it shows; an empty text shows nothing. */
  show(...content: readonly (Node | string)[]): void {
    clearTimeout(this.#timer);
    this.#shown_ms = performance.now();
    this.element.replaceChildren(...content.filter((one) => one !== ''));
    const follow = this.element.hasChildNodes() ? addEventListener : removeEventListener;
    for (const press of ['pointerdown', 'keydown']) follow(press, this.#pressed, true);
  }

  readonly #pressed = (event: Event): void => {
    if (event.composedPath().includes(this.element)) return;
    clearTimeout(this.#timer);
    const left_ms = this.#shown_ms + READING_MS - performance.now();
    this.#timer = window.setTimeout(() => this.show(''), left_ms);
  };
}
