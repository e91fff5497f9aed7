/**
 * Brings edits into the document in order. Edits whose neighbours are missing wait, edits under someone else's client
 * id are held, and edits that differ from what is stored under the same client id and clock are rejected.
 */
import * as Y from 'yjs';
import { lengthOf } from '../shared/parts.ts';
import { CLOSE } from '../shared/site/protocol.ts';
import { firstConflict, type Span, type Struct } from '../shared/site/struct-conflicts.ts';
import { UpdateError, type UpdateFacts } from '../shared/site/update-check.ts';
import { ClientIdOwners } from './client-id-owners.ts';
import type { Change, LiveDocument } from './live-document.ts';
import type { Participant } from './participant.ts';

/** Edits of one participant that may wait or be held. */
const MAX_WAITING = 1_000;
/** Pending edits beyond this many bytes are tried again only with more edits of their sender, not with everyone's. */
const RETRIED_BYTES = 65_536;
/** Edits are applied for this long before others have their turn; one takes at most 40 ms. */
const SLICE_MS = 10;

export interface Edit {
  readonly from: Participant;
  readonly update: Uint8Array;
  readonly facts: UpdateFacts;
  /** Which of its sender's messages with edits it is. */
  readonly number: number;
  /** True for a `step-2`, which brings everything of its sender that the server lacks. */
  readonly whole: boolean;
}

const updateOf = ({ update }: Edit): Uint8Array => update;

/** What one edit changed. */
export interface Applied extends Change {
  readonly from: Participant;
}

export class EditQueue {
  readonly #document: LiveDocument;
  readonly #participants: ReadonlySet<Participant>;
  readonly #maxBytes: number;
  readonly #owners = new ClientIdOwners();
  /** Edits that depend on others the server has not seen, as v2 updates. */
  readonly #pending = new Map<Participant, Uint8Array[]>();
  /** Edits under client ids of others who are connected. */
  readonly #held = new Map<Participant, Edit[]>();
  /** Nothing more is taken from these; their sockets are being closed. */
  readonly #rejected = new WeakSet<Participant>();

  /** @param maxBytes of edits that may wait for one participant */
  constructor(document: LiveDocument, participants: ReadonlySet<Participant>, maxBytes: number) {
    this.#document = document;
    this.#participants = participants;
    this.#maxBytes = maxBytes;
  }

