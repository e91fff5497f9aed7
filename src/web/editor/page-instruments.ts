/** The instruments that a page's HTML names: `<sound-mode mode="…" taught="…">`. */
import { scanTags } from '../../shared/site/html-scan.ts';

/** An instrument tag of a page; what it has learned is stored in the site under `id`. */
export interface PageInstrument {
  readonly id: string;
  readonly mode: string;
}

const ID = /^[a-z][a-z0-9_-]{0,63}$/;

/** The instruments of a page in order, each id once. */
export function pageInstruments(html: string): PageInstrument[] {
  const found = new Map<string, PageInstrument>();
  for (const { name, attributes } of scanTags(html)) {
    const value = (wanted: string) => attributes.find((one) => one.name === wanted)?.value;
    const [id, mode] = [value('taught'), value('mode')];
    if (name !== 'sound-mode' || id === undefined || mode === undefined || !ID.test(id)) continue;
    if (!found.has(id)) found.set(id, { id, mode });
  }
  return [...found.values()];
}

/** An instrument of this mode with an id that the page does not use yet. */
export function newPageInstrument(mode: string, html: string): PageInstrument {
  const taken = new Set(pageInstruments(html).map(({ id }) => id));
  let id = mode;
  for (let count = 2; taken.has(id); count += 1) id = `${mode}-${count}`;
  return { id, mode };
}

/** Where the first tag of this mode that keeps nothing of what it learns takes an attribute; undefined if there is none. */
export function placeForId(html: string, mode: string): number | undefined {
  for (const { name, attributes } of scanTags(html)) {
    const own = attributes.find((one) => one.name === 'mode');
    const kept = attributes.some((one) => one.name === 'taught');
    if (name === 'sound-mode' && own?.value === mode && !kept) return own.to;
  }
  return undefined;
}
