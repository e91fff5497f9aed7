/** Offers templates while a site is empty: the gallery at first, a banner after it was closed. */
import { button, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { contentOf, listedSites } from './other-sites.ts';
import { isUnwritten, SiteStart } from './site-start.ts';
import { TemplateGallery } from './template-gallery.ts';
import { type TemplateId, templateSite } from './templates.ts';
import { EDITOR_TEXT } from './text.ts';
import type { WorkPane } from './work-pane.ts';

const TEXT = EDITOR_TEXT.start;
const PHONE = '(max-width: 760px)';

export class StartOffer {
  /** A banner for those who closed the gallery. */
  readonly banner = h('p', { class: 'banner', attributes: { hidden: true } });
  readonly #session: Session;
  readonly #work: WorkPane;
  readonly #start: SiteStart;
  readonly #gallery: TemplateGallery;
  #closed = false;

  constructor(session: Session, work: WorkPane) {
    this.#session = session;
    this.#work = work;
    this.#start = new SiteStart(session.doc, work.undos, () => notice(TEXT.yielded));
    this.#gallery = new TemplateGallery({
      choose: (id) => this.#choose(id),
      remix: (username) => this.#remix(username),
      sites: (search) => listedSites(session, search),
      close: () => this.#close(),
    });
    // First in the order of the keyboard: the code takes the Tab key.
    work.element.prepend(this.#gallery.element);
    work.switch.addEventListener('click', () => this.#close());
    const open = button(EDITOR_TEXT.bar.template, () => this.#open());
    this.banner.append(EDITOR_TEXT.bar.empty, open);
  }

  /** Call this when the site, its permission or what is shown has changed. */
  update(): void {
    const { doc, loaded, writable } = this.#session;
    const empty = loaded && isUnwritten(doc);
    // Who removes everything to write anew is not interrupted.
    if (loaded && !empty) this.#closed = true;
    const offered = empty && writable && !this.#work.element.hidden;
    const hadFocus = this.#gallery.element.contains(document.activeElement);
    this.#gallery.show(offered && !this.#closed);
    this.banner.hidden = !(offered && this.#closed);
    if (hadFocus && this.#gallery.element.hidden) this.#work.focus();
  }

  #open(): void {
    this.#closed = false;
    this.update();
    this.#gallery.focus();
  }

  #close(): void {
    if (this.#gallery.element.hidden) return;
    this.#closed = true;
    this.update();
  }

  #choose(id: TemplateId): void {
    this.#write(TEXT.templates[id].label, templateSite(id, this.#session.username));
  }

  async #remix(username: string): Promise<string | undefined> {
    try {
      this.#write(username, await contentOf(username));
      return undefined;
    } catch (error) {
      return errorSentence(error);
    }
  }

  #write(name: string, content: Parameters<SiteStart['start']>[0]): void {
    if (!this.#session.writable || !this.#start.start(content)) {
      notice(TEXT.taken, 'problem');
      return;
    }
    if (matchMedia(PHONE).matches) this.#work.showSite();
    this.update();
    notice(TEXT.started(name), 'info', { label: TEXT.undo, run: () => this.#start.undo() });
  }
}