  /** Whether everything a participant sent is in the document: nothing waits, nothing was rejected. */
  isClear(participant: Participant): boolean {
    return (
      !(this.isPending(participant) || this.#held.has(participant)) && !this.isRejected(participant)
    );
  }

  isRejected(participant: Participant): boolean {
    return this.#rejected.has(participant);
  }

  /** Whether edits of a participant wait for others that the server has not seen. */
  isPending(participant: Participant): boolean {
    return this.#pending.has(participant);
  }

  /** Holds an edit if it continues another participant's client id; that one must then prove to be alive. */
  holds(edit: Edit): boolean {
    const { from, facts } = edit;
    const owner = this.#owners.ownerBefore(this.#document.doc, from, facts.writes);
    if (owner === undefined) return false;
    owner.connection.challenge();
    this.#wait(this.#held, from, [edit]);
    return true;
  }

  /** Takes out the held edits that wait for nobody any more. */
  release(): Edit[] {
    const isFree = ({ from, facts }: Edit) =>
      this.#owners.ownerBefore(this.#document.doc, from, facts.writes) === undefined;
    return [...this.#held].flatMap(([from, edits]) => {
      const free = edits.filter(isFree);
      from.connection.release(lengthOf(free.map(updateOf)));
      if (free.length === edits.length) this.#held.delete(from);
      else if (free.length > 0)
        this.#held.set(
          from,
          edits.filter((edit) => !free.includes(edit)),
        );
      return free;
    });
  }

  /** Forgets everything that waits. Gives whose edits these were. */
  clear(): Participant[] {
    const waiting = [...this.#pending.keys(), ...this.#held.keys()];
    for (const participant of waiting) this.#forget(participant);
    return waiting;
  }

  leave(participant: Participant): void {
    this.#owners.leave(participant);
    this.#forget(participant);
  }

  #forget(participant: Participant): void {
    participant.connection.release(lengthOf(this.#waitingOf(participant)));
    this.#pending.delete(participant);
    this.#held.delete(participant);
  }

  /** Updates of a participant that are held or pending. */
  #waitingOf(participant: Participant): Uint8Array[] {
    const held = this.#held.get(participant)?.map(updateOf) ?? [];
    return [...held, ...(this.#pending.get(participant) ?? [])];
  }

  /**
   * Applies edits to the document until there are none or it took long, and what waited for them; each
   * remains a change of its own, so that history tells them apart.
   */
  apply(next: () => Edit | undefined): Applied[] {
    const applied: Applied[] = [];
    const change = (from: Participant, make: () => readonly Uint8Array[]) => {
      const changed = this.#document.change(make);
      if (changed !== undefined) applied.push({ ...changed, from });
    };
    const edits: Edit[] = [];
    const end = performance.now() + SLICE_MS;
    while (edits.length === 0 || performance.now() < end) {
      const edit = next();
      if (edit === undefined) break;
      edits.push(edit);
      change(edit.from, () => (this.#take(edit) ? [edit.update] : []));
    }
    const authors = new Set(edits.filter(({ facts }) => !facts.empty).map(({ from }) => from));
    for (const [from, pending] of [...this.#pending]) {
      if (lengthOf(pending) > RETRIED_BYTES && !authors.has(from)) continue;
      change(from, () => {
        this.#takePending(from);
        return [];
      });
    }
    return applied;
  }

  /** Applies one edit. True if its update is exactly what it changed. */
  #take({ from, update, facts, whole }: Edit): boolean {
    if (this.isRejected(from)) return false;
    const { doc } = this.#document;
    const before = this.#owners.before(doc, facts.writes);
    const overlaps = before.some(
      ({ from: known }, at) => (facts.writes[at]?.from ?? known) < known,
    );
    if (overlaps && !this.#agrees(from, Y.decodeUpdate(update))) return false;
    const applied = this.#apply(from, update, 1);
    this.#owners.note(doc, from, before, !whole);
    return facts.adds && !overlaps && applied;
  }

  /** Tries the edits that wait again: someone else's edit may be what they lacked. */
  #takePending(from: Participant): void {
    const pending = this.#pending.get(from) ?? [];
    this.#pending.delete(from);
    from.connection.release(lengthOf(pending));
    for (const update of pending) {
      if (this.isRejected(from) || !this.#agrees(from, Y.decodeUpdateV2(update))) return;
      this.#apply(from, update, 2);
    }
  }

  #agrees(from: Participant, { structs }: { readonly structs: readonly Struct[] }): boolean {
    const trusts = (span: Span) => this.#owners.isOwn(from, span);
    if (firstConflict(this.#document.doc, structs, trusts) === undefined) return true;
    this.#reject(
      from,
      CLOSE.conflict,
      'another edit has the same client id and clock; use a new client id',
    );
    return false;
  }

  /** True if all of the update could be applied; what could not waits. */
  #apply(from: Participant, update: Uint8Array, version: 1 | 2): boolean {
    try {
      const missing = this.#document.apply(update, version);
      this.#wait(this.#pending, from, missing);
      return missing.length === 0;
    } catch (error) {
      const isUpdateError = error instanceof UpdateError;
      const reason = isUpdateError ? error.message : 'the update cannot be applied';
      this.#reject(from, CLOSE.malformed, reason);
      if (!isUpdateError) throw error;
      return false;
    }
  }

  #wait<Item>(list: Map<Participant, Item[]>, from: Participant, items: readonly Item[]): void {
    if (items.length === 0 || !this.#participants.has(from)) return;
    const before = lengthOf(this.#waitingOf(from));
    list.set(from, [...(list.get(from) ?? []), ...items]);
    const waiting = this.#waitingOf(from);
    const bytes = lengthOf(waiting);
    from.connection.retain(bytes - before);
    if (bytes <= this.#maxBytes && waiting.length <= MAX_WAITING) return;
    this.#reject(from, CLOSE.malformed, 'too many edits depend on others that never arrived');
  }

  #reject(from: Participant, code: number, reason: string): void {
    this.#forget(from);
    this.#rejected.add(from);
    from.connection.close(code, reason);
  }
}
