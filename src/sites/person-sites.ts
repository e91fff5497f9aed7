/** Which sites each person owns or was invited to edit. Kept up to date as access changes, whoever edits. */
import type { SiteRecord } from './records.ts';
import type { AccessRecord } from './site-access.ts';
import type { MemberSite } from './sites.ts';
import type { Records } from './stored-records.ts';

export class PersonSites {
  readonly #sites: Pick<Records<SiteRecord>, 'get'>;
  readonly #access: ReadonlyMap<string, AccessRecord>;
  /** Names of the sites of each person, */
  readonly #byPerson = new Map<string, Set<string>>();
  /** and the people of each site when it was last looked at. */
  readonly #people = new Map<string, readonly string[]>();

  /** Both are the store's records, which change over time. */
  constructor(sites: Pick<Records<SiteRecord>, 'get'>, access: ReadonlyMap<string, AccessRecord>) {
    this.#sites = sites;
    this.#access = access;
    for (const name of access.keys()) this.changed(name);
  }

  /** Who may edit a site was changed, or the site was purged. */
  changed(name: string): void {
    for (const id of this.#people.get(name) ?? []) {
      const sites = this.#byPerson.get(id);
      sites?.delete(name);
      if (sites?.size === 0) this.#byPerson.delete(id);
    }
    this.#people.delete(name);
    const record = this.#access.get(name);
    if (record === undefined) return;
    const { owner, people } = record;
    const ids = [...(owner === undefined ? [] : [owner]), ...people].map(({ id }) => id);
    if (ids.length > 0) this.#people.set(name, ids);
    for (const id of ids) {
      const sites = this.#byPerson.get(id) ?? new Set();
      this.#byPerson.set(id, sites.add(name));
    }
  }

  /** The sites that someone with one of these ids owns or edits and that are not taken down, latest edit first. */
  of(ids: readonly string[]): MemberSite[] {
    const names = new Set(ids.flatMap((id) => [...(this.#byPerson.get(id) ?? [])]));
    return [...names]
      .flatMap((name) => this.#siteOf(name, ids))
      .sort((a, b) => b.edited_at - a.edited_at || (a.username < b.username ? -1 : 1));
  }

  #siteOf(name: string, ids: readonly string[]): MemberSite[] {
    const site = this.#sites.get(name);
    const access = this.#access.get(name);
    if (site === undefined || access === undefined) return [];
    const { displayName: display_name, editedMs: edited_at, hidden, removedMs } = site;
    if (hidden || removedMs > 0) return [];
    const owns = access.owner !== undefined && ids.includes(access.owner.id);
    return [{ username: name, display_name, edited_at, owns, listed: access.listed }];
  }
}
