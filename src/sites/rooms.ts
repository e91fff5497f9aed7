/** The open sites of this process, which is the only owner of each (ownership.ts). */
import { Costs } from '../cost-budget.ts';
import type { Limits } from '../limits.ts';
import { type SiteContent, writeSite } from '../shared/site/document.ts';
import { CLOSE, type Reason } from '../shared/site/protocol.ts';
import type { VersionKind } from '../shared/site/version.ts';
import { judgeUsername } from '../shared/username.ts';
import type { Directory } from './directory.ts';
import { takeNote } from './following.ts';
import { type EditAuthor, LiveDocument, type StoredContent } from './live-document.ts';
import type { MemberRecord } from './member-record.ts';
import { Members } from './members.ts';
import { OWNS_ALL, type Ownership } from './ownership.ts';
import { BLOCKS, MEMBERS } from './pg-claims.ts';
import { Quotas } from './quotas.ts';
import type { RequestResult } from './request-result.ts';
import type { Requester } from './requester.ts';
import { answerRequest, MODERATED, type Moderation, type RequestHost } from './requests.ts';
import { Room, type RoomHost } from './room.ts';
import { RoomFailedError } from './room-tasks.ts';
import { type AccessRecord, type Admission, admission, type Proofs } from './site-access.ts';
import { SiteCreationLimiter } from './site-creation-limiter.ts';
import type { Followed, SiteStore, StoreError } from './store.ts';
import { WindowLimiter } from './window-limiter.ts';

/** How often writing is retried after the disk refused it. */
const RETRY_MS = 2_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
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
  /** What is charged for the work of sockets. Default budgets of its own. */
  readonly costs?: Costs;
  /** Default 2,000 ms. */
  readonly retryMs?: number;
  /** Only members may edit. Default false. */
  readonly membersOnly?: boolean;
  /** Default this process owns every site. */
  readonly ownership?: Ownership;
}

export interface RoomProblem {
  readonly code: string;
  readonly message: string;
}

export class Rooms implements RoomHost, RequestHost {
  readonly store: SiteStore;
  readonly limits: Limits;
  readonly growth: SiteCreationLimiter;
  readonly costs: Costs;
  readonly wrongKeys: WindowLimiter;
  readonly #writing: WindowLimiter;
  readonly members: Members;
  readonly #membersOnly: boolean;
  readonly #ownership: Ownership;
  readonly #quotas: Quotas;
  /** Called when an address is blocked. */
  blocked: (address: string) => void = () => {};
  readonly directory: Directory;
  readonly #log: SitesLog;
  readonly #retryMs: number;
  readonly #rooms = new Map<string, Room>();
  #failing = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: RoomsOptions) {
    const { store, limits, directory, log, costs, retryMs = RETRY_MS } = options;
    this.#ownership = options.ownership ?? OWNS_ALL;
    this.members = new Members(store, (task) => this.#ownership.alone(MEMBERS, task));
    this.#membersOnly = options.membersOnly ?? false;
    this.#quotas = new Quotas(limits);
    this.costs = costs ?? new Costs(limits);
    this.store = store;
    this.limits = limits;
    this.growth = new SiteCreationLimiter(limits.sites_per_address_hour);
    this.#writing = new WindowLimiter(limits.history_bytes_per_address_hour, HOUR_MS);
    this.wrongKeys = new WindowLimiter(limits.wrong_keys_per_minute, MINUTE_MS);
    this.directory = directory;
    this.#log = log;
    this.#retryMs = retryMs;
  }

  /** Number of sites in memory. */
  get open(): number {
    return this.#rooms.size;
  }

  /** False while nothing can be written to disk. */
  get writable(): boolean {
    return this.store.writable && !this.#failing;
  }

  /** The room of a site, opened if necessary. */
  enter(name: string): Room {
    const known = this.#rooms.get(name);
    if (known !== undefined) return known;
    const room = new Room(name, this);
    this.#rooms.set(name, room);
    // The store reports all other damage.
    if (room.document.unreadable) {
      this.#log.error({ site: name, damage: room.document.damage }, 'stored site is damaged');
    }
    return room;
  }

