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
/** Characters of the lookups that are kept: each edit asks whose a browser is, and each cursor whose a name is. */
const KEPT_CHARACTERS = 1_000_000;

/** The part of a store that keeps members. */
export interface MemberStore {
  readonly members: Records<MemberRecord>;
  readonly find: Find;
  saveMember(record: MemberRecord): Promise<void>;
}

type Alone = <Result>(task: () => Promise<Result>) => Promise<Result>;

type Session = MemberRecord['sessions'][number];

const sessionOf = ({ sessions }: MemberRecord, author: string): Session | undefined =>
  sessions.find((one) => one.author === author);

export class Members {
  readonly #store: MemberStore;
  /** Ids of the members who have something. */
  readonly #found = new LRUCache<string, readonly string[]>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  });
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

  #idsOf(kind: IndexKind, what: string): readonly string[] {
    const key = `${kind} ${what}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const ids = [...this.#store.find(kind, what)];
    this.#found.set(key, ids);
    return ids;
  }

  #find(kind: IndexKind, what: string): MemberRecord[] {
    return this.#idsOf(kind, what).flatMap((id) => this.get(id) ?? []);
  }

  /** Whose browser this is, while its session lasts: of several members, who signed in last. */
  ofSession(author: string, now = Date.now()): MemberRecord | undefined {
    let latest: Session | undefined;
    let member: MemberRecord | undefined;
    for (const one of this.#find('session', author)) {
      const session = sessionOf(one, author);
      if (session === undefined || session.startedMs < (latest?.startedMs ?? 0)) continue;
      latest = session;
      member = one;
    }
    return latest !== undefined && now - latest.seenMs < SESSION_MS ? member : undefined;
  }

  ofPasskey(id: string): { readonly member: MemberRecord; readonly passkey: Passkey } | undefined {
    for (const member of this.#find('passkey', id)) {
      const passkey = member.passkeys.find((one) => one.id === id);
      if (passkey !== undefined) return { member, passkey };
    }
    return undefined;
  }

  /** @param hash of a recovery code */
  ofCode(hash: string): MemberRecord | undefined {
    return this.#find('code', hash).find(({ codes }) => codes.includes(hash));
  }

  /**
   * Whether this name, or one that looks like it, is or was that of a member other than `but`, even one whose record
   * cannot be read.
   */
  isTaken(name: string, but = ''): boolean {
    return skeletonsOf(name).some((skeleton) =>
      this.#idsOf('name', skeleton).some((id) => id !== but),
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

  /** Another process has changed members; the store has them already. */
  followed(): void {
    this.#found.clear();
  }

  /** Only within `run`. */
  async save(member: MemberRecord): Promise<void> {
    await this.#store.saveMember(member);
    this.#found.clear();
  }

  /** Ends the sessions that members other than `but` have in a browser. Only within `run`. */
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
