/**
 * A site as one HTML file that works from disk: its first page, as text that needs no script, and its further pages,
 * which a script in the file shows under the address that they have when the site is published, `?page=about.html`.
 *
 * The file is one document at a time, without a frame, so its pages share the storage that the browser gives the file.
 */
import { type CarriedPages, PAGES_ID } from './carried-pages.ts';
import type { SiteContent } from './document.ts';
import { DocumentBudget } from './document-budget.ts';
import { exportSite, inertJson } from './export.ts';
import { hasInstruments } from './instruments.ts';
import { FIRST_PAGE, type PageLink, pageAddress } from './page-links.ts';
import { publishSite } from './publish.ts';
import { isPage } from './text-files.ts';

interface OneFileParts {
  /** The script dist/web/exported.js, which shows the further pages. */
  readonly pager: string;
  /** The script dist/web/sound-mode.js; without it instruments stay silent. */
  readonly player?: string | undefined;
  /** Default as much as one document may have. */
  readonly budget?: DocumentBudget | undefined;
}

/** Links between the pages of a file, whatever its name is. */
const addressIn =
  ({ files }: SiteContent) =>
  (link: PageLink): string | undefined => {
    if (!Object.hasOwn(files, link.page)) return undefined;
    // An empty address would keep the query, and so lead nowhere.
    return link.page === FIRST_PAGE ? `?${link.hash}` : pageAddress('', link);
  };

/**
 * The file of a site, from which `importSite` takes the site again byte for byte.
 *
 * All pages together show as many pictures and sounds as one published document may; further references stay as
 * they are.
 *
 * @param name title of pages that give none: the display name or the username
 */
export function exportOneFile(site: SiteContent, name: string, parts: OneFileParts): string {
  const { player = '', pager, budget = new DocumentBudget() } = parts;
  const further = Object.keys(site.files).filter((file) => isPage(file) && file !== FIRST_PAGE);
  if (further.length === 0)
    return exportSite(site, publishSite(site, name, { player: parts.player, budget }));
  const addressOf = addressIn(site);
  const published = (page: string, player?: string): string =>
    publishSite(site, name, { page, addressOf, player, budget });
  const first = published(FIRST_PAGE, parts.player);
  const pages = Object.fromEntries(further.map((page) => [page, published(page)]));
  const playing = further.filter((page) => hasInstruments(site.files[page] ?? ''));
  const holder: CarriedPages = { pages, playing, player: playing.length > 0 ? player : '' };
  const json = `<script type="application/json" id="${PAGES_ID}">${inertJson(holder)}</script>`;
  return exportSite(site, first, `${json}<script>${pager}</script>`);
}
