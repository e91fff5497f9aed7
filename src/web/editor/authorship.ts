/** Colours code by who wrote it, and names the author of each line beside it. */
import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type EntryHead, isByMember } from '../../shared/site/edit-log.ts';
import type { AuthoredRange } from '../../shared/site/weave.ts';
import { colourOf } from '../people.ts';
import { WEB_TEXT } from '../text.ts';
import { memberMark } from './member-mark.ts';
import { readableTime } from './readable-time.ts';
import { EDITOR_TEXT } from './text.ts';

/** Who wrote what in a text; undefined: nothing is coloured. */
export interface Authors {
  readonly authorship: readonly AuthoredRange[];
  /** The edit of this number. */
  edit(number: number): EntryHead | undefined;
}

export const showAuthors = StateEffect.define<Authors | undefined>();

const field = StateField.define<Authors | undefined>({
  create: () => undefined,
  update(authors, transaction) {
    for (const effect of transaction.effects) if (effect.is(showAuthors)) return effect.value;
    if (authors === undefined || !transaction.docChanged) return authors;
    // New text counts as its neighbour's until the history is loaded again.
    const authorship = authors.authorship.map(({ end, edit }) => ({
      end: transaction.changes.mapPos(end, 1),
      edit,
    }));
    return { ...authors, authorship };
  },
});

/** Index of the part that holds the character at `position`. */
function partAt(authorship: readonly AuthoredRange[], position: number): number {
  let [low, high] = [0, authorship.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((authorship[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const authorOf = (head: Pick<EntryHead, 'authors'> | undefined): string =>
  head === undefined || head.authors.length === 0 ? WEB_TEXT.someone : head.authors.join(', ');

/** Who made an edit, and whether they were signed in as a member. */
export const titledAuthor = (head: EntryHead): string =>
  isByMember(head) ? EDITOR_TEXT.people.member(authorOf(head)) : authorOf(head);

/** One decoration for each colour, so that the code view sees where nothing changed. */
const written = new Map<string, Decoration>();

function writtenIn(colour: string): Decoration {
  let decoration = written.get(colour);
  if (decoration === undefined) {
    decoration = Decoration.mark({ class: 'written', attributes: { style: `--peer: ${colour}` } });
    written.set(colour, decoration);
  }
  return decoration;
}

function draw(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const authors = view.state.field(field);
  if (authors === undefined) return Decoration.none;
  const { authorship } = authors;
  const colourAt = (at: number): string | undefined => {
    const part = authorship[at];
    return part && colourOf(authorOf(authors.edit(part.edit)));
  };
  const length = view.state.doc.length;
  for (const { from, to } of view.visibleRanges) {
    let start = from;
    let at = partAt(authorship, from);
    let colour = colourAt(at);
    while (colour !== undefined && start < to) {
      // Typing makes an edit of every few characters: those of one author are one mark.
      let next = colourAt(at + 1);
      for (; next === colour; next = colourAt(at + 1)) at += 1;
      const end = Math.min(authorship[at]?.end ?? 0, to, length);
      if (end > start) builder.add(start, end, writtenIn(colour));
      start = Math.max(start, end);
      colour = next;
      at += 1;
    }
  }
  return builder.finish();
}

class Writer extends GutterMarker {
  readonly #head: EntryHead | undefined;

  constructor(head: EntryHead | undefined) {
    super();
    this.#head = head;
  }

  override eq(other: Writer): boolean {
    return this.#head === other.#head;
  }

  override toDOM(): Node {
    const name = document.createElement('span');
    const author = authorOf(this.#head);
    name.className = 'writer';
    name.textContent = author;
    name.style.setProperty('--peer', colourOf(author));
    if (this.#head === undefined) return name;
    name.title = `${titledAuthor(this.#head)}, ${readableTime(this.#head.endedMs)}`;
    if (isByMember(this.#head)) name.prepend(memberMark(), ' ');
    return name;
  }
}

/** The latest edit of a line, as marker. */
function writerOf(view: EditorView, from: number, to: number): Writer | null {
  const authors = view.state.field(field);
  if (authors === undefined || from === to) return null;
  const { authorship } = authors;
  let latest = 0;
  for (let at = partAt(authorship, from); at < authorship.length; at++) {
    const part = authorship[at];
    if (part === undefined) break;
    latest = Math.max(latest, part.edit);
    if (part.end >= to) break;
  }
  return latest === 0 ? null : new Writer(authors.edit(latest));
}

const theme = EditorView.baseTheme({
  '.written': { backgroundColor: 'color-mix(in srgb, var(--peer) 16%, transparent)' },
  '.cm-writers': { maxInlineSize: '9em' },
  '.writer': {
    display: 'block',
    maxInlineSize: '9em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    paddingInline: '.5em',
    borderInlineEnd: '3px solid var(--peer)',
    font: '12px/1.7 system-ui, sans-serif',
  },
});

/** Colours nothing until `showAuthors` says who wrote what. */
export const authorColours: Extension = [
  field,
  theme,
  gutter({
    class: 'cm-writers',
    lineMarker: (view, { from, to }) => writerOf(view, from, to),
    lineMarkerChange: ({ docChanged, transactions }) =>
      docChanged || transactions.some(({ effects }) => effects.some((one) => one.is(showAuthors))),
  }),
  ViewPlugin.define(
    (view) => ({
      marks: draw(view),
      update(update: ViewUpdate) {
        const told = update.transactions.some(({ effects }) =>
          effects.some((one) => one.is(showAuthors)),
        );
        if (told || update.docChanged || update.viewportChanged) this.marks = draw(update.view);
      },
    }),
    { decorations: ({ marks }) => marks },
  ),
];
