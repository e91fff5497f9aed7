/**
 * Who is here: the awareness of a site's sockets. Kept and passed on as text that was checked to be JSON, never
 * interpreted but for the name of the author.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { Connection } from './connection.ts';
import { MAX_NAME_CHARACTERS, ProtocolError } from './protocol.ts';

const MAX_STATE_CHARACTERS = 4_096;
/** A browser speaks for itself, and a provider for the tabs behind it. */
const MAX_CLIENTS_EACH = 8;
const GONE = 'null';

interface Present {
  clock: number;
  /** JSON text; `null` for somebody who left. */
  state: string;
  owner: Connection;
}

interface Entry {
  readonly client: number;
  readonly clock: number;
  readonly state: string;
}

export class Presence {
  readonly #present = new Map<number, Present>();
  readonly #changed = new Set<number>();

  /** The socket behind an awareness client id, while it is here. */
  ownerOf(client: number): Connection | undefined {
    return this.#present.get(client)?.owner;
  }

  /** Takes in a socket's awareness update. Throws `ProtocolError` where it is none. */
  update(from: Connection, update: Uint8Array): void {
    for (const entry of readEntries(update)) {
      const known = this.#present.get(entry.client);
      if (known === undefined ? !this.#mayAdd(from, entry) : !mayChange(known, from, entry))
        continue;
      this.#present.set(entry.client, { clock: entry.clock, state: entry.state, owner: from });
      this.#changed.add(entry.client);
      const name = nameIn(entry.state);
      if (name !== undefined) from.name = name;
    }
  }

  #mayAdd(from: Connection, { state }: Entry): boolean {
    if (state === GONE) return false;
    let owned = 0;
    for (const { owner } of this.#present.values()) if (owner === from) owned += 1;
    return owned < MAX_CLIENTS_EACH;
  }

  /** A socket has gone: those it spoke for have left. */
  leave(from: Connection): void {
    for (const [client, present] of this.#present) {
      if (present.owner !== from || present.state === GONE) continue;
      present.clock += 1;
      present.state = GONE;
      this.#changed.add(client);
    }
  }

  get size(): number {
    return this.#present.size;
  }

  get hasNews(): boolean {
    return this.#changed.size > 0;
  }

  /** An awareness update of what changed since the last call; those who left are then forgotten. */
  takeNews(): Uint8Array {
    const update = this.#encode(this.#changed);
    for (const client of this.#changed) {
      if (this.#present.get(client)?.state === GONE) this.#present.delete(client);
    }
    this.#changed.clear();
    return update;
  }

  /** An awareness update of all who are here. */
  all(): Uint8Array {
    return this.#encode(this.#present.keys());
  }

  #encode(clients: Iterable<number>): Uint8Array {
    const some = [...clients].flatMap((client) => {
      const present = this.#present.get(client);
      return present === undefined ? [] : [{ client, ...present }];
    });
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, some.length);
    for (const { client, clock, state } of some) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, clock);
      encoding.writeVarString(encoder, state);
    }
    return encoding.toUint8Array(encoder);
  }
}

/** A socket changes its own entries, or takes over those of its earlier self from the same address. */
function mayChange(known: Present, from: Connection, { clock }: Entry): boolean {
  const same = known.owner === from || known.owner.address === from.address;
  return same && clock > known.clock;
}

function readEntries(update: Uint8Array): Entry[] {
  try {
    const decoder = decoding.createDecoder(update);
    const count = decoding.readVarUint(decoder);
    if (count * 3 > update.length) throw new RangeError('more entries than bytes');
    const entries = Array.from({ length: count }, () => readEntry(decoder));
    if (decoding.hasContent(decoder)) throw new RangeError('bytes are left');
    return entries;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError('the awareness update is none');
  }
}

function readEntry(decoder: decoding.Decoder): Entry {
  const client = decoding.readVarUint(decoder);
  const clock = decoding.readVarUint(decoder);
  const state = decoding.readVarString(decoder);
  if (state.length > MAX_STATE_CHARACTERS) {
    throw new ProtocolError(`an awareness state has over ${MAX_STATE_CHARACTERS} characters`);
  }
  const value: unknown = JSON.parse(state);
  return { client, clock, state: value === null ? GONE : state };
}

/** What the person calls themselves: `user.name`, as editors' cursors use it. */
function nameIn(state: string): string | undefined {
  const value: unknown = JSON.parse(state);
  if (typeof value !== 'object' || value === null) return undefined;
  const user: unknown = Reflect.get(value, 'user');
  if (typeof user !== 'object' || user === null) return undefined;
  const name: unknown = Reflect.get(user, 'name');
  return typeof name === 'string' ? cleanName(name) : undefined;
}

/** What cannot be seen or turns the text around it: controls, half characters, marks of direction. */
const UNSEEN = /(?:(?![\u200c\u200d])\p{C})+/gu;
/** Joiners shape Persian and Indic words and families of emoji; anywhere else they only hide. */
const IDLE_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** A name for the timeline: one line, at most 64 characters, the last of them whole. */
export function cleanName(name: string): string {
  const clean = name.replace(UNSEEN, ' ').replace(IDLE_JOINER, '').trim();
  if (clean.length <= MAX_NAME_CHARACTERS) return clean;
  const cut = clean.slice(0, MAX_NAME_CHARACTERS);
  return cut.replace(/[\ud800-\udbff]$/, '').replace(/(?:\u200c|\u200d|\s)+$/u, '');
}
