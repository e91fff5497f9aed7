/** Members' sites as the routes see them: published, listed and edited. */
import type { IncomingMessage } from 'node:http';
import type { Handshake } from '../http/exchange.ts';
import { Page } from '../http/page.ts';
import { PageCache } from '../http/page-cache.ts';
import { siteHeaders } from '../http/policy.ts';
import type { Limits } from '../limits.ts';
import { exportSite } from '../shared/site/export.ts';
import { publishSite } from '../shared/site/publish.ts';
import type { Keys } from './access.ts';
import { Directory } from './directory.ts';
import type { SiteRecord } from './records.ts';
import { Rooms, type SitesLog } from './rooms.ts';
import { type SiteParts, sitePage } from './site-page.ts';
import type { SiteAnswer, SiteHealth, SiteList, SiteQuery, Sites } from './sites.ts';
import { SocketServer } from './socket-server.ts';
import type { SiteStore } from './store.ts';

/** Published pages kept ready, in bytes. */
const PAGES_BYTES = 67_108_864;
/** A page is kept in its plain form and in up to two compressed ones, at about half each. */
const COPIES = 2;
const TIDY_MS = 60_000;

export type Notice = 'hidden' | 'removed' | 'damaged';

export interface LiveSitesOptions {
  readonly store: SiteStore;
  readonly limits: Limits;
  readonly keys: Keys;
  readonly log: SitesLog;
  /** The page shown instead of a site that is hidden, removed or damaged. */
  readonly notice: (notice: Notice, username: string) => Page;
  /** The script behind `<sound-mode>` elements; without it they stay silent. */
  readonly player?: string;
  /** What stands around a published site; without it the page is there, and its scripts are not. */
  readonly parts?: SiteParts;
  /** Address of a site on the platform. Default its path. */
  readonly addressOf?: (username: string) => string;
  /** How often writing is retried after the disk refused it. Default 2,000 ms. */
  readonly retryMs?: number;
}

type View = 'publish' | 'export';

export class LiveSites implements Sites {
  readonly rooms: Rooms;
  readonly sockets: SocketServer;
  readonly #store: SiteStore;
  readonly #notice: LiveSitesOptions['notice'];
  readonly #player: string | undefined;
  readonly #parts: SiteParts;
  readonly #addressOf: (username: string) => string;
  readonly #directory: Directory;
  readonly #pages = new PageCache({ maxSize: PAGES_BYTES });
  readonly #making = new Map<string, Promise<Page>>();
  readonly #tidying: NodeJS.Timeout;

  constructor({ store, limits, keys, log, ...options }: LiveSitesOptions) {
    const { notice, player, parts, addressOf, retryMs } = options;
    this.#store = store;
    this.#notice = notice;
    this.#player = player;
    this.#parts = parts ?? { guard: '', script: '', style: '' };
    this.#addressOf = addressOf ?? ((username) => `/member/${username}`);
    this.#directory = new Directory(
      store.sites,
      (name) => store.access.get(name)?.listed !== false,
    );
    const timing = retryMs === undefined ? {} : { retryMs };
    const membersOnly = keys.membersOnly ?? false;
    const directory = this.#directory;
    this.rooms = new Rooms({ store, limits, directory, log, membersOnly, ...timing });
    this.sockets = new SocketServer(this.rooms, keys, limits, log);
    this.#tidying = setInterval(() => void this.rooms.tidy(), TIDY_MS);
    this.#tidying.unref();
    for (const [site, damage] of store.damaged) {
      log.error({ site, damage }, 'stored site is damaged');
    }
  }

  get revision(): number {
    return this.#directory.revision;
  }

  list(query: SiteQuery): SiteList {
    return this.#directory.list(query);
  }

  connect(handshake: Handshake): void {
    this.sockets.accept(handshake);
  }

  publish(username: string, request: IncomingMessage): SiteAnswer {
    return this.#show('publish', username, request);
  }

  export(username: string, request: IncomingMessage): SiteAnswer {
    return this.#show('export', username, request);
  }

  #show(view: View, username: string, request: IncomingMessage): SiteAnswer {
    const record = this.#store.sites.get(username);
    if (record === undefined) {
      return this.#store.damaged.has(username) ? this.#notice('damaged', username) : undefined;
    }
    if (record.removedMs > 0) return this.#notice('removed', username);
    if (record.hidden) return this.#notice('hidden', username);
    const key = `${view} ${username}`;
    const page = this.#pages.get(key, this.#versionOf(record, record.seq), request);
    if (page !== undefined) return page;
    let making = this.#making.get(key);
    if (making === undefined) {
      making = this.#make(view, record, key).finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }

  async #make(view: View, record: SiteRecord, key: string): Promise<Page> {
    const { content, seq } = await this.rooms.read(record.name);
    if (content === undefined) return this.#notice('damaged', record.name);
    const document = publishSite(content, record.name, this.#player);
    const body =
      view === 'export'
        ? exportSite(content, document)
        : sitePage(document, {
            name: content.displayName || record.name,
            address: this.#addressOf(record.name),
            parts: this.#parts,
            editLink: this.#showsEditLink(record.name),
          });
    const headers = siteHeaders();
    if (view === 'export') {
      headers.push('Content-Disposition', `attachment; filename="${record.name}.html"`);
    }
    const page = new Page({ body, headers });
    return this.#pages.put(key, this.#versionOf(record, seq), page, body.length * COPIES);
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
    if (damaged.size === 0) return { writable };
    return {
      writable,
      output: `damaged sites: ${damaged.size}; see the log`,
    };
  }

  async disconnect(): Promise<void> {
    clearInterval(this.#tidying);
    await this.sockets.close();
    await this.rooms.settle();
  }

  async close(): Promise<void> {
    await this.disconnect();
    await this.#store.close();
  }
}
