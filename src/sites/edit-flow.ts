/**
 * The way of an edit from the socket that sent it to everyone else, in the order of this file: receive, check, store,
 * broadcast, acknowledge.
 *
 * All edits received since the last turn are taken together: they become one transaction, one stored entry and one
 * message to the others. While one turn is being stored the next one collects, so a slow disk makes turns larger,
 * not the queue longer.
 */
import * as Y from 'yjs';
import {
  CLOSE,
  encodeSaved,
  encodeStep1,
  encodeStep2,
  encodeUpdate,
} from '../shared/site/protocol.ts';
import { checkStateVector, checkUpdate } from '../shared/site/update-check.ts';
import type { VersionKind } from '../shared/site/version.ts';
import { mayEdit } from './access.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { type Applied, type Edit, EditQueue } from './edit-queue.ts';
import { eventLoop } from './event-loop.ts';
import { binaryFrame, type Frames, joined } from './frames.ts';
import { joinUpdates } from './join-updates.ts';
import type { AuthoredChange, Change, EditAuthor, LiveDocument } from './live-document.ts';
import type { Participant } from './participant.ts';
import type { Permissions } from './permissions.ts';
import type { Presence } from './presence.ts';
import { type Between, WholeDocument } from './whole-document.ts';

export interface EditFlowOptions {
  readonly document: LiveDocument;
  readonly participants: ReadonlySet<Participant>;
  readonly permissions: Permissions;
  readonly presence: Presence;
  /** Bytes of edits that may wait for one participant. */
  readonly maxWaitingBytes: number;
  /** Charges milliseconds of work for a participant's edit. */
  readonly charge: (from: Participant, ms: number) => void;
  /** Milliseconds of work that a participant may still ask for. */
  readonly budget: (from: Participant) => number;
}

/** How work that takes long leaves time for turns. */
export interface BetweenTurns {
  /** From now on, turns do not wait for the work that calls it. */
  goOn(): void;
  readonly between: Between;
}

type Run = <Result>(work: () => Result) => Result;

interface Stored {
  readonly edits: readonly Edit[];
  readonly applied: readonly Applied[];
  readonly run: Run;
}

/** Clients a state vector may name that the document does not have: edits that were never sent. */
const MORE_CLIENTS = 1_000;
/** What an edit counts beside its bytes when a turn's time is shared out. */
const EDIT_BYTES = 64;

export class EditFlow {
  readonly #document: LiveDocument;
  readonly #participants: ReadonlySet<Participant>;
  readonly #permissions: Permissions;
  readonly #presence: Presence;
  readonly #queue: EditQueue;
  readonly #acknowledgements = new Acknowledgements();
  /** Those who have the document, so that further edits may follow. */
  readonly #synced = new WeakSet<Participant>();
  readonly #charge: EditFlowOptions['charge'];
  readonly #budget: EditFlowOptions['budget'];
  #received: Edit[] = [];
  #hasEnded = false;
  readonly #whole: WholeDocument;

  constructor(options: EditFlowOptions) {
    const { document, participants, permissions, presence, maxWaitingBytes } = options;
    this.#charge = options.charge;
    this.#budget = options.budget;
    this.#document = document;
    this.#participants = participants;
    this.#permissions = permissions;
    this.#presence = presence;
    this.#queue = new EditQueue(document, participants, maxWaitingBytes);
    this.#whole = new WholeDocument(document);
  }

  /** Received edits that wait for the next turn. */
  get waiting(): number {
    return this.#received.length;
  }

