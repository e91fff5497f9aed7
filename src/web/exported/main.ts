/**
 * Runs first in the one exported file of a site with several pages: where its address asks for a further page
 * (`site.html?page=about.html`), that one takes the place of the first, of which nothing has run by then.
 */
import { carriedPage, PAGES_ID, readCarriedPages } from '../../shared/site/carried-pages.ts';
import { FIRST_PAGE, pageAddress, pageInQuery, pageLink } from '../../shared/site/page-links.ts';
import { openData } from '../site/data-links.ts';
import { scrollToPartOnceDrawn } from '../site/scrolling.ts';

/** Read once: a file may carry many megabytes. */
const carried = readCarriedPages(document.getElementById(PAGES_ID)?.textContent ?? '');
const carriedText = (page: string): string | undefined => carried && carriedPage(carried, page);
const isHere = (page: string): boolean => page === FIRST_PAGE || carriedText(page) !== undefined;

/** Links that a script made; those of the page itself were written so when it was exported. */
function followLinks(): void {
  addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href], area[href]') : null;
      const to = pageLink(link?.getAttribute('href') ?? '');
      if (to === undefined || !isHere(to.page)) return;
      link?.setAttribute('href', to.page === FIRST_PAGE ? `?${to.hash}` : pageAddress('', to));
    },
    true,
  );
  addEventListener('click', (event) => {
    const { target, defaultPrevented } = event;
    const link = target instanceof Element ? target.closest('a[href], area[href]') : null;
    const isLink = link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement;
    if (isLink && !defaultPrevented && openData(link)) event.preventDefault();
  });
}

/** Writing ends what was parsed; browsers then look for the part that an address names no more. */
function show(page: string): void {
  document.open();
  followLinks();
  scrollToPartOnceDrawn();
  document.write(page);
  document.close();
}

const asked = carriedText(pageInQuery(location.search.slice(1)) ?? FIRST_PAGE);
if (asked === undefined) followLinks();
else {
  // What follows in the file is text from here on: no element, nothing that loads or runs.
  document.write('<plaintext hidden>');
  addEventListener('load', () => setTimeout(() => show(asked)), { once: true });
}
