/** What is sent of a site: one of its pages as visitors get it, or the whole site as a file. */
import type { SiteContent } from '../shared/site/document.ts';
import { DocumentBudget } from '../shared/site/document-budget.ts';
import { exportFolder } from '../shared/site/folder.ts';
import { exportOneFile } from '../shared/site/one-file.ts';
import { type PageLink, pageAddress } from '../shared/site/page-links.ts';
import { publishSite } from '../shared/site/publish.ts';
import { type SiteParts, sitePage } from './site-page.ts';
import type { ExportFormat } from './sites.ts';

export type View = 'publish' | ExportFormat;

/** The same for all sites. */
export interface PageTexts {
  /** The script behind `<sound-mode>` elements; without it they stay silent. */
  readonly player?: string;
  /** The script `exported.js`, with which a site exported as one HTML file shows all of its pages. */
  readonly pager: string;
  /** What stands around a published site. */
  readonly parts: SiteParts;
}

export interface PageRequest {
  readonly view: View;
  /** Which page is published. */
  readonly page: string;
  readonly name: string;
  readonly content: SiteContent;
  /** Address of the site on the platform, */
  readonly address: string;
  /** and the one at which visitors see it. */
  readonly shownAt: string;
  /** Whether the page shows a link to its editor. */
  readonly editLink: boolean;
}

/** Text, or the bytes of a zip file. What finds no room in the budget stays out. */
export function pageBody(
  request: PageRequest,
  { player, pager, parts }: PageTexts,
  budget = new DocumentBudget(),
): string | Buffer {
  const { view, page, name, content, address, shownAt, editLink } = request;
  if (view === 'zip') return Buffer.from(exportFolder(content, player));
  if (view === 'html') return exportOneFile(content, name, { player, pager, budget });
  const addressOf = (link: PageLink) => pageAddress(shownAt, link);
  return sitePage(publishSite(content, name, { player, page, addressOf, budget }), {
    name: content.displayName || name,
    address,
    parts,
    editLink,
  });
}
