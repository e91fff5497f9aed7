/** Adds, renames and deletes the text files of a site, each as one step that can be undone. */
import { readLang } from '../../shared/site/document.ts';
import {
  addFile,
  deleteFile,
  isKept,
  isPage,
  renameFile,
  rootOfFile,
} from '../../shared/site/text-files.ts';
import { button, field, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask, notice } from './dialog.ts';
import { changeOnce } from './single-change.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.files;
const NAME_CHARACTERS = 64;

/** What a new file begins with: a page with a heading, the style sheet of the site and a way home. */
function firstText(name: string, lang: string): string {
  if (!isPage(name)) return '';
  const title = name.replace(/\.html$/, '').replace(/[-_]+/g, ' ');
  const heading = title.charAt(0).toUpperCase() + title.slice(1);
  return `<!doctype html>
<html lang="${lang || 'en'}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${heading}</title>
  <link rel="stylesheet" href="style.css">
</head>
<body>
  <h1>${heading}</h1>
  <p><a href="index.html">Home</a></p>
</body>
</html>
`;
}

export class SiteFileTools {
  /** Buttons for beside the tabs. */
  readonly element: HTMLElement;
  readonly #session: Session;
  readonly #open: (name: string) => void;
  readonly #rename = button('✎', () => void this.#askForName());
  readonly #remove = button('✕', () => this.#delete());
  #file = '';

  /** @param open shows the tab of a file */
  constructor(session: Session, open: (name: string) => void) {
    this.#session = session;
    this.#open = open;
    const add = button('+', () => void this.#askForNew(), {
      title: TEXT.add,
      attributes: { 'aria-label': TEXT.add },
    });
    this.element = h('div', { class: 'file-tools' }, this.#rename, this.#remove, add);
    this.show('');
  }

  /** Which file's tab is selected. */
  show(name: string): void {
    this.#file = name;
    const added = !isKept(name) && rootOfFile(this.#session.doc, name) !== undefined;
    for (const [one, label] of [
      [this.#rename, TEXT.rename(name)],
      [this.#remove, TEXT.remove(name)],
    ] as const) {
      one.hidden = !added;
      one.title = label;
      one.setAttribute('aria-label', label);
    }
  }

  setWritable(writable: boolean): void {
    this.element.hidden = !writable;
  }

  /** Makes a file and shows it; tells why where it cannot. */
  create(name: string): void {
    const problem = this.#create(name);
    if (problem !== undefined) notice(problem, 'problem');
  }

  #create(name: string): string | undefined {
    const { doc } = this.#session;
    const problem = changeOnce(this.#session, (origin) => {
      addFile(doc, name, firstText(name, readLang(doc)), origin);
      return TEXT.added(name);
    });
    if (problem === undefined) this.#open(name);
    return problem;
  }

  #delete(): void {
    const name = this.#file;
    const problem = changeOnce(this.#session, (origin) => {
      deleteFile(this.#session.doc, name, origin);
      return TEXT.removed(name);
    });
    if (problem !== undefined) notice(problem, 'problem');
  }

  async #askForNew(): Promise<void> {
    const { row, input } = field(TEXT.name, {
      maxlength: NAME_CHARACTERS,
      autocapitalize: 'none',
      spellcheck: 'false',
      placeholder: 'about.html',
    });
    await ask({
      title: TEXT.addTitle,
      body: [row, h('small', { text: TEXT.addNote })],
      go: TEXT.create,
      check: () => this.#create(input.value.trim()),
    });
  }

  async #askForName(): Promise<void> {
    const from = this.#file;
    const { row, input } = field(TEXT.name, {
      maxlength: NAME_CHARACTERS,
      autocapitalize: 'none',
      spellcheck: 'false',
    });
    input.value = from;
    await ask({
      title: TEXT.rename(from),
      body: [row, h('small', { text: TEXT.renameNote })],
      go: TEXT.renameGo,
      check: () => {
        const to = input.value.trim();
        const problem = changeOnce(this.#session, (origin) => {
          renameFile(this.#session.doc, from, to, origin);
          return TEXT.renamed(from, to);
        });
        if (problem === undefined) this.#open(to);
        return problem;
      },
    });
  }
}
