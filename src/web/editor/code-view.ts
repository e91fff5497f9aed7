/**
 * One text file in CodeMirror, bound to the shared text.
 *
 * The view is in a shadow root because CodeMirror then uses constructed style sheets, which a policy of
 * hashes allows; in a document it would add `<style>` elements, which the policy forbids.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { yCollab, yUndoManagerKeymap } from 'y-codemirror.next';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { h } from '../dom.ts';
import { type Authors, authorColours, showAuthors } from './authorship.ts';
import {
  type CommentEvents,
  type CommentRange,
  chooseComment,
  codeComments,
  showComments,
} from './code-comments.ts';
import { filesChanged, languageOf, type SiteContext, treeOf } from './code-languages.ts';
import { codeTheme } from './code-theme.ts';
import { insertionInto } from './insert-place.ts';
import { COMMENT_KEYS } from './keyboard-help.ts';
import { cursorIn } from './peer-cursor.ts';
import { followPeer, remoteCursors } from './remote-cursors.ts';
import { EDITOR_TEXT } from './text.ts';

/** Extensions of every code view, including the read-only ones of the history. */
export const readingExtensions: Extension = [
  // Texts are shared by position, so a line break must be one character, as in Yjs.
  EditorState.lineSeparator.of('\n'),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  codeTheme,
];

/**
 * Replaces what is selected by what is typed. Browsers would keep the colours of the replaced words in a style
 * attribute, which the policy forbids.
 */
