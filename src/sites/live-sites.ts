/** Members' sites as the routes see them: published, listed and edited. */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Handshake } from '../http/exchange.ts';
import { Page, type Sendable } from '../http/page.ts';
import { PageCache } from '../http/page-cache.ts';
import { siteHeaders } from '../http/policy.ts';
import type { SiteProblemName } from '../http/problem.ts';
import type { Limits } from '../limits.ts';
import type { SiteContent } from '../shared/site/document.ts';
import { FIRST_PAGE } from '../shared/site/page-links.ts';
import { isPage } from '../shared/site/text-files.ts';
import type { Keys } from './access.ts';
import type { BackgroundCheck } from './background-check.ts';
import { ThreadDeadlineError } from './background-thread.ts';
import { isSiteName } from './damaged-sites.ts';
import { Directory } from './directory.ts';
import { personIds } from './member-record.ts';
import { OWNS_ALL, type Ownership } from './ownership.ts';
import type { PageRequest, View } from './page-body.ts';
import { type MadePage, PageMaker } from './page-maker.ts';
import type { SiteRecord } from './records.ts';
import { Rooms, type SitesLog } from './rooms.ts';
import type { SiteParts } from './site-page.ts';
import type {
  ExportFormat,
  MemberSites,
  SiteAnswer,
  SiteHealth,
  SiteList,
  SiteQuery,
  Sites,
} from './sites.ts';
import { SocketServer } from './socket-server.ts';
import type { SiteStore } from './store.ts';

/** Published pages kept ready, in bytes. */
const PAGES_BYTES = 67_108_864;
/** A page is kept in its plain form and in up to two compressed ones, at about half each. */
const COPIES = 2;
const TIDY_MS = 60_000;
/** A page that nobody asks for is dropped after one to two times this. */
const UNUSED_PAGE_MS = 20_000;

export interface LiveSitesOptions {
  readonly store: SiteStore;
  readonly limits: Limits;
  readonly keys: Keys;
  readonly log: SitesLog;
  /** The answer instead of a site that is hidden, removed or damaged, and of a page that is missing or takes too long. */
  readonly notice: (notice: SiteProblemName, username: string) => Sendable;
  /** The script behind `<sound-mode>` elements; without it they stay silent. */
  readonly player?: string;
  /** The script `exported.js`, with which a site exported as one HTML file shows all of its pages. */
  readonly pager?: string;
  /** What stands around a published site; without it the page is there, and its scripts are not. */
  readonly parts?: SiteParts;
  /** Address of a site on the platform. Default its path. */
  readonly addressOf?: (username: string) => string;
  /** Address at which visitors see a site. Default its path. */
  readonly shownAt?: (username: string) => string;
  /** How often writing is retried after the disk refused it. Default 2,000 ms. */
  readonly retryMs?: number;
  /** Within which a page of a large site is made, milliseconds. Default half a minute. */
  readonly pageMs?: number;
  /** Default this process owns every site. */
  readonly ownership?: Ownership;
  /** Of a store that was opened without. Default none. */
  readonly check?: BackgroundCheck;
}

/** What is asked of a site: one of its pages, or its export. */
interface Wanted {
  readonly view: View;
  readonly page: string;
}

/** Which version of its site a page has read that is being made; undefined until it has. */
interface HasRead {
  version: string | undefined;
}

interface Making extends HasRead {
  readonly page: Promise<Sendable | undefined>;
}

interface ReadSite {
  readonly content: SiteContent;
  readonly version: string;
}

/** Sites whose names of pages are kept ready. */
const SITES_OF_PAGES = 4_096;
const SLOW_PAGES = 256;

