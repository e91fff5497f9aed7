/** The live preview, with the messages of its scripts below. */
import { FIRST_PAGE } from '../../shared/site/page-links.ts';
import { lineBreaks, type PublishedPage } from '../../shared/site/published-page.ts';
import { button, h } from '../dom.ts';
import { PreviewFrame } from '../preview-frame.ts';
import { linkAddress } from '../preview-links.ts';
import type { PreviewReport } from '../preview-messages.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.preview;
/** The preview reloads after this pause in typing, so that no script runs on half a word. */
const DRAW_DELAY_MS = 350;
const MAX_LINES = 100;
/** Looking for a text takes its length times that of the document, if somebody wants it to. */
const SEARCHED_CHARACTERS = 16_000_000;
const ADDRESS_CHARACTERS = 100;

type Log = Extract<PreviewReport, { ensemble: 'log' }>;

export interface ResultOptions {
  /** Address of the `?preview` page. */
  readonly address: string;
  /** The document of a page as it is now. */
  compose(page: string): PublishedPage;
  /** Whether the site has this page. */
  hasPage(page: string): boolean;
  reveal(file: string, line: number): void;
}

type Teach = Extract<PreviewReport, { ensemble: 'teach' }>;
type InstrumentReport = Extract<PreviewReport, { ensemble: 'instrument' }>;

export class ResultPane {
  readonly element: HTMLElement;
  readonly #options: ResultOptions;
  readonly #frame: PreviewFrame;
  readonly #lines = h('ol', { class: 'log' });
  readonly #halt = button('■', () => this.#stopOrRun(), { class: 'halt' });
  readonly #summary = h('summary', { text: TEXT.noMessages });
  readonly #console: HTMLDetailsElement;
  #timer = 0;
  #drawn: PublishedPage | undefined;
  #page: string = FIRST_PAGE;
  /** The document whose scripts run; what changed since then without loading again moves none of their lines. */
  #loaded: PublishedPage | undefined;
  /** Characters of it that may still be looked through for addresses, which a hostile page chooses. */
  #searchable = 0;
  #errorCount = 0;
  #messageCount = 0;
  #linked = '';

