/**
 * Libraries inside the one exported file of a site: scripts and style sheets of delivery networks, which the file carries
 * as data in place of their addresses. The sources in the file keep the addresses.
 */
import { PAGES_ID, readCarriedPages } from './carried-pages.ts';
import { isDelivered } from './delivery-networks.ts';
import { inertJson } from './export.ts';
import { type ScannedAttribute, type ScannedTag, scanTags } from './html-scan.ts';
import { isPage, type SiteFiles } from './text-files.ts';

export type LibraryKind = 'script' | 'style';

/** An attribute that loads a library. */
interface Place {
  readonly address: string;
  readonly kind: LibraryKind;
  readonly from: number;
  readonly to: number;
  /** The hash of a style sheet, which is another once what it names comes along. */
  readonly hash?: ScannedAttribute | undefined;
}

/** Where a tag loads a library. A module may import others by relative addresses, which data cannot. */
function placeIn({ name, attributes }: ScannedTag): Place | undefined {
  const value = (key: string) => attributes.find((one) => one.name === key)?.value.trim() ?? '';
  const type = value('type').toLowerCase();
  const isScript = name === 'script' && (type === '' || type === 'text/javascript');
  const rel = value('rel').toLowerCase().split(/\s+/);
  const isStyle = name === 'link' && rel.includes('stylesheet');
  const key = isScript ? 'src' : 'href';
  const loads = isScript || isStyle ? attributes.find((one) => one.name === key) : undefined;
  if (loads === undefined || !isDelivered(loads.value)) return undefined;
  const kind = isScript ? 'script' : 'style';
  const hash = isStyle ? attributes.find((one) => one.name === 'integrity') : undefined;
  return { address: loads.value.trim(), kind, from: loads.from, to: loads.to, hash };
}

function placesIn(page: string): Place[] {
  return [...scanTags(page)].map(placeIn).filter((place) => place !== undefined);
}

/** The libraries of a site that a file can carry, by address. */
export function librariesOf(files: SiteFiles): ReadonlyMap<string, LibraryKind> {
  const pages = Object.entries(files).flatMap(([name, text]) => (isPage(name) ? [text] : []));
  return new Map(pages.flatMap(placesIn).map(({ address, kind }) => [address, kind]));
}

function inPage(page: string, data: ReadonlyMap<string, string>): string {
  const changes = placesIn(page).flatMap(({ address, from, to, hash }) => {
    const url = data.get(address);
    if (url === undefined) return [];
    return [{ from, to, value: url }, ...(hash === undefined ? [] : [{ ...hash, value: '' }])];
  });
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, value } of changes.sort((a, b) => a.from - b.from)) {
    parts.push(page.slice(done, from), `"${value}"`);
    done = to;
  }
  return [...parts, page.slice(done)].join('');
}

/**
 * The exported file with libraries in it.
 *
 * @param file from `exportOneFile`
 * @param data `data:` addresses by the addresses of libraries
 */
export function carryLibraries(file: string, data: ReadonlyMap<string, string>): string {
  const holder = [...scanTags(file)].find(
    ({ name, attributes }) =>
      name === 'script' && attributes.some((one) => one.name === 'id' && one.value === PAGES_ID),
  );
  const carried = holder && readCarriedPages(file.slice(holder.to, holder.textTo));
  if (holder === undefined || carried === undefined) return inPage(file, data);
  const pages = Object.fromEntries(
    Object.entries(carried.pages).map(([name, page]) => [name, inPage(page, data)]),
  );
  const json = inertJson({ ...carried, pages });
  return inPage(file.slice(0, holder.to) + json + file.slice(holder.textTo), data);
}
