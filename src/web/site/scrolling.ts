/** Where a page is scrolled to: follows it, and goes to the part that an address names. */

/** Calls `follow` when the page was scrolled, at most once a frame. */
export function onScrolled(follow: () => void): void {
  let waiting = false;
  addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      follow();
    });
  });
}

/**
 * Once the page is loaded and drawn, scrolls to the part that its address names, unless it was scrolled already: before,
 * Chromium does not always do so. Leaves no step for the back button.
 *
 * @param isWanted asked then
 */
export function scrollToPartOnceDrawn(isWanted = (): boolean => true): void {
  const scrollToPart = (): void => {
    if (location.hash === '' || scrollX !== 0 || scrollY !== 0 || !isWanted()) return;
    // Whole, because the part alone would be relative to the base that a page may name.
    location.replace(location.href);
  };
  addEventListener('load', () => requestAnimationFrame(scrollToPart));
}
