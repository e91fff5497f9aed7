/** The history of a site: all versions by author and time, any edit of them played, read, compared and restored. */
import type { SiteContent } from '../../shared/site/document.ts';
import { FIRST_PAGE } from '../../shared/site/page-links.ts';
import { isPage } from '../../shared/site/text-files.ts';
import { button, field, h } from '../dom.ts';
import { PreviewFrame } from '../preview-frame.ts';
import type { SiteHistory } from '../site-history.ts';
import type { RestoreReply, SiteVersion as Version } from '../site-version.ts';
import { titledAuthor } from './authorship.ts';
import { ask, notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { HistoryCode, type OldCode, siteDifference } from './history-code.ts';
import { HistoryList, type VersionQuery } from './history-list.ts';
import { HistoryPlayer } from './history-player.ts';
import type { HistoryRoom } from './history-room.ts';
import { Paced } from './paced.ts';
import { readableTime } from './readable-time.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.history;
/** While the slider moves, the preview is drawn at most so often. */
const PREVIEW_MS = 300;

type View = 'preview' | 'code' | 'changes';

export interface HistoryOptions {
  /** Address of the `?preview` page. */
  readonly address: string;
  readonly history: SiteHistory;
  page(
    query: VersionQuery,
  ): Promise<{ readonly versions: readonly Version[]; readonly more: boolean }>;
  /** The site after an edit, from the server. */
  contentAt(edit: number): Promise<SiteContent>;
  /** The site as it is now. */
  now(): SiteContent;
  /** @param page default the first */
  publish(content: SiteContent, page?: string): string;
  restore(edit: number, file?: string): Promise<RestoreReply>;
  /** Puts characters of an old text back in their place. Throws a sentence. */
  restorePassage(edit: number, file: string, range: { from: number; to: number }): Promise<void>;
  rename(version: Version, name: string): Promise<void>;
  download(name: string, html: string): void;
  readonly canEdit: () => boolean;
  /** Offers more where the history is full. */
  readonly room: HistoryRoom;
}

export class HistoryPane {
  readonly element: HTMLElement;
  readonly #options: HistoryOptions;
  readonly #list: HistoryList;
  readonly #player = new HistoryPlayer((edit) => void this.#select(edit));
  readonly #code = new HistoryCode(
    (file) => this.#oldCode(file),
    () => this.#drawTools(),
  );
  readonly #views = h('div', {
    class: 'views',
    // Long changes scroll, by the keys as well.
    attributes: { tabindex: 0, role: 'group', 'aria-label': TEXT.views },
  });
  readonly #changes = h('div', {});
  readonly #tools = h('div', { class: 'tools' });
  readonly #frame: PreviewFrame;
  #view: View = 'preview';
  /** The edit that is shown, and the one that is shown once it is loaded. */
  #at = 0;
  #wanted = 0;
  #content: SiteContent | undefined;
  #page: string = FIRST_PAGE;
  /** What the tools were last drawn for. */
  #toolsFor = '';
  #previewTimer = 0;
  #previewMs = 0;
  readonly #pace = new Paced();
  #stale = true;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#frame = new PreviewFrame(options.address, TEXT.frame, (report) => {
      if (report.ensemble !== 'page') return;
      this.#page = report.page;
      this.#drawPreview();
    });
    this.#list = new HistoryList({
      page: (query) => options.page(query),
      select: (edit) => {
        this.#player.stop();
        void this.#select(edit);
      },
      edits: (from, to) => options.history.weave.editsOf(from, to),
    });
    this.#views.append(this.#code.element, this.#changes);
    this.element = h(
      'section',
      { class: 'history', attributes: { 'aria-label': TEXT.label } },
      this.#list.element,
      h('div', { class: 'version' }, this.#tools, this.#player.element, this.#views),
    );
  }

  /** Whether the list is shown but lacks the newest version. */
  get stale(): boolean {
    return this.#stale && !this.element.hidden;
  }

  /** Call this when the server can be reached. */
  connected(): void {
    this.#frame.connected();
  }

  /** Call this after every edit: the list may now lack the newest version. */
  changed(): void {
    this.#stale = true;
  }

  /** Loads the versions and shows the selected edit, or the latest if none is selected. */
  async open(): Promise<void> {
    if (this.#stale) this.#list.clear();
    await this.refresh();
  }

  /** The same while the versions that are listed stay. */
  async refresh(): Promise<void> {
    this.#stale = false;
    try {
      await Promise.all([this.#list.load(), this.#options.room.look()]);
      const edit = this.#at || this.#list.newest?.to || 0;
      if (edit > 0) await this.#show(edit);
      await this.#loadAll();
    } catch (error) {
      // Loads again once there is a connection.
      this.#stale = true;
      this.#list.fail(error);
    }
  }

  /** Shows what changed since an edit. */
  async openSince(edit: number): Promise<void> {
    this.#at = edit;
    this.#view = 'changes';
    await this.open();
  }

  /** Loads every edit, for the slider and the colours of authors. Without them, versions can still be opened. */
  async #loadAll(): Promise<void> {
    const { history } = this.#options;
    try {
      await history.load();
    } catch (error) {
      notice(TEXT.notPlayable, 'problem');
      console.warn(error);
      return;
    }
    this.#list.loaded();
    this.#list.offerAuthors(new Set(history.weave.edits.flatMap(({ authors }) => authors)));
    if (this.#wanted > 0) await this.#show(this.#wanted);
  }

  /** Shows the site after an edit that someone chose; what was shown stays if it cannot be loaded. */
  async #select(edit: number): Promise<void> {
    try {
      await this.#show(edit);
    } catch (error) {
      if (this.#wanted === edit) {
        this.#wanted = this.#at;
        this.#list.mark(this.#at);
      }
      notice(errorSentence(error), 'problem');
    }
  }

  /** Shows the site after an edit. */
  async #show(edit: number): Promise<void> {
    this.#wanted = edit;
    const { weave } = this.#options.history;
    this.#list.mark(edit);
    const head = weave.edit(edit);
    const content = head === undefined ? await this.#options.contentAt(edit) : undefined;
    if (this.#wanted !== edit) return;
    this.#at = edit;
    this.#content = content;
    if (head !== undefined) {
      const where = TEXT.where(edit, weave.last, titledAuthor(head), readableTime(head.endedMs));
      this.#player.show(edit, weave.last, where);
    }
    // While the slider moves they seldom change, and drawing them takes longer than a frame has.
    if (this.#toolsNow() !== this.#toolsFor) this.#drawTools();
    this.#draw();
  }

  /** The whole site after the shown edit. */
  #shown(): SiteContent {
    this.#content ??= this.#options.history.weave.contentAt(this.#at);
    return this.#content;
  }

  #oldCode(file: string): OldCode {
    const { weave } = this.#options.history;
    if (weave.edit(this.#at) === undefined) {
      return { text: this.#shown().files[file] ?? '', authors: undefined };
    }
    const { text, authorship } = weave.textAt(file, this.#at);
    return { text, authors: { authorship, edit: (number) => weave.edit(number) } };
  }

  /** What the tools depend on that can change with the edit shown. */
  #toolsNow(): string {
    const { canEdit, history, room } = this.#options;
    const isLoaded = history.weave.edit(this.#at) !== undefined;
    const version = this.#list.versionOf(this.#at);
    return JSON.stringify([version?.to, version?.label, isLoaded, canEdit(), room.isNeeded]);
  }

  #drawTools(): void {
    this.#toolsFor = this.#toolsNow();
    const toggle = (view: View, label: string): HTMLButtonElement =>
      button(
        label,
        () => {
          this.#view = view;
          this.#drawTools();
          this.#draw();
        },
        { attributes: { 'data-view': view, 'aria-pressed': String(view === this.#view) } },
      );
    const download = () =>
      this.#options.download(`version-${this.#at}`, this.#options.publish(this.#shown()));
    const focused = document.activeElement?.getAttribute('data-view');
    this.#tools.replaceChildren(
      toggle('preview', TEXT.preview),
      toggle('code', TEXT.code),
      toggle('changes', TEXT.changes),
      h('span', { class: 'gap' }),
      button(TEXT.download, download),
      ...(this.#options.canEdit() ? this.#editTools() : this.#rescueTools()),
    );
    if (focused) this.#tools.querySelector<HTMLElement>(`[data-view="${focused}"]`)?.focus();
  }

  /** What its owner and the operator can do where a full history lets nobody edit. */
  #rescueTools(): HTMLButtonElement[] {
    const { room } = this.#options;
    if (!room.isNeeded) return [];
    const restore = button(TEXT.restore, () => void this.#restore(), { class: 'primary' });
    return [...room.tools(this.#at), restore];
  }

  #editTools(): HTMLButtonElement[] {
    const tools: HTMLButtonElement[] = [];
    const version = this.#list.versionOf(this.#at);
    if (version !== undefined) tools.push(button(TEXT.name, () => void this.#rename(version)));
    const { file, selection } = this.#code;
    if (this.#view === 'code') {
      const isLoaded = this.#options.history.weave.edit(this.#at) !== undefined;
      if (selection !== undefined && isLoaded) {
        tools.push(button(TEXT.restoreSelection, () => void this.#restorePassage(selection)));
      }
      tools.push(button(TEXT.restoreFile(file), () => void this.#restore(file)));
    }
    tools.push(button(TEXT.restore, () => void this.#restore(), { class: 'primary' }));
    return tools;
  }

  #draw(): void {
    this.#frame.element.hidden = this.#view !== 'preview';
    this.#code.element.hidden = this.#view !== 'code';
    this.#changes.hidden = this.#view !== 'changes';
    this.#pace.cancel();
    if (this.#view === 'code') {
      this.#pace.draw(() => this.#code.draw(Object.keys(this.#shown().files)));
    } else if (this.#view === 'preview') this.#drawPreview();
    else {
      this.#changes.replaceChildren(siteDifference(this.#shown().files, this.#options.now().files));
    }
  }

  #drawPreview(): void {
    // It stays in the page from now on: a frame that is taken out of it loses what it shows.
    if (this.#frame.element.parentNode === null) this.#views.prepend(this.#frame.element);
    clearTimeout(this.#previewTimer);
    const wait = Math.max(0, this.#previewMs + PREVIEW_MS - performance.now());
    this.#previewTimer = window.setTimeout(() => {
      this.#previewMs = performance.now();
      const content = this.#shown();
      const has = isPage(this.#page) && Object.hasOwn(content.files, this.#page);
      const page = has ? this.#page : FIRST_PAGE;
      this.#frame.draw(this.#options.publish(content, page), page);
    }, wait);
  }

  async #restore(file?: string): Promise<void> {
    await this.#attempt(async () => {
      const { before, changes } = await this.#options.restore(this.#at, file);
      this.#at = 0;
      const run = () => void this.#undo(before, file);
      const undo = changes.length === 0 ? undefined : { label: TEXT.undo, run };
      notice(TEXT.restored(changes), 'info', undo);
    });
  }

  async #undo(before: number, file?: string): Promise<void> {
    await this.#attempt(async () => {
      await this.#options.restore(before, file);
      notice(TEXT.undone);
    });
  }

  async #restorePassage(range: { from: number; to: number }): Promise<void> {
    await this.#attempt(async () => {
      await this.#options.restorePassage(this.#at, this.#code.file, range);
      notice(TEXT.passageRestored);
    });
  }

  async #rename(version: Version): Promise<void> {
    const { row, input } = field(TEXT.nameLabel, {
      maxlength: 80,
      placeholder: TEXT.nameExample,
    });
    input.value = version.label ?? '';
    const { save } = EDITOR_TEXT.dialog;
    if (!(await ask({ title: TEXT.nameTitle, body: [row], go: save }))) return;
    await this.#attempt(async () => {
      await this.#options.rename(version, input.value.trim());
      notice(TEXT.named);
    });
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
      await this.refresh();
    } catch (error) {
      notice(errorSentence(error), 'problem');
    }
  }
}