  constructor(options: ResultOptions) {
    this.#options = options;
    this.#frame = new PreviewFrame(options.address, TEXT.frame, this.#receive, true);
    this.#console = h('details', { class: 'console' }, this.#summary, this.#lines);
    this.element = h(
      'section',
      { class: 'result', attributes: { 'aria-label': TEXT.label } },
      this.#frame.element,
      this.#console,
    );
    this.#frame.onChange = () => this.#follow();
    this.#follow();
    this.element.append(
      this.#halt,
      button('↻', () => this.#reload(), {
        class: 'reload',
        title: TEXT.reload,
        attributes: { 'aria-label': TEXT.reload },
      }),
    );
  }

  /** Somebody wants to teach an instrument of the page. */
  onTeach: ((wanted: Teach) => void) | undefined;
  /** The linked instrument moved, started, ended, came or went. */
  onInstrument: ((report: InstrumentReport) => void) | undefined;

  /** Links an instrument of the page to teaching tools, by its id; none with an empty one. */
  link(id: string): void {
    this.#linked = id;
    this.#frame.link(id);
  }

  /** Tells the linked instrument what the teaching tools do with it. */
  command(commands: readonly unknown[]): void {
    this.#frame.command(commands);
  }

  /** Call this after every edit: draws the site at the next pause in typing. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#draw(), DRAW_DELAY_MS);
  }

  /** The page of the site that is shown. */
  get page(): string {
    return this.#page;
  }

  /** Shows a page of the site. */
  show(page: string): void {
    if (page === this.#page) return;
    this.#page = page;
    this.changed();
  }

  /** Call this when the server can be reached. */
  connected(): void {
    this.#frame.connected();
  }

  #draw(): void {
    // A page that was deleted or has another name leaves the first one in its place.
    if (!this.#options.hasPage(this.#page)) this.#page = FIRST_PAGE;
    const drawn = this.#options.compose(this.#page);
    const same = drawn.html === this.#drawn?.html && this.#page === this.#frame.page;
    if (same) return;
    this.#drawn = drawn;
    this.#frame.draw(drawn.html, this.#page);
  }

  #reload(): void {
    if (this.#frame.stopped === undefined) this.#frame.redraw();
    else this.#frame.run();
  }

  #stopOrRun(): void {
    if (this.#frame.stopped === undefined) this.#frame.stop('asked');
    else this.#reload();
  }

  #follow(): void {
    const running = this.#frame.stopped === undefined;
    const label = running ? TEXT.stop : TEXT.run;
    this.#halt.textContent = running ? '■' : '▶';
    this.#halt.title = label;
    this.#halt.setAttribute('aria-label', label);
    if (!running) this.onInstrument?.({ ensemble: 'instrument', id: this.#linked });
  }

  /** Another document loads: its messages replace those of the last. */
  #startOver(): void {
    this.#loaded = this.#drawn;
    this.#searchable = SEARCHED_CHARACTERS;
    this.#lines.replaceChildren();
    this.#errorCount = 0;
    this.#messageCount = 0;
    this.#summarize();
  }

  #summarize(): void {
    this.#summary.textContent =
      this.#errorCount > 0
        ? TEXT.errors(this.#errorCount)
        : this.#messageCount > 0
          ? TEXT.messages(this.#messageCount)
          : TEXT.noMessages;
    this.#console.classList.toggle('bad', this.#errorCount > 0);
  }

  readonly #receive = (report: PreviewReport): void => {
    if (report.ensemble === 'loading') this.#startOver();
    if (report.ensemble === 'link') this.#addLink(report.href);
    if (report.ensemble === 'page') this.#followPage(report.page);
    if (report.ensemble === 'log') this.#addLog(report);
    // A script must not open the tools by itself.
    if (report.ensemble === 'teach' && this.#frame.clicked) this.onTeach?.(report);
    if (report.ensemble === 'instrument') this.onInstrument?.(report);
  };

  #followPage(page: string): void {
    if (this.#options.hasPage(page)) this.show(page);
    else this.#add('error', TEXT.noPage(page));
  }

  /** A link that nobody clicked: a script wanted it opened, or the browser did not tell of a click. */
  #addLink(href: string): void {
    const address = linkAddress(href);
    const open = (to: string) =>
      button(TEXT.openLink, () => void window.open(to, '_blank', 'noopener'), { class: 'link' });
    this.#add('info', TEXT.link(href), ...(address === undefined ? [] : [open(address)]));
  }

  #addLog({ level, text, line, about }: Log): void {
    const at = line > 0 ? line : this.#lineOf(about);
    const source = at > 0 ? this.#loaded?.locate(at) : undefined;
    if (source === undefined) {
      this.#add(level, text);
      return;
    }
    const { file, line: where } = source;
    const show = button(`${file}:${where}`, () => this.#options.reveal(file, where), {
      class: 'link',
    });
    this.#add(level, text, show);
  }

  /** The line of the drawn document that names an address, from 1; 0 if none does. */
  #lineOf(address: string): number {
    const html = this.#loaded?.html ?? '';
    if (address === '' || html.length > this.#searchable) return 0;
    this.#searchable -= html.length;
    const at = html.indexOf(address.slice(0, ADDRESS_CHARACTERS));
    return at < 0 ? 0 : lineBreaks(html.slice(0, at)) + 1;
  }

  #add(level: Log['level'], text: string, ...actions: HTMLElement[]): void {
    if (level === 'error') this.#errorCount += 1;
    this.#messageCount += 1;
    if (this.#messageCount <= MAX_LINES) {
      this.#lines.append(h('li', { class: `level-${level}` }, h('span', { text }), ...actions));
    }
    this.#summarize();
  }
}
