/** The members: whose name is whose, whose browser and passkey. Every change is made after the one before it. */
import { skeletonsOf } from './confusable.ts';
import { type MemberRecord, namesOf, type Passkey } from './member-record.ts';

/** A session ends this long after it was last used. */
export const SESSION_MS = 30 * 24 * 3_600_000;
/** A session's use is stored at most this often. */
const SEEN_MS = 24 * 3_600_000;

/** The part of a store that keeps members. */
export interface MemberStore {
  readonly members: ReadonlyMap<string, MemberRecord>;
  saveMember(record: MemberRecord): Promise<void>;
}

type Alone = <Result>(task: () => Promise<Result>) => Promise<Result>;

export class Members {
  readonly #store: MemberStore;
  readonly #bySkeleton = new Map<string, string>();
  readonly #bySession = new Map<string, string>();
  readonly #byPasskey = new Map<string, string>();
  readonly #byCode = new Map<string, string>();
  readonly #alone: Alone;
  #last: Promise<unknown> = Promise.resolve();

  /** @param alone keeps other processes from changing members meanwhile. Default there are none. */
  constructor(store: MemberStore, alone: Alone = (task) => task()) {
    this.#store = store;
    this.#alone = alone;
    for (const member of store.members.values()) this.#index(member);
  }

  get count(): number {
    return this.#store.members.size;
  }

  get(id: string): MemberRecord | undefined {
    return this.#store.members.get(id);
  }

  /** Whose browser this is, while its session lasts. */
  ofSession(author: string, now = Date.now()): MemberRecord | undefined {
    const member = this.get(this.#bySession.get(author) ?? '');
    const session = member?.sessions.find((one) => one.author === author);
    return session !== undefined && now - session.seenMs < SESSION_MS ? member : undefined;
  }

  ofPasskey(id: string): { readonly member: MemberRecord; readonly passkey: Passkey } | undefined {
    const member = this.get(this.#byPasskey.get(id) ?? '');
    const passkey = member?.passkeys.find((one) => one.id === id);
    return member && passkey && { member, passkey };
  }

  /** @param hash of a recovery code */
  ofCode(hash: string): MemberRecord | undefined {
    return this.get(this.#byCode.get(hash) ?? '');
  }

  /** Who has or had this name, or one that looks like it. */
  ofName(name: string): MemberRecord | undefined {
    const ids = skeletonsOf(name).map((skeleton) => this.#bySkeleton.get(skeleton));
    return this.get(ids.find((id) => id !== undefined) ?? '');
  }

  /** Who has or had exactly this name. */
  called(name: string): MemberRecord | undefined {
    const member = this.ofName(name);
    return member !== undefined && namesOf(member).includes(name) ? member : undefined;
  }

  /** Runs a change after all changes before it. */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => this.#alone(async () => task()));
    this.#last = result.catch(() => {});
    return result;
  }

  /** Another process has changed a member, who is in the store already. */
  followed(id: string, before: MemberRecord | undefined): void {
    if (before !== undefined) this.#forget(before);
    const member = this.get(id);
    if (member !== undefined) this.#index(member);
  }

  /** Only within `run`. */
  async save(member: MemberRecord): Promise<void> {
    const before = this.get(member.id);
    await this.#store.saveMember(member);
    if (before !== undefined) this.#forget(before);
    this.#index(member);
  }

  /** The session of a browser was used. */
  async seen(author: string, now = Date.now()): Promise<void> {
    const session = this.ofSession(author, now)?.sessions.find((one) => one.author === author);
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

  #index(member: MemberRecord): void {
    const { id, sessions, passkeys, codes } = member;
    for (const skeleton of namesOf(member).flatMap(skeletonsOf)) {
      if (skeleton !== '') this.#bySkeleton.set(skeleton, id);
    }
    for (const { author } of sessions) this.#bySession.set(author, id);
    for (const passkey of passkeys) this.#byPasskey.set(passkey.id, id);
    for (const code of codes) this.#byCode.set(code, id);
  }

  #forget(member: MemberRecord): void {
    const { sessions, passkeys, codes } = member;
    for (const skeleton of namesOf(member).flatMap(skeletonsOf)) this.#bySkeleton.delete(skeleton);
    for (const { author } of sessions) this.#bySession.delete(author);
    for (const { id } of passkeys) this.#byPasskey.delete(id);
    for (const code of codes) this.#byCode.delete(code);
  }
}
