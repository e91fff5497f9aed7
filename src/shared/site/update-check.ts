/**
 * Judges a Yjs update (v1) before it comes near a document: it must be well-formed to its last byte, hold
 * nothing that a site does not hold, and ask for no more memory than its own length justifies.
 *
 * Yjs itself applies what it has read when an update breaks off, allocates what a count announces, and
 * creates any root type that is named; for bytes from strangers that is too late or too much.
 */
import * as decoding from 'lib0/decoding';
import { ROOTS } from './document.ts';
import { MAX_SUM, MAX_VOICE_SPACE } from './site-instruments.ts';
import type { Span } from './struct-conflicts.ts';
import { isTextRoot } from './text-files.ts';
import * as format from './update-format.ts';

/** An update that is not one of a site. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError';
  readonly code = 'E_UPDATE';
}

export interface UpdateFacts {
  /** Nothing in it: neither content nor deletions. */
  readonly empty: boolean;
  /** It brings content; false where it only deletes. */
  readonly adds: boolean;
  /** What it brings of whom; a gap divides. */
  readonly writes: readonly Span[];
  /** What it deletes of whom. */
  readonly deletes: readonly Span[];
}

/** Far above what typing reaches in a thousand years, far below where doubles lose whole numbers. */
const MAX_CLOCK = 2 ** 40;
const MAX_CLIENT = 2 ** 53 - 1;
/** People whose edits one update brings; Yjs sorts through all of them for each whose edits have to wait. */
const MAX_WRITERS = 1_000;
/** Values in maps are `{bytes}` or `{mode, taught, voiceSpace, examples}`; this leaves room for more. */
const MAX_DEPTH = 8;
/** Keys and texts in maps are names of at most 80 characters, and every later edit reads some of them. */
const MAX_VALUE_CHARACTERS = 1_024;

/** Numbers of instruments, and the highest. */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['voiceSpace', MAX_VOICE_SPACE],
  ['examples', MAX_SUM],
]);
/** The byte before a whole number, of those that `skipAny` knows. */
const INTEGER = 125;

const fail = (message: string): never => {
  throw new UpdateError(message);
};

function readCount(decoder: decoding.Decoder, bytesEach: number): number {
  const count = decoding.readVarUint(decoder);
  const left = decoder.arr.length - decoder.pos;
  return count * bytesEach <= left ? count : fail(`${count} parts are announced in ${left} bytes`);
}

function readClient(decoder: decoding.Decoder): number {
  const client = decoding.readVarUint(decoder);
  return client <= MAX_CLIENT ? client : fail('a client number is too large');
}

function readClock(decoder: decoding.Decoder): number {
  const clock = decoding.readVarUint(decoder);
  return clock <= MAX_CLOCK ? clock : fail('a clock is beyond any sense');
}

/** How many ticks a range takes: at least one. */
function readLength(decoder: decoding.Decoder): number {
  const ticks = readClock(decoder);
  return ticks > 0 ? ticks : fail('a range holds nothing');
}

function readId(decoder: decoding.Decoder): void {
  readClient(decoder);
  readClock(decoder);
}

function skipBytes(decoder: decoding.Decoder): void {
  const count = readCount(decoder, 1);
  decoder.pos += count;
}

const readText = decoding.readVarString;

/** A text in the maps of a site: a key, a name. */
function readShortText(decoder: decoding.Decoder): string {
  const text = readText(decoder);
  if (text.length <= MAX_VALUE_CHARACTERS) return text;
  return fail(`a value has a text of over ${MAX_VALUE_CHARACTERS} characters`);
}

/** A key and its value, in a value of the maps. */
function skipEntry(decoder: decoding.Decoder, depth: number): void {
  const key = readShortText(decoder);
  if (key === '__proto__') fail('a value has a key __proto__');
  const most = depth > 0 ? undefined : NUMBERS.get(key);
  if (most === undefined) {
    skipAny(decoder, depth + 1);
    return;
  }
  const isInteger = decoding.readUint8(decoder) === INTEGER;
  const number = isInteger ? decoding.readVarInt(decoder) : -1;
  if (!(number >= 0 && number <= most)) fail(`${key} is no whole number from 0 to ${most}`);
}

/** A value as lib0 writes it; types by their byte, from 127 (undefined) down to 116 (bytes). */
function skipAny(decoder: decoding.Decoder, depth: number): void {
  if (depth > MAX_DEPTH) fail(`a value is nested deeper than ${MAX_DEPTH}`);
  const type = decoding.readUint8(decoder);
  switch (type) {
    case 127:
    case 126:
    case 121:
    case 120:
      return;
    case INTEGER:
      decoding.readVarInt(decoder);
      return;
    case 124:
      decoder.pos += 4;
      return;
    case 123:
    case 122:
      decoder.pos += 8;
      return;
    case 119:
      readShortText(decoder);
      return;
    case 118:
      for (let left = readCount(decoder, 2); left > 0; left--) {
        skipEntry(decoder, depth);
      }
      return;
    case 117:
      for (let left = readCount(decoder, 1); left > 0; left--) skipAny(decoder, depth + 1);
      return;
    case 116:
      skipBytes(decoder);
      return;
    default:
      fail(`a value has the unknown type ${type}`);
  }
}

