/** The items of the editor's menus: what they are called, when they are shown, what they do. One entry is one item. */
import { humanize } from '../../shared/humanize.ts';
import type { Session } from '../session.ts';
import { type AssetInfo, tagFor } from './assets-pane.ts';
import { FORMAT_TEXT } from './format-text.ts';
import { FORMAT_KEYS, showKeys } from './keyboard-help.ts';
import type { MenuItem } from './menu.ts';
import type { Moderation } from './moderation.ts';
import { type PageInstrument, pageInstruments } from './page-instruments.ts';
import { changeSettings } from './site-settings.ts';
import { exportAs, importFile, remix } from './transfer.ts';

/** What the items of the main menu act on. */
export interface MenuContext {
  readonly session: Session;
  /** The HTML of all pages. */
  readonly page: string;
  changeUser(): void;
  account(): void;
  signIn(): void;
  askKey(): void;
  readonly authorsShown: boolean;
  toggleAuthors(): void;
  showComments(): void;
  findInFiles(): void;
  formatFile(): void;
  teach(instrument: PageInstrument): void;
  readonly moderation: Moderation;
}

type Words = string | ((context: MenuContext) => string);

interface MainMenuItem {
  readonly label: Words;
  readonly hint?: Words;
  /** Default: always shown. */
  shown?(session: Session): boolean;
  run(context: MenuContext): void;
}

const openTab = (address: string): void => void open(address, '_blank', 'noopener');
const writable = (session: Session): boolean => session.writable;

const MAIN_MENU: readonly MainMenuItem[] = [
  { label: 'View site', run: ({ session }) => openTab(`/member/${session.username}`) },
  { label: 'Watch live', run: ({ session }) => openTab(`/member/${session.username}?live`) },
  {
    label: ({ authorsShown }) => (authorsShown ? 'Hide authors' : 'Show authors'),
    hint: 'Who wrote each line, and when',
    run: (context) => context.toggleAuthors(),
  },
  {
    label: 'Comments',
    hint: 'On the text of this site, from its editors',
    shown: ({ comments }) => comments.loaded,
    run: (context) => context.showComments(),
  },
  {
    label: 'Find in all files…',
    hint: 'And replace',
    run: (context) => context.findInFiles(),
  },
  {
    label: FORMAT_TEXT.label,
    hint: FORMAT_TEXT.hint(FORMAT_KEYS),
    shown: writable,
    run: (context) => context.formatFile(),
  },
  { label: 'Your name and colour…', run: (context) => context.changeUser() },
  {
    label: 'Your account…',
    hint: ({ session: { memberName } }) =>
      memberName === undefined ? 'Keep your name with a passkey' : `Signed in as ${memberName}`,
    run: (context) => context.account(),
  },
  {
    label: 'Sign in…',
    hint: 'With a passkey you have',
    shown: ({ memberName }) => memberName === undefined,
    run: (context) => context.signIn(),
  },
  {
    label: 'Remix…',
    hint: 'Copy this site to another name',
    run: ({ session }) => void remix(session),
  },
  {
    label: 'Export',
    hint: 'Download one file that works offline',
    run: ({ session }) => void exportAs(session, 'html'),
  },
  {
    label: 'Export as .zip',
    hint: 'Download a folder with every file',
    run: ({ session }) => void exportAs(session, 'zip'),
  },
  {
    label: 'Import…',
    hint: 'Replace this site with a file',
    shown: writable,
    run: ({ session }) => void importFile(session),
  },
  {
    label: 'Display name and language…',
    shown: writable,
    run: ({ session }) => void changeSettings(session),
  },
  {
    label: 'Edit key…',
    shown: (session) => session.reason === 'key',
    run: (context) => context.askKey(),
  },
  { label: 'Keyboard shortcuts', hint: 'F1', run: showKeys },
];

/** The main menu as it is now: instruments of the page to teach, then the items above, then moderation. */
export function mainMenu(context: MenuContext): MenuItem[] {
  const { session } = context;
  const teach = pageInstruments(context.page).map((instrument) => ({
    label: `Teach ${instrument.id}`,
    hint: 'Open it beside the code',
    run: () => context.teach(instrument),
  }));
  const wordsOf = (words: Words): string => (typeof words === 'string' ? words : words(context));
  const items = MAIN_MENU.filter(({ shown }) => shown?.(session) ?? true).map(
    ({ run, label, hint }) => ({
      label: wordsOf(label),
      ...(hint !== undefined && { hint: wordsOf(hint) }),
      run: () => run(context),
    }),
  );
  return [...items, ...teach, ...context.moderation.items()];
}

/** [label, markup] */
const SNIPPETS: readonly (readonly [string, string])[] = [
  ['Link', '<a href="https://example.org">a link</a>'],
  ['List', '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>'],
  ['Button', '<button type="button">Press</button>'],
];

/** What the items of the insert menu act on. */
export interface InsertContext {
  /** Ids of all modes. */
  readonly modes: readonly string[];
  /** Pictures and sounds of the site. */
  assets(): readonly AssetInfo[];
  insert(markup: string): void;
  insertInstrument(mode: string): void;
  /** Opens the tab where files are added. */
  showFiles(): void;
}

/** The insert menu as it is now: instruments, files of the site, snippets of HTML. */
export function insertMenu({
  modes,
  assets,
  insert,
  insertInstrument,
  showFiles,
}: InsertContext): MenuItem[] {
  return [
    ...modes.map((mode) => ({
      label: humanize(mode),
      hint: 'Instrument',
      run: () => insertInstrument(mode),
    })),
    ...assets().map((asset) => ({
      label: asset.name,
      hint: 'From this site',
      run: () => insert(tagFor(asset)),
    })),
    { label: 'Picture or sound…', hint: 'Add a file', run: showFiles },
    ...SNIPPETS.map(([label, markup]) => ({ label, run: () => insert(markup) })),
  ];
}
