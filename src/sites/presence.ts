/**
 * Who is in a site: its participants' awareness states and names. States are kept and passed on as JSON written here
 * from what was read, so that nobody reads anything else from them than the server did.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { MAX_NAME_CHARACTERS, ProtocolError } from '../shared/site/protocol.ts';
import { looksVerified } from './confusable.ts';
import type { Participant } from './participant.ts';

const MAX_STATE_CHARACTERS = 4_096;
/** A browser sends its own state, a provider also those of the tabs behind it. */
const MAX_CLIENTS_EACH = 8;
const GONE = 'null';
const GONE_BYTES = Buffer.from(GONE);
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface Present {
  clock: number;
  /** JSON text; `null` for someone who left. */
  state: string;
  owner: Participant;
}

export interface Entry {
  readonly client: number;
  readonly clock: number;
  /** UTF-8, not read yet. */
  readonly bytes: Uint8Array;
}

/** Which names are members', and whose. */
export interface Naming {
  /** The name of the member whose browser this is. */
  memberName(participant: Participant): string | undefined;
  /** Whether a member has this name, or one that looks like it. */
  isTaken(name: string): boolean;
}

const NO_MEMBERS: Naming = { memberName: () => undefined, isTaken: () => false };
const GUEST = ' (guest)';
const MEMBER = 'member';

/** What a person calls themselves, and what others see it as if no member has that name. */
interface GivenName {
  readonly said: string;
  readonly shown: string;
}

/** The name of a guest that could be taken for a member's. */
const asGuest = (name: string): string =>
  `${cleanName(name.slice(0, MAX_NAME_CHARACTERS - GUEST.length))}${GUEST}`;

export class Presence {
  readonly #naming: Naming;
  readonly #present = new Map<number, Present>();
  readonly #changed = new Set<number>();
  readonly #names = new WeakMap<Participant, GivenName>();
  /** How many clients each participant has brought. */
  readonly #owned = new WeakMap<Participant, number>();

  constructor(naming = NO_MEMBERS) {
    this.#naming = naming;
  }

  /** @param name as given in the hello, empty if none */
  join(participant: Participant, name: string): void {
    this.#call(participant, cleanName(name));
  }

