/**
 * The listed sites in order, latest edit first, in chunks of a few hundred: one change makes one chunk anew, and what is
 * searched is one text for each. A million sites take some 70 bytes each, a fifth of what objects would.
 */
import type { ListedSite, SiteList, SiteQuery } from './sites.ts';

/** A chunk that reaches this length is cut in two. */
const CHUNK_SITES = 1_024;
/** Between the texts of two sites; nobody can search it. */
const BETWEEN = '\0';
/** With more sites, a rank and a position no longer fit into one exact number. */
const MAX_RANKED = 2 ** 21;
const MAX_RANK = 2 ** 32 - 1;

/** Sites that follow each other in the list. */
export interface Chunk {
  /** When each was last edited, milliseconds since 1970. */
  readonly edited: readonly number[];
  /** Of each its name, a line break, and its display name in lower case. */
  readonly searched: string;
  /** Of each its display name. */
  readonly shown: string;
}

const NO_SITES: Chunk = { edited: [], searched: '', shown: '' };

type Place = Pick<ListedSite, 'username' | 'edited_at'>;

/** 0 only for the same site. */
function compare(a: Place, b: Place): number {
  if (a.edited_at !== b.edited_at) return b.edited_at - a.edited_at;
  if (a.username === b.username) return 0;
  return a.username < b.username ? -1 : 1;
}

/** The second of the latest edit, counted backwards: a whole number below 2^32 that never decreases in the list. */
const rankOf = ({ edited_at }: Place): number =>
  MAX_RANK - Math.min(MAX_RANK, Math.max(0, Math.floor(edited_at / 1000)));

/** Sorts by rank first, which takes a tenth of the time, and compares only sites of the same rank. */
function sorted(sites: ListedSite[]): ListedSite[] {
  if (sites.length > MAX_RANKED) return sites.sort(compare);
  // Float64Array.from with a function takes several times as long.
  const keys = new Float64Array(sites.length);
  sites.forEach((site, at) => {
    keys[at] = rankOf(site) * MAX_RANKED + at;
  });
  keys.sort();
  const order: ListedSite[] = [];
  let from = 0;
  let runRank = -1;
  for (const key of keys) {
    const rank = Math.floor(key / MAX_RANKED);
    const site = sites[key - rank * MAX_RANKED];
    if (rank !== runRank) from = sortFrom(order, from);
    runRank = rank;
    if (site !== undefined) order.push(site);
  }
  sortFrom(order, from);
  return order;
}

/** Sorts the sites from a position on. @returns the position after the last one */
function sortFrom(order: ListedSite[], from: number): number {
  if (order.length - from > 1) {
    const run = order.slice(from).sort(compare);
    for (const [at, site] of run.entries()) order[from + at] = site;
  }
  return order.length;
}

/** A chunk, a text for each site. */
interface Texts {
  readonly edited: number[];
  readonly searched: string[];
  readonly shown: string[];
}

function textsOf({ edited, searched, shown }: Chunk): Texts {
  if (edited.length === 0) return { edited: [], searched: [], shown: [] };
  return { edited: [...edited], searched: searched.split(BETWEEN), shown: shown.split(BETWEEN) };
}

const packed = ({ edited, searched, shown }: Texts): Chunk => ({
  edited,
  searched: searched.join(BETWEEN),
  shown: shown.join(BETWEEN),
});

/** Puts sites in at a position, in their order. */
function put(texts: Texts, at: number, ...sites: readonly ListedSite[]): void {
  const shown = sites.map(({ display_name }) => display_name.replaceAll(BETWEEN, ''));
  const searched = sites.map(
    ({ username }, index) => `${username}\n${shown[index]?.toLowerCase()}`,
  );
  texts.edited.splice(at, 0, ...sites.map(({ edited_at }) => edited_at));
  texts.searched.splice(at, 0, ...searched);
  texts.shown.splice(at, 0, ...shown);
}

/** Takes sites out from a position on. */
const cutFrom = ({ edited, searched, shown }: Texts, at: number, count = CHUNK_SITES): Texts => ({
  edited: edited.splice(at, count),
  searched: searched.splice(at, count),
  shown: shown.splice(at, count),
});

const hasSites = ({ edited }: Texts): boolean => edited.length > 0;

const sitesIn = ({ edited, searched, shown }: Texts): ListedSite[] =>
  edited.map((edited_at, at) => ({
    username: nameIn(searched[at] ?? ''),
    display_name: shown[at] ?? '',
    edited_at,
  }));

const nameIn = (text: string): string => text.slice(0, text.indexOf('\n'));

const firstOf = ({ edited, searched }: Chunk): Place => ({
  username: nameIn(searched),
  edited_at: edited[0] ?? 0,
});

