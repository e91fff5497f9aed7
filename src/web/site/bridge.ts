/** Connects a site with the page around it: links, #fragments, scrolling, title, printing. */
import { pageAddress, pageLink } from '../../shared/site/page-links.ts';
import { openData } from './data-links.ts';
import { onScrolled, scrollToPartOnceDrawn } from './scrolling.ts';

const tell = (message: Record<string, unknown>): void => parent.postMessage(message, '*');

const place = () => ({ x: scrollX, y: scrollY });

/** Whether the shell has said where the page was scrolled to before. */
let isPlaceRestored = false;

/** The shell's address is the one that counts: the site's own follows it, and leaves no step for the back button. */
const followAddress = (): void => {
  const show = (hash: string): void => location.replace(`about:srcdoc${hash || '#'}`);
  const { hash } = new URL(document.baseURI);
  if (hash !== '') {
    show(hash);
    scrollToPartOnceDrawn(() => !isPlaceRestored);
  }
  addEventListener('message', (event) => {
    if (event.source !== parent || typeof event.data?.ensembleHash !== 'string') return;
    event.stopImmediatePropagation();
    show(event.data.ensembleHash);
  });
  addEventListener('hashchange', () => tell({ hash: location.hash }));
};

/** Links lead out of the frame (`<base target>`); only those to a part of the site stay in it. */
const followLinks = (): void => {
  const linkOf = ({ target }: Event): HTMLAnchorElement | HTMLAreaElement | null =>
    target instanceof Element ? target.closest('a[href], area[href]') : null;
  addEventListener(
    'click',
    (event) => {
      const link = linkOf(event);
      if (link === null) return;
      if (/^_(?:self|parent)$/i.test(link.target)) link.target = '_top';
      // A link that a script made; those of the page itself were written so when it was published.
      const to = pageLink(link.getAttribute('href') ?? '');
      if (to !== undefined) link.href = pageAddress(document.baseURI, to);
    },
    true,
  );
  addEventListener('click', (event) => {
    const link = linkOf(event);
    const { ctrlKey, metaKey, shiftKey } = event;
    if (link === null || event.defaultPrevented || ctrlKey || metaKey || shiftKey) return;
    if (link.protocol === 'javascript:') {
      // Browsers run such a link only where a page has an origin.
      event.preventDefault();
      const code = document.createElement('script');
      code.textContent = decodeURIComponent(link.href.slice('javascript:'.length));
      document.documentElement.append(code);
      code.remove();
      return;
    }
    if (openData(link)) {
      event.preventDefault();
      return;
    }
    if (!link.href.includes('#') || link.href.split('#')[0] !== document.baseURI.split('#')[0]) {
      return;
    }
    event.preventDefault();
    tell({ go: link.hash, place: place() });
  });
};

/** A browser restores where its page was scrolled to, and the page is the shell, which asks for it. */
const followScrolling = (): void => {
  onScrolled(() => tell({ place: place() }));
  addEventListener('message', (event) => {
    if (event.source !== parent || typeof event.data?.ensemblePlace !== 'object') return;
    event.stopImmediatePropagation();
    isPlaceRestored = true;
    const { x, y } = event.data.ensemblePlace;
    scrollTo({ left: x, top: y, behavior: 'instant' });
  });
};

/** The frame alone prints in whole pages; the shell would print what its window shows. */
const followPrinting = (): void => {
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return;
    if (event.defaultPrevented || event.shiftKey || event.altKey) return;
    event.preventDefault();
    print();
  });
  addEventListener('message', (event) => {
    if (event.source !== parent || event.data?.ensemblePrint !== true) return;
    event.stopImmediatePropagation();
    print();
  });
  new ResizeObserver(() => {
    tell({ height: document.documentElement.scrollHeight });
  }).observe(document.documentElement);
};

const followTitle = (): void => {
  let lastTitle = document.title;
  const look = (): void => {
    if (document.title === lastTitle) return;
    lastTitle = document.title;
    tell({ title: lastTitle });
  };
  const watched = { childList: true, subtree: true, characterData: true };
  new MutationObserver(look).observe(document.head, watched);
  look();
};

/** Call this before anything of the site runs. */
export function connectToShell(): void {
  followAddress();
  followLinks();
  followScrolling();
  addEventListener('DOMContentLoaded', followTitle);
  addEventListener('DOMContentLoaded', followPrinting);
}
