/** The list of sites as the homepage shows it: latest edit first, searched by name. */
import type { SiteRecord } from './records.ts';
import type { ListedSite, SiteList, SiteQuery } from './sites.ts';

/** How often edits move a listed site up; new and removed sites appear at once. */
const REORDER_MS = 1_000;

/** A site and the text that is searched. */
interface Entry {
  readonly site: SiteRecord;
  readonly text: string;
}

export class Directory {
  readonly #sites: ReadonlyMap<string, SiteRecord>;
  readonly #isListed: (name: string) => boolean;
  #revision = 0;
  #moved = false;
  #reorderedMs = 0;
  #sortedAt = -1;
  #sorted: readonly Entry[] = [];

  /** @param sites the store's records, which change over time */
  constructor(sites: ReadonlyMap<string, SiteRecord>, isListed: (name: string) => boolean) {
    this.#sites = sites;
    this.#isListed = isListed;
  }

  /** Increases with every change the list could show. */
  get revision(): number {
    const now = Date.now();
    if (this.#moved && now - this.#reorderedMs >= REORDER_MS) {
      this.#reorderedMs = now;
      this.changed();
    }
    return this.#revision;
  }

  /** A site was created, hidden, removed or purged, or its access was changed. */
  changed(): void {
    this.#moved = false;
    this.#revision += 1;
  }

  /** A listed site was edited. */
  edited(): void {
    this.#moved = true;
  }

  list({ search, offset, count }: SiteQuery): SiteList {
    const wanted = search.trim().toLowerCase();
    const all = this.#latestFirst();
    const found = wanted === '' ? all : all.filter(({ text }) => text.includes(wanted));
    return {
      sites: found.slice(offset, offset + count).map(({ site }) => listed(site)),
      total: found.length,
    };
  }

  #latestFirst(): readonly Entry[] {
    const { revision } = this;
    if (this.#sortedAt !== revision) {
      this.#sortedAt = revision;
      this.#sorted = [...this.#sites.values()]
        .filter(({ name, hidden, removedMs }) => !hidden && removedMs === 0 && this.#isListed(name))
        .sort((a, b) => b.editedMs - a.editedMs || (a.name < b.name ? -1 : 1))
        .map((site) => ({ site, text: `${site.name}\n${site.displayName.toLowerCase()}` }));
    }
    return this.#sorted;
  }
}

function listed({ name, displayName, editedMs }: SiteRecord): ListedSite {
  return { username: name, display_name: displayName, edited_at: editedMs };
}