/** The chunks of sites in any order. */
export function* chunksOf(sites: Iterable<ListedSite>): Generator<Chunk> {
  const all = sorted([...sites]);
  const half = CHUNK_SITES / 2;
  for (let at = 0; at < all.length; at += half) {
    const texts = textsOf(NO_SITES);
    put(texts, 0, ...all.slice(at, at + half));
    yield packed(texts);
  }
}

export class SiteOrder {
  readonly #chunks: Chunk[];
  #size = 0;

  constructor(chunks: Iterable<Chunk> = []) {
    this.#chunks = [...chunks];
    for (const { edited } of this.#chunks) this.#size += edited.length;
  }

  get size(): number {
    return this.#size;
  }

  /** How many chunks there are. */
  get chunks(): number {
    return this.#chunks.length;
  }

  /** The sites of a page, and how many were found. A search finds parts of names and display names, in lower case. */
  list({ search, offset, count }: SiteQuery): SiteList {
    const wanted = search.replaceAll(BETWEEN, '');
    if (wanted === '') return { sites: this.#slice(offset, count), total: this.#size };
    const sites: ListedSite[] = [];
    let total = 0;
    for (const chunk of this.#chunks) {
      let all: ListedSite[] | undefined;
      const text = chunk.searched;
      for (let at = text.indexOf(wanted); at >= 0; at = nextMatch(text, wanted, at)) {
        if (total >= offset && sites.length < count) {
          all ??= sitesIn(textsOf(chunk));
          const site = all[siteAt(text, at)];
          if (site !== undefined) sites.push(site);
        }
        total += 1;
      }
    }
    return { sites, total };
  }

  /** Up to `count` sites from position `offset` on. */
  #slice(offset: number, count: number): ListedSite[] {
    const sites: ListedSite[] = [];
    let skip = offset;
    for (const chunk of this.#chunks) {
      if (sites.length >= count) break;
      if (skip < chunk.edited.length) {
        sites.push(...sitesIn(textsOf(chunk)).slice(skip, skip + count - sites.length));
      }
      skip = Math.max(0, skip - chunk.edited.length);
    }
    return sites;
  }

  insert(site: ListedSite): void {
    const at = this.#chunkFor(site);
    const texts = this.#textsAt(at);
    put(texts, firstNotBefore(texts, site), site);
    this.#size += 1;
    const isLong = texts.edited.length >= CHUNK_SITES;
    const rest = cutFrom(texts, isLong ? CHUNK_SITES / 2 : CHUNK_SITES);
    this.#chunks.splice(at, 1, ...[texts, rest].filter(hasSites).map(packed));
  }

  /** @returns whether there was such a site, edited at that time */
  remove(place: Place): boolean {
    const at = this.#chunkFor(place);
    const texts = this.#textsAt(at);
    const index = firstNotBefore(texts, place);
    const found = placeAt(texts, index);
    if (found === undefined || compare(found, place) !== 0) return false;
    cutFrom(texts, index, 1);
    this.#size -= 1;
    this.#chunks.splice(at, 1, ...[texts].filter(hasSites).map(packed));
    this.#join(at);
    this.#join(at - 1);
    return true;
  }

  #textsAt(at: number): Texts {
    return textsOf(this.#chunks[at] ?? NO_SITES);
  }

  /** Joins a chunk with the one after it while they are short, so that there are never many chunks of few sites. */
  #join(at: number): void {
    const [chunk, next] = [this.#chunks[at], this.#chunks[at + 1]];
    if (chunk === undefined || next === undefined) return;
    if (chunk.edited.length + next.edited.length > CHUNK_SITES / 2) return;
    this.#chunks.splice(at, 2, {
      edited: [...chunk.edited, ...next.edited],
      searched: chunk.searched + BETWEEN + next.searched,
      shown: chunk.shown + BETWEEN + next.shown,
    });
  }

  /** The last chunk that does not begin after a place, or the first. */
  #chunkFor(place: Place): number {
    let [low, high] = [0, this.#chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle];
      if (chunk !== undefined && compare(firstOf(chunk), place) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

function placeAt({ edited, searched }: Texts, at: number): Place | undefined {
  const text = searched[at];
  return text === undefined ? undefined : { username: nameIn(text), edited_at: edited[at] ?? 0 };
}

function firstNotBefore(texts: Texts, place: Place): number {
  let [low, high] = [0, texts.edited.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const candidate = placeAt(texts, middle);
    if (candidate !== undefined && compare(candidate, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the next site after the one at `at` has `wanted` in its text; -1 if none has. */
function nextMatch(text: string, wanted: string, at: number): number {
  const end = text.indexOf(BETWEEN, at);
  return end < 0 ? -1 : text.indexOf(wanted, end);
}

/** How many sites' texts end before a place. */
function siteAt(text: string, place: number): number {
  let index = 0;
  for (let end = text.indexOf(BETWEEN); end >= 0 && end < place; index++) {
    end = text.indexOf(BETWEEN, end + 1);
  }
  return index;
}
