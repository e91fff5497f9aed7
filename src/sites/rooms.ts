/**
 * The open sites of this process: it owns each of them, alone. A service of several processes would ask here
 * who owns a site, and pass the socket on.
 */
import { judgeUsername } from '../http/username.ts';
import type { Limits } from '../limits.ts';
import type { Directory } from './directory.ts';
import { readSite, type SiteContent, writeSite } from './document.ts';
import { Growth } from './growth.ts';
import { LiveDocument } from './live-document.ts';
import { CLOSE, type Reason, type VersionKind } from './protocol.ts';
import { answerRequest, type Moderation, type RequestHost } from './requests.ts';
import { Room } from './room.ts';
import type { Answer, Asker, RoomHost } from './room-host.ts';
import type { SiteStore, StoreError } from './store.ts';

/** How often a disk that refused a write is tried again. */
const RETRY_MS = 2_000;
/** A removed site can be recovered for this long; then it is purged. */
export const REMOVED_KEPT_MS = 30 * 24 * 3_600_000;

/** The part of pino's logger that is used here. */
export interface SitesLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface RoomsOptions {
  readonly store: SiteStore;
  readonly limits: Limits;
  readonly directory: Directory;
  readonly log: SitesLog;
  /** Default 2,000 ms. */
  readonly retryMs?: number;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
}

const CHANGES: Readonly<Record<Moderation, object>> = {
  lock: { locked: true },
  unlock: { locked: false },
  hide: { hidden: true },
  show: { hidden: false },
  remove: {},
  recover: { removedMs: 0 },
};

export class Rooms implements RoomHost, RequestHost {
  readonly store: SiteStore;
  readonly limits: Limits;
  readonly growth: Growth;
  /** Told when an address is blocked. */
  blocked: (address: string) => void = () => {};
  readonly #directory: Directory;
  readonly #log: SitesLog;
  readonly #retryMs: number;
  readonly #rooms = new Map<string, Room>();
  #failing = false;
  #retry: NodeJS.Timeout | undefined;

  constructor({ store, limits, directory, log, retryMs = RETRY_MS }: RoomsOptions) {
    this.store = store;
    this.limits = limits;
    this.growth = new Growth(limits.sites_per_address_hour);
    this.#directory = directory;
    this.#log = log;
    this.#retryMs = retryMs;
  }

  /** Sites in memory now. */
  get open(): number {
    return this.#rooms.size;
  }

  /** False while the disk takes no writes. */
  get writable(): boolean {
    return this.store.writable && !this.#failing;
  }

  /** The room of a site, opened if need be. */
  enter(name: string): Room {
    const known = this.#rooms.get(name);
    if (known !== undefined) return known;
    const room = new Room(name, this);
    this.#rooms.set(name, room);
    if (room.live.damage !== undefined) {
      this.#log.error({ site: name, damage: room.live.damage }, 'a stored site is damaged');
    }
    return room;
  }

  /** The room of a site that is open already. */
  find(name: string): Room | undefined {
    return this.#rooms.get(name);
  }

  broke(room: Room, error: unknown): void {
    this.#log.error({ site: room.name, error: String(error) }, 'a site had to be closed');
    room.end(CLOSE.storage, 'the site had to be closed; come back');
    this.empty(room);
  }

  empty(room: Room): void {
    if (this.#rooms.get(room.name) === room) this.#rooms.delete(room.name);
    room.live.destroy();
  }

  /** What is stored of a site, and which edit that is; never what is not on disk yet. */
  read(
    name: string,
  ): { content: SiteContent; seq: number } | Promise<{ content: SiteContent; seq: number }> {
    const take = (live: LiveDocument) => ({ content: readSite(live.doc), seq: live.seq });
    const room = this.#rooms.get(name);
    if (room !== undefined) return room.ask(() => take(room.live));
    const live = new LiveDocument(name, this.store, this.limits);
    const result = take(live);
    live.destroy();
    return result;
  }

  obstacle(): Reason {
    if (!this.writable) return 'storage';
    return this.store.bytes >= this.limits.store_bytes ? 'full' : '';
  }

  mayCreate(address: string): boolean {
    return this.store.sites.size < this.limits.sites && this.growth.may(address);
  }

  edited(name: string, createdBy: string | undefined): void {
    if (createdBy === undefined) {
      this.#directory.edited();
      return;
    }
    if (createdBy !== '') this.growth.created(createdBy);
    this.#directory.changed();
    this.#rooms.get(name)?.tellPermissions();
    this.#log.info({ site: name }, 'site created');
  }

  storageFailed(error: StoreError): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#log.error({ error: error.message }, 'the store cannot be written; editing is stopped');
    this.#tellAll();
    this.#retryLater();
  }

