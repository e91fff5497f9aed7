/** Where a comment is written: a text that is kept until it was sent. */
import { button, h } from '../dom.ts';
import { COMMENT_TEXT as TEXT } from './comment-text.ts';
import { errorSentence } from './error-sentence.ts';

export interface CommentFormOptions {
  readonly label: string;
  readonly placeholder: string;
  /** Label of the button that sends. */
  readonly go: string;
  /** Rejects with a sentence, which is shown; the text then stays. */
  send(text: string): Promise<unknown>;
  /** There is a Cancel button where given. */
  cancel?(): void;
}

export class CommentForm {
  readonly element = h('form', { class: 'comment-form' });
  readonly #options: CommentFormOptions;
  readonly #text: HTMLTextAreaElement;
  readonly #problem = h('p', { class: 'problem', attributes: { role: 'alert' } });
  readonly #buttons = h('div', { class: 'form-buttons' });
  #sending = false;

  constructor(options: CommentFormOptions) {
    this.#options = options;
    const { label, placeholder, go, cancel } = options;
    this.#text = h('textarea', {
      class: 'comment-text',
      attributes: { 'aria-label': label, placeholder, rows: 1 },
    });
    this.#buttons.append(h('button', { type: 'submit', class: 'primary', text: go }));
    if (cancel !== undefined) this.#buttons.append(button(TEXT.cancel, cancel));
    this.element.append(this.#text, this.#problem, this.#buttons);
    this.#text.addEventListener('input', () => this.#draw());
    this.#text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void this.#send();
    });
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
    this.#draw();
  }

  focus(): void {
    this.#text.focus();
  }

  /** What was written and not sent. */
  get draft(): string {
    return this.#text.value.trim();
  }

  /** A reply takes one line until something is written. */
  #draw(): void {
    const writing = this.draft !== '' || this.#options.cancel !== undefined;
    this.#buttons.hidden = !writing;
    this.#text.rows = writing ? Math.min(8, Math.max(3, this.#text.value.split('\n').length)) : 1;
  }

  async #send(): Promise<void> {
    if (this.#sending || this.draft === '') return;
    this.#sending = true;
    this.#problem.textContent = '';
    try {
      await this.#options.send(this.#text.value);
      this.#text.value = '';
    } catch (error) {
      this.#problem.textContent = errorSentence(error);
    }
    this.#sending = false;
    this.#draw();
  }
}
