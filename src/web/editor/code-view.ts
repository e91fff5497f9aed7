/**
 * One text file in CodeMirror, bound to the shared text.
 *
 * The view lives in a shadow root because CodeMirror then writes its styles as constructed style
 * sheets, which a policy of hashes allows; into a document it writes `<style>`, which it forbids.
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
import { languageOf, type SiteContext } from './code-languages.ts';
import { codeTheme } from './code-theme.ts';
import { remoteCursors } from './remote-cursors.ts';

/** Extensions that make a readable code view of any text; the history's views use them too. */
export const readingExtensions: Extension = [
  // Texts are shared by position, so a line break is one character here as it is there.
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
        EditorView.contentAttributes.of({ 'aria-label': `${file}, code`, tabindex: '0' }),
        languageOf(file, site),
        yCollab(text, null, { undoManager: undo }),
        remoteCursors(awareness, text, file),
        this.#writable.of(EditorState.readOnly.of(false)),
      ],
    });
  }

  focus(): void {
    this.#view.focus();
  }

  /** A view that was hidden measures nothing; call this when it is shown again. */
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

  /** Puts text where the cursor is, as one step of undo, and goes on behind it. */
  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text), { scrollIntoView: true });
    this.focus();
  }

  /** Goes to a line, 1 is the first. */
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
