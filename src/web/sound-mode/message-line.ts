/** What an instrument says: what happened last. */
import { Toast } from '../toast.ts';

export class MessageLine {
  readonly #toast = new Toast({ class: 'message', attributes: { part: 'message' } });
  /** What was said last until it plays. */
  #untilPlaying = '';

  get element(): HTMLElement {
    return this.#toast.element;
  }

  readonly report = (text: string): void => this.#toast.show(text);

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