const typingOverSelection = EditorView.domEventHandlers({
  beforeinput({ inputType, data, cancelable }, view) {
    const { main } = view.state.selection;
    if (inputType !== 'insertText' || data === null || !cancelable) return false;
    if (main.empty || view.composing || view.state.readOnly) return false;
    const insert = (): Transaction =>
      view.state.update(view.state.replaceSelection(data), {
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    const handlers = view.state.facet(EditorView.inputHandler);
    const handled = handlers.some((handle) => handle(view, main.from, main.to, data, insert));
    if (!handled) view.dispatch(insert());
    return true;
  },
});

/**
 * The size of the view does not depend on its content, so the browser need not lay out the rest of the page after a
 * keystroke (`npm run bench -- editor`). Layout containment creates a stacking context, which must be above the
 * preview: completions may cover it.
 */
const ownLayout = EditorView.theme({ '&': { contain: 'size layout', zIndex: '2' } });

const writingExtensions: Extension = [
  ownLayout,
  typingOverSelection,
  highlightActiveLine(),
  highlightActiveLineGutter(),
  foldGutter(),
  lintGutter(),
  EditorState.allowMultipleSelections.of(true),
  EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  rectangularSelection(),
  crosshairCursor(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([
    ...closeBracketsKeymap,
    ...yUndoManagerKeymap,
    ...searchKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
];

/** Pixels that stay visible above and below the cursor that is followed. */
const PEER_MARGIN = 60;

export interface CodeViewOptions {
  readonly file: string;
  /** What people's cursors name the file by: its root, which a new name does not change. */
  readonly root: string;
  readonly text: Y.Text;
  readonly undo: Y.UndoManager;
  readonly awareness: Awareness;
  readonly site: SiteContext;
  readonly comments: CommentEvents;
}

/** What of a view depends on the name of its file. */
const namedExtensions = (file: string, site: SiteContext): Extension => [
  EditorView.contentAttributes.of({ 'aria-label': EDITOR_TEXT.files.code(file), tabindex: '0' }),
  languageOf(file, site),
];

export class CodeView {
  readonly element: HTMLElement;
  readonly #site: SiteContext;
  readonly #view: EditorView;
  readonly #root: string;
  readonly #text: Y.Text;
  readonly #named = new Compartment();
  readonly #writable = new Compartment();
  readonly #colours = new Compartment();
  #file: string;
  /** Whether somebody put the cursor where it is. */
  #placed = false;
  #coloured = false;
  #commented = false;

  constructor({ file, root: id, text, undo, awareness, site, comments }: CodeViewOptions) {
    this.#file = file;
    this.#site = site;
    this.#root = id;
    this.#text = text;
    this.element = h('div', { class: 'code' });
    const root = this.element.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      root,
      parent: root,
      doc: text.toString(),
      extensions: [
        readingExtensions,
        codeComments(comments, COMMENT_KEYS),
        writingExtensions,
        this.#named.of(namedExtensions(file, site)),
        yCollab(text, null, { undoManager: undo }),
        remoteCursors(awareness, text, id),
        EditorView.updateListener.of(({ transactions }) => {
          this.#placed ||= transactions.some(({ selection }) => selection !== undefined);
        }),
        this.#writable.of(EditorState.readOnly.of(false)),
        this.#colours.of([]),
      ],
    });
  }

  get file(): string {
    return this.#file;
  }

  /** Gives the file another name, and with it perhaps another language. */
  rename(file: string): void {
    this.#file = file;
    this.#view.dispatch({
      effects: this.#named.reconfigure(namedExtensions(file, this.#site)),
    });
  }

  focus(): void {
    this.#view.focus();
  }

  /** Call this when a hidden view is shown again, so that it measures itself. */
  shown(): void {
    this.#view.requestMeasure();
  }

  setWritable(writable: boolean): void {
    if (this.#view.state.readOnly === !writable) return;
    this.#view.dispatch({
      effects: this.#writable.reconfigure([
        EditorState.readOnly.of(!writable),
        EditorView.editable.of(writable),
      ]),
    });
  }

  /** Call this when the site has other files than before. */
  filesChanged(): void {
    this.#view.dispatch({ effects: filesChanged.of(null) });
  }

  /** Colours the text by who wrote it, or no more. */
  showAuthors(authors: Authors | undefined): void {
    const coloured = authors !== undefined;
    if (coloured !== this.#coloured) {
      this.#coloured = coloured;
      const extension = coloured ? authorColours : [];
      this.#view.dispatch({ effects: this.#colours.reconfigure(extension) });
    }
    if (coloured) this.#view.dispatch({ effects: showAuthors.of(authors) });
  }

  /**
   * Inserts HTML as one undo step and moves the cursor behind it: at the cursor if somebody put it into the body of the
   * page, otherwise at the end of that.
   */
  insert(markup: string): void {
    const { state } = this.#view;
    const cursor = this.#placed ? state.selection.main.from : undefined;
    const end = insertionInto(state.doc.toString(), treeOf(state), markup, cursor);
    if (end === undefined) {
      this.#view.dispatch(state.replaceSelection(markup), { scrollIntoView: true });
    } else {
      const { at, text } = end;
      const anchor = at + text.trimEnd().length;
      this.#view.dispatch({
        changes: { from: at, insert: text },
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
    }
    this.focus();
  }

  /** Scrolls to a line, from 1, and puts the cursor there. */
  reveal(line: number): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.focus();
  }

  /** The line of a character, from 1. */
  lineAt(position: number): number {
    const { doc } = this.#view.state;
    return doc.lineAt(Math.min(position, doc.length)).number;
  }

  /** Marks what is commented on. */
  showComments(ranges: readonly CommentRange[]): void {
    if (ranges.length === 0 && !this.#commented) return;
    this.#commented = ranges.length > 0;
    this.#view.dispatch({ effects: showComments.of(ranges) });
  }

  /** The text of this thread stands out; undefined: none does. */
  chooseComment(thread: number | undefined): void {
    this.#view.dispatch({ effects: chooseComment.of(thread) });
  }

  /** The line of someone's cursor, from 1; undefined if it is not in this file. */
  lineOfPeer(state: Record<string, unknown>): number | undefined {
    const cursor = cursorIn(state, this.#root, this.#text);
    const { doc } = this.#view.state;
    return cursor && doc.lineAt(Math.min(cursor.head, doc.length)).number;
  }

  /** Marks the line of this person, whom the editor follows; undefined for nobody. */
  follow(client: number | undefined): void {
    this.#view.dispatch({ effects: followPeer.of(client) });
  }

  /** Scrolls to someone's cursor; one's own cursor and the focus stay where they are. */
  showPeer(state: Record<string, unknown>): void {
    const cursor = cursorIn(state, this.#root, this.#text);
    if (cursor === undefined) return;
    const head = Math.min(cursor.head, this.#view.state.doc.length);
    this.#view.dispatch({
      effects: EditorView.scrollIntoView(head, { y: 'nearest', yMargin: PEER_MARGIN }),
    });
  }

  destroy(): void {
    this.#view.destroy();
    this.element.remove();
  }
}
