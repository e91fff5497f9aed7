/** Opens what a previewed site links to: in a new tab, never in place of the page that shows the preview. */

/** The whole address of a link that can be opened; undefined for one that cannot, such as `javascript:`. */
export function linkAddress(href: string): string | undefined {
  if (!URL.canParse(href, document.baseURI)) return undefined;
  const { href: address, protocol } = new URL(href, document.baseURI);
  return /^(?:https?|mailto|tel):$/.test(protocol) ? address : undefined;
}

/**
 * Opens a link if somebody has just clicked in the preview: a frame that has the focus while the browser counts an
 * action of the user. Typing in the editor is one, too, and must open nothing.
 *
 * @returns whether it did
 */
export function openLink(href: string, preview: Element | undefined): boolean {
  const address = linkAddress(href);
  const clicked = navigator.userActivation.isActive && document.activeElement === preview;
  if (address === undefined || !clicked) return false;
  window.open(address, '_blank', 'noopener');
  return true;
}
