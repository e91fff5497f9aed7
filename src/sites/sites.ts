/** What the routes know of members' sites: the seam behind which they are kept, edited and published. */
import type { Handshake } from '../http/exchange.ts';
import type { Page } from '../http/page.ts';

/** A site as the homepage lists it. */
export interface ListedSite {
  readonly username: string;
  /** The name its people gave it, any script; empty where they gave none. */
  readonly display_name: string;
  /** Milliseconds since 1970. */
  readonly edited_at: number;
}

export interface SiteList {
  readonly sites: readonly ListedSite[];
  /** How many match in all, not only on this page. */
  readonly total: number;
}

export interface SiteQuery {
  /** Part of a username or display name, any case; empty for all. */
  readonly search: string;
  /** Sites to pass over. */
  readonly offset: number;
  /** Sites to give at most. */
  readonly count: number;
}

export interface SiteHealth {
  readonly writable: boolean;
  /** A sentence for the operator where it is not. */
  readonly output?: string;
}

export interface Sites {
  /** The published document (`siteHeaders` of http/policy.ts), the same Page until the site changes; undefined where there is none. */
  publish(username: string): Page | undefined | Promise<Page | undefined>;
  /** The same as a download (`Content-Disposition`). */
  export(username: string): Page | undefined | Promise<Page | undefined>;
  /** Grows with every change that the list could show; equal revision, equal list. */
  readonly revision: number;
  /** Latest edit first. */
  list(query: SiteQuery): SiteList;
  /** Takes the WebSocket, or refuses it. The username is valid, the origin ours. */
  connect(handshake: Handshake): void;
  health(): SiteHealth | Promise<SiteHealth>;
  /** Closes sockets with 1001 and takes no more; resolves when what they sent is stored. Pages are still given. */
  disconnect(): Promise<void>;
  /** Disconnects and releases the store; nothing may be asked for afterwards. */
  close(): Promise<void>;
}
