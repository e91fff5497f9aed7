/** The gallery beside the code of an empty site: templates, and sites of others to start from. */
import type { SitesReply } from '../../shared/site/sites-protocol.ts';
import { button, field, h, icon } from '../dom.ts';
import { errorSentence } from './error-sentence.ts';
import { TEMPLATE_IDS, type TemplateId } from './templates.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.start;
/** A search is sent after this pause in typing. */
const SEARCH_DELAY_MS = 250;
const MAX_SEARCH_CHARACTERS = 64;

const ICONS: Readonly<Record<TemplateId | 'remix', string>> = {
  blank: 'M6 3h8l4 4v14H6zM14 3v4h4',
  instrument: 'M4 4h16v16H4zM8 16a.5.5 0 1 0 .01 0M15 9a2 2 0 1 0 .01 0M8 12c2-4 4 0 6-2',
  class: 'M3 5h18v11H3zM8 20h8M12 16v4M7 9h6M7 12h9',
  portfolio: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  game: 'M6 8h12a4 4 0 0 1 4 4c0 5-3 6-5 3H7c-2 3-5 2-5-3a4 4 0 0 1 4-4M7 10v4M5 12h4M16 11v.01M18 13v.01',
  remix: 'M7 4v9a4 4 0 0 0 4 4h7M15 14l3 3-3 3M7 4 4 7M7 4l3 3',
};

export interface GalleryOptions {
  /** Starts the site from a template. */
  choose(id: TemplateId): void;
  /** Starts it from another site. Resolves with a sentence if that cannot be. */
  remix(username: string): Promise<string | undefined>;
  sites(search: string): Promise<SitesReply>;
  /** Whoever writes without a template closes the gallery. */
  close(): void;
}

export class TemplateGallery {
  readonly element: HTMLElement;
  readonly #options: GalleryOptions;
  readonly #title = h('h2', { attributes: { id: 'gallery-title', tabindex: '-1' } });
  readonly #back = button(TEXT.back, () => this.#showTemplates(true), { class: 'quiet' });
  readonly #templates = h('ul', { class: 'templates' });
  readonly #remix: HTMLElement;
  readonly #search = field(TEXT.search, { type: 'search', maxlength: MAX_SEARCH_CHARACTERS });
  readonly #found = h('ul', { class: 'found' });
  readonly #says = h('p', { class: 'says', attributes: { role: 'status' } });
  #timer = 0;
  #searches = 0;

  constructor(options: GalleryOptions) {
    this.#options = options;
    for (const id of TEMPLATE_IDS) {
      this.#templates.append(card(ICONS[id], TEXT.templates[id], () => options.choose(id)));
    }
    this.#templates.append(card(ICONS.remix, TEXT.remix, () => this.#showSites()));
    this.#remix = h('div', { class: 'remix' }, this.#search.row, this.#found);
    this.#search.input.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#find(), SEARCH_DELAY_MS);
    });
    const close = button('×', () => options.close(), {
      class: 'close',
      title: TEXT.close,
      attributes: { 'aria-label': TEXT.close },
    });
    this.element = h(
      'section',
      { class: 'gallery', attributes: { 'aria-labelledby': 'gallery-title', hidden: true } },
      h('div', { class: 'gallery-head' }, this.#back, this.#title, close),
      h('p', { class: 'note', text: TEXT.note }),
      this.#templates,
      this.#remix,
      this.#says,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') options.close();
    });
    this.#showTemplates(false);
  }

  /** Shows or hides the gallery; it opens with the templates. */
  show(shown: boolean): void {
    if (this.element.hidden === !shown) return;
    this.element.hidden = !shown;
    if (shown) this.#showTemplates(false);
  }

  /** Moves the focus to the first template. */
  focus(): void {
    this.#templates.querySelector('button')?.focus();
  }

  #showTemplates(focus: boolean): void {
    this.#title.textContent = TEXT.title;
    this.#says.textContent = '';
    this.#back.hidden = true;
    this.#remix.hidden = true;
    this.#templates.hidden = false;
    if (focus) this.#templates.querySelector<HTMLElement>('li:last-child button')?.focus();
  }

  #showSites(): void {
    this.#title.textContent = TEXT.remix.label;
    this.#back.hidden = false;
    this.#remix.hidden = false;
    this.#templates.hidden = true;
    this.#search.input.value = '';
    this.#search.input.focus();
    void this.#find();
  }

  async #find(): Promise<void> {
    this.#searches += 1;
    const search = this.#searches;
    this.#says.textContent = TEXT.loading;
    try {
      const { sites, more } = await this.#options.sites(this.#search.input.value.trim());
      if (search !== this.#searches) return;
      this.#found.replaceChildren(
        ...sites.map(({ username, displayName }) => this.#site(username, displayName)),
      );
      this.#says.textContent = sites.length === 0 ? TEXT.none : more ? TEXT.more : '';
    } catch (error) {
      this.#says.textContent = errorSentence(error);
    }
  }

  #site(username: string, displayName: string): HTMLElement {
    const names = [h('bdi', { class: 'label', text: displayName || username })];
    if (displayName !== '') names.push(h('bdi', { class: 'hint', text: username }));
    const start = button('', () => void this.#start(username), { class: 'template' });
    start.append(...names);
    return h('li', {}, start);
  }

  async #start(username: string): Promise<void> {
    this.#says.textContent = TEXT.loading;
    const problem = await this.#options.remix(username);
    this.#says.textContent = problem ?? '';
  }
}

function card(
  path: string,
  { label, hint }: { readonly label: string; readonly hint: string },
  run: () => void,
): HTMLElement {
  const start = button('', run, { class: 'template' });
  start.append(icon(path), h('span', { class: 'label', text: label }));
  start.append(' ', h('span', { class: 'hint', text: hint }));
  return h('li', {}, start);
}
