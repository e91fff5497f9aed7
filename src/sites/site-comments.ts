/** The comments of an open site, read when somebody asks for them, and whose they are. */
import type { SiteComment } from '../shared/site/comment-protocol.ts';
import type { Permission } from '../shared/site/protocol.ts';
import { mayEdit } from './access.ts';
import type { CommentRecord } from './comment-record.ts';
import { idsOf, type Proofs } from './site-access.ts';
import type { SiteStore } from './store.ts';

/** A person in a room. */
interface Author {
  readonly proofs: Proofs;
  readonly number?: number;
}

/** Whether somebody with this permission is told of comments. */
export const readsComments = (permission: Permission): boolean =>
  permission.access === 'operate' || mayEdit(permission);

/** Who this is, for as long as can be said: a member, a browser, or no more than this socket. */
export const authorOf = ({ proofs, number = 0 }: Author): string =>
  idsOf(proofs)[0] ?? `socket ${number}`;

export const isBy = (author: Author, record: CommentRecord): boolean =>
  [...idsOf(author.proofs), authorOf(author)].includes(record.author);

/** A comment as this person is told of it. */
export function commentFor(reader: Author, id: number, record: CommentRecord): SiteComment {
  const { author: _, ...shown } = record;
  return { ...shown, id, mine: isBy(reader, record) };
}

export class SiteComments {
  readonly #site: string;
  readonly #store: SiteStore;
  #all: Map<number, CommentRecord> | undefined;

  constructor(site: string, store: SiteStore) {
    this.#site = site;
    this.#store = store;
  }

  /** By number, oldest first. Throws `DamageError`. */
  get all(): ReadonlyMap<number, CommentRecord> {
    this.#all ??= new Map(this.#store.comments(this.#site));
    return this.#all;
  }

  /** Stores comments, or removes them, all or none. Throws `StoreError`. */
  async save(changes: ReadonlyMap<number, CommentRecord | undefined>): Promise<void> {
    const all = new Map(this.all);
    await this.#store.saveComments(this.#site, changes);
    for (const [number, record] of changes) {
      if (record === undefined) all.delete(number);
      else all.set(number, record);
    }
    this.#all = all;
  }

  /** The entries of a thread. */
  thread(number: number): CommentRecord[] {
    return [...this.all.values()].filter(({ thread }) => thread === number);
  }

  isResolved(thread: number): boolean {
    return this.thread(thread).findLast(({ kind }) => kind !== 'comment')?.kind === 'resolve';
  }

  /** Numbers of entries of threads in which everything was deleted, without the very last: no number is used twice. */
  removable(): number[] {
    const live = new Set(
      [...this.all.values()]
        .filter(({ kind, deleted }) => kind === 'comment' && deleted === undefined)
        .map(({ thread }) => thread),
    );
    return [...this.all]
      .slice(0, -1)
      .flatMap(([number, { thread }]) => (live.has(thread) ? [] : [number]));
  }
}
