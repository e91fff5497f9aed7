/** The dialog that finds text in all files of a site, leads to it, and replaces it everywhere. */
import { button, field, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask } from './dialog.ts';
import { FIND_TEXT as TEXT } from './find-text.ts';
import { changeOnce, type FileUndos, undoneInFiles } from './single-change.ts';
import {
  type FoundPlace,
  findInSite,
  MAX_PLACES,
  type ReplaceProblem,
  replaceInSite,
  type Search,
} from './site-find.ts';

const SEARCH_CHARACTERS = 1_000;
/** Results that are listed; the rest is counted. */
const LISTED = 200;
const FIELD = { maxlength: SEARCH_CHARACTERS, autocapitalize: 'none', spellcheck: 'false' };

export interface FindOptions {
  readonly session: Session;
  readonly undos: FileUndos;
  reveal(file: string, line: number): void;
}

const PROBLEMS: Readonly<Record<ReplaceProblem, string>> = {
  none: TEXT.none,
  many: TEXT.tooMany(MAX_PLACES),
  large: TEXT.large,
};

const filesOf = (places: readonly FoundPlace[]): number =>
  new Set(places.map(({ file }) => file)).size;

/** Replaces as one edit that can be undone whole. @returns a sentence where it is not made */
function replace(
  { session, undos }: FindOptions,
  search: Search,
  replacement: string,
): string | undefined {
  return changeOnce(session, (origin) => {
    const done = undoneInFiles(undos, origin, () =>
      replaceInSite(session.doc, search, replacement, origin),
    );
    if (typeof done === 'string') throw new RangeError(PROBLEMS[done]);
    return TEXT.replaced(done.places, done.files);
  });
}

/** Opens the dialog. */
export function findInFiles(options: FindOptions): void {
  const { session, reveal } = options;
  const find = field(TEXT.find, FIELD);
  const replacement = field(TEXT.replace, FIELD);
  const matchCase = h('input', { type: 'checkbox' });
  const count = h('p', { attributes: { role: 'status' } });
  const list = h('ul', { class: 'found', attributes: { 'aria-label': TEXT.results } });
  const search = (): Search => ({ text: find.input.value, matchCase: matchCase.checked });
  const row = ({ file, line, context }: FoundPlace): HTMLElement => {
    const go = button(TEXT.place(file, line), () => {
      list.closest('dialog')?.close();
      reveal(file, line);
    });
    return h('li', {}, go, h('code', { text: context }));
  };
  const draw = (): void => {
    const places = findInSite(session.doc, search());
    list.replaceChildren(...places.slice(0, LISTED).map(row));
    if (find.input.value === '') count.textContent = '';
    else if (places.length > MAX_PLACES) count.textContent = TEXT.tooMany(MAX_PLACES);
    else
      count.textContent =
        places.length === 0 ? TEXT.none : TEXT.count(places.length, filesOf(places));
  };
  find.input.addEventListener('input', draw);
  matchCase.addEventListener('input', draw);
  for (const input of [find.input, replacement.input, matchCase]) {
    // Enter finds; only the button replaces everything.
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') event.preventDefault();
    });
  }
  const { writable } = session;
  const choice = h('label', { class: 'check' }, matchCase, TEXT.matchCase);
  void ask({
    title: TEXT.title,
    body: [find.row, ...(writable ? [replacement.row] : []), choice, count, list],
    ...(writable && { go: TEXT.go }),
    check: () => replace(options, search(), replacement.input.value),
  });
}

/** Opens it when Control or Command, Shift and F are pressed anywhere on the page. */
export function listenForFind(open: () => void): void {
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (key.toLowerCase() !== 'f' || !shiftKey || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) open();
  });
}
