/**
 * Links from one page of a site to another: `about.html` in a text, `?page=about.html` in the address of the member.
 *
 * The page that visitors see first, index.html, has the address without a query.
 */

/** The page that visitors see first. */
export const FIRST_PAGE = 'index.html';

/** What stands in a link to a page of the same site. */
export interface PageLink {
  readonly page: string;
  /** Empty, or a part of that page, with its `#`. */
  readonly hash: string;
}

const PAGE = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,58}\.html$/;
const HASH = /^#[\w\-.~%!$'()*+,;:@/?=]*$/;

/**
 * The page that a link names, whether or not there is one; undefined for a link to anything else. A query means nothing,
 * as no page of a site is told its own.
 */
export function pageLink(href: string): PageLink | undefined {
  const link = href.trim();
  const at = link.indexOf('#');
  const hash = at < 0 ? '' : link.slice(at);
  const [path = ''] = link.slice(0, link.length - hash.length).split('?', 1);
  const page = path.replace(/^\.\//, '');
  return PAGE.test(page) && (hash === '' || HASH.test(hash)) ? { page, hash } : undefined;
}

const PARAMETER = /^page(?:=|$)/;

/** The address of a page. @param site address of the site, perhaps with a query, or of any of its pages */
export function pageAddress(site: string, { page, hash }: PageLink): string {
  const [path = '', query = ''] = site.replace(/#.*$/, '').split('?');
  const others = query.split('&').filter((one) => one !== '' && !PARAMETER.test(one));
  const own = page === FIRST_PAGE ? [] : [`page=${encodeURIComponent(page)}`];
  const search = [...others, ...own].join('&');
  return `${path}${search === '' ? '' : `?${search}`}${hash}`;
}

/** The page that a query asks for, whether or not there is one; undefined where it asks for none. */
export function pageInQuery(query: string): string | undefined {
  const found = query.split('&').find((one) => PARAMETER.test(one));
  if (found === undefined) return undefined;
  try {
    const link = decodeURIComponent(found.slice('page='.length));
    return link.includes('?') ? undefined : pageLink(link)?.page;
  } catch {
    return undefined;
  }
}
