/** The list of sites as the homepage shows it: latest edit first, searched by name. Kept in order as sites change. */
import { inTurns, type Steps } from './charged-work.ts';
import { OrderedList, type Ordering } from './ordered-list.ts';
import { PersonSites } from './person-sites.ts';
import type { SiteRecord } from './records.ts';
import type { AccessRecord } from './site-access.ts';
import type { ListedSite, SiteList, SiteQuery } from './sites.ts';

/** How often edits move a listed site up; new and removed sites appear at once. */
const REORDER_MS = 1_000;

/** Between the texts of two sites; nobody can search it. */
const BETWEEN = '\0';

const MAX_RANK = 2 ** 32 - 1;

const LATEST_FIRST: Ordering<SiteRecord> = {
  compare(a, b) {
    if (a.editedMs !== b.editedMs) return b.editedMs - a.editedMs;
    if (a.name === b.name) return 0;
    return a.name < b.name ? -1 : 1;
  },
  /** The second of the latest edit, counted backwards. */
  rank: ({ editedMs }) => MAX_RANK - Math.min(MAX_RANK, Math.max(0, Math.floor(editedMs / 1000))),
};

export interface DirectoryOptions {
  /** The store's records, which change over time. */
  readonly sites: ReadonlyMap<string, SiteRecord>;
  /** False for a site that only people with its address find. */
  readonly isListed: (name: string) => boolean;
  /** Who owns and edits which site. Default nobody. */
  readonly access?: ReadonlyMap<string, AccessRecord>;
  /** Milliseconds. Default the system's clock. */
  readonly now?: () => number;
}

export class Directory {
  /** The sites of each person, listed or not. */
  readonly people: PersonSites;
  readonly #sites: ReadonlyMap<string, SiteRecord>;
  readonly #isListed: (name: string) => boolean;
  readonly #now: () => number;
  /** Sites as they are listed now. */
  readonly #listed = new Map<string, SiteRecord>();
  readonly #ordered: OrderedList<SiteRecord, string>;
  /** Sites edited since the list was last brought up to date. */
  readonly #edited = new Set<string>();
  #revision = 0;
  #reorderedMs = 0;

  constructor({ sites, isListed, access = new Map(), now = Date.now }: DirectoryOptions) {
    this.people = new PersonSites(sites, access);
    this.#sites = sites;
    this.#isListed = isListed;
    this.#now = now;
    for (const site of sites.values()) this.#remember(site);
    this.#ordered = new OrderedList(LATEST_FIRST, this.#listed.values(), searched);
    void inTurns(this.#preparing());
  }

  /** Makes the texts that are searched, which the first search would otherwise make all at once. */
  #preparing(): Steps<true> {
    const pieces = this.#ordered.pieces();
    return (isOver) => {
      while (!pieces.next().done) if (isOver()) return undefined;
      return { value: true };
    };
  }

  /** Increases with every change the list could show. */
  get revision(): number {
    const now = this.#now();
    if (this.#edited.size > 0 && now - this.#reorderedMs >= REORDER_MS) {
      this.#reorderedMs = now;
      for (const name of this.#edited) this.#place(name);
      this.#edited.clear();
      this.#revision += 1;
    }
    return this.#revision;
  }

  /** A site was created, hidden, removed or purged, or its access was changed. */
  changed(name: string): void {
    this.people.changed(name);
    this.#edited.delete(name);
    this.#place(name);
    this.#revision += 1;
  }

  /** A listed site was edited. */
  edited(name: string): void {
    this.#edited.add(name);
  }

  list({ search, offset, count }: SiteQuery): SiteList {
    // Brings the list up to date if that is due.
    void this.revision;
    const wanted = search.trim().toLowerCase().replaceAll(BETWEEN, '');
    if (wanted === '') {
      const found = this.#ordered.slice(offset, count);
      return { sites: found.map(listed), total: this.#ordered.size };
    }
    const sites: ListedSite[] = [];
    let total = 0;
    for (const [chunk, text] of this.#ordered.pieces()) {
      for (let at = text.indexOf(wanted); at >= 0; at = nextMatch(text, wanted, at)) {
        const site = total >= offset && sites.length < count ? chunk[siteAt(text, at)] : undefined;
        if (site !== undefined) sites.push(listed(site));
        total += 1;
      }
    }
    return { sites, total };
  }

  /** @returns whether it is listed */
  #remember(site: SiteRecord): boolean {
    const { name, hidden, removedMs } = site;
    if (hidden || removedMs > 0 || !this.#isListed(name)) return false;
    this.#listed.set(name, site);
    return true;
  }

  /** Moves a site from where it was to where it belongs, if anywhere. */
  #place(name: string): void {
    const before = this.#listed.get(name);
    if (before !== undefined) this.#ordered.remove(before);
    this.#listed.delete(name);
    const site = this.#sites.get(name);
    if (site !== undefined && this.#remember(site)) this.#ordered.insert(site);
  }
}

/** The texts of several sites in one: searching it is many times as fast as searching each. */
const searched = (sites: readonly SiteRecord[]): string =>
  sites.map(({ name, displayName }) => `${name}\n${displayName.toLowerCase()}`).join(BETWEEN);

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

function listed({ name, displayName, editedMs }: SiteRecord): ListedSite {
  return { username: name, display_name: displayName, edited_at: editedMs };
}
