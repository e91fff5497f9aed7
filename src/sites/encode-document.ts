/**
 * Encodes a document as Yjs does (v1), but a part at a time. Edits may be made in between: what is encoded is the document
 * of the beginning and some of those edits, so whoever gets it needs all of them, too.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import type { Steps } from './charged-work.ts';

/** Structs that are written before time is looked at. */
const STRUCTS_AT_ONCE = 256;

/** What one client wrote, as far as it is encoded. */
class Section {
  readonly client: number;
  readonly #endClock: number;
  readonly #structs = new Y.UpdateEncoderV1();
  #count = 0;
  /** Everything before this clock is written. */
  #clock = 0;
  /** First clock and length of each deleted range. */
  readonly #deleted: number[] = [];
  /** Where the last of them ends. */
  #deletedTo = -1;

  constructor(client: number, endClock: number) {
    this.client = client;
    this.#endClock = endClock;
  }

  get hasDeletions(): boolean {
    return this.#deleted.length > 0;
  }

  /**
   * Writes the next of its client's structs.
   * @param structs all of them; since the last time, some may have been split or joined
   * @returns whether there are no more
   */
  writeNext(structs: (Y.Item | Y.GC)[]): boolean {
    const first = Y.findIndexSS(structs, this.#clock);
    for (const struct of structs.slice(first, first + STRUCTS_AT_ONCE)) {
      if (this.#clock >= this.#endClock) break;
      const offset = this.#clock - struct.id.clock;
      struct.write(this.#structs, offset);
      this.#count += 1;
      if (struct.deleted) this.#delete(struct.length - offset);
      this.#clock = struct.id.clock + struct.length;
    }
    return this.#clock >= this.#endClock;
  }

  #delete(length: number): void {
    if (this.#deletedTo === this.#clock) {
      const last = this.#deleted.length - 1;
      this.#deleted[last] = (this.#deleted[last] ?? 0) + length;
    } else {
      this.#deleted.push(this.#clock, length);
    }
    this.#deletedTo = this.#clock + length;
  }

  writeStructs(encoder: encoding.Encoder): void {
    encoding.writeVarUint(encoder, this.#count);
    encoding.writeVarUint(encoder, this.client);
    encoding.writeVarUint(encoder, 0);
    encoding.writeUint8Array(encoder, this.#structs.toUint8Array());
  }

  writeDeletions(encoder: encoding.Encoder): void {
    encoding.writeVarUint(encoder, this.client);
    encoding.writeVarUint(encoder, this.#deleted.length / 2);
    for (const number of this.#deleted) encoding.writeVarUint(encoder, number);
  }
}

function joined(sections: readonly Section[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, sections.length);
  for (const section of sections) section.writeStructs(encoder);
  const deleting = sections.filter(({ hasDeletions }) => hasDeletions);
  encoding.writeVarUint(encoder, deleting.length);
  for (const section of deleting) section.writeDeletions(encoder);
  return encoding.toUint8Array(encoder);
}

/** The steps of encoding a document, in which nothing waits for what it lacks. */
export function encodingOf({ store }: Y.Doc): Steps<Uint8Array> {
  // Yjs integrates faster what comes in this order.
  const clients = [...store.clients.keys()].sort((a, b) => b - a);
  const sections = clients.map((client) => new Section(client, Y.getState(store, client)));
  let at = 0;
  return (isOver) => {
    for (let section = sections[at]; section !== undefined; section = sections[at]) {
      if (section.writeNext(store.clients.get(section.client) ?? [])) at += 1;
      if (isOver()) return undefined;
    }
    return { value: joined(sections) };
  };
}
