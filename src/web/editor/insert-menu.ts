/** Things to put into the page where the cursor is: instruments, pictures, pieces of HTML. */
import { scanTags } from '../../sites/html-scan.ts';
import { spoken } from '../../spoken.ts';
import { type AssetInfo, tagFor } from './assets-pane.ts';
import type { Command } from './menu.ts';

export interface InsertOptions {
  /** Ids of the instruments there are. */
  readonly modes: readonly string[];
  assets(): readonly AssetInfo[];
  insert(markup: string): void;
  insertInstrument(mode: string): void;
  /** Opens the tab where files are added. */
  showFiles(): void;
}

const PIECES: readonly (readonly [string, string])[] = [
  ['Link', '<a href="https://example.org">a link</a>'],
  ['List', '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>'],
  ['Button', '<button type="button">Press</button>'],
];

export function insertCommands(options: InsertOptions): Command[] {
  const { modes, assets, insert, insertInstrument, showFiles } = options;
  return [
    ...modes.map((mode) => ({
      label: spoken(mode),
      hint: 'an instrument',
      run: () => insertInstrument(mode),
    })),
    ...assets().map((asset) => ({
      label: asset.name,
      hint: 'from this site',
      run: () => insert(tagFor(asset)),
    })),
    { label: 'Picture or sound…', hint: 'add a file', run: showFiles },
    ...PIECES.map(([label, markup]) => ({ label, run: () => insert(markup) })),
  ];
}

/** An instrument that a page names: what it learned is kept in the site under its id. */
export interface PageInstrument {
  readonly id: string;
  readonly mode: string;
}

const ID = /^[a-z][a-z0-9_-]{0,63}$/;

/** The instruments of a page, each id once, in order. */
function pageInstruments(html: string): PageInstrument[] {
  const found = new Map<string, PageInstrument>();
  for (const { name, attributes } of scanTags(html)) {
    const value = (wanted: string) => attributes.find((one) => one.name === wanted)?.value;
    const [id, mode] = [value('taught'), value('mode')];
    if (name !== 'sound-mode' || id === undefined || mode === undefined || !ID.test(id)) continue;
    if (!found.has(id)) found.set(id, { id, mode });
  }
  return [...found.values()];
}

/** An instrument of this mode under an id that the page has not taken. */
export function freshInstrument(mode: string, html: string): PageInstrument {
  const taken = new Set(pageInstruments(html).map(({ id }) => id));
  let id = mode;
  for (let count = 2; taken.has(id); count += 1) id = `${mode}-${count}`;
  return { id, mode };
}

/** Opens each instrument of the page beside the code. */
export function teachCommands(
  html: string,
  teach: (instrument: PageInstrument) => void,
): Command[] {
  return pageInstruments(html).map((instrument) => ({
    label: `Teach ${instrument.id}`,
    hint: 'beside the code, for all who visit',
    run: () => teach(instrument),
  }));
}
