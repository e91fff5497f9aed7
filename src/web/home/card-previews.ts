/** The cards of instruments sound while the mouse or the focus is on them, played by the homepage's instrument. */

/** Passing over a card is no wish to hear it. */
const DELAY_MS = 150;

/** Whether this person wants pages to do as little as they can. */
function wantsQuiet(): boolean {
  const queries = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)'];
  const connection: unknown = Reflect.get(navigator, 'connection');
  const savesData =
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData');
  return savesData === true || queries.some((query) => matchMedia(query).matches);
}

/** @param frame the player that sounds */
export function previewCards(frame: HTMLIFrameElement): void {
  let timer = 0;
  let active = false;
  // Browsers allow sound only once a person has clicked or typed here.
  let gestured = false;
  const noteGestures = (target: EventTarget | null): void => {
    const note = (): void => {
      gestured = true;
    };
    for (const type of ['pointerdown', 'keydown']) {
      target?.addEventListener(type, note, { capture: true, once: true });
    }
  };
  noteGestures(window);
  frame.addEventListener('load', () => noteGestures(frame.contentWindow));
  const ask = (mode: string | null): void =>
    frame.contentWindow?.postMessage({ ensemble: 'preview', mode }, location.origin);
  const begin = (mode: string): void => {
    end();
    if (!gestured || wantsQuiet()) return;
    timer = window.setTimeout(() => {
      active = true;
      ask(mode);
    }, DELAY_MS);
  };
  const end = (): void => {
    clearTimeout(timer);
    if (active) ask(null);
    active = false;
  };
  for (const card of document.querySelectorAll<HTMLElement>('[data-preview]')) {
    const mode = card.dataset['preview'] ?? '';
    card.addEventListener('pointerenter', ({ pointerType }) => {
      if (pointerType !== 'touch') begin(mode);
    });
    card.addEventListener('pointerleave', end);
    card.addEventListener('focus', () => {
      if (card.matches(':focus-visible')) begin(mode);
    });
    card.addEventListener('blur', end);
  }
  document.addEventListener('visibilitychange', end);
  addEventListener('pagehide', end);
}
