/** What this process does about what other processes have stored. */
import type { Directory } from './directory.ts';
import type { Members } from './members.ts';
import type { SiteRecord } from './records.ts';
import type { Followed, SiteStore } from './store.ts';

interface Host {
  readonly store: SiteStore;
  readonly directory: Directory;
  readonly members: Members;
  readonly blocked: (address: string) => void;
  signedOut(author: string): void;
}

/** Whether the list shows a site as before, except for when it was edited. */
function isListedAs(before: SiteRecord | undefined, now: SiteRecord | undefined): boolean {
  return (
    before?.displayName === now?.displayName &&
    before?.hidden === now?.hidden &&
    before?.removedMs === now?.removedMs
  );
}

/** Brings the list up to date, ends sessions that were ended and connections of addresses that were blocked. */
export function takeNote({ sites, access, members, blocks }: Followed, host: Host): void {
  for (const [name, before] of sites) {
    const now = host.store.sites.get(name);
    if (before !== undefined && now !== undefined && isListedAs(before, now)) {
      host.directory.edited(name);
    } else {
      host.directory.changed(name);
    }
  }
  for (const name of access) host.directory.changed(name);
  for (const [id, before] of members) {
    host.members.followed(id, before);
    const sessions = new Set(host.members.get(id)?.sessions.map(({ author }) => author));
    for (const { author } of before?.sessions ?? []) {
      if (!sessions.has(author)) host.signedOut(author);
    }
  }
  for (const address of blocks) {
    if ((host.store.blocks.get(address) ?? 0) > Date.now()) host.blocked(address);
  }
}
