/** The list of sites as the homepage shows it: latest edit first, searched by name. Kept in order as sites change. */
import { OrderedList } from './ordered-list.ts';
import { PersonSites } from './person-sites.ts';
import type { SiteRecord } from './records.ts';
import type { AccessRecord } from './site-access.ts';
import type { ListedSite, SiteList, SiteQuery } from './sites.ts';

/** How often edits move a listed site up; new and removed sites appear at once. */
const REORDER_MS = 1_000;

/** A site as it is listed now, and the text that is searched. */
interface Entry {
  readonly site: SiteRecord;
  readonly text: string;
}

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
  readonly #entries = new Map<string, Entry>();
  readonly #ordered: OrderedList<Entry>;
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
    this.#ordered = new OrderedList(latestFirst, this.#entries.values());
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
    const wanted = search.trim().toLowerCase();
    if (wanted === '') {
      const found = this.#ordered.slice(offset, count);
      return { sites: found.map(({ site }) => listed(site)), total: this.#ordered.size };
    }
    const sites: ListedSite[] = [];
    let total = 0;
    for (const chunk of this.#ordered.chunks) {
      for (const { site, text } of chunk) {
        if (!text.includes(wanted)) continue;
        if (total >= offset && sites.length < count) sites.push(listed(site));
        total += 1;
      }
    }
    return { sites, total };
  }

  #remember(site: SiteRecord): Entry | undefined {
    const { name, displayName, hidden, removedMs } = site;
    if (hidden || removedMs > 0 || !this.#isListed(name)) return undefined;
    const entry = { site, text: `${name}\n${displayName.toLowerCase()}` };
    this.#entries.set(name, entry);
    return entry;
  }

  /** Moves a site from where it was to where it belongs, if anywhere. */
  #place(name: string): void {
    const before = this.#entries.get(name);
    if (before !== undefined) this.#ordered.remove(before);
    this.#entries.delete(name);
    const site = this.#sites.get(name);
    const entry = site && this.#remember(site);
    if (entry !== undefined) this.#ordered.insert(entry);
  }
}

function latestFirst({ site: a }: Entry, { site: b }: Entry): number {
  if (a.editedMs !== b.editedMs) return b.editedMs - a.editedMs;
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function listed({ name, displayName, editedMs }: SiteRecord): ListedSite {
  return { username: name, display_name: displayName, edited_at: editedMs };
}
