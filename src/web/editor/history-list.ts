/** The versions of a site by author and time, latest first; each opens to its single edits. */
import type { EntryHead } from '../../shared/site/edit-log.ts';
import { button, h } from '../dom.ts';
import { colourOf } from '../people.ts';
import type { SiteVersion as Version } from '../site-version.ts';
import { authorOf } from './authorship.ts';
import { notice } from './dialog.ts';
import { errorSentence } from './error-sentence.ts';
import { memberAddress, memberMark } from './member-mark.ts';
import { readableTime } from './readable-time.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.history;
/** Single edits listed at once. */
const EDITS_A_PAGE = 100;

export interface VersionQuery {
  readonly before?: number;
  readonly author?: string;
}

export interface HistoryListOptions {
  page(
    query: VersionQuery,
  ): Promise<{ readonly versions: readonly Version[]; readonly more: boolean }>;
  select(edit: number, version: Version): void;
  /** The single edits from one number to another, as far as they are loaded. */
  edits(from: number, to: number): readonly EntryHead[];
}

/** A kind of edit and its author: a line under a time. */
function facts({ kind, authors, member }: Version): HTMLElement {
  const who = authorOf({ authors });
  const dot = h('span', { class: 'dot', attributes: { 'aria-hidden': 'true' } });
  dot.style.setProperty('--peer', colourOf(who));
  const mark = member === true ? memberMark() : undefined;
  return h('small', {}, dot, who, mark && ' ', mark, TEXT.kinds[kind]);
}

function sizeOf(added: number | undefined, removed: number | undefined): HTMLElement | undefined {
  if (added === undefined || removed === undefined || added + removed === 0) return undefined;
  return h('small', { class: 'size', text: TEXT.size(added, removed) });
}

export class HistoryList {
  readonly element: HTMLElement;
  readonly #options: HistoryListOptions;
  readonly #list = h('ol', { class: 'versions' });
  readonly #author = h('select', { attributes: { 'aria-label': TEXT.author } });
  /** Leads to the page of the member whose versions are shown. */
  readonly #sites = h('a', { class: 'sites-of', attributes: { target: '_blank', hidden: true } });
  #versions: Version[] = [];
  #selected = 0;
  /** What is marked as current. */
  #marked: readonly Element[] = [];
  /** Lists the edits of versions that were opened before the edits were loaded. */
  #waiting: (() => void)[] = [];

