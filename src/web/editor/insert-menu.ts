/** Things to put into the page where the cursor is: instruments, pictures, pieces of HTML. */
import { spoken } from '../../spoken.ts';
import { type AssetInfo, tagFor } from './assets-pane.ts';
import type { Command } from './menu.ts';

export interface InsertOptions {
  /** Ids of the instruments there are. */
  readonly modes: readonly string[];
  assets(): readonly AssetInfo[];
  insert(markup: string): void;
  /** Opens the tab where files are added. */
  showFiles(): void;
}

const PIECES: readonly (readonly [string, string])[] = [
  ['Link', '<a href="https://example.org">a link</a>'],
  ['List', '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>'],
  ['Button', '<button type="button">Press</button>'],
];

export function insertCommands(options: InsertOptions): Command[] {
  const { modes, assets, insert, showFiles } = options;
  return [
    ...modes.map((mode) => ({
      label: spoken(mode),
      hint: 'an instrument to play and to teach',
      run: () => insert(`<sound-mode mode="${mode}" taught="${mode}"></sound-mode>`),
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

/** Ids of the instruments that a page names: what each learned is kept in the site under its id. */
export function instrumentIds(html: string): string[] {
  const named = html.matchAll(
    /<sound-mode\b[^>]{0,400}?\btaught\s*=\s*["']?([a-z][a-z0-9_-]{0,63})/gi,
  );
  return [...new Set([...named].map(([, id = '']) => id))];
}

/** Opens the player of each instrument on the page, which has every device and saves into the site. */
export function teachCommands(username: string, html: string): Command[] {
  return instrumentIds(html).map((id) => ({
    label: `Teach ${id}`,
    hint: 'in its player, for all who visit',
    run: () => void open(`/member/${username}?play=${id}`, '_blank', 'noopener'),
  }));
}