  #call(participant: Participant, said: string): void {
    const shown = looksVerified(said) ? asGuest(said) : said;
    this.#names.set(participant, { said, shown });
  }

  /** A member's name, or what a guest calls themselves, which is never a member's; empty if nothing. */
  nameOf(participant: Participant): string {
    const member = this.#naming.memberName(participant);
    if (member !== undefined) return member;
    const { said, shown } = this.#names.get(participant) ?? { said: '', shown: '' };
    return this.#naming.isTaken(said) ? asGuest(said) : shown;
  }

  /** The participant behind an awareness client id, while it is here. */
  ownerOf(client: number): Participant | undefined {
    return this.#present.get(client)?.owner;
  }

  /** The awareness client ids of each address. */
  clientsByAddress(): Map<string, number[]> {
    const clients = new Map<string, number[]>();
    for (const [client, { owner }] of this.#present) {
      const { address } = owner.connection;
      clients.set(address, [...(clients.get(address) ?? []), client]);
    }
    return clients;
  }

  /** Takes a participant's awareness update. Throws `ProtocolError` if it is not one. */
  update(from: Participant, update: Uint8Array): void {
    for (const entry of readEntries(update)) {
      const known = this.#present.get(entry.client);
      if (known === undefined ? !this.#mayAdd(from, entry) : !mayChange(known, from, entry))
        continue;
      const { client, clock } = entry;
      const { value, name } = readState(entry.bytes);
      if (known?.owner !== from) this.#own(from, known?.owner);
      if (name !== undefined) this.#call(from, name);
      this.#present.set(client, { clock, state: this.#shown(from, value), owner: from });
      this.#changed.add(client);
    }
  }

  /** What others own, and what is over the limit, is not even read. */
  #mayAdd(from: Participant, { bytes }: Entry): boolean {
    return !GONE_BYTES.equals(bytes) && (this.#owned.get(from) ?? 0) < MAX_CLIENTS_EACH;
  }

  #own(owner: Participant | undefined, before: Participant | undefined): void {
    if (owner !== undefined) this.#owned.set(owner, (this.#owned.get(owner) ?? 0) + 1);
    if (before !== undefined) this.#owned.set(before, (this.#owned.get(before) ?? 1) - 1);
  }

  /** A state as others get it: whether someone is a member only the server says, and what anyone is called. */
  #shown(from: Participant, value: unknown): string {
    const user = userOf(value);
    if (user === undefined || typeof value !== 'object') return JSON.stringify(value);
    const { [MEMBER]: _, ...rest } = { [MEMBER]: undefined, ...user };
    const isMember = this.#naming.memberName(from) !== undefined;
    const named = { ...rest, name: this.nameOf(from), ...(isMember && { [MEMBER]: true }) };
    return JSON.stringify({ ...value, user: named });
  }

  /** A participant has left, and everyone whose state it sent. */
  leave(from: Participant): void {
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

  /** Clients whose states changed since `takeChanges`. */
  get changes(): number {
    return this.#changed.size;
  }

  /** An awareness update of what changed since the last call; forgets those who left. */
  takeChanges(): Uint8Array {
    const update = this.#encode(this.#changed);
    for (const client of this.#changed) {
      const present = this.#present.get(client);
      if (present?.state !== GONE) continue;
      this.#present.delete(client);
      this.#own(undefined, present.owner);
    }
    this.#changed.clear();
    return update;
  }

  /** An awareness update of everyone who is here. */
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

/** A participant changes its own entries, or takes over those of an earlier connection from the same address. */
function mayChange(known: Present, from: Participant, { clock }: Entry): boolean {
  const isOwn = known.owner === from || known.owner.connection.address === from.connection.address;
  return isOwn && clock > known.clock;
}

/** Reads an awareness update. Throws `ProtocolError` if it is not one. */
export function readEntries(update: Uint8Array): Entry[] {
  try {
    const decoder = decoding.createDecoder(update);
    const count = decoding.readVarUint(decoder);
    if (count * 3 > update.length) throw new RangeError('more entries than bytes');
    const entries = Array.from({ length: count }, () => readEntry(decoder));
    if (decoding.hasContent(decoder)) throw new RangeError('bytes are left');
    return entries;
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError('the awareness update is invalid');
  }
}

function readEntry(decoder: decoding.Decoder): Entry {
  const client = decoding.readVarUint(decoder);
  const clock = decoding.readVarUint(decoder);
  return { client, clock, bytes: decoding.readVarUint8Array(decoder) };
}

/** A state, and the name in it: `user.name`, as editors' cursors use it. Throws `ProtocolError` if it is not JSON. */
export function readState(bytes: Uint8Array): { readonly value: unknown; readonly name?: string } {
  const state = bytes.length > MAX_STATE_CHARACTERS * 3 ? undefined : decodeText(bytes);
  if (state === undefined || state.length > MAX_STATE_CHARACTERS) {
    throw new ProtocolError(`an awareness state is longer than ${MAX_STATE_CHARACTERS} characters`);
  }
  const value = parse(state);
  const user = userOf(value);
  const name: unknown = user && Reflect.get(user, 'name');
  return typeof name === 'string' ? { value, name: cleanName(name) } : { value };
}

function userOf(state: unknown): object | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const user: unknown = Reflect.get(state, 'user');
  return typeof user === 'object' && user !== null ? user : undefined;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ProtocolError('an awareness state is not UTF-8');
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ProtocolError('an awareness state is not JSON');
  }
}

/** Characters that are invisible or reorder text: controls, lone surrogates, direction marks. */
const INVISIBLE = /(?:(?![\u200c\u200d])\p{C})+/gu;
/** Joiners are needed in Persian and Indic words and in emoji sequences; elsewhere they are just invisible. */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** A line without characters that are invisible or reorder text. */
export const cleanLine = (line: string): string =>
  line.replace(INVISIBLE, ' ').replace(STRAY_JOINER, '');

/** A name for the timeline: one line, at most 64 characters, never cut within a character. */
export function cleanName(name: string): string {
  const clean = cleanLine(name).trim();
  if (clean.length <= MAX_NAME_CHARACTERS) return clean;
  const cut = clean.slice(0, MAX_NAME_CHARACTERS);
  return cut.replace(/[\ud800-\udbff]$/, '').replace(/(?:\u200c|\u200d|\s)+$/u, '');
}
