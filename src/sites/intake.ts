/**
 * Brings the edits of sockets into the document, in order. What cannot be told apart from what is stored under the
 * same name is refused, what lacks something waits, and either way it is never counted as saved.
 */
import * as Y from 'yjs';
import { firstConflict } from './agreement.ts';
import { Authorship } from './authorship.ts';
import type { Connection } from './connection.ts';
import type { LiveDocument } from './live-document.ts';
import { CLOSE } from './protocol.ts';
import type { UpdateFacts } from './update-check.ts';

/** Edits of one socket that wait or are held; more are no accident. */
const MAX_WAITING = 1_000;

export interface Edit {
  readonly from: Connection;
  readonly update: Uint8Array;
  readonly facts: UpdateFacts;
  /** Which of its socket's edits it is. */
  readonly number: number;
  /** A `step-2` brings all that the server lacks of this client. */
  readonly whole: boolean;
}

export interface IntakeOptions {
  readonly live: LiveDocument;
  /** Bytes that may wait for one socket. */
  readonly most: number;
  /** Asks a socket for all that is missing here. */
  readonly ask: (socket: Connection) => void;
}

export class Intake {
  readonly #live: LiveDocument;
  readonly #most: number;
  readonly #ask: IntakeOptions['ask'];
  readonly #authors = new Authorship();

  constructor({ live, most, ask }: IntakeOptions) {
    this.#live = live;
    this.#most = most;
    this.#ask = ask;
  }

  /** Whether an edit is held because it goes on for somebody else who is here; that one is asked for a sign of life. */
  holds(edit: Edit): boolean {
    const { from, facts } = edit;
    const owner = this.#authors.ownerBefore(this.#live.doc, from, facts.writes);
    if (owner === undefined) return false;
    owner.challenge();
    from.held.push(edit);
    this.#limit(from);
    return true;
  }

  /** Takes out the held edits that nobody stands before any more. */
  release(sockets: Iterable<Connection>): Edit[] {
    const released: Edit[] = [];
    for (const socket of sockets) {
      if (socket.held.length === 0) continue;
      const stands = ({ facts }: Edit) =>
        this.#authors.ownerBefore(this.#live.doc, socket, facts.writes) !== undefined;
      released.push(...socket.held.filter((edit) => !stands(edit)));
      socket.held = socket.held.filter(stands);
    }
    return released;
  }

  leave(connection: Connection): void {
    this.#authors.leave(connection);
  }

  /** Applies an edit within the change of a commit. True where its update is just what it changed. */
  take({ from, update, facts, whole }: Edit): boolean {
    if (from.refused) return false;
    const { doc } = this.#live;
    const before = this.#authors.before(doc, facts.writes);
    const overlaps = before.some(
      ({ from: known }, at) => (facts.writes[at]?.from ?? known) < known,
    );
    if (overlaps && !this.#agrees(from, Y.decodeUpdate(update))) return false;
    this.#apply(from, update, 1);
    this.#authors.note(doc, from, before, !whole);
    if (from.pending.length > 0 && !from.refused) this.#ask(from);
    return facts.adds && !overlaps && from.pending.length === 0 && !from.refused;
  }

  /** Tries again what waited: what another brought in this turn may be what it lacked. */
  takeWaiting(from: Connection): void {
    for (const update of from.pending.splice(0)) {
      if (from.refused || !this.#agrees(from, Y.decodeUpdateV2(update))) return;
      this.#apply(from, update, 2);
    }
  }

  #agrees(from: Connection, { structs }: ReturnType<typeof Y.decodeUpdate>): boolean {
    const trusts = (span: Parameters<Authorship['isOwn']>[1]) => this.#authors.isOwn(from, span);
    if (firstConflict(this.#live.doc, structs, trusts) === undefined) return true;
    from.refuse(
      CLOSE.conflict,
      'another edit has the same client id and clock; take a new client id',
    );
    return false;
  }

  #apply(from: Connection, update: Uint8Array, version: 1 | 2): void {
    try {
      from.pending.push(...this.#live.apply(update, version));
    } catch {
      from.refuse(CLOSE.malformed, 'the update cannot be applied');
    }
    this.#limit(from);
  }

  #limit(from: Connection): void {
    const sizes = [...from.pending, ...from.held.map(({ update }) => update)];
    const bytes = sizes.reduce((sum, { length }) => sum + length, 0);
    if (bytes <= this.#most && sizes.length <= MAX_WAITING) return;
    from.refuse(CLOSE.malformed, 'too many edits wait for others that never came');
  }
}
