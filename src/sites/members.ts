/** The members: whose name is whose, whose browser and passkey. Every change is made after the one before it. */
import { LRUCache } from 'lru-cache';
import { skeletonOf, skeletonsOf } from './confusable.ts';
import { type MemberRecord, namesOf, type Passkey } from './member-record.ts';
import type { Find, IndexKind } from './store-index.ts';
import type { Records } from './stored-records.ts';

/** A session ends this long after it was last used. */
export const SESSION_MS = 30 * 24 * 3_600_000;
/** A session's use is stored at most this often. */
const SEEN_MS = 24 * 3_600_000;
/** Browsers of which is kept whose they are, if anybody's: each edit asks for that. */
const LATEST = 10_000;

/** The part of a store that keeps members. */
export interface MemberStore {
  readonly members: Records<MemberRecord>;
  readonly find: Find;
  saveMember(record: MemberRecord): Promise<void>;
}

type Alone = <Result>(task: () => Promise<Result>) => Promise<Result>;

const sessionOf = ({ sessions }: MemberRecord, author: string) =>
  sessions.find((one) => one.author === author);

export class Members {
  readonly #store: MemberStore;
  /** Ids of members by browser; empty for nobody's. */
  readonly #bySession = new LRUCache<string, string>({ max: LATEST });
  readonly #alone: Alone;
  #last: Promise<unknown> = Promise.resolve();

  /** @param alone keeps other processes from changing members meanwhile. Default there are none. */
  constructor(store: MemberStore, alone: Alone = (task) => task()) {
    this.#store = store;
    this.#alone = alone;
  }

  get count(): number {
    return this.#store.members.size;
  }

  get(id: string): MemberRecord | undefined {
    return this.#store.members.get(id);
  }

  #find(kind: IndexKind, what: string): MemberRecord[] {
    return [...this.#store.find(kind, what)].flatMap((id) => this.get(id) ?? []);
  }

  /** Whose browser this is, while its session lasts. */
  ofSession(author: string, now = Date.now()): MemberRecord | undefined {
    if (author === '') return undefined;
    const id = this.#bySession.get(author) ?? this.#latestOf(author);
    this.#bySession.set(author, id);
    const member = this.get(id);
    const session = member && sessionOf(member, author);
    return session !== undefined && now - session.seenMs < SESSION_MS ? member : undefined;
  }

  /** The id of the member who signed in last in a browser; empty if nobody has. */
  #latestOf(author: string): string {
    const startedMs = (member: MemberRecord) => sessionOf(member, author)?.startedMs ?? 0;
    const [latest] = this.#find('session', author).sort((a, b) => startedMs(b) - startedMs(a));
    return latest?.id ?? '';
  }

  ofPasskey(id: string): { readonly member: MemberRecord; readonly passkey: Passkey } | undefined {
    const [member] = this.#find('passkey', id);
    const passkey = member?.passkeys.find((one) => one.id === id);
    return member && passkey && { member, passkey };
  }

  /** @param hash of a recovery code */
  ofCode(hash: string): MemberRecord | undefined {
    return this.#find('code', hash).find(({ codes }) => codes.includes(hash));
  }

  /** Whether this name, or one that looks like it, is or was that of a member other than `but`. */
  isTaken(name: string, but = ''): boolean {
    // Also by members whose record cannot be read.
    return skeletonsOf(name).some((skeleton) =>
      [...this.#store.find('name', skeleton)].some((id) => id !== but),
    );
  }

  /** Who has or had exactly this name. */
  called(name: string): MemberRecord | undefined {
    return this.#find('name', skeletonOf(name)).find((member) => namesOf(member).includes(name));
  }

  /** Runs a change after all changes before it. */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#alone(async () => task()));
    this.#last = result.catch(() => {});
    return result;
  }

  /** Another process has changed members, as they are in the store already. */
  followed(): void {
    this.#bySession.clear();
  }

  /** Only within `run`. */
  async save(member: MemberRecord): Promise<void> {
    await this.#store.saveMember(member);
    this.#bySession.clear();
  }

  /** A browser is no longer that of any member but one. Only within `run`. */
  async release(author: string, but = ''): Promise<void> {
    for (const member of this.#find('session', author)) {
      const sessions = member.sessions.filter((one) => one.author !== author);
      if (member.id !== but) await this.save({ ...member, sessions });
    }
  }

  /** The session of a browser was used. */
  async seen(author: string, now = Date.now()): Promise<void> {
    const known = this.ofSession(author, now);
    const session = known && sessionOf(known, author);
    if (session === undefined || now - session.seenMs < SEEN_MS) return;
    await this.run(async () => {
      const member = this.ofSession(author, now);
      if (member === undefined) return;
      const sessions = member.sessions.map((one) =>
        one.author === author ? { ...one, seenMs: now } : one,
      );
      await this.save({ ...member, sessions });
    });
  }
}
