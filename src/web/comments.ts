/** The comments of a site as they are now, for whoever may edit it; new ones arrive by themselves. */
import * as v from 'valibot';
import {
  CommentReply,
  type CommentRequest,
  CommentsReply,
  SiteComment,
} from '../shared/site/comment-protocol.ts';
import type { ReplyBody } from './requests.ts';

type Send = (request: CommentRequest) => Promise<ReplyBody>;

/** What was said about one piece of text, oldest first. */
export interface Thread {
  readonly id: number;
  readonly first: SiteComment;
  readonly entries: readonly SiteComment[];
  readonly resolved: boolean;
}

export class Comments {
  readonly #send: Send;
  readonly #all = new Map<number, SiteComment>();
  readonly #listeners = new Set<() => void>();
  readonly #arrivals = new Set<(comment: SiteComment) => void>();
  #loaded = false;
  #current = false;
  #loading = false;
  #manages = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Whether they have arrived. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Whether this person may delete what others wrote. */
  get manages(): boolean {
    return this.#manages;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Calls `listener` with everything that someone else says from now on. */
  onArrival(listener: (comment: SiteComment) => void): void {
    this.#arrivals.add(listener);
  }

  /** What is here may lack something: there is another socket, or this is somebody else now. */
  lost(): void {
    this.#current = false;
  }

  /** Loads them unless they are here, once `ready`; where that fails, the next call tries again. */
  async follow(ready: () => Promise<void>): Promise<void> {
    if (this.#current || this.#loading) return;
    this.#loading = true;
    try {
      await ready();
      do {
        this.#current = true;
        await this.#load();
        // Loading again finds what is somebody's own once it is known who this is.
      } while (!this.#current);
    } catch {
      this.#current = false;
    } finally {
      this.#loading = false;
    }
  }

  /** Loads them all; from then on new ones arrive. Rejects with a sentence. */
  async #load(): Promise<void> {
    const found: SiteComment[] = [];
    for (let more = true; more; ) {
      const after = found.at(-1)?.id ?? 0;
      const { value } = await this.#send({ op: 'comments', after });
      const page = v.parse(CommentsReply, value);
      found.push(...page.comments);
      this.#manages = page.manages;
      more = page.more && page.comments.length > 0;
    }
    this.#all.clear();
    for (const comment of found) this.#all.set(comment.id, comment);
    this.#loaded = true;
    this.#tell();
  }

  /** Forgets them all: this person may not read them any more. */
  forget(): void {
    this.#current = false;
    if (!this.#loaded) return;
    this.#all.clear();
    this.#loaded = false;
    this.#tell();
  }

  /** A comment has arrived, new or changed. */
  receive(json: string): void {
    const comment = v.parse(SiteComment, JSON.parse(json));
    const isNew = !this.#all.has(comment.id) && comment.kind === 'comment';
    this.#take(comment);
    if (!isNew || comment.mine) return;
    for (const listener of this.#arrivals) listener(comment);
  }

  /** Says or changes something. Rejects with a sentence. Gives the entry, if there is a new or changed one. */
  async send(
    request: Exclude<CommentRequest, { op: 'comments' }>,
  ): Promise<SiteComment | undefined> {
    const { value } = await this.#send(request);
    const reply = v.safeParse(CommentReply, value);
    if (!reply.success) return undefined;
    this.#take(reply.output.comment);
    return reply.output.comment;
  }

  #take(comment: SiteComment): void {
    this.#all.set(comment.id, comment);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** The threads in which something is left to read, oldest first. */
  threads(): Thread[] {
    const threads = new Map<number, SiteComment[]>();
    for (const comment of [...this.#all.values()].sort((a, b) => a.id - b.id)) {
      const entries = threads.get(comment.thread);
      if (entries === undefined) threads.set(comment.thread, [comment]);
      else entries.push(comment);
    }
    return [...threads].flatMap(([id, entries]) => {
      const [first] = entries;
      const isLeft = entries.some(({ kind, deleted }) => kind === 'comment' && !deleted);
      if (first === undefined || first.id !== id || !isLeft) return [];
      const resolved = entries.findLast(({ kind }) => kind !== 'comment')?.kind === 'resolve';
      return [{ id, first, entries, resolved }];
    });
  }
}
