/** The panel with all comments of a site, by file and line, and the button that opens it. */
import type { SiteComment } from '../../shared/site/comment-protocol.ts';
import type { Thread } from '../comments.ts';
import { button, h, icon, setAttributes } from '../dom.ts';
import type { Session } from '../session.ts';
import { WEB_TEXT } from '../text.ts';
import { CommentForm } from './comment-form.ts';
import { COMMENT_TEXT as TEXT } from './comment-text.ts';
import { type ThreadPlace, ThreadView } from './comment-thread.ts';
import type { CommentedCode, Subject } from './commented-code.ts';
import { notice } from './dialog.ts';

const BUBBLE = 'M4 5h16v11h-9l-4 4v-4H4z';
const CROSS = 'M6 6l12 12M18 6L6 18';
/** Lines have moved; drawn once for many edits. */
const MOVED_MS = 150;

export interface CommentsPaneOptions {
  readonly session: Session;
  readonly code: CommentedCode;
  /** Code and panel have to be seen, not the history. */
  showWork(): void;
  /** The code has to be seen, also on a phone. */
  showCode(): void;
  /** The panel is there, or no more. */
  shown(shown: boolean): void;
}

export class CommentsPane {
  readonly element = h('section', {
    class: 'comments-pane',
    attributes: { 'aria-label': TEXT.label, hidden: true },
  });
  readonly button: HTMLButtonElement;
  readonly #options: CommentsPaneOptions;
  readonly #views = new Map<number, ThreadView>();
  readonly #count = h('span', { class: 'count' });
  readonly #counted = h('span', { class: 'unseen' });
  readonly #open = button('', () => this.#filter(false));
  readonly #resolved = button('', () => this.#filter(true));
  readonly #composer = h('div', { class: 'composer' });
  readonly #list = h('div', { class: 'threads' });
  #form: CommentForm | undefined;
  #showsResolved = false;
  #chosen: number | undefined;
  #timer = 0;

  constructor(options: CommentsPaneOptions) {
    this.#options = options;
    const { comments } = options.session;
    this.button = button('', () => this.show(this.element.hidden !== false), {
      class: 'comments-button',
      attributes: { 'aria-expanded': 'false', hidden: true },
    });
    this.button.append(icon(BUBBLE), this.#count, this.#counted);
    const close = button('', () => this.show(false), { title: TEXT.close });
    close.append(icon(CROSS));
    setAttributes(close, { 'aria-label': TEXT.close });
    const filters = h('div', { class: 'filters' }, this.#open, this.#resolved);
    const header = h('header', {}, h('h2', { text: TEXT.label }), filters, close);
    this.element.append(header, this.#composer, this.#list);
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]') !== null) return;
      this.show(false);
    });
    options.code.listen({
      comment: (subject) => this.#compose(subject),
      open: (thread) => this.#openThread(thread),
    });
    comments.onChange(() => this.#draw());
    comments.onArrival((comment) => this.#announce(comment));
    options.session.onChange(() => this.#draw());
    options.session.doc.on('update', () => this.#moved());
    this.#draw();
  }

  /** Shows the panel, or the preview again. */
  show(shown: boolean): void {
    if (shown) this.#options.showWork();
    if (shown === !this.element.hidden) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = !shown;
    setAttributes(this.button, { 'aria-expanded': String(shown) });
    this.#options.shown(shown);
    if (shown) (this.#showsResolved ? this.#resolved : this.#open).focus();
    else {
      this.#choose(undefined);
      if (hadFocus) this.button.focus();
    }
  }

  #filter(resolved: boolean): void {
    this.#showsResolved = resolved;
    this.#draw();
  }

  #moved(): void {
    if (this.#timer !== 0) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#draw();
    }, MOVED_MS);
  }

  #draw(): void {
    const { session, code } = this.#options;
    const { comments } = session;
    const threads = comments.threads();
    const places = code.draw(threads);
    const open = threads.filter(({ resolved }) => !resolved);
    this.button.hidden = !comments.loaded && this.element.hidden;
    this.#count.textContent = open.length === 0 ? '' : String(open.length);
    this.#counted.textContent = open.length === 0 ? TEXT.label : TEXT.open(open.length);
    this.button.title = `${this.#count.textContent}${this.#counted.textContent}`;
    this.#open.textContent = TEXT.showOpen(open.length);
    this.#resolved.textContent = TEXT.showResolved(threads.length - open.length);
    setAttributes(this.#open, { 'aria-pressed': String(!this.#showsResolved) });
    setAttributes(this.#resolved, { 'aria-pressed': String(this.#showsResolved) });
    this.#drawList(
      threads.filter(({ resolved }) => resolved === this.#showsResolved),
      places,
    );
  }

  /** The threads of each file in the order of their lines. Whatever is being written stays. */
  #drawList(threads: readonly Thread[], places: ReadonlyMap<number, ThreadPlace>): void {
    const known = new Set(this.#options.session.comments.threads().map(({ id }) => id));
    for (const id of this.#views.keys()) if (!known.has(id)) this.#views.delete(id);
    const byFile = new Map<string, [Thread, ThreadPlace][]>();
    for (const thread of threads) {
      const place = places.get(thread.id);
      if (place === undefined) continue;
      byFile.set(place.file, [...(byFile.get(place.file) ?? []), [thread, place]]);
    }
    const groups = [...byFile]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, some]) => {
        some.sort(([, a], [, b]) => (a.line ?? Number.MAX_VALUE) - (b.line ?? Number.MAX_VALUE));
        const items = some.map(([thread, place]) => this.#view(thread, place).element);
        return { file, items };
      });
    const wanted = groups.map(({ file, items }) => `${file} ${items.map((one) => one.id)}`).join();
    if (wanted === this.#list.dataset['drawn'] && groups.length > 0) return;
    this.#list.dataset['drawn'] = wanted;
    const focused = document.activeElement;
    this.#list.replaceChildren(
      ...groups.map(({ file, items }) =>
        h(
          'section',
          { attributes: { 'aria-label': TEXT.onFile(file) } },
          h('h3', { text: file }),
          h('ol', {}, ...items),
        ),
      ),
    );
    if (groups.length === 0) this.#list.append(h('p', { class: 'none', text: this.#nothing() }));
    if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus();
  }

  #nothing(): string {
    if (!this.#options.session.comments.loaded) return TEXT.unavailable;
    return this.#showsResolved ? TEXT.noneResolved : TEXT.noneOpen;
  }

  #view(thread: Thread, place: ThreadPlace): ThreadView {
    const known = this.#views.get(thread.id);
    const view =
      known ??
      new ThreadView(thread, {
        go: (one) => this.#go(one),
        send: (request) => this.#send(request),
        manages: () => this.#options.session.comments.manages,
      });
    if (known === undefined) view.element.id = `thread-${thread.id}`;
    this.#views.set(thread.id, view);
    view.show(thread, place);
    return view;
  }

  async #send(
    request: Parameters<Session['comments']['send']>[0],
  ): Promise<SiteComment | undefined> {
    const { session } = this.#options;
    // Whoever has no key yet gets one, so that the comment is theirs tomorrow.
    await session.author();
    try {
      return await session.comments.send(request);
    } catch (error) {
      const unsaved = error instanceof Error && error.cause === 'anchor';
      if (unsaved && session.saveStatus.kind !== 'saved') throw new Error(TEXT.unsaved);
      throw error;
    }
  }

