/** The further pages of a site in its one exported file, as JSON in an element of that file. */
import * as v from 'valibot';

/** Id of the element. */
export const PAGES_ID = 'ensemble-pages';

const carriedPages = v.object({
  /** The published documents by name, without the script that makes instruments play. */
  pages: v.record(v.string(), v.string()),
  /** Names of the pages with instruments. */
  playing: v.array(v.string()),
  /** That script. */
  player: v.string(),
});
export type CarriedPages = Readonly<v.InferOutput<typeof carriedPages>>;

/** What the element's text carries; undefined where somebody else wrote it. */
export function readCarriedPages(json: string): CarriedPages | undefined {
  try {
    const read = v.safeParse(carriedPages, JSON.parse(json));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** A page among those that are carried, whole, with its instruments' script; undefined where there is none. */
export function carriedPage(carried: CarriedPages, name: string): string | undefined {
  if (!Object.hasOwn(carried.pages, name)) return undefined;
  const { pages, playing, player } = carried;
  const plays = playing.includes(name) && player !== '';
  return plays ? `${pages[name]}<script data-player>${player}</script>` : pages[name];
}
