/** Links to files of the site, which the page holds as data: browsers save such an address but do not open it. */

/** The file in a `data:` address; undefined where it is damaged. */
function fileIn(address: string): Blob | undefined {
  const comma = address.indexOf(',');
  const head = address.slice('data:'.length, comma);
  const isBase64 = /;base64$/i.test(head);
  const type = isBase64 ? head.slice(0, -';base64'.length) : head;
  try {
    const text = decodeURIComponent(address.slice(comma + 1).replace(/#.*$/, ''));
    const bytes = isBase64 ? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)) : text;
    return new Blob([bytes], { type });
  } catch {
    return undefined;
  }
}

/** Opens what a link holds in a new tab, under the policy of this page. @returns whether that is what the link is for */
export function openData(link: HTMLAnchorElement | HTMLAreaElement): boolean {
  if (link.protocol !== 'data:') return false;
  if (link.hasAttribute('download') && !link.hasAttribute('data-opens')) return false;
  const file = fileIn(link.href);
  if (file === undefined) return false;
  open(URL.createObjectURL(file), '_blank', 'noopener');
  return true;
}
