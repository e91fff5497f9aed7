/**
 * Who owns which Yjs client id, so that nobody writes under another's. The first to use a client id in an `update`
 * after a hello owns it while connected. What others bring under that id, beyond what is stored, is held until the
 * owner has brought it too or has left; if it then differs from what is stored, it is rejected.
 */
import type * as Y from 'yjs';
import { clockOf, type Span } from '../shared/site/struct-conflicts.ts';
import type { Participant } from './participant.ts';

export class ClientIdOwners {
  readonly #owners = new Map<number, Participant>();
  /** The last span each participant brought under each client id. */
  readonly #brought = new WeakMap<Participant, Map<number, Span>>();

  /** The owner who must bring these edits before `from` may; undefined if there is none. */
  ownerBefore(doc: Y.Doc, from: Participant, writes: readonly Span[]): Participant | undefined {
    for (const { client, to } of writes) {
      const owner = this.#owners.get(client);
      if (owner !== undefined && owner !== from && to > clockOf(doc, client)) return owner;
    }
    return undefined;
  }

  /** How much the document has of these clients; to be passed to `note` after the edit was applied. */
  before(doc: Y.Doc, writes: readonly Span[]): readonly Span[] {
    return writes.map(({ client, to }) => ({ client, from: clockOf(doc, client), to }));
  }

  /** Records what `from` brought. `typed`: in an `update`, not in the answer to a `step-1`. */
  note(doc: Y.Doc, from: Participant, before: readonly Span[], typed: boolean): void {
    for (const { client, from: known } of before) {
      const now = clockOf(doc, client);
      if (now === known) continue;
      if (typed && known === 0 && from.protocol === 'ensemble') this.#owners.set(client, from);
      const brought = this.#brought.get(from) ?? new Map<number, Span>();
      this.#brought.set(from, brought);
      const last = brought.get(client);
      const start = last?.to === known ? last.from : known;
      brought.set(client, { client, from: start, to: now });
    }
  }

  /** Whether `from` itself brought what is stored in this span. */
  isOwn(from: Participant, { client, ...span }: Span): boolean {
    const brought = this.#brought.get(from)?.get(client);
    return brought !== undefined && brought.from <= span.from && span.to <= brought.to;
  }

  leave(participant: Participant): void {
    for (const [client, owner] of this.#owners) {
      if (owner === participant) this.#owners.delete(client);
    }
  }
}
