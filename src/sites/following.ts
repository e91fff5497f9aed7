/** What this process does about what other processes have stored. */
import type { Members } from './members.ts';
import type { Followed, SiteStore } from './store.ts';

interface Host {
  readonly store: SiteStore;
  readonly members: Members;
  readonly blocked: (address: string) => void;
  signedOut(author: string): void;
}

/** Ends sessions that were ended and connections of addresses that were blocked. */
export function takeNote({ members, blocks }: Followed, host: Host): void {
  if (members.size > 0) host.members.followed();
  for (const [id, before] of members) {
    const sessions = new Set(host.members.get(id)?.sessions.map(({ author }) => author));
    for (const { author } of before?.sessions ?? []) {
      if (!sessions.has(author)) host.signedOut(author);
    }
  }
  for (const address of blocks) {
    if ((host.store.blocks.get(address) ?? 0) > Date.now()) host.blocked(address);
  }
}
