/** Comments in a code view: the text they are about is marked, a line beside it opens them, a selection offers a new one. */
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from '@codemirror/view';
import { COMMENT_TEXT } from './comment-text.ts';

/** A thread in this text, which is about the characters from `from` up to `to`. */
export interface CommentRange {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Says what the mark beside the line is. */
  readonly title: string;
}

/** What a view tells of comments. */
export interface CommentEvents {
  /** Somebody wants to comment on these characters. */
  comment(from: number, to: number): void;
  /** Somebody wants to see a thread. */
  open(id: number): void;
  /** There is no text to comment on here. */
  noText(): void;
}

const COMMENT_KEY = 'Mod-Alt-m';

export const showComments = StateEffect.define<readonly CommentRange[]>();
/** The thread that is chosen, whose text stands out. */
export const chooseComment = StateEffect.define<number | undefined>();

interface Shown {
  readonly ranges: readonly CommentRange[];
  readonly chosen: number | undefined;
  readonly marks: DecorationSet;
}

function marksOf(ranges: readonly CommentRange[], chosen: number | undefined): DecorationSet {
  const marks = ranges.map(({ id, from, to }) => {
    const name = id === chosen ? 'commented chosen' : 'commented';
    return Decoration.mark({ class: name }).range(from, to);
  });
  return Decoration.set(marks, true);
}

const field = StateField.define<Shown>({
  create: () => ({ ranges: [], chosen: undefined, marks: Decoration.none }),
  update(shown, { effects, docChanged, changes, newDoc }) {
    let { ranges, chosen } = shown;
    if (docChanged) {
      ranges = ranges.map((range) => ({
        ...range,
        from: changes.mapPos(range.from, 1),
        to: changes.mapPos(range.to, -1),
      }));
    }
    for (const effect of effects) {
      if (effect.is(showComments)) ranges = effect.value;
      if (effect.is(chooseComment)) chosen = effect.value;
    }
    if (ranges === shown.ranges && chosen === shown.chosen) return shown;
    ranges = ranges.filter(({ from, to }) => from < to && to <= newDoc.length);
    return { ranges, chosen, marks: marksOf(ranges, chosen) };
  },
  provide: (shown) => EditorView.decorations.from(shown, ({ marks }) => marks),
});

class CommentMark extends GutterMarker {
  readonly #range: CommentRange;

  constructor(range: CommentRange) {
    super();
    this.#range = range;
  }

  override eq(other: CommentMark): boolean {
    return this.#range.id === other.#range.id && this.#range.title === other.#range.title;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'comment-mark';
    mark.title = this.#range.title;
    mark.dataset['thread'] = String(this.#range.id);
    return mark;
  }
}

/** The first thread that begins in a line. */
function threadIn(view: EditorView, line: { from: number; to: number }): CommentRange | undefined {
  const { ranges } = view.state.field(field);
  return ranges.find(({ from }) => from >= line.from && from <= line.to);
}

const marks = (events: CommentEvents): Extension =>
  gutter({
    class: 'cm-comments',
    lineMarker: (view, line) => {
      const range = threadIn(view, line);
      return range === undefined ? null : new CommentMark(range);
    },
    lineMarkerChange: ({ startState, state }) => startState.field(field) !== state.field(field),
    domEventHandlers: {
      mousedown: (view, line, event) => {
        const range = threadIn(view, line);
        if (range === undefined) return false;
        event.preventDefault();
        events.open(range.id);
        return true;
      },
    },
  });

/** The characters a comment would be about: the selection or, without one, what the line says. */
function subject({ selection, doc }: EditorState): { from: number; to: number } | undefined {
  const { from, to, empty } = selection.main;
  if (!empty) return { from, to };
  const line = doc.lineAt(from);
  const words = line.text.trim();
  if (words === '') return undefined;
  const start = line.from + line.text.indexOf(words);
  return { from: start, to: start + words.length };
}

/** Comments on what is selected; without a selection opens the thread at the cursor, or comments on the line. */
function commentHere({ state }: EditorView, events: CommentEvents): boolean {
  const { main } = state.selection;
  const { ranges } = state.field(field);
  const here = ranges.find(({ from, to }) => main.empty && from <= main.head && main.head <= to);
  const about = subject(state);
  if (here !== undefined) events.open(here.id);
  else if (about === undefined) events.noText();
  else events.comment(about.from, about.to);
  return true;
}

/** A button beside the selection. */
function offer(events: CommentEvents, keys: string): Extension {
  const create = (view: EditorView): TooltipView => {
    const dom = document.createElement('div');
    const go = document.createElement('button');
    go.type = 'button';
    go.textContent = COMMENT_TEXT.comment;
    go.title = COMMENT_TEXT.shortcut(keys);
    // Pressing it must not end the selection.
    go.addEventListener('mousedown', (event) => event.preventDefault());
    go.addEventListener('click', () => commentHere(view, events));
    dom.className = 'comment-offer';
    dom.append(go);
    return { dom, offset: { x: 0, y: 4 } };
  };
  return showTooltip.compute(
    [EditorState.readOnly, 'selection', 'doc'],
    (state): Tooltip | null => {
      const { main } = state.selection;
      if (main.empty || state.readOnly || state.sliceDoc(main.from, main.to).trim() === '')
        return null;
      return { pos: main.head, above: main.head < main.anchor, create };
    },
  );
}

const theme = EditorView.baseTheme({
  '.commented': {
    backgroundColor: 'color-mix(in srgb, var(--code-found) 45%, transparent)',
    borderBlockEnd: '2px solid var(--comment)',
  },
  '.commented.chosen': {
    backgroundColor: 'color-mix(in srgb, var(--code-found) 75%, transparent)',
  },
  '.comment-mark': {
    display: 'block',
    inlineSize: '14px',
    blockSize: '11px',
    marginBlock: '5px',
    marginInlineStart: '3px',
    borderRadius: '4px 4px 4px 0',
    background: 'var(--comment)',
    cursor: 'pointer',
  },
  // It comes back with the focus.
  '&:not(.cm-focused) .comment-offer': { display: 'none' },
  '.comment-offer': { border: '0', background: 'transparent' },
  '.comment-offer button': {
    minBlockSize: '32px',
    paddingInline: '12px',
    border: '1px solid var(--code-border)',
    borderRadius: '8px',
    background: 'var(--code-panel)',
    color: 'var(--code-text)',
    font: '600 14px/1.4 system-ui, sans-serif',
    cursor: 'pointer',
    boxShadow: '0 2px 10px rgb(0 0 0 / 20%)',
  },
  '.comment-offer button:focus-visible': { outline: '2px solid var(--code-caret)' },
});

/** Shows no comments until `showComments` says where they are. @param keys the shortcut, as people read it */
export const codeComments = (events: CommentEvents, keys: string): Extension => [
  field,
  theme,
  marks(events),
  offer(events, keys),
  keymap.of([{ key: COMMENT_KEY, run: (view) => commentHere(view, events) }]),
];