  #compose(subject: Subject): void {
    // What is being written is not thrown away.
    if (this.#form !== undefined && this.#form.draft !== '') {
      this.show(true);
      this.#form.focus();
      return;
    }
    const { anchor, quote, file, line } = subject;
    const end = (): void => {
      this.#form = undefined;
      this.#composer.replaceChildren();
    };
    const form = new CommentForm({
      label: TEXT.write,
      placeholder: TEXT.write,
      go: TEXT.comment,
      send: async (text) => {
        const said = await this.#send({ op: 'comment', anchor, text });
        end();
        this.#showsResolved = false;
        this.#draw();
        if (said !== undefined) this.#openThread(said.id);
      },
      cancel: () => {
        end();
        this.#open.focus();
      },
    });
    this.#form = form;
    this.#composer.replaceChildren(
      h('p', { class: 'about' }, `${TEXT.newOn(file, line)} `, h('q', { text: quote })),
      form.element,
    );
    this.show(true);
    form.focus();
  }

  #openThread(id: number): void {
    const thread = this.#thread(id);
    if (thread === undefined) return;
    this.#showsResolved = thread.resolved;
    this.#draw();
    this.show(true);
    this.#choose(id);
    this.#views.get(id)?.focus();
  }

  #thread(id: number): Thread | undefined {
    return this.#options.session.comments.threads().find((thread) => thread.id === id);
  }

  #choose(id: number | undefined): void {
    this.#chosen = id;
    for (const [one, view] of this.#views) view.choose(one === this.#chosen);
    this.#options.code.choose(id);
  }

  #go(thread: Thread): void {
    this.#options.showCode();
    this.#choose(thread.id);
    this.#options.code.go(thread);
  }

  /** Says that someone else said something, where that is not seen anyway. */
  #announce(comment: SiteComment): void {
    if (this.element.checkVisibility()) return;
    const file = this.#thread(comment.thread)?.first.file ?? '';
    const name = comment.by || WEB_TEXT.someone;
    const words = comment.id === comment.thread ? TEXT.arrived : TEXT.replied;
    const run = () => this.#openThread(comment.thread);
    notice(words(name, file), 'info', { label: TEXT.show, run });
  }
}
