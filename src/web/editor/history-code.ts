/** The code of an old version, file by file, in the colours of its authors; and what changed since, as a difference. */
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { FIRST_PAGE } from '../../shared/site/page-links.ts';
import type { SiteFiles } from '../../shared/site/text-files.ts';
import { button, h } from '../dom.ts';
import { type Authors, authorColours, showAuthors } from './authorship.ts';
import { readingExtensions } from './code-view.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.history;

export interface OldCode {
  readonly text: string;
  /** Undefined while it is not known. */
  readonly authors: Authors | undefined;
}

const reading = (label: string) => [
  readingExtensions,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

export class HistoryCode {
  readonly element: HTMLElement;
  readonly #view: EditorView;
  readonly #code: (file: string) => OldCode;
  readonly #tabs = h('div', { class: 'old-files' });
  readonly #selected: () => void;
  #files: readonly string[] = [];
  #file: string = FIRST_PAGE;

  /** @param code what is shown of a file, @param selected hears when a selection begins or ends */
  constructor(code: (file: string) => OldCode, selected: () => void) {
    this.#code = code;
    const host = h('div', { class: 'code' });
    const root = host.attachShadow({ mode: 'open' });
    const listen = EditorView.updateListener.of(({ selectionSet }) => {
      if (selectionSet) selected();
    });
    const extensions = [reading(TEXT.oldCode), authorColours, listen];
    this.#view = new EditorView({ root, parent: root, doc: '', extensions });
    this.#selected = selected;
    this.element = h('div', { class: 'old-code' }, this.#tabs, host);
  }

  get file(): string {
    return this.#file;
  }

  #tab(file: string): HTMLButtonElement {
    const choose = (): void => {
      this.#file = file;
      this.draw(this.#files);
      this.#selected();
    };
    return button(file, choose, { attributes: { 'data-file': file } });
  }

  /** The selected characters; undefined if there are none. */
  get selection(): { readonly from: number; readonly to: number } | undefined {
    const { from, to } = this.#view.state.selection.main;
    return from === to ? undefined : { from, to };
  }

  /** @param files all that there were */
  draw(files: readonly string[]): void {
    if (!files.includes(this.#file)) this.#file = FIRST_PAGE;
    if (files.join() !== this.#files.join()) {
      this.#files = files;
      this.#tabs.replaceChildren(...files.map((file) => this.#tab(file)));
    }
    const { text, authors } = this.#code(this.#file);
    const { doc } = this.#view.state;
    for (const tab of this.#tabs.children) {
      tab.setAttribute('aria-pressed', String(tab.getAttribute('data-file') === this.#file));
    }
    this.#view.dispatch({
      changes: difference(doc.toString(), text),
      effects: showAuthors.of(authors),
    });
  }
}

/** One change that makes `before` read `after`, so that the view keeps its place. */
function difference(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}

/** The changes of a file since a version; long unchanged parts are folded. */
function fileDifference(file: string, before: string, after: string): HTMLElement {
  if (before === after) return h('p', { text: TEXT.unchanged });
  const host = h('div', { class: 'code' });
  const root = host.attachShadow({ mode: 'open' });
  const merge = unifiedMergeView({
    original: before,
    mergeControls: false,
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
  new EditorView({
    root,
    parent: root,
    doc: after,
    extensions: [reading(TEXT.changesTo(file)), merge],
  });
  return host;
}

/** The changes of all files since a version. */
export function siteDifference(then: SiteFiles, now: SiteFiles): HTMLElement {
  const box = h('div', { class: 'diff' });
  for (const file of new Set([...Object.keys(then), ...Object.keys(now)])) {
    box.append(h('h3', { text: file }), fileDifference(file, then[file] ?? '', now[file] ?? ''));
  }
  return box;
}
