/** The live preview with what its scripts reported under it. */
import { button, h } from '../dom.ts';
import { PreviewFrame } from '../preview-frame.ts';
import type { Report } from '../preview-messages.ts';

/** Typing pauses this long before the site is drawn again: a script must not run on half a word. */
const DRAW_DELAY_MS = 350;
const LINES_KEPT = 100;

type Log = Extract<Report, { ensemble: 'log' }>;

/** Where a line of the drawn document was written: file and line, both from 1. */
export type Locate = (html: string, line: number) => { file: string; line: number } | undefined;

export interface ResultOptions {
  /** Address of the `?preview` page. */
  readonly address: string;
  /** The whole document of the site as it is now. */
  compose(): string;
  readonly locate: Locate;
  reveal(file: string, line: number): void;
}

export class ResultPane {
  readonly element: HTMLElement;
  readonly #options: ResultOptions;
  readonly #frame: PreviewFrame;
  readonly #lines = h('ol', { class: 'log' });
  readonly #summary = h('summary', { text: 'No messages' });
  readonly #console: HTMLDetailsElement;
  #timer = 0;
  #html = '';
  #errors = 0;
  #all = 0;

  constructor(options: ResultOptions) {
    this.#options = options;
    this.#frame = new PreviewFrame(options.address, 'Preview of the site', this.#hear);
    this.#console = h('details', { class: 'console' }, this.#summary, this.#lines);
    this.element = h(
      'section',
      { class: 'result', attributes: { 'aria-label': 'Preview' } },
      this.#frame.element,
      this.#console,
    );
    this.element.append(
      button('↻', () => this.#again(), {
        class: 'again',
        title: 'Run the site from the start',
        attributes: { 'aria-label': 'Run the site from the start' },
      }),
    );
  }

  /** The site changed: draw it when the typing pauses. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#draw(), DRAW_DELAY_MS);
  }

  #draw(): void {
    const html = this.#options.compose();
    if (html === this.#html) return;
    this.#html = html;
    this.#clear();
    this.#frame.draw(html);
  }

  #again(): void {
    this.#clear();
    this.#frame.redraw();
  }

  #clear(): void {
    this.#lines.replaceChildren();
    this.#errors = 0;
    this.#all = 0;
    this.#count();
  }

  #count(): void {
    const some = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
    this.#summary.textContent =
      this.#errors > 0
        ? some(this.#errors, 'error')
        : this.#all > 0
          ? some(this.#all, 'message')
          : 'No messages';
    this.#console.classList.toggle('bad', this.#errors > 0);
  }

  readonly #hear = (report: Report): void => {
    if (report.ensemble === 'link') {
      const text = `Link to ${report.href}: opens on the published site`;
      this.#add({ ensemble: 'log', level: 'info', text, line: 0 });
    } else if (report.ensemble === 'log') {
      this.#add(report);
    }
  };

  #add({ level, text, line }: Log): void {
    if (level === 'error') this.#errors += 1;
    this.#all += 1;
    if (this.#all <= LINES_KEPT) {
      const place = line > 0 ? this.#options.locate(this.#html, line) : undefined;
      const entry = h('li', { class: `said-${level}` }, h('span', { text }));
      if (place !== undefined) {
        const { file, line: at } = place;
        entry.append(
          button(`${file}:${at}`, () => this.#options.reveal(file, at), { class: 'link' }),
        );
      }
      this.#lines.append(entry);
    }
    this.#count();
  }
}
