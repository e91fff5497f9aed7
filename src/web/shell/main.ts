/**
 * The page around a published site: keeps the address bar out of the site's reach, and follows what a
 * site may change of it (title and #fragment).
 */
import { EDIT_LINK_STYLE } from './edit-link-style.ts';
import { SHELL_TEXT } from './text.ts';

const TITLE_CHARACTERS = 500;
const HASH_CHARACTERS = 2000;
/** Browsers allow a page some hundred changes of its history in half a minute. */
const PLACE_MS = 300;

const frame = document.querySelector('iframe');
const note = document.querySelector('p');
const post = (message: unknown): void => frame?.contentWindow?.postMessage(message, '*');

/** What a message says, as long as it may be. */
const text = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : '';
const hashOf = (value: unknown): string => {
  const hash = text(value, HASH_CHARACTERS);
  return hash.startsWith('#') ? hash : '';
};

let place: unknown;
let timer = 0;
const writePlace = (): void => {
  clearTimeout(timer);
  timer = 0;
  if (place !== undefined) history.replaceState({ place }, '');
};
const keepPlace = (reached: unknown): void => {
  place = reached;
  if (timer === 0) timer = window.setTimeout(writePlace, PLACE_MS);
};
const restorePlace = (): void => {
  const kept: unknown = history.state;
  if (typeof kept === 'object' && kept !== null && 'place' in kept) {
    post({ ensemblePlace: kept.place });
  }
};

const showHash = (hash: string): void => {
  const { protocol, pathname, search } = location;
  // A page opened from disk may not, and its address matters to nobody.
  if (hash !== location.hash && protocol !== 'file:') {
    history.replaceState(history.state, '', pathname + search + hash);
  }
};
const go = (hash: string): void => {
  writePlace();
  place = undefined;
  if (hash === location.hash) post({ ensembleHash: hash });
  else location.hash = hash;
};

addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source !== frame?.contentWindow || typeof data !== 'object' || data === null) return;
  if ('place' in data) keepPlace(data.place);
  if ('title' in data) document.title = text(data.title, TITLE_CHARACTERS);
  if ('hash' in data) showHash(hashOf(data.hash));
  if ('go' in data) go(hashOf(data.go));
  if ('height' in data && typeof data.height === 'number') {
    frame?.style.setProperty('--height', `${data.height}px`);
  }
});
addEventListener('hashchange', () => {
  post({ ensembleHash: location.hash });
  restorePlace();
});
addEventListener('pagehide', writePlace);
frame?.addEventListener('load', restorePlace);
addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  post({ ensemblePrint: true });
});

// A script of the site that sets its location leads the frame away, where only links lead the page.
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  if (effectiveDirective !== 'frame-src') return;
  const link = note?.querySelector('a');
  if (link && /^https?:/.test(blockedURI)) {
    link.href = blockedURI;
    link.textContent = new URL(blockedURI).host;
  }
  note?.removeAttribute('hidden');
  frame?.remove();
});

// A page saved to disk has no editor. Where our script does not run there is nothing but an empty element.
const editor = document.querySelector<HTMLElement>('[data-edit]');
if (editor !== null && location.protocol !== 'file:') {
  const link = document.createElement('a');
  link.href = editor.dataset['edit'] ?? '';
  link.textContent = SHELL_TEXT.edit;
  const style = document.createElement('style');
  style.textContent = EDIT_LINK_STYLE;
  editor.attachShadow({ mode: 'closed' }).append(style, link);
}

// Chromium does not find the frame's document again on the way back, as it belongs to no origin.
const [arrival] = performance.getEntriesByType('navigation');
const back = arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward';
if (frame !== null && back) frame.setAttribute('srcdoc', frame.srcdoc);
// Keys scroll what has the focus, and the shell itself has nothing to scroll.
frame?.focus();
