/** Members' sites as the routes know them: published, listed, edited, over a store. */
import type { Handshake } from '../http/exchange.ts';
import { Page } from '../http/page.ts';
import { siteHeaders } from '../http/policy.ts';
import type { Limits } from '../limits.ts';
import type { Keys } from './access.ts';
import { Directory } from './directory.ts';
import { exportSite } from './export.ts';
import { Gate } from './gate.ts';
import { PageShelf } from './page-shelf.ts';
import { publishSite } from './publish.ts';
import type { SiteRecord } from './records.ts';
import { Rooms, type SitesLog } from './rooms.ts';
import type { SiteHealth, SiteList, SiteQuery, Sites } from './sites.ts';
import type { SiteStore } from './store.ts';

/** Published pages kept ready, in bytes. */
const SHELF_BYTES = 67_108_864;
const TIDY_MS = 60_000;

export type Notice = 'hidden' | 'removed' | 'damaged';

export interface LiveSitesOptions {
  readonly store: SiteStore;
  readonly limits: Limits;
  readonly keys: Keys;
  readonly log: SitesLog;
  /** The page in place of a site that is not shown. */
  readonly notice: (notice: Notice, username: string) => Page;
  /** The script that makes `<sound-mode>` elements play; without it they stay silent. */
  readonly player?: string;
  /** How often a disk that refused a write is tried again. Default 2,000 ms. */
  readonly retryMs?: number;
}

type View = 'publish' | 'export';

export class LiveSites implements Sites {
  readonly rooms: Rooms;
  readonly gate: Gate;
  readonly #store: SiteStore;
  readonly #notice: LiveSitesOptions['notice'];
  readonly #player: string | undefined;
  readonly #directory: Directory;
  readonly #shelf = new PageShelf(SHELF_BYTES);
  readonly #making = new Map<string, Promise<Page>>();
  readonly #tidying: NodeJS.Timeout;

  constructor({ store, limits, keys, log, ...options }: LiveSitesOptions) {
    const { notice, player, retryMs } = options;
    this.#store = store;
    this.#notice = notice;
    this.#player = player;
    this.#directory = new Directory(store.sites);
    const timing = retryMs === undefined ? {} : { retryMs };
    this.rooms = new Rooms({ store, limits, directory: this.#directory, log, ...timing });
    this.gate = new Gate(this.rooms, keys, limits, log);
    this.#tidying = setInterval(() => void this.rooms.tidy(), TIDY_MS);
    this.#tidying.unref();
    for (const [site, damage] of store.damaged) {
      log.error({ site, damage }, 'a stored site is damaged');
    }
  }

  get revision(): number {
    return this.#directory.revision;
  }

  list(query: SiteQuery): SiteList {
    return this.#directory.list(query);
  }

  connect(handshake: Handshake): void {
    this.gate.accept(handshake);
  }

  publish(username: string): Page | undefined | Promise<Page | undefined> {
    return this.#show('publish', username);
  }

  export(username: string): Page | undefined | Promise<Page | undefined> {
    return this.#show('export', username);
  }

  #show(view: View, username: string): Page | undefined | Promise<Page | undefined> {
    const record = this.#store.sites.get(username);
    if (record === undefined) {
      return this.#store.damaged.has(username) ? this.#notice('damaged', username) : undefined;
    }
    if (record.removedMs > 0) return this.#notice('removed', username);
    if (record.hidden) return this.#notice('hidden', username);
    const key = `${view} ${username}`;
    const page = this.#shelf.get(key, versionOf(record, record.seq));
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
    const document = publishSite(content, record.name, this.#player);
    const body = view === 'publish' ? document : exportSite(content, document);
    const headers = siteHeaders();
    if (view === 'export') {
      headers.push('Content-Disposition', `attachment; filename="${record.name}.html"`);
    }
    const page = new Page({ body, headers });
    return this.#shelf.put(key, versionOf(record, seq), page, body.length);
  }

  health(): SiteHealth {
    const { damaged } = this.#store;
    const writable = this.rooms.writable;
    if (!writable) return { writable, output: 'the store cannot be written' };
    if (damaged.size === 0) return { writable };
    return {
      writable,
      output: `stored sites that are damaged: ${damaged.size}; the log names them`,
    };
  }

  async disconnect(): Promise<void> {
    clearInterval(this.#tidying);
    await this.gate.close();
    await this.rooms.settle();
  }

  async close(): Promise<void> {
    await this.disconnect();
    await this.#store.close();
  }
}

const versionOf = ({ incarnation }: SiteRecord, seq: number): string => `${incarnation} ${seq}`;
