/** One open site: who is there, and the order in which everything happens. */
import type * as Y from 'yjs';
import type { Costs } from '../cost-budget.ts';
import type { Limits } from '../limits.ts';
import {
  CLOSE,
  type ClientMessage,
  encodeAwareness,
  encodeComment,
  encodeReply,
  type Permission,
  ProtocolError,
} from '../shared/site/protocol.ts';
import type { VersionKind } from '../shared/site/version.ts';
import type { CommentRecord } from './comment-record.ts';
import type { Connection } from './connection.ts';
import { EditFlow } from './edit-flow.ts';
import { eventLoop } from './event-loop.ts';
import { binaryFrame } from './frames.ts';
import { type EditAuthor, LiveDocument } from './live-document.ts';
import { OneAtATime } from './one-at-a-time.ts';
import type { Participant } from './participant.ts';
import { type Obstacles, Permissions } from './permissions.ts';
import { Presence } from './presence.ts';
import type { RequestResult } from './request-result.ts';
import type { Requester } from './requester.ts';
import { RoomFailedError, RoomTasks, type Task } from './room-tasks.ts';
import type { Proofs } from './site-access.ts';
import { commentFor, readsComments, SiteComments } from './site-comments.ts';
import { type SiteStore, StoreError } from './store.ts';
import { turnPace } from './turn-pace.ts';

/** An edit that the server makes for someone. */
export interface ServerEdit {
  readonly kind: VersionKind;
  readonly author: EditAuthor;
  /** Whose share of history it takes; empty for nobody's. */
  readonly address: string;
}

/** What a room needs from the process it runs in. */
export interface RoomHost extends Obstacles {
  readonly store: SiteStore;
  readonly limits: Limits;
  readonly costs: Costs;
  /** Name of the member whose browser this is. */
  memberName(proofs: Proofs): string | undefined;
  /** Whether a member has this name, or one that looks like it. */
  isTaken(name: string): boolean;
  /** A site was edited; `createdBy` is the address that created it with this edit. */
  edited(name: string, createdBy: string | undefined): void;
  /** A site whose creation was admitted is not there: it could not be stored, or nothing was in it. */
  notCreated(site: string): void;
  storageFailed(error: StoreError): void;
  request(room: Room, from: Requester, json: string): Promise<RequestResult>;
  /** An unexpected error: the room cannot go on; what is stored is as it was. */
  failed(room: Room, error: unknown): void;
  /** Nobody is here and nothing is left to do. */
  emptied(room: Room): void;
}

/** Tasks are done for this long before others have their turn. */
const SLICE_MS = 10;

