/**
 * Where a site is edited: the sockets of one site, its document, and the order in which things happen.
 *
 * Everything that arrived since the last turn is taken together: its edits become one transaction, one stored
 * entry, one message to the others. While that is being stored the next turn gathers, so a slow disk
 * makes turns larger, not the line longer.
 */
import * as Y from 'yjs';
import { mayEdit, permissionFor } from './access.ts';
import type { Connection } from './connection.ts';
import { binaryFrame } from './frames.ts';
import { type Edit, Intake } from './intake.ts';
import { BrokenUpdate, LiveDocument } from './live-document.ts';
import { Presence } from './presence.ts';
import {
  CLOSE,
  type ClientMessage,
  encodeAccess,
  encodeAwareness,
  encodeDenied,
  encodeReply,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
  encodeWelcome,
  type Permission,
  type Reason,
  type VersionKind,
} from './protocol.ts';
import type { Asker, RoomHost } from './room-host.ts';
import { StoreError } from './store.ts';
import { joinAuthors } from './timeline.ts';
import { checkStateVector, checkUpdate } from './update-check.ts';

type Task = () => void | Promise<void>;

export class Room {
  readonly name: string;
  readonly live: LiveDocument;
  readonly presence = new Presence();
  readonly #host: RoomHost;
  readonly #sockets = new Set<Connection>();
  readonly #intake: Intake;
  #edits: Edit[] = [];
  #tasks: Task[] = [];
  #running: Promise<void> | undefined;
  /** Compacted since the last socket left. */
  #rested = false;
  #ended = false;

