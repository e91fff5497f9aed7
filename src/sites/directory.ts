/** The list of sites as the homepage shows it: latest edit first, searched by name. Kept in order as sites change. */
import { type Listing, NO_LISTING } from './listing.ts';
import { type PeopleStore, PersonSites } from './person-sites.ts';
import type { SiteRecord } from './records.ts';
import { SiteOrder } from './site-order.ts';
import type { ListedSite, SiteList, SiteQuery } from './sites.ts';
import type { Watcher } from './store.ts';

/** How often edits move a listed site up; new and removed sites appear at once. */
const REORDER_MS = 1_000;

export interface DirectoryOptions {
  readonly store: PeopleStore;
  /** What is listed at the start, read now or later, and arriving later still. Default nothing. */
  readonly listing?: Listing | Promise<Listing>;
  /** Milliseconds. Default the system's clock. */
  readonly now?: () => number;
}

export class Directory implements Watcher {
  /** The sites of each person, listed or not. */
  readonly people: PersonSites;
  /** Removed sites, and when: milliseconds since 1970. */
  readonly removed = new Map<string, number>();
  readonly #store: PeopleStore;
  readonly #now: () => number;
  #order = new SiteOrder();
  /** Sites edited since the list was last brought up to date, and where they stand: when they had been edited. */
  readonly #edited = new Map<string, number>();
  /** Sites that changed since the start, and when they were edited: where the listing may have them. */
  readonly #meanwhile = new Map<string, Set<number>>();
  #loading: Promise<void> | undefined;
  #revision = 0;
  #reorderedMs = 0;

  constructor({ store, listing = NO_LISTING, now = Date.now }: DirectoryOptions) {
    this.people = new PersonSites(store);
    this.#store = store;
    this.#now = now;
    if (listing instanceof Promise) this.#loading = listing.then((read) => this.#load(read));
    else this.#load(listing);
  }

  /** Resolves when the list is complete; undefined if it is. */
  get loading(): Promise<void> | undefined {
    return this.#loading;
  }

  #load({ chunks, removed }: Listing): void {
    this.#order = new SiteOrder(chunks);
    for (const [name, ms] of removed) this.removed.set(name, ms);
    for (const [name, times] of this.#meanwhile) {
      for (const edited_at of times) this.#order.remove({ username: name, edited_at });
      this.#take(name, this.#store.sites.get(name));
    }
    this.#meanwhile.clear();
    this.#edited.clear();
    this.#loading = undefined;
    this.#revision += 1;
  }

  /** Increases with every change the list could show. */
  get revision(): number {
    const now = this.#now();
    if (this.#edited.size > 0 && now - this.#reorderedMs >= REORDER_MS) {
      this.#reorderedMs = now;
      for (const [name, edited_at] of this.#edited) {
        this.#order.remove({ username: name, edited_at });
        this.#take(name, this.#store.sites.get(name));
      }
      this.#edited.clear();
      this.#revision += 1;
    }
    return this.#revision;
  }

  recordChanged(name: string, before: SiteRecord | undefined, after: SiteRecord | undefined): void {
    if (this.#loading !== undefined) {
      this.#remember(name, before);
      this.#remember(name, after);
    } else if (before !== undefined && this.#isListed(before) && after && this.#isListed(after)) {
      const isSame = before.editedMs === after.editedMs && before.displayName === after.displayName;
      if (!isSame && !this.#edited.has(name)) this.#edited.set(name, before.editedMs);
    } else {
      this.#place(name, before, after);
    }
  }

  accessChanged(name: string): void {
    const site = this.#store.sites.get(name);
    if (this.#loading !== undefined) this.#remember(name, site);
    else this.#place(name, site, site);
  }

  list(query: SiteQuery): SiteList {
    // Brings the list up to date if that is due.
    void this.revision;
    return this.#order.list({ ...query, search: query.search.trim().toLowerCase() });
  }

  #remember(name: string, site: SiteRecord | undefined): void {
    const times = this.#meanwhile.get(name) ?? new Set();
    if (site !== undefined) times.add(site.editedMs);
    this.#meanwhile.set(name, times);
  }

  #isListed({ name, hidden, removedMs }: SiteRecord): boolean {
    return !hidden && removedMs === 0 && this.#store.access.get(name)?.listed !== false;
  }

  /** Moves a site from where it was to where it belongs, if anywhere. */
  #place(name: string, before: SiteRecord | undefined, after: SiteRecord | undefined): void {
    const edited_at = this.#edited.get(name) ?? before?.editedMs;
    if (edited_at !== undefined) this.#order.remove({ username: name, edited_at });
    this.#edited.delete(name);
    this.#take(name, after);
    this.#revision += 1;
  }

  #take(name: string, site: SiteRecord | undefined): void {
    if (site !== undefined && site.removedMs > 0) this.removed.set(name, site.removedMs);
    else this.removed.delete(name);
    if (site !== undefined && this.#isListed(site)) this.#order.insert(listed(site));
  }
}

function listed({ name, displayName, editedMs }: SiteRecord): ListedSite {
  return { username: name, display_name: displayName, edited_at: editedMs };
}