export class LiveSites implements Sites {
  readonly rooms: Rooms;
  readonly sockets: SocketServer;
  readonly #store: SiteStore;
  readonly #check: BackgroundCheck | undefined;
  readonly #notice: LiveSitesOptions['notice'];
  readonly #maker: PageMaker;
  readonly #addressOf: (username: string) => string;
  readonly #shownAt: (username: string) => string;
  /** So that asking for pages that a site does not have makes nothing anew. */
  readonly #pageNames = new LRUCache<string, { version: string; names: ReadonlySet<string> }>({
    max: SITES_OF_PAGES,
  });
  /** Versions of pages that took too long: each is tried once a minute, so that others are made between. */
  readonly #tooSlow = new LRUCache<string, string>({ max: SLOW_PAGES, ttl: TIDY_MS });
  readonly ownership: Ownership;
  readonly #log: SitesLog;
  readonly #directory: Directory;
  readonly #pages = new PageCache({ maxSize: PAGES_BYTES });
  readonly #making = new Map<string, Making>();
  readonly #tidying: NodeJS.Timeout;
  readonly #dropping: NodeJS.Timeout;

  constructor({ store, limits, keys, log, ...options }: LiveSitesOptions) {
    const { notice, player, pager = '', parts, addressOf, shownAt, retryMs } = options;
    this.#store = store;
    this.#check = options.check;
    this.#notice = notice;
    this.#log = log;
    const texts = {
      ...(player !== undefined && { player }),
      pager,
      parts: parts ?? { guard: '', script: '', style: '' },
    };
    this.#maker = new PageMaker(texts, options.pageMs);
    this.#addressOf = addressOf ?? ((username) => `/member/${username}`);
    this.#shownAt = shownAt ?? ((username) => `/member/${username}`);
    this.#directory = new Directory({ store, listing: store.listing() });
    store.watch(this.#directory);
    const timing = retryMs === undefined ? {} : { retryMs };
    const membersOnly = keys.membersOnly ?? false;
    const directory = this.#directory;
    const ownership = options.ownership ?? OWNS_ALL;
    this.ownership = ownership;
    this.rooms = new Rooms({ store, limits, directory, log, membersOnly, ownership, ...timing });
    store.onDamage((name, damage) => {
      if (isSiteName(name)) log.error({ site: name, damage }, 'stored site is damaged');
      else log.error({ record: name, damage }, 'stored record is damaged');
    });
    store.onStall((error) => this.rooms.storageFailed(error));
    store.onFollow((followed) => this.rooms.followed(followed));
    this.sockets = new SocketServer(this.rooms, keys, limits, log);
    this.#tidying = setInterval(() => void this.rooms.tidy(), TIDY_MS);
    this.#tidying.unref();
    this.#dropping = setInterval(() => this.#pages.dropUnused(), UNUSED_PAGE_MS);
    this.#dropping.unref();
  }

  get loading(): Promise<void> | undefined {
    return this.#directory.loading;
  }

  get revision(): number {
    return this.#directory.revision;
  }

  list(query: SiteQuery): SiteList {
    return this.#directory.list(query);
  }

  member(name: string): MemberSites | undefined {
    const member = this.rooms.members.called(name);
    return (
      member && {
        name: member.name,
        list: ({ offset, count }) => {
          const sites = this.#directory.people.of(personIds(member)).filter(({ listed }) => listed);
          return { sites: sites.slice(offset, offset + count), total: sites.length };
        },
      }
    );
  }

  connect(handshake: Handshake): void {
    this.ownership.connect(handshake, (visitor, left) => this.sockets.accept(visitor, left));
  }

  publish(username: string, request: IncomingMessage, page: string = FIRST_PAGE): SiteAnswer {
    return this.#show({ view: 'publish', page }, username, request);
  }

  export(username: string, request: IncomingMessage, format: ExportFormat): SiteAnswer {
    return this.#show({ view: format, page: FIRST_PAGE }, username, request);
  }

  #show(wanted: Wanted, username: string, request: IncomingMessage): SiteAnswer {
    const record = this.#store.sites.get(username);
    if (record === undefined) {
      return this.#store.damaged.has(username) ? this.#notice('site-damaged', username) : undefined;
    }
    const notice = this.#noticeOf(record);
    if (notice !== undefined) return notice;
    const version = this.#versionOf(record, record.seq);
    const known = this.#pageNames.get(username);
    if (wanted.page !== FIRST_PAGE && known?.version === version && !known.names.has(wanted.page)) {
      return this.#notice('page-not-found', username);
    }
    const key = `${wanted.view} ${username} ${wanted.page}`;
    const page = this.#pages.get(key, version, request);
    if (page !== undefined) return page;
    if (this.#tooSlow.get(key) === version) return this.#notice('page-too-slow', username);
    const making = this.#making.get(key);
    // One that has read the site before its last edit is not what is asked for now.
    if (making !== undefined && (making.version ?? version) === version) return making.page;
    return this.#begin(wanted, username, key);
  }

  #noticeOf({ name, hidden, removedMs }: SiteRecord): Sendable | undefined {
    if (removedMs > 0) return this.#notice('site-removed', name);
    return hidden ? this.#notice('site-hidden', name) : undefined;
  }

  #begin(wanted: Wanted, name: string, key: string): Promise<Sendable | undefined> {
    const has: HasRead = { version: undefined };
    const page = this.#make(wanted, name, key, has).finally(() => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    });
    const making = Object.assign(has, { page });
    this.#making.set(key, making);
    return page;
  }

  /**
   * Of large sites one page is made after the other, for each site in turn. What has to wait holds no copy of its site
   * and reads it again, so many requests take no more memory than one.
   */
  async #make(
    wanted: Wanted,
    name: string,
    key: string,
    has: HasRead,
  ): Promise<Sendable | undefined> {
    const site = await this.#read(wanted, name, has);
    if (site === undefined || 'send' in site) return site;
    const small = this.#maker.makeSmall(this.#requestOf(wanted, name, site.content));
    if (small !== undefined) return this.#keep(wanted, name, key, site.version, small);
    if (!this.#maker.isBusy) {
      return this.#maker.inTurn(name, () => this.#makeLarge(wanted, name, key, site));
    }
    has.version = undefined;
    return this.#maker.inTurn(name, async () => {
      const again = await this.#read(wanted, name, has);
      if (again === undefined || 'send' in again) return again;
      return this.#makeLarge(wanted, name, key, again);
    });
  }

  /** The site as it is now, or what stands in its place. */
  async #read(
    { page }: Wanted,
    name: string,
    has: HasRead,
  ): Promise<ReadSite | Sendable | undefined> {
    const { content, seq } = await this.rooms.read(name);
    const record = this.#store.sites.get(name);
    if (record === undefined) return undefined;
    const notice = this.#noticeOf(record);
    if (notice !== undefined) return notice;
    if (content === undefined) return this.#notice('site-damaged', name);
    const version = this.#versionOf(record, seq);
    has.version = version;
    const names = new Set(Object.keys(content.files).filter(isPage));
    this.#pageNames.set(name, { version, names });
    return names.has(page) ? { content, version } : this.#notice('page-not-found', name);
  }

  #requestOf(wanted: Wanted, name: string, content: SiteContent): PageRequest {
    return {
      ...wanted,
      name,
      content,
      address: this.#addressOf(name),
      shownAt: this.#shownAt(name),
      editLink: this.#showsEditLink(name),
    };
  }

  async #makeLarge(
    wanted: Wanted,
    name: string,
    key: string,
    { content, version }: ReadSite,
  ): Promise<Sendable> {
    // Of requests that waited together, the first has shown it.
    if (this.#tooSlow.get(key) === version) return this.#notice('page-too-slow', name);
    try {
      const made = await this.#maker.makeLarge(this.#requestOf(wanted, name, content));
      return this.#keep(wanted, name, key, version, made);
    } catch (error) {
      if (!(error instanceof ThreadDeadlineError)) throw error;
      this.#log.error({ site: name, ...wanted }, 'page takes too long to make');
      this.#tooSlow.set(key, version);
      return this.#notice('page-too-slow', name);
    }
  }

  #keep(wanted: Wanted, name: string, key: string, version: string, made: MadePage): Page {
    const headers = siteHeaders();
    if (wanted.view !== 'publish') {
      headers.push('Content-Disposition', `attachment; filename="${name}.${wanted.view}"`);
    }
    const type = wanted.view === 'zip' ? { type: 'application/zip' } : {};
    const page = new Page({ ...made, headers, ...type });
    return this.#pages.put(key, version, page, made.body.length * COPIES);
  }

  #showsEditLink(name: string): boolean {
    return this.#store.access.get(name)?.editLink !== false;
  }

  #versionOf({ incarnation, name }: SiteRecord, seq: number): string {
    return `${incarnation} ${seq} ${this.#showsEditLink(name)}`;
  }

  health(): SiteHealth {
    const { damaged } = this.#store;
    const writable = this.rooms.writable;
    if (!writable) return { writable, output: 'cannot write to the store' };
    const sites = [...damaged.keys()].filter(isSiteName).length;
    const found = [
      ...(sites > 0 ? [`damaged sites: ${sites}`] : []),
      ...(damaged.size > sites ? [`damaged records: ${damaged.size - sites}`] : []),
    ].join(', ');
    const output = this.#check?.problem ?? (found === '' ? undefined : `${found}; see the log`);
    return { writable, ...(output !== undefined && { output }) };
  }

  async disconnect(): Promise<void> {
    clearInterval(this.#tidying);
    clearInterval(this.#dropping);
    this.ownership.drain();
    this.#store.giveUp();
    await this.sockets.close();
    await this.rooms.settle();
  }

  async close(): Promise<void> {
    this.#check?.stop();
    await this.disconnect();
    await this.#maker.close();
    await this.#store.close();
  }
}