  /** The room of a site, if it is open. */
  find(name: string): Room | undefined {
    return this.#rooms.get(name);
  }

  failed(room: Room, error: unknown): void {
    this.#log.error(
      { site: room.name, error: String(error) },
      'site closed after an internal error',
    );
    room.end(CLOSE.storage, 'internal error; reconnect to continue');
    this.emptied(room);
  }

  emptied(room: Room): void {
    if (this.#rooms.get(room.name) === room) this.#forget(room);
    room.document.destroy();
  }

  #forget({ name }: Room): void {
    this.#rooms.delete(name);
    this.#ownership.closed(name);
  }

  /** The stored content of a site and the number of its last edit; never anything that is not on disk yet. */
  read(name: string): StoredContent | Promise<StoredContent> {
    const room = this.#rooms.get(name);
    if (room !== undefined) {
      return room
        .run(() => room.document.stored)
        .catch((error) => {
          if (error instanceof RoomFailedError) return this.read(name);
          throw error;
        });
    }
    const preparing = this.store.prepare(name);
    if (preparing !== undefined) return preparing.then(() => this.read(name));
    const live = new LiveDocument(name, this.store, this.limits);
    const { stored } = live;
    live.destroy();
    return stored;
  }

  obstacle(): Reason {
    if (!this.writable) return 'storage';
    return this.store.bytes >= this.limits.store_bytes ? 'full' : '';
  }

  mayWrite(address: string): boolean {
    return this.#writing.may(address);
  }

  writes(address: string, bytes: number): void {
    this.store.announce(bytes);
    // What the server or its operator writes is nobody's share.
    if (address !== '') this.#writing.count(address, bytes);
  }

  admission(site: string, proofs: Proofs): Admission {
    if (this.#membersOnly && proofs.member?.() === undefined) return 'stranger';
    return admission(this.store.access.get(site), proofs);
  }

  memberName({ author = '' }: Proofs): string | undefined {
    return this.members.ofSession(author)?.name;
  }

  isTaken(name: string): boolean {
    return this.members.isTaken(name);
  }

  memberOf(id: string): MemberRecord | undefined {
    return this.members.get(id) ?? this.members.ofSession(id);
  }

  seen(author: string): void {
    // If it cannot be stored now, it will be with the next use.
    void this.members.seen(author).catch(() => {});
  }

  mayJoin(address: string): boolean {
    return this.#quotas.take('join', address);
  }

  mayRecover(address: string): boolean {
    return this.#quotas.take('recover', address);
  }

  recovered(address: string): void {
    this.#quotas.giveBack('recover', address);
  }

  signedIn(_author: string): void {
    this.#updateAll();
  }

  signedOut(author: string): void {
    for (const room of this.#rooms.values()) room.endSession(author);
    this.#updateAll();
  }

  mayInvite(address: string): boolean {
    return this.#quotas.take('invite', address);
  }

  mayClaim(address: string): boolean {
    return this.#quotas.take('claim', address);
  }

  mayComment(address: string, author: string): boolean {
    return this.#quotas.takeBoth(['comment', author], ['comments', address]);
  }

  /** Only within a task of the room. */
  async saveAccess(room: Room, record: AccessRecord): Promise<void> {
    await this.store.saveAccess(room.name, record);
    room.updatePermissions();
  }

  mayCreate(address: string, site: string): boolean {
    const { creating } = this.growth;
    if (creating.has(site)) return true;
    const sites = this.store.sites.size + creating.size;
    return sites < this.limits.sites && this.growth.may(address);
  }

  creates(address: string, site: string): void {
    this.growth.begin(address, site);
  }

  notCreated(site: string): void {
    this.growth.end(site, false);
  }

  edited(name: string, createdBy: string | undefined): void {
    if (createdBy === undefined) return;
    this.growth.end(name, true);
    this.#rooms.get(name)?.updatePermissions();
    this.#log.info({ site: name }, 'site created');
  }

  storageFailed(error: StoreError): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#log.error({ error: error.message }, 'cannot write to the store; editing is paused');
    this.#updateAll();
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
    this.#log.info({}, 'the store is writable again; editing resumed');
    this.#updateAll();
  }

  #updateAll(): void {
    for (const room of this.#rooms.values()) room.updatePermissions();
  }

  request(room: Room, from: Requester, json: string): Promise<RequestResult> {
    return answerRequest(this, room, from, json);
  }

  create(name: string, content: SiteContent, by: Requester): Promise<RoomProblem | undefined> {
    return this.add(name, content, 'remix', by, by.address);
  }

  /** Creates a site with this content unless it exists. An empty address is not counted against the limit. */
  async add(
    name: string,
    content: SiteContent,
    kind: VersionKind,
    author: EditAuthor,
    address: string,
  ): Promise<RoomProblem | undefined> {
    if (judgeUsername(name, this.limits.username_characters) !== 'valid') {
      return { code: 'name', message: 'This site name is not allowed.' };
    }
    const exists = { code: 'exists', message: `The site name ${name} is taken.` };
    if (this.store.sites.has(name) || this.store.damaged.has(name)) return exists;
    const obstacle = this.obstacle();
    if (obstacle !== '') {
      return { code: obstacle, message: 'The server cannot create sites right now.' };
    }
    if (!this.mayCreate(address, name)) {
      return { code: 'growth', message: 'Too many new sites were created; try again in an hour.' };
    }
    const made = await this.#ownership.holding(name, async () => {
      const room = this.enter(name);
      this.creates(address, name);
      return room.run(async () => {
        if (room.document.record !== undefined) return { problem: exists };
        try {
          await room.edit({ kind, author, address }, (doc) => writeSite(doc, content));
        } finally {
          if (room.document.record === undefined) this.notCreated(name);
        }
        return { problem: undefined };
      });
    });
    // Someone has the editor of a site of this name open on another server.
    return made === undefined ? exists : made.problem;
  }

  /** Only within a task of the room. */
  async moderate(room: Room, action: Moderation): Promise<void> {
    const record = this.store.sites.get(room.name);
    if (record === undefined) return;
    const change = action === 'remove' ? { removedMs: Date.now() } : MODERATED[action];
    await this.store.save({ ...record, ...change });
    room.updatePermissions();
    this.#log.info({ site: room.name, action }, 'site moderated');
  }

  /** Only within a task of the room. */
  async purge(room: Room): Promise<void> {
    await this.store.purge(room.name);
    this.#forget(room);
    room.end(CLOSE.removed, 'the site was deleted');
    this.#log.info({ site: room.name }, 'site purged');
  }

  /** Only within a task of the room. */
  async restart(room: Room, author: EditAuthor, content: SiteContent): Promise<void> {
    await room.document.restart(author, content);
    this.#forget(room);
    room.end(CLOSE.storage, 'the site was restored; come back');
    this.#log.info({ site: room.name }, 'a site that could not be opened was restored');
  }

  async block(address: string, untilMs: number): Promise<void> {
    await this.#ownership.alone(BLOCKS, () => this.store.block(address, untilMs));
    this.blocked(address);
  }

  /** Does what is due: purges removed sites, tells people about limits that have passed. */
  async tidy(now = Date.now()): Promise<void> {
    this.growth.tidy(now);
    this.costs.tidy();
    this.#writing.tidy(now);
    this.wrongKeys.tidy(now);
    this.#quotas.tidy(now);
    this.#updateAll();
    for (const [name, removedMs] of [...this.directory.removed]) {
      if (now - removedMs < REMOVED_KEPT_MS || !this.writable) continue;
      const purge = async () => {
        const room = this.enter(name);
        await room.run(() => this.purge(room));
      };
      await this.#ownership.holding(name, purge).catch(() => {});
    }
  }

  /** Takes note of what other processes have stored. */
  followed(followed: Followed): void {
    takeNote(followed, this);
    if (followed.members.size > 0) this.#updateAll();
  }

  /** Resolves when everything that has arrived is stored. */
  async settle(): Promise<void> {
    clearTimeout(this.#retry);
    await Promise.all([...this.#rooms.values()].map((room) => room.settled()));
  }
}
