/**
 * Which edits of this browser the server is known to have, so that it is asked to compare the others. After each break
 * they are under another client id: what is written meanwhile is under one that nobody has seen.
 */
import * as Y from 'yjs';
import { clockOf, type Span } from '../sites/agreement.ts';

/** An id that nobody else can have written under. */
export const freshClientId = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

export class OwnEdits {
  readonly #doc: Y.Doc;
  readonly #sure = new Map<number, number>();
  /** By client id, where its edits made here end. */
  readonly #ends = new Map<number, number>();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.startAnew();
    doc.on('beforeTransaction', ({ local }: Y.Transaction) => {
      if (local && !this.#sure.has(doc.clientID)) this.#sure.set(doc.clientID, 0);
    });
    doc.on('afterTransaction', ({ local }: Y.Transaction) => {
      if (local) this.#ends.set(doc.clientID, clockOf(doc, doc.clientID));
    });
  }

  /** By client id, the clock up to which the server has its edits. */
  get sure(): ReadonlyMap<number, number> {
    return this.#sure;
  }

  /** Takes in what an earlier visit was sure of. */
  recall(known: Iterable<readonly [client: number, clock: number]>): void {
    for (const [client, clock] of known) {
      this.#sure.set(client, clock);
      this.#ends.set(client, clockOf(this.#doc, client));
    }
  }

  /** The edits made here that the server is not known to have. */
  get unsure(): Span[] {
    return [...this.#sure].map(([client, from]) => {
      return { client, from, to: this.#ends.get(client) ?? from };
    });
  }

  /** From now on under an id of its own. */
  startAnew(): void {
    this.#doc.clientID = freshClientId();
  }

  /** All that was made here is on the server's disk. */
  saved(): void {
    const { clientID } = this.#doc;
    this.#sure.clear();
    const clock = clockOf(this.#doc, clientID);
    if (clock > 0) this.#sure.set(clientID, clock);
  }

  /** The answer to the server's state vector: what it lacks, and what it is to compare. */
  answer(stateVector: Uint8Array): Uint8Array {
    const known = Y.decodeStateVector(stateVector);
    for (const [client, clock] of this.#sure) {
      if ((known.get(client) ?? 0) > clock) known.set(client, clock);
    }
    return Y.encodeStateAsUpdate(this.#doc, Y.encodeStateVector(known));
  }
}
