/** Opens what a previewed site links to: in a new tab, never in place of the page that shows the preview. */

/** The whole address of a link that can be opened; undefined for one that cannot, such as `javascript:`. */
export function linkAddress(href: string): string | undefined {
  if (!URL.canParse(href, document.baseURI)) return undefined;
  const { href: address, protocol } = new URL(href, document.baseURI);
  return /^(?:https?|mailto|tel):$/.test(protocol) ? address : undefined;
}

/** Opens a link in a new tab. @returns whether it can be opened */
export function openLink(href: string): boolean {
  const address = linkAddress(href);
  if (address === undefined) return false;
  window.open(address, '_blank', 'noopener');
  return true;
}
