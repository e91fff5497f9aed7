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
import { Compartment, EditorState, type Extension } from '@codemirror/state';
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
import { languageOf, type SiteContext } from './code-languages.ts';
import { codeTheme } from './code-theme.ts';
import { remoteCursors } from './remote-cursors.ts';
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

const writingExtensions: Extension = [
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

export interface CodeViewOptions {
  readonly file: string;
  readonly text: Y.Text;
  readonly undo: Y.UndoManager;
  readonly awareness: Awareness;
  readonly site: SiteContext;
}

export class CodeView {
  readonly element: HTMLElement;
  readonly file: string;
  readonly #view: EditorView;
  readonly #writable = new Compartment();
  readonly #colours = new Compartment();
  #coloured = false;

  constructor({ file, text, undo, awareness, site }: CodeViewOptions) {
    this.file = file;
    this.element = h('div', { class: 'code' });
    const root = this.element.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      root,
      parent: root,
      doc: text.toString(),
      extensions: [
        readingExtensions,
        writingExtensions,
        EditorView.contentAttributes.of({
          'aria-label': EDITOR_TEXT.files.code(file),
          tabindex: '0',
        }),
        languageOf(file, site),
        yCollab(text, null, { undoManager: undo }),
        remoteCursors(awareness, text, file),
        this.#writable.of(EditorState.readOnly.of(false)),
        this.#colours.of([]),
      ],
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

  /** Inserts text at the cursor as one undo step and moves the cursor behind it. */
  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text), { scrollIntoView: true });
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

  destroy(): void {
    this.#view.destroy();
    this.element.remove();
  }
}
