/** Members' sites as an interface, so that routes do not know how they are stored, edited and published. */
import type { IncomingMessage } from 'node:http';
import type { Handshake } from '../http/exchange.ts';
import type { Sendable } from '../http/page.ts';

/** What answers a request for a site; undefined where there is none. */
export type SiteAnswer = Sendable | undefined | Promise<Sendable | undefined>;

/** A site as the homepage lists it. */
export interface ListedSite {
  readonly username: string;
  /** The name people gave it, in any script; empty if none. */
  readonly display_name: string;
  /** Milliseconds since 1970. */
  readonly edited_at: number;
}

export interface SiteList {
  readonly sites: readonly ListedSite[];
  /** Total number of matches, not only on this page. */
  readonly total: number;
}

export interface SiteQuery {
  /** Part of a username or display name, any case; empty for all. */
  readonly search: string;
  /** Number of sites to skip. */
  readonly offset: number;
  /** Maximum number of sites to return. */
  readonly count: number;
}

/** A site as its member's page lists it. */
export interface MemberSite extends ListedSite {
  /** Whether the member owns it; otherwise they were invited to edit it. */
  readonly owns: boolean;
  /** Whether it is on the homepage; if not, only the member is told of it. */
  readonly listed: boolean;
}

export interface MemberSites {
  /** What the member is called now. */
  readonly name: string;
  /** The listed sites that they own or were invited to edit, latest edit first; `total` is the number of all. */
  list(query: Omit<SiteQuery, 'search'>): {
    readonly sites: readonly MemberSite[];
    readonly total: number;
  };
}

export interface SiteHealth {
  readonly writable: boolean;
  /** A sentence for the operator if something is wrong. */
  readonly output?: string;
}

/** What a site is downloaded as. */
export type ExportFormat = 'html' | 'zip';

export interface Sites {
  /**
   * The published document (`siteHeaders` of http/policy.ts), for this request only.
   * @param page name of one of its pages; default the first. One it does not have is answered with a page that says so.
   */
  publish(username: string, request: IncomingMessage, page?: string): SiteAnswer;
  /** The site as a download (`Content-Disposition`): one HTML file, or a zip file of all its files. */
  export(username: string, request: IncomingMessage, format: ExportFormat): SiteAnswer;
  /** Increases with every change the list could show; equal revisions mean equal lists. */
  readonly revision: number;
  /** Resolves when the list is complete, which takes seconds after the start where there are very many sites; else undefined. */
  readonly loading: Promise<void> | undefined;
  /** Latest edit first. */
  list(query: SiteQuery): SiteList;
  /** The member who has or had exactly this name. */
  member(name: string): MemberSites | undefined;
  /** Accepts or refuses the WebSocket. The username is valid, the origin allowed. */
  connect(handshake: Handshake): void;
  health(): SiteHealth | Promise<SiteHealth>;
  /** Closes sockets with 1001 and accepts no more; resolves when what they sent is stored. Pages are still served. */
  disconnect(): Promise<void>;
  /** Disconnects and closes the store; not to be used afterwards. */
  close(): Promise<void>;
}
