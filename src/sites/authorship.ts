/**
 * Whose client ids are whose, so that nobody writes under another's. A socket that said hello and is the first to use
 * a client id in an `update` owns it while it is here. What others bring of that client beyond what is stored is held
 * until the owner brought it too or has gone; where it then differs from what is stored, it is refused.
 */
import type * as Y from 'yjs';
import { clockOf, type Span } from './agreement.ts';
import type { Connection } from './connection.ts';

export class Authorship {
  readonly #owners = new Map<number, Connection>();
  /** What each socket brought last of each client. */
  readonly #brought = new WeakMap<Connection, Map<number, Span>>();

  /** The socket that must speak first before `from` may go on with one of these clients. */
  ownerBefore(doc: Y.Doc, from: Connection, writes: readonly Span[]): Connection | undefined {
    for (const { client, to } of writes) {
      const owner = this.#owners.get(client);
      if (owner !== undefined && owner !== from && to > clockOf(doc, client)) return owner;
    }
    return undefined;
  }

  /** How far the document knows these clients, to be given to `note` when the edit was applied. */
  before(doc: Y.Doc, writes: readonly Span[]): readonly Span[] {
    return writes.map(({ client, to }) => ({ client, from: clockOf(doc, client), to }));
  }

  /** Takes down what `from` brought. `typed`: as an `update`, not as the answer to what was missing. */
  note(doc: Y.Doc, from: Connection, before: readonly Span[], typed: boolean): void {
    for (const { client, from: known } of before) {
      const now = clockOf(doc, client);
      if (now === known) continue;
      if (typed && known === 0 && from.manner === 'hello') this.#owners.set(client, from);
      const brought = this.#brought.get(from) ?? new Map<number, Span>();
      this.#brought.set(from, brought);
      const last = brought.get(client);
      const start = last?.to === known ? last.from : known;
      brought.set(client, { client, from: start, to: now });
    }
  }

  /** Whether `from` itself brought what is stored there. */
  isOwn(from: Connection, { client, ...span }: Span): boolean {
    const brought = this.#brought.get(from)?.get(client);
    return brought !== undefined && brought.from <= span.from && span.to <= brought.to;
  }

  leave(connection: Connection): void {
    for (const [client, owner] of this.#owners) {
      if (owner === connection) this.#owners.delete(client);
    }
  }
}
