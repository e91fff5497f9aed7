/** One thread in the panel: what it is about, what was said, and what can be done. */
import type { SiteComment } from '../../shared/site/comment-protocol.ts';
import type { Comments, Thread } from '../comments.ts';
import { button, h, setAttributes } from '../dom.ts';
import { colourOf } from '../people.ts';
import { WEB_TEXT } from '../text.ts';
import { CommentForm } from './comment-form.ts';
import { COMMENT_TEXT as TEXT } from './comment-text.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { memberMark } from './member-mark.ts';
import { readableTime } from './readable-time.ts';
import { EDITOR_TEXT } from './text.ts';

/** Where a thread is now; no line where its text or file is gone. */
export interface ThreadPlace {
  readonly file: string;
  readonly line: number | undefined;
  readonly fileGone: boolean;
}

const nameOf = ({ by }: Pick<SiteComment, 'by'>): string => by || WEB_TEXT.someone;
export interface ThreadEvents {
  go(thread: Thread): void;
  /** Says or changes something. Rejects with a sentence. */
  send(request: Parameters<Comments['send']>[0]): Promise<unknown>;
  readonly manages: () => boolean;
}

export class ThreadView {
  readonly element = h('li', { class: 'thread' });
  readonly #events: ThreadEvents;
  readonly #where = button('', () => this.#events.go(this.#thread), { class: 'where' });
  readonly #quote = h('q', {});
  readonly #line = h('span', { class: 'line' });
  readonly #entries = h('ol', { class: 'entries' });
  readonly #actions = h('div', { class: 'actions' });
  readonly #reply: CommentForm;
  readonly #resolve: HTMLButtonElement;
  #thread: Thread;
  #drawn = '';

  constructor(thread: Thread, events: ThreadEvents) {
    this.#thread = thread;
    this.#events = events;
    this.#where.append(this.#line, this.#quote);
    this.#reply = new CommentForm({
      label: TEXT.replyTo(nameOf(thread.first)),
      placeholder: TEXT.reply,
      go: TEXT.reply,
      send: (text) => events.send({ op: 'reply', thread: thread.id, text }),
    });
    this.#resolve = button('', () => void this.#setResolved(!this.#thread.resolved));
    this.#actions.append(this.#resolve);
    this.element.append(this.#where, this.#entries, this.#reply.element, this.#actions);
    setAttributes(this.element, { tabindex: -1 });
  }

  show(thread: Thread, place: ThreadPlace): void {
    this.#thread = thread;
    const drawn = JSON.stringify([thread.entries, place, this.#events.manages()]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const quote = thread.first.quote ?? '';
    const { line, file, fileGone } = place;
    this.#quote.textContent = quote;
    const gone = fileGone ? TEXT.fileGone(file) : TEXT.detached;
    this.#line.textContent = line === undefined ? gone : TEXT.place(line);
    this.#where.disabled = line === undefined;
    this.element.classList.toggle('detached', line === undefined);
    if (line !== undefined) this.#where.title = TEXT.goTo(file, line);
    setAttributes(this.element, { 'aria-label': TEXT.thread(nameOf(thread.first), quote) });
    this.#resolve.textContent = thread.resolved ? TEXT.reopen : TEXT.resolve;
    this.#reply.element.hidden = thread.resolved;
    this.#entries.replaceChildren(...thread.entries.map((entry) => this.#entry(entry)));
  }

  focus(): void {
    this.element.scrollIntoView({ block: 'nearest' });
    this.element.focus({ preventScroll: true });
  }

  choose(chosen: boolean): void {
    setAttributes(this.element, { 'aria-current': chosen ? 'true' : undefined });
  }

  #entry(entry: SiteComment): HTMLElement {
    const name = nameOf(entry);
    const when = h('time', {
      text: readableTime(entry.atMs),
      attributes: { datetime: new Date(entry.atMs).toISOString() },
    });
    if (entry.kind !== 'comment') {
      const words = entry.kind === 'resolve' ? TEXT.resolvedBy(name) : TEXT.reopenedBy(name);
      return h('li', { class: 'event' }, `${words} · `, when);
    }
    if (entry.deleted !== undefined) {
      const by = entry.deleted.by || WEB_TEXT.someone;
      return h('li', { class: 'event', text: TEXT.deleted(by) });
    }
    const who = h('span', { class: 'who' }, h('span', { class: 'dot' }), name);
    who.style.setProperty('--peer', colourOf(name));
    if (entry.member) who.append(' ', memberMark());
    const edited = entry.editedMs === undefined ? [] : [` · ${TEXT.edited}`];
    return h(
      'li',
      { class: 'comment' },
      h('div', { class: 'by' }, who, h('small', {}, when, ...edited)),
      h('p', { text: entry.text }),
      ...this.#tools(entry),
    );
  }

  #tools(entry: SiteComment): HTMLElement[] {
    const tools: HTMLButtonElement[] = [];
    if (entry.mine) {
      tools.push(button(TEXT.edit, () => void this.#edit(entry), { class: 'link' }));
    }
    if (entry.mine || this.#events.manages()) {
      tools.push(button(TEXT.delete, () => void this.#delete(entry), { class: 'link' }));
    }
    return tools.length === 0 ? [] : [h('div', { class: 'own' }, ...tools)];
  }

  async #edit({ id, text }: SiteComment): Promise<void> {
    const area = h('textarea', {
      class: 'comment-text',
      attributes: { rows: 5, 'aria-label': TEXT.write },
    });
    area.value = text;
    await ask({
      title: TEXT.editTitle,
      body: [area],
      go: EDITOR_TEXT.dialog.save,
      check: () =>
        this.#events
          .send({ op: 'edit-comment', comment: id, text: area.value })
          .then(() => undefined, errorSentence),
    });
  }

  async #delete({ id }: SiteComment): Promise<void> {
    const body = [h('p', { text: TEXT.deleteNote })];
    const go = { go: TEXT.delete, danger: true };
    if (!(await ask({ title: TEXT.deleteTitle, body, ...go }))) return;
    await this.#attempt({ op: 'delete-comment', comment: id });
  }

  async #setResolved(resolved: boolean): Promise<void> {
    await this.#attempt({ op: 'resolve', thread: this.#thread.id, resolved });
  }

  async #attempt(request: Parameters<ThreadEvents['send']>[0]): Promise<void> {
    try {
      await this.#events.send(request);
    } catch (error) {
      notice(errorSentence(error), 'problem');
    }
  }
}
