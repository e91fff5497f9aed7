/** Which sites each person owns or was invited to edit. */
import type { SiteRecord } from './records.ts';
import type { AccessRecord } from './site-access.ts';
import type { MemberSite } from './sites.ts';
import type { Find } from './store-index.ts';
import type { Records } from './stored-records.ts';

/** The records of a store, which change over time. */
export interface PeopleStore {
  readonly sites: Pick<Records<SiteRecord>, 'get'>;
  readonly access: Pick<Records<AccessRecord>, 'get'>;
  readonly find: Find;
}

export class PersonSites {
  readonly #store: PeopleStore;

  constructor(store: PeopleStore) {
    this.#store = store;
  }

  /** The sites that someone with one of these ids owns or edits and that are not taken down, latest edit first. */
  of(ids: readonly string[]): MemberSite[] {
    const names = new Set(ids.flatMap((id) => [...this.#store.find('person', id)]));
    return [...names]
      .flatMap((name) => this.#siteOf(name, ids))
      .sort((a, b) => b.edited_at - a.edited_at || (a.username < b.username ? -1 : 1));
  }

  #siteOf(name: string, ids: readonly string[]): MemberSite[] {
    const site = this.#store.sites.get(name);
    const access = this.#store.access.get(name);
    if (site === undefined || access === undefined) return [];
    const { displayName: display_name, editedMs: edited_at, hidden, removedMs } = site;
    const isTheirs = (person: { readonly id: string } | undefined) =>
      person !== undefined && ids.includes(person.id);
    const owns = isTheirs(access.owner);
    if (hidden || removedMs > 0 || !(owns || access.people.some(isTheirs))) return [];
    return [{ username: name, display_name, edited_at, owns, listed: access.listed }];
  }
}