  /** Opens the stored site, or an empty one that is stored with its first edit. */
  constructor(name: string, host: RoomHost) {
    this.name = name;
    this.#host = host;
    this.live = new LiveDocument(name, host.store, host.limits);
    this.#intake = new Intake({
      live: this.live,
      most: host.limits.message_bytes,
      ask: (socket) => this.#askFor(socket),
    });
  }

  get size(): number {
    return this.#sockets.size;
  }

  get sockets(): Iterable<Connection> {
    return this.#sockets;
  }

  /** What a socket may do now, and why not more. */
  permission(of: Asker): Permission {
    return permissionFor(of.rights, this.live.record, this.#obstacle(of.address));
  }

  #obstacle(address: string): Reason {
    if (this.live.damage !== undefined) return 'damaged';
    const obstacle = this.#host.obstacle();
    if (obstacle !== '') return obstacle;
    if (this.live.historyFull) return 'full';
    return this.live.record === undefined && !this.#host.mayCreate(address) ? 'growth' : '';
  }

  /** A socket whose rights are known comes in: it is told them and asked for what is missing here. */
  join(connection: Connection): void {
    this.#sockets.add(connection);
    this.#rested = false;
    const permission = this.permission(connection);
    connection.told = permission;
    if (connection.manner === 'hello') {
      const exists = this.live.record !== undefined;
      connection.send(encodeWelcome(exists, permission, this.live.incarnation));
    }
    this.run(() => {
      connection.send(encodeStep1(Y.encodeStateVector(this.live.doc)));
      if (this.presence.size > 0) connection.send(encodeAwareness(this.presence.all()));
    });
  }

  leave(connection: Connection): void {
    this.#sockets.delete(connection);
    this.presence.leave(connection);
    this.#intake.leave(connection);
    this.#edits.push(...this.#intake.release(this.#sockets));
    this.#start();
  }

  /** Takes a message of a socket that is in. Throws `ProtocolError` or `UpdateError` for a bad one. */
  receive(from: Connection, message: ClientMessage): void {
    switch (message.kind) {
      case 'update':
      case 'step2':
        this.#receiveEdit(from, message.update, message.kind === 'step2');
        return;
      case 'step1':
        checkStateVector(message.stateVector);
        this.run(() => this.#answerStep1(from, message.stateVector));
        return;
      case 'awareness':
        this.presence.update(from, message.update);
        this.#start();
        return;
      case 'query-awareness':
        from.send(encodeAwareness(this.presence.all()));
        return;
      case 'request':
        this.run(() => this.#answerRequest(from, message.id, message.json));
        return;
      case 'hello':
        from.close(CLOSE.malformed, 'hello is the first message or none');
    }
  }

  #receiveEdit(from: Connection, update: Uint8Array, whole: boolean): void {
    const facts = checkUpdate(update);
    from.received += 1;
    this.#edits.push({ from, update, facts, number: from.received, whole });
    this.#start();
  }

  /** Does `task` in this room's order: what was stored before is there, what comes after is not. */
  run(task: Task): void {
    this.#tasks.push(task);
    this.#start();
  }

  /** Like `run`, with the result of the task. */
  ask<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.run(() => Promise.resolve().then(task).then(resolve, reject));
    });
  }

  /** Makes an edit of the server's own: a restore, a remix, an import. Only within a task. */
  async edit(
    kind: VersionKind,
    author: string,
    change: (doc: Y.Doc) => void,
    createdBy = '',
  ): Promise<void> {
    const created = this.live.record === undefined;
    const update = await this.live.commit(kind, [author], () => change(this.live.doc));
    if (update === undefined) return;
    this.#broadcast(update, new Map());
    this.#host.edited(this.name, created ? createdBy : undefined);
  }

  #start(): void {
    this.#running ??= this.#work().catch((error: unknown) => this.#host.broke(this, error));
  }

  async #work(): Promise<void> {
    do {
      // What arrived in this turn of the event loop is stored and told together.
      await new Promise(setImmediate);
      const edits = this.#edits;
      const tasks = this.#tasks;
      this.#edits = [];
      this.#tasks = [];
      this.#sharePresence();
      if (edits.length > 0 && !this.#ended) await this.#takeEdits(edits);
      for (const task of tasks) await task();
      const leaving = this.size === 0 && !this.#hasWork;
      await this.#compact(leaving);
      this.#rested = leaving;
    } while (this.#hasWork || (this.size === 0 && !this.#rested && !this.#ended));
    this.#running = undefined;
    if (this.size === 0) this.#host.empty(this);
  }

  get #hasWork(): boolean {
    return this.#edits.length > 0 || this.#tasks.length > 0 || this.presence.hasNews;
  }

  /** The site was purged: nothing more is stored from here, and everybody leaves. */
  end(code: number, reason: string): void {
    this.#ended = true;
    // Whoever asked for it hears the answer first.
    setImmediate(() => {
      for (const socket of this.#sockets) socket.close(code, reason);
    });
  }

  /** Resolves when all that has arrived is done. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #sharePresence(): void {
    if (!this.presence.hasNews) return;
    const frame = binaryFrame(encodeAwareness(this.presence.takeNews()));
    for (const socket of this.#sockets) socket.sendFrame(frame);
  }

  /** Stores the edits of one turn as one, and then tells it to everybody. */
  async #takeEdits(edits: readonly Edit[]): Promise<void> {
    const created = this.live.record === undefined;
    let taken = edits.filter((edit) => !this.#intake.holds(edit) && this.#admits(edit));
    let update: Uint8Array | undefined;
    for (;;) {
      try {
        update = await this.#store(taken);
        break;
      } catch (error) {
        if (error instanceof BrokenUpdate) {
          taken = taken.filter(({ from }) => !from.refused);
          this.#askAgain();
        } else if (error instanceof StoreError) {
          this.#lose(taken, error);
          return;
        } else {
          throw error;
        }
      }
    }
    this.#tell(taken, update);
    if (update !== undefined) {
      this.#host.edited(this.name, created ? taken[0]?.from.address : undefined);
      this.#edits.push(...this.#intake.release(this.#sockets));
    }
  }

  /** Whether an edit may be made at all; if not, its sender learns why. */
  #admits({ from, update, facts, number }: Edit): boolean {
    from.processed = Math.max(from.processed, number);
    const permission = this.permission(from);
    if (!mayEdit(permission)) {
      // An empty answer to our step-1 is no attempt to edit.
      if (update.length > 2) this.#drop(from, permission);
      return false;
    }
    if (facts.adds && !this.live.fits(update.length)) {
      from.dropped = true;
      from.close(CLOSE.siteFull, 'the site would be larger than a site may be');
      return false;
    }
    return true;
  }

  #drop(from: Connection, permission: Permission): void {
    const first = !from.dropped;
    from.dropped = true;
    if (from.manner === 'plain') {
      if (first) from.send(encodeDenied(permission.reason));
    } else if (first) {
      from.told = permission;
      from.send(encodeAccess(permission));
    }
  }

  #store(taken: readonly Edit[]): Promise<Uint8Array | undefined> {
    const authors = taken
      .filter(({ update }) => update.length > 2)
      .map(({ from }) => from.name)
      .filter((name) => name !== '');
    let exact: Uint8Array[] | undefined = [];
    const change = () => {
      for (const edit of taken) {
        if (!this.#intake.take(edit)) exact = undefined;
        exact?.push(edit.update);
        if (edit.whole && !edit.from.refused) edit.from.dropped = false;
      }
      for (const socket of this.#sockets) {
        if (socket.pending.length > 0) exact = undefined;
        this.#intake.takeWaiting(socket);
      }
    };
    return this.live.commit('edit', joinAuthors(authors, []), change, () => exact ?? []);
  }

  #askFor(socket: Connection): void {
    this.run(() => socket.send(encodeStep1(Y.encodeStateVector(this.live.doc))));
  }

  /** Edits that waited went down with somebody else's: their senders have them still. */
  #askAgain(): void {
    for (const socket of this.#sockets) {
      if (socket.dropped || !socket.idle || socket.processed === socket.saved) continue;
      socket.dropped = true;
      this.#askFor(socket);
    }
  }

  /** The edits are not on disk: forget them here, and let their senders keep them. */
  #lose(taken: readonly Edit[], error: StoreError): void {
    for (const { from } of taken) from.dropped = true;
    for (const socket of this.#sockets) {
      if (!socket.idle) socket.dropped = true;
      socket.pending = [];
      socket.held = [];
    }
    this.#host.storageFailed(error);
    this.tellPermissions();
  }

  #tell(taken: readonly Edit[], update: Uint8Array | undefined): void {
    const saved = new Map<Connection, number>();
    for (const { from } of taken) {
      if (!from.dropped && from.idle) saved.set(from, from.processed);
    }
    for (const socket of this.#sockets) {
      // An edit that waited may have become part of this turn.
      const settled = !socket.dropped && socket.idle;
      if (settled && socket.processed > socket.saved) saved.set(socket, socket.processed);
    }
    const senders = new Set(taken.flatMap(({ from, update }) => (update.length > 2 ? [from] : [])));
    const [only] = senders.size === 1 ? senders : [];
    if (update === undefined) for (const [socket, count] of saved) socket.acknowledge(count);
    else this.#broadcast(update, saved, only);
  }

  #broadcast(update: Uint8Array, saved: ReadonlyMap<Connection, number>, not?: Connection): void {
    const frame = binaryFrame(encodeUpdate(update));
    for (const socket of this.#sockets) {
      const theirs = socket.synced && socket !== not ? frame : undefined;
      const count = saved.get(socket);
      if (count !== undefined) socket.acknowledge(count, theirs);
      else if (theirs !== undefined) socket.sendFrame(theirs);
    }
  }

  #answerStep1(from: Connection, stateVector: Uint8Array): void {
    if (!from.open) return;
    from.send(encodeStep2(Y.encodeStateAsUpdate(this.live.doc, stateVector)));
    from.synced = true;
  }

  async #answerRequest(from: Connection, id: number, json: string): Promise<void> {
    if (!from.open) return;
    const { ok, value, bytes } = await this.#host.request(this, from, json);
    from.send(encodeReply(id, ok, value, bytes));
  }

  /** Tells every socket whose permission changed; who may edit again is asked for what it kept. */
  tellPermissions(): void {
    for (const socket of this.#sockets) {
      const now = this.permission(socket);
      const before = socket.told;
      if (now.access === before?.access && now.reason === before.reason) continue;
      socket.told = now;
      if (now.reason === 'hidden' || now.reason === 'removed') {
        socket.close(CLOSE.removed, `the site was ${now.reason}`);
        continue;
      }
      if (socket.manner === 'hello') socket.send(encodeAccess(now));
      if (mayEdit(now)) this.#askFor(socket);
    }
  }

  /** Compaction is housekeeping: a disk that refuses it is met again, and told, with the next edit. */
  async #compact(leaving: boolean): Promise<void> {
    if (this.#ended) return;
    try {
      await this.live.compact(leaving);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
}