  constructor(options: HistoryListOptions) {
    this.#options = options;
    this.#author.append(new Option(TEXT.everyone, ''));
    this.#author.addEventListener('change', () => void this.load());
    const title = h('h2', { text: TEXT.label, attributes: { tabindex: -1 } });
    const header = h('header', {}, title, this.#author, this.#sites);
    this.element = h('div', { class: 'side' }, header, this.#list);
  }

  get newest(): Version | undefined {
    return this.#versions[0];
  }

  /** Who can be asked for, besides everyone. */
  offerAuthors(names: Iterable<string>): void {
    const known = new Set([...this.#author.options].map(({ value }) => value));
    const others = [...new Set(names)].filter((name) => !known.has(name));
    this.#author.append(...others.map((name) => new Option(name, name)));
  }

  /** The loaded version that holds an edit. */
  versionOf(edit: number): Version | undefined {
    return this.#versions.find(({ from, to }) => from <= edit && edit <= to);
  }

  /** Loads the latest versions. */
  async load(): Promise<void> {
    const { versions, more } = await this.#options.page(this.#query());
    this.#versions = [...versions];
    this.offerAuthors(versions.flatMap(({ authors }) => authors));
    const { value: author } = this.#author;
    this.#sites.hidden = author === '' || !versions.some(({ member }) => member === true);
    this.#sites.href = memberAddress(author);
    this.#sites.textContent = EDITOR_TEXT.people.sitesOf(author);
    this.#list.replaceChildren(...this.#items(versions, more));
    if (versions.length === 0) this.#list.append(h('li', { text: TEXT.none }));
    this.mark(this.#selected);
  }

  /** The versions are about to be loaded; those listed before cannot be chosen meanwhile. */
  clear(): void {
    this.#versions = [];
    this.#waiting = [];
    this.#list.replaceChildren(h('li', { text: TEXT.loadingVersions }));
  }

  /** Call this when the edits are loaded. */
  loaded(): void {
    for (const listEdits of this.#waiting.splice(0)) listEdits();
  }

  fail(error: unknown): void {
    this.#list.replaceChildren(h('li', { text: errorSentence(error) }));
  }

  /** Marks the version that holds an edit. */
  mark(edit: number): void {
    this.#selected = edit;
    const version = this.versionOf(edit)?.to ?? 0;
    const selector = `[data-version="${version}"], [data-edit="${edit}"]`;
    const current = [...this.#list.querySelectorAll(selector)];
    for (const one of this.#marked) if (!current.includes(one)) one.removeAttribute('aria-current');
    for (const one of current) one.setAttribute('aria-current', 'true');
    this.#marked = current;
  }

  #query(): VersionQuery {
    return this.#author.value === '' ? {} : { author: this.#author.value };
  }

  #items(versions: readonly Version[], more: boolean): HTMLLIElement[] {
    const items = versions.map((version) => this.#item(version));
    const last = versions.at(-1);
    if (!more || last === undefined) return items;
    const older = h('li', {});
    older.append(button(TEXT.older, () => void this.#loadOlder(older, last.from)));
    return [...items, older];
  }

  async #loadOlder(item: HTMLLIElement, before: number): Promise<void> {
    try {
      const { versions, more } = await this.#options.page({ ...this.#query(), before });
      this.#versions.push(...versions);
      item.replaceWith(...this.#items(versions, more));
    } catch (error) {
      notice(errorSentence(error), 'problem');
    }
  }

  #item(version: Version): HTMLLIElement {
    const { label, endedMs, from, to, added, removed } = version;
    const entry = button('', () => this.#options.select(to, version), {
      attributes: { 'data-version': to },
    });
    if (label !== undefined) entry.append(h('span', { class: 'named', text: label }));
    const datetime = new Date(endedMs).toISOString();
    entry.append(h('time', { text: readableTime(endedMs), attributes: { datetime } }));
    entry.append(facts(version));
    const size = sizeOf(added, removed);
    if (size !== undefined) entry.append(size);
    const item = h('li', {}, entry);
    if (to > from) item.append(this.#opener(version));
    return item;
  }

  /** Opens a version to its single edits. */
  #opener(version: Version): HTMLElement {
    const { from, to } = version;
    const list = h('ol', { class: 'edits' });
    const details = h('details', {}, h('summary', { text: TEXT.edits(to - from + 1) }), list);
    details.addEventListener('toggle', () => {
      if (details.open && list.childElementCount === 0) this.#listEdits(list, version, to);
    });
    return details;
  }

  #listEdits(list: HTMLElement, version: Version, last: number): void {
    const first = Math.max(version.from, last - EDITS_A_PAGE + 1);
    const edits = [...this.#options.edits(first, last)].reverse();
    if (edits.length === 0) {
      const loading = h('li', { text: TEXT.loading });
      list.append(loading);
      this.#waiting.push(() => {
        loading.remove();
        this.#listEdits(list, version, last);
      });
      return;
    }
    for (const { to, endedMs, size } of edits) {
      const time = new Date(endedMs).toLocaleTimeString();
      const words = size === undefined ? time : `${time} ${TEXT.size(size.added, size.removed)}`;
      const select = () => this.#options.select(to, version);
      list.append(h('li', {}, button(words, select, { attributes: { 'data-edit': to } })));
    }
    if (first <= version.from) return;
    const more = h('li', {});
    const go = () => {
      more.remove();
      this.#listEdits(list, version, first - 1);
    };
    more.append(button(TEXT.moreEdits, go));
    list.append(more);
  }
}