  #retryLater(): void {
    this.#retry = setTimeout(() => void this.#tryAgain(), this.#retryMs);
    this.#retry.unref();
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.store.probe();
    } catch {
      this.#retryLater();
      return;
    }
    this.#failing = false;
    this.#log.info({}, 'the store can be written again; editing goes on');
    this.#tellAll();
  }

  #tellAll(): void {
    for (const room of this.#rooms.values()) room.tellPermissions();
  }

  request(room: Room, from: Asker, json: string): Promise<Answer> {
    return answerRequest(this, room, from, json);
  }

  create(name: string, content: SiteContent, by: Asker): Promise<Problem | undefined> {
    return this.add(name, content, 'remix', by.name, by.address);
  }

  /** Creates a site with this content, unless there is one. An empty address counts for nobody. */
  async add(
    name: string,
    content: SiteContent,
    kind: VersionKind,
    author: string,
    address: string,
  ): Promise<Problem | undefined> {
    if (judgeUsername(name, this.limits.username_characters) !== 'valid') {
      return { code: 'name', message: 'A site cannot have this name.' };
    }
    const exists = { code: 'exists', message: `There is a site ${name} already.` };
    if (this.store.sites.has(name) || this.store.damaged.has(name)) return exists;
    const obstacle = this.obstacle();
    if (obstacle !== '')
      return { code: obstacle, message: 'The server cannot take a new site now.' };
    if (!this.mayCreate(address)) {
      return { code: 'growth', message: 'Too many new sites lately; try again in an hour.' };
    }
    const room = this.enter(name);
    return room.ask(async () => {
      if (room.live.record !== undefined) return exists;
      await room.edit(kind, author, (doc) => writeSite(doc, content), address);
      return undefined;
    });
  }

  /** Only within a task of the room. */
  async moderate(room: Room, action: Moderation): Promise<void> {
    const record = this.store.sites.get(room.name);
    if (record === undefined) return;
    const change = action === 'remove' ? { removedMs: Date.now() } : CHANGES[action];
    await this.store.save({ ...record, ...change });
    this.#directory.changed();
    room.tellPermissions();
    this.#log.info({ site: room.name, action }, 'site moderated');
  }

  /** Only within a task of the room. */
  async purge(room: Room): Promise<void> {
    await this.store.purge(room.name);
    this.#rooms.delete(room.name);
    room.end(CLOSE.removed, 'the site was erased');
    this.#directory.changed();
    this.#log.info({ site: room.name }, 'site purged');
  }

  async block(address: string, untilMs: number): Promise<void> {
    await this.store.block(address, untilMs);
    this.blocked(address);
  }

  /** What falls due with time: removed sites are purged, limits that pass are told. */
  async tidy(now = Date.now()): Promise<void> {
    this.growth.tidy(now);
    this.#tellAll();
    for (const { name, removedMs } of [...this.store.sites.values()]) {
      if (removedMs === 0 || now - removedMs < REMOVED_KEPT_MS || !this.writable) continue;
      const room = this.enter(name);
      await room.ask(() => this.purge(room)).catch(() => {});
    }
  }

  /** Resolves when all that has arrived is stored. */
  async settle(): Promise<void> {
    clearTimeout(this.#retry);
    await Promise.all([...this.#rooms.values()].map((room) => room.settled()));
  }
}