export class Room {
  readonly name: string;
  readonly document: LiveDocument;
  readonly presence: Presence;
  readonly comments: SiteComments;
  readonly #host: RoomHost;
  readonly #participants = new Set<Participant>();
  /** Those who are sent comments as they come, while they may edit. */
  readonly #commentReaders = new Set<Participant>();
  readonly #permissions: Permissions;
  readonly #edits: EditFlow;
  readonly #tasks = new RoomTasks();
  #running: Promise<void> | undefined;
  /** What is read of the site's history while edits go on. */
  readonly readings = new OneAtATime();
  readonly #reading = new Set<Promise<void>>();
  readonly #pace = turnPace(() => ({
    changes: this.#edits.waiting + this.presence.changes,
    people: this.#participants.size,
    urgent: this.#tasks.count > 0,
  }));
  /** Compacted since the last participant left. */
  #compactedEmpty = false;
  #ended = false;
  #wasFull = false;

  /** Opens the stored site, or an empty one that is stored with its first edit. */
  constructor(name: string, host: RoomHost) {
    this.name = name;
    this.#host = host;
    this.presence = new Presence({
      memberName: ({ proofs }) => host.memberName(proofs),
      isTaken: (taken) => host.isTaken(taken),
    });
    this.document = new LiveDocument(name, host.store, host.limits);
    this.comments = new SiteComments(name, host.store);
    this.#permissions = new Permissions(this.document, host);
    this.#edits = new EditFlow({
      document: this.document,
      participants: this.#participants,
      permissions: this.#permissions,
      presence: this.presence,
      maxWaitingBytes: host.limits.message_bytes,
      charge: ({ connection }, ms) =>
        host.costs.charge({ address: connection.address, site: name }, ms),
      budget: ({ connection }) => host.costs.addresses.left(connection.address),
    });
  }

  /** What someone may do now, and why not more. */
  permission({ rights, proofs, address }: Requester): Permission {
    return this.#permissions.for(rights, proofs, address);
  }

  /** @param name what the person calls themselves, empty if nothing */
  join(participant: Participant, name: string): void {
    this.#participants.add(participant);
    this.#compactedEmpty = false;
    this.presence.join(participant, name);
    this.#permissions.welcome(participant);
    const { address } = participant.connection;
    const asker = { address, site: this.name };
    this.schedule(() => {
      this.#host.costs.run(asker, () => this.#edits.requestMissing(participant));
      if (this.presence.size > 0) this.#sendPresence(participant);
    }, address);
  }

  leave(participant: Participant): void {
    this.#participants.delete(participant);
    this.#commentReaders.delete(participant);
    this.presence.leave(participant);
    this.#edits.leave(participant);
    this.#start();
  }

  /** Takes a message of a participant. Throws `ProtocolError` or `UpdateError` for an invalid one. */
  receive(from: Participant, message: ClientMessage): void {
    switch (message.kind) {
      case 'update':
      case 'step2':
        this.#edits.receive(from, message.update, message.kind === 'step2');
        this.#start();
        return;
      case 'step1':
        this.#edits.checkStateVector(message.stateVector);
        this.#scheduleFor(from, (goOn) =>
          this.#edits.sync(from, message.stateVector, { goOn, between: (task) => this.run(task) }),
        );
        return;
      case 'awareness':
        if (message.update.length > this.#host.limits.awareness_bytes) {
          throw new ProtocolError('an awareness message is too long');
        }
        this.presence.update(from, message.update);
        this.#start();
        return;
      case 'query-awareness':
        this.#sendPresence(from);
        return;
      case 'request':
        this.#scheduleFor(from, (readsOnly) =>
          this.#answer(from, message.id, message.json, readsOnly),
        );
        return;
      case 'hello':
        from.connection.close(CLOSE.malformed, 'hello must be the first message');
    }
  }

  /**
   * Does `work` between turns: what was received before is stored, what comes after is not.
   * @param address who asked for it
   */
  schedule(work: Task['work'], address?: string): void {
    this.#tasks.add({ work, address });
    this.#start();
  }

  /**
   * Does what a participant asked for, and charges it; their next question waits for that. So do edits, unless `work`
   * calls `readsOnly`.
   */
  #scheduleFor(
    { connection }: Participant,
    work: (readsOnly: () => void) => void | Promise<void>,
  ): void {
    const { costs } = this.#host;
    const { address } = connection;
    const answered = connection.ask(costs);
    this.schedule(() => {
      let reads = false;
      const readsOnly = () => {
        reads = true;
      };
      const working = this.#doFor(connection, () => work(readsOnly)).finally(answered);
      return reads ? this.#goOnDuring(working) : working;
    }, address);
  }

  async #doFor({ open, address }: Connection, work: Task['work']): Promise<void> {
    if (open) await this.#host.costs.run({ address, site: this.name }, work);
  }

  #goOnDuring(working: Promise<void>): void {
    const reading = working.catch(this.#failed).finally(() => {
      this.#reading.delete(reading);
      if (this.#isEmpty) this.#start();
    });
    this.#reading.add(reading);
  }

  /** Like `schedule`, with the result of the task. Rejects with `RoomFailedError` if the room fails first. */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#tasks.run(task);
    this.#start();
    return result;
  }

  /** Makes an edit of the server's own, such as a restore. Only within a task. Throws `StoreError`. */
  async edit(
    { kind, author, address }: ServerEdit,
    change: (doc: Y.Doc) => void,
  ): Promise<boolean> {
    const created = this.document.record === undefined;
    const count = (bytes: number) => this.#host.writes(address, bytes);
    const edited = await this.#edits.edit(kind, author, change, count);
    if (edited) this.#host.edited(this.name, created ? address : undefined);
    this.#tellIfFull();
    return edited;
  }

  /** Everyone here learns at once that the history became full, not only whoever tries to edit. */
  #tellIfFull(): void {
    const { historyFull } = this.document;
    if (historyFull !== this.#wasFull) this.updatePermissions();
    this.#wasFull = historyFull;
  }

  readonly #failed = (error: unknown): void => {
    if (this.#tasks.hasFailed) return;
    this.#tasks.fail(new RoomFailedError(this.name));
    this.#host.failed(this, error);
  };

  #start(): void {
    if (this.#tasks.hasFailed) return;
    this.#pace.changed();
    this.#running ??= this.#work().catch((error) => {
      this.#running = undefined;
      this.#failed(error);
    });
  }

  async #work(): Promise<void> {
    do {
      await this.#pace.next();
      // Everything that arrives in this turn of the event loop is taken together.
      await eventLoop.turn(() => this.priority);
      let tasks = this.#tasks.count;
      this.#broadcastPresence();
      if (this.#hasEdits) await this.#takeEdits();
      const end = performance.now() + SLICE_MS;
      for (; tasks > 0 && performance.now() < end; tasks--) await this.#tasks.doNext();
      const closing = this.#isEmpty && !this.#hasWork;
      if (!this.#ended) await this.#compact(closing);
      this.#compactedEmpty = closing;
    } while (this.#hasWork || (this.#isEmpty && !this.#compactedEmpty && !this.#ended));
    this.#running = undefined;
    if (this.#isEmpty && this.#reading.size === 0) this.#host.emptied(this);
  }

  /** Milliseconds that the one may spend who has most left of all that wait here; what the server needs goes first. */
  get priority(): number {
    const { addresses } = this.#host.costs;
    const ofTasks = this.#tasks.priority((address) => addresses.left(address));
    return Math.max(this.#edits.budget, ofTasks);
  }

  get #isEmpty(): boolean {
    return this.#participants.size === 0;
  }

  get #hasEdits(): boolean {
    return this.#edits.waiting > 0;
  }

  get #hasWork(): boolean {
    return this.#hasEdits || this.#tasks.count > 0 || this.presence.changes > 0;
  }

  async #takeEdits(): Promise<void> {
    const created = this.document.record === undefined;
    try {
      const author = await this.#edits.takeTurn();
      if (author === undefined) return;
      this.#host.edited(this.name, created ? author.connection.address : undefined);
      this.#tellIfFull();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#host.storageFailed(error);
      this.updatePermissions();
    } finally {
      if (created && this.document.record === undefined) this.#host.notCreated(this.name);
    }
  }

  /** The site was erased or failed: nothing more is stored, and everyone is disconnected. */
  end(code: number, reason: string): void {
    this.#ended = true;
    this.#edits.end();
    // Whoever asked for it gets the reply first.
    setImmediate(() => {
      for (const { connection } of this.#participants) connection.close(code, reason);
    });
  }

  /** The browser of this author was signed out: its sockets come back as somebody else's. */
  endSession(author: string): void {
    setImmediate(() => {
      for (const { proofs, connection } of this.#participants) {
        if (proofs.author === author) connection.close(CLOSE.storage, 'the session was ended');
      }
    });
  }

  /** Resolves when everything that has arrived is done. */
  async settled(): Promise<void> {
    while (this.#running !== undefined || this.#reading.size > 0) {
      await Promise.all([this.#running, ...this.#reading]);
    }
  }

  #sendPresence({ connection }: Participant): void {
    connection.send(encodeAwareness(this.presence.all()));
  }

  #broadcastPresence(): void {
    if (this.presence.changes === 0) return;
    const frame = binaryFrame(encodeAwareness(this.presence.takeChanges()));
    for (const { connection } of this.#participants) connection.sendFrames(frame);
  }

  async #answer(from: Participant, id: number, json: string, readsOnly: () => void): Promise<void> {
    const { address } = from.connection;
    const requester = {
      rights: from.rights,
      name: this.presence.nameOf(from),
      address,
      proofs: from.proofs,
      number: from.number,
      identified: (number: number) => {
        from.number = number;
      },
      follow: () => this.#commentReaders.add(from),
      readsOnly,
    };
    const { ok, value, bytes } = await this.#host.request(this, requester, json);
    from.connection.send(encodeReply(id, ok, value, bytes));
  }

  /** Sends a comment to those who follow them and may edit now. */
  tellComment(number: number, record: CommentRecord): void {
    for (const reader of this.#commentReaders) {
      if (!readsComments(this.#permissions.of(reader))) continue;
      reader.connection.send(encodeComment(commentFor(reader, number, record)));
    }
  }

  /** Tells everyone whose permission changed; who may edit again is asked for the edits they kept. */
  updatePermissions(): void {
    for (const participant of this.#permissions.update(this.#participants)) {
      this.schedule(() => this.#edits.requestMissing(participant));
    }
  }

  /** While edits go on, unless everyone has left. If the disk refuses it, the next edit will find that out and report it. */
  async #compact(closing: boolean): Promise<void> {
    const unlessRefused = (error: unknown) => {
      if (!(error instanceof StoreError)) throw error;
    };
    if (closing) await this.document.compact().catch(unlessRefused);
    else void this.document.compactIfLong().catch(unlessRefused).catch(this.#failed);
  }
}
