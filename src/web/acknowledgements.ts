/**
 * Tracks which edits made in this browser the server has acknowledged, so that it compares the others when they are
 * sent again. Each connection uses a new client id, so edits made offline carry an id no one else has seen.
 */
import * as Y from 'yjs';
import { clockOf, type Span } from '../shared/site/struct-conflicts.ts';

/** A random client id that no one else can have used. */
export const freshClientId = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

export class Acknowledgements {
  readonly #doc: Y.Doc;
  readonly #acknowledged = new Map<number, number>();
  /** End clock of the edits made here, by client id. */
  readonly #ends = new Map<number, number>();
  #deleted = false;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.changeClientId();
    doc.on('beforeTransaction', ({ local }: Y.Transaction) => {
      if (local && !this.#acknowledged.has(doc.clientID)) this.#acknowledged.set(doc.clientID, 0);
    });
    doc.on('afterTransaction', ({ local, deleteSet }: Y.Transaction) => {
      if (!local) return;
      this.#ends.set(doc.clientID, clockOf(doc, doc.clientID));
      this.#deleted ||= deleteSet.clients.size > 0;
    });
  }

  /** The clock up to which the server has the edits of each client id. */
  get acknowledged(): ReadonlyMap<number, number> {
    return this.#acknowledged;
  }

  /** Restores what an earlier visit stored. */
  restore(acknowledged: Iterable<readonly [client: number, clock: number]>): void {
    for (const [client, clock] of acknowledged) {
      this.#acknowledged.set(client, clock);
      this.#ends.set(client, clockOf(this.#doc, client));
    }
  }

  /** The edits made here that the server has not acknowledged. */
  get unacknowledged(): Span[] {
    return [...this.#acknowledged].map(([client, from]) => {
      return { client, from, to: this.#ends.get(client) ?? from };
    });
  }

  /** Whether edits of this visit, or text of an earlier one, wait to be acknowledged. */
  get pending(): boolean {
    return this.#deleted || this.unacknowledged.some(({ from, to }) => to > from);
  }

  /** Gives the edits that follow a new client id. */
  changeClientId(): void {
    this.#doc.clientID = freshClientId();
  }

  /** Records that the server has stored every edit made here. */
  acknowledgeAll(): void {
    const { clientID } = this.#doc;
    this.#acknowledged.clear();
    this.#deleted = false;
    const clock = clockOf(this.#doc, clientID);
    if (clock > 0) this.#acknowledged.set(clientID, clock);
  }

  /** The update that answers the server's state vector: what it lacks, and what it must compare. */
  answer(stateVector: Uint8Array): Uint8Array {
    const known = Y.decodeStateVector(stateVector);
    for (const [client, clock] of this.#acknowledged) {
      if ((known.get(client) ?? 0) > clock) known.set(client, clock);
    }
    return Y.encodeStateAsUpdate(this.#doc, Y.encodeStateVector(known));
  }
}