/** Reads an item's content and gives the clock ticks it takes. */
function skipContent(decoder: decoding.Decoder, type: number): number {
  switch (type) {
    case format.CONTENT.deleted:
      return readClock(decoder);
    case format.CONTENT.string:
      return format.readTextLength(decoder);
    case format.CONTENT.any:
      if (readCount(decoder, 1) !== 1) fail('a map holds one value a key');
      skipAny(decoder, 0);
      return 1;
    default:
      return fail(`a site holds no content of type ${type}`);
  }
}

/** Reads what an item stands beside. A neighbour by the same client is older, which Yjs takes for granted. */
function skipNeighbour(decoder: decoding.Decoder, client: number, clock: number): void {
  const itsClient = readClient(decoder);
  if (readClock(decoder) >= clock && itsClient === client)
    fail('an item stands beside a later one');
}

/** Reads one struct (an item or a gap) at its place and gives the clock ticks it takes. */
function skipStruct(
  decoder: decoding.Decoder,
  info: number,
  client: number,
  clock: number,
): number {
  if (info === format.SKIP) return readLength(decoder);
  const type = info & format.CONTENT_BITS;
  if (type === format.GC) fail('a site collects no ranges');
  if (info & format.HAS_ORIGIN) skipNeighbour(decoder, client, clock);
  if (info & format.HAS_RIGHT_ORIGIN) skipNeighbour(decoder, client, clock);
  if ((info & (format.HAS_ORIGIN | format.HAS_RIGHT_ORIGIN)) === 0) {
    if (decoding.readVarUint(decoder) !== 1) fail('a site has no shared types within others');
    const root = readText(decoder);
    if (!ROOTS.has(root) && !isTextRoot(root))
      fail(`a site has no root ${JSON.stringify(root.slice(0, 40))}`);
    if (info & format.HAS_PARENT_SUB) readShortText(decoder);
  }
  const ticks = skipContent(decoder, type);
  return ticks > 0 ? ticks : fail('an item holds nothing');
}

/** Reads the structs of one client and adds what they bring to `writes`. */
function readWriter(decoder: decoding.Decoder, writes: Span[], seen: Set<number>): void {
  const structs = readCount(decoder, 2);
  const client = once(readClient(decoder), seen);
  let clock = readClock(decoder);
  let from = clock;
  for (let left = structs; left > 0; left--) {
    const info = decoding.readUint8(decoder);
    const before = clock;
    clock += skipStruct(decoder, info, client, clock);
    if (clock > MAX_CLOCK) fail('a clock is beyond any sense');
    if (info !== format.SKIP) continue;
    if (before > from) writes.push({ client, from, to: before });
    from = clock;
  }
  if (clock > from) writes.push({ client, from, to: clock });
}

/** Reads the deletions of one client, from first to last: out of order, each would cost Yjs a look at all. */
function readDeletions(decoder: decoding.Decoder, deletes: Span[], seen: Set<number>): void {
  const client = once(readClient(decoder), seen);
  let end = 0;
  for (let left = readCount(decoder, 2); left > 0; left--) {
    const from = readClock(decoder);
    if (from < end) fail('deletions are out of order');
    end = from + readLength(decoder);
    deletes.push({ client, from, to: end });
  }
}

function once(client: number, seen: Set<number>): number {
  if (seen.has(client)) fail('a client is there twice');
  seen.add(client);
  return client;
}

function walk(decoder: decoding.Decoder): UpdateFacts {
  const writes: Span[] = [];
  const writers = readCount(decoder, 3);
  if (writers > MAX_WRITERS) fail(`the update has more than ${MAX_WRITERS} writers`);
  const wrote = new Set<number>();
  for (let left = writers; left > 0; left--) readWriter(decoder, writes, wrote);
  const deleters = readCount(decoder, 2);
  const deleted = new Set<number>();
  const deletes: Span[] = [];
  for (let left = deleters; left > 0; left--) readDeletions(decoder, deletes, deleted);
  if (decoder.pos !== decoder.arr.length) fail('the update ends before or after its bytes do');
  return { empty: writers === 0 && deleters === 0, adds: writers > 0, writes, deletes };
}

/**
 * Reads the whole update. Throws `UpdateError` for anything that is not an update of a site.
 * Time and memory are linear in its length.
 */
export function checkUpdate(update: Uint8Array): UpdateFacts {
  try {
    return walk(decoding.createDecoder(update));
  } catch (error) {
    if (error instanceof UpdateError) throw error;
    return fail('the update breaks off or holds a text that is none');
  }
}

/** Reads a state vector: at most `most` pairs of client and clock. Throws `UpdateError` for anything else. */
export function checkStateVector(bytes: Uint8Array, most: number): void {
  try {
    const decoder = decoding.createDecoder(bytes);
    const count = readCount(decoder, 2);
    if (count > most) fail('the state vector names clients that were never here');
    for (let left = count; left > 0; left--) readId(decoder);
    if (decoder.pos !== bytes.length) fail('bytes are left after the state vector');
  } catch (error) {
    if (error instanceof UpdateError) throw error;
    fail('the state vector breaks off');
  }
}
