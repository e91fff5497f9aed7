/** The line below an instrument that says what happened last. */
import { h } from '../dom.ts';

export class MessageLine {
  readonly element = h('p', {
    class: 'message',
    attributes: { role: 'status', part: 'message' },
  });
  /** What was said last until it plays. */
  #untilPlaying = '';

  readonly report = (text: string): void => {
    this.element.textContent = text;
  };

  /** Says something that is over once it plays. */
  readonly askForPlay = (text: string): void => {
    this.report(text);
    this.#untilPlaying = text;
  };

  /** It plays. */
  plays(): void {
    if (this.element.textContent === this.#untilPlaying) this.report('');
  }
}
