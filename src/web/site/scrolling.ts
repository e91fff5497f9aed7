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