  /** Milliseconds that the one may spend who has most left of those whose edits wait. */
  get budget(): number {
    const senders = new Set(this.#received.map(({ from }) => from));
    return Math.max(Number.NEGATIVE_INFINITY, ...[...senders].map(this.#budget));
  }

  /** Receive. Throws `UpdateError` if the update is not one of a site. */
  receive(from: Participant, update: Uint8Array, whole: boolean): void {
    const facts = checkUpdate(update);
    const number = this.#acknowledgements.receive(from);
    this.#queued([{ from, update, facts, number, whole }]);
  }

  /**
   * Takes everything received through the other steps. Gives who sent the first of the edits, undefined if they changed
   * nothing. Throws `StoreError` if they cannot be stored; their senders then keep them.
   */
  async takeTurn(): Promise<Participant | undefined> {
    this.#received = this.#fairly(this.#received);
    const received = this.#received.splice(0, this.#fitting());
    dequeued(received);
    const free = received.filter((edit) => !this.#queue.holds(edit));
    const { edits, applied, run } = await this.#store(free).finally(() => {
      // What there was no time for is first in the next turn.
      const later = this.#received;
      this.#received = [];
      this.#queued(free);
      this.#received.push(...later);
    });
    await eventLoop.yieldAfter(bytesOf(applied));
    run(() => {
      this.#broadcast(applied);
      this.#requestPending(edits);
    });
    if (applied.length === 0) return undefined;
    this.#queued(this.#queue.release());
    return edits[0]?.from;
  }

  /** Puts edits behind those that wait for a turn. */
  #queued(edits: readonly Edit[]): void {
    if (this.#hasEnded) return;
    for (const edit of edits) {
      edit.from.connection.editsUnderWay += 1;
      edit.from.connection.retain(edit.update.length);
      this.#received.push(edit);
    }
  }

  /** Edits of those who took least come first, each one's in their order. */
  #fairly(edits: Edit[]): Edit[] {
    const budgets = new Map(edits.map(({ from }) => [from, 0]));
    if (budgets.size < 2) return edits;
    for (const from of budgets.keys()) budgets.set(from, this.#budget(from));
    const of = ({ from }: Edit) => budgets.get(from) ?? 0;
    return edits.sort((one, other) => of(other) - of(one));
  }

  /** How many of the received edits fit into the site together; at least one. The others wait for the next turn. */
  #fitting(): number {
    let bytes = 0;
    const end = this.#received.findIndex(({ facts, update }, index) => {
      if (facts.adds) bytes += update.length;
      return index > 0 && facts.adds && !this.#document.fits(bytes);
    });
    return end === -1 ? this.#received.length : end;
  }

  /** Does work that is charged to those whose edits a turn takes, by their length. */
  #sharedBy(edits: readonly Edit[]): Run {
    const weigh = ({ update }: Edit) => update.length + EDIT_BYTES;
    return (work) => {
      const started = performance.now();
      try {
        return work();
      } finally {
        const ms = performance.now() - started;
        const sum = edits.reduce((bytes, edit) => bytes + weigh(edit), 0);
        for (const edit of edits) this.#charge(edit.from, (ms * weigh(edit)) / sum);
      }
    };
  }

  /** Check. Whether an edit is permitted and fits; if not, its sender is told why. */
  #check({ from, update, facts, number }: Edit): boolean {
    this.#acknowledgements.process(from, number);
    const permission = this.#permissions.of(from);
    if (!mayEdit(permission)) {
      // An empty answer to our step-1 is no attempt to edit.
      if (!facts.empty && this.#acknowledgements.drop(from)) {
        this.#permissions.deny(from, permission);
      }
      return false;
    }
    if (!facts.adds || this.#document.fits(update.length)) {
      this.#permissions.count(from, update.length);
      return true;
    }
    this.#acknowledgements.drop(from);
    from.connection.close(CLOSE.siteFull, 'the edit would exceed the size limit of the site');
    return false;
  }

  /** Store. Takes edits from `received` while there is time. */
  async #store(received: Edit[]): Promise<Stored> {
    const taken: Edit[] = [];
    const edits: Edit[] = [];
    const run = this.#sharedBy(taken);
    const next = (): Edit | undefined => {
      for (let edit = received.shift(); edit !== undefined; edit = received.shift()) {
        taken.push(edit);
        if (this.#check(edit)) {
          edits.push(edit);
          return edit;
        }
      }
      return undefined;
    };
    try {
      const applied = run(() => this.#queue.apply(next));
      if (applied.length > 0) {
        const authored = applied.map((change) => this.#authored(change));
        await eventLoop.yieldAfter(bytesOf(applied));
        await this.#document.store('edit', authored);
      }
      for (const { from, whole } of edits) {
        if (whole && !this.#queue.isRejected(from)) this.#acknowledgements.complete(from);
      }
      return { applied, edits, run };
    } catch (error) {
      this.#drop(edits);
      throw error;
    }
  }

  #authored({ from, update, size }: Applied): AuthoredChange {
    const name = this.#presence.nameOf(from);
    return { update, size, by: from.number, authors: name === '' ? [] : [name] };
  }

  /** Nothing of this is on disk: it is forgotten here, and its senders keep it. */
  #drop(edits: readonly Edit[]): void {
    for (const { from } of edits) this.#acknowledgements.drop(from);
    for (const from of this.#queue.clear()) this.#acknowledgements.drop(from);
  }

  /** Asks those whose edits wait for others for everything they have; a `step-2` was the answer to that. */
  #requestPending(edits: readonly Edit[]): void {
    for (const from of new Set(edits.filter(({ whole }) => !whole).map((edit) => edit.from))) {
      if (this.#queue.isPending(from)) this.requestMissing(from);
    }
  }

  /** Broadcast, and acknowledge in the same write. The only author of an update has it already. */
  #broadcast(
    applied: readonly { readonly update: Uint8Array; readonly from?: Participant }[],
  ): void {
    const [first] = applied;
    const onlyAuthor = applied.every(({ from }) => from === first?.from) ? first?.from : undefined;
    let made: Frames | undefined;
    const updates = applied.map(({ update }) => update);
    this.#whole.add(updates);
    const make = () => binaryFrame(encodeUpdate(joinUpdates(updates)));
    for (const to of this.#participants) {
      const needs = first !== undefined && to !== onlyAuthor && this.#synced.has(to);
      if (needs) made ??= make();
      const edit = needs ? made : undefined;
      const saved = this.#acknowledge(to);
      const frames = edit && saved ? joined([...edit, ...saved]) : (edit ?? saved);
      if (frames !== undefined) to.connection.sendFrames(frames);
    }
  }

  /** Acknowledge. The frame that says how many of a participant's edits are on disk, if there are more than before. */
  #acknowledge(to: Participant): Frames | undefined {
    const count = this.#acknowledgements.due(to);
    if (count === undefined || !this.#queue.isClear(to)) return undefined;
    this.#acknowledgements.acknowledge(to, count);
    return to.protocol === 'plain' ? undefined : binaryFrame(encodeSaved(count));
  }

  /**
   * Makes an edit of the server's own, such as a restore. False if it changes nothing. Throws `StoreError`.
   *
   * @param count is told the bytes that will be stored
   */
  async edit(
    kind: VersionKind,
    { name, number: by }: EditAuthor,
    change: (doc: Y.Doc) => void,
    count: (bytes: number) => void,
  ): Promise<boolean> {
    const make = () => {
      change(this.#document.doc);
      return [];
    };
    const changed = this.#document.change(make, true);
    if (changed === undefined) return false;
    count(changed.update.length);
    await this.#document.store(kind, [
      { ...changed, ...(by !== undefined && { by }), authors: [name] },
    ]);
    this.#broadcast([changed]);
    return true;
  }

  /** Asks a participant for everything it has and the server lacks. Not while a turn is being stored. */
  requestMissing(from: Participant): void {
    from.connection.send(encodeStep1(Y.encodeStateVector(this.#document.doc)));
  }

  /**
   * Sends a participant everything it lacks; later edits follow by broadcast. Not while a turn is being stored.
   * @returns undefined if that is done, else resolves then: turns go on meanwhile
   */
  sync(to: Participant, stateVector: Uint8Array, turns: BetweenTurns): Promise<void> | undefined {
    const isNew = this.#lacksAll(stateVector);
    const send = () => {
      if (isNew) to.connection.sendFrames(this.#whole.frames());
      else to.connection.send(encodeStep2(Y.encodeStateAsUpdate(this.#document.doc, stateVector)));
      this.#synced.add(to);
    };
    const charge = (ms: number) => this.#charge(to, ms);
    const preparing = isNew ? this.#whole.prepare(turns.between, charge) : undefined;
    if (preparing === undefined) return void send();
    turns.goOn();
    return preparing.then(() => turns.between(send));
  }

  /** Whether none of the edits that a state vector names is in the document. */
  #lacksAll(stateVector: Uint8Array): boolean {
    const { store } = this.#document.doc;
    return [...Y.decodeStateVector(stateVector).keys()].every((id) => !store.clients.has(id));
  }

  /** Throws `UpdateError` if a state vector is none, or names far more clients than the document has. */
  checkStateVector(stateVector: Uint8Array): void {
    checkStateVector(stateVector, this.#document.doc.store.clients.size + MORE_CLIENTS);
  }

  leave(participant: Participant): void {
    this.#queue.leave(participant);
    this.#queued(this.#queue.release());
  }

  /** The room has ended: waiting edits are dropped, and so are those that still come. */
  end(): void {
    this.#hasEnded = true;
    dequeued(this.#received.splice(0));
  }
}

/** These edits have left the queue. */
function dequeued(edits: readonly Edit[]): void {
  for (const { from, update } of edits) {
    from.connection.editsUnderWay -= 1;
    from.connection.release(update.length);
  }
}

const bytesOf = (changes: readonly Change[]): number =>
  changes.reduce((bytes, { update }) => bytes + update.length, 0);
