/**
 * Runs of stored edits as bytes: each edit with when, who, how much and its Yjs update. Stored by the server and read
 * again in the browser, which replays them. Nothing is merged, so every edit can be reached for ever; a run is
 * compressed instead, to about 6 bytes for a typed character (merged but uncompressed it takes 15).
 *
 *     run   = 0 layout from to startedMs endedMs whos heads body
 *     whos  = count ( by count name* )*             ; authors, by first appearance
 *     heads = count head*                           ; of a compressed run: its versions; of a plain one: none
 *     head  = span started ended facts who added removed
 *     body  = bytes                                 ; count head* bytes*: every edit, compressed if layout is 1
 *
 * All are unsigned variable-length numbers as in lib0, except `started` (after the end of the head before) and `ended`
 * (after its own start), which are signed: clocks jump.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { joinParts, lengthOf } from '../parts.ts';
import { VERSION_KINDS, type VersionKind } from './version.ts';

/** How much an edit changed. */
export interface EditSize {
  /** Characters of the three texts. */
  readonly added: number;
  readonly removed: number;
  /** It removes or replaces more than a line, or a file, or a setting: what was before is a version of its own. */
  readonly cuts: boolean;
}

/** One stored edit, or, in data written before version 0.2, all edits of a few minutes merged into one. */
export interface LogEntry {
  /** First and last edit it holds, counted from 1. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number;
  readonly kind: VersionKind;
  /** What people called themselves; empty for nothing. */
  readonly authors: readonly string[];
  /** The author's number, or one drawn for their connection, to tell people of one name apart; undefined if unknown. */
  readonly by?: number;
  /** Undefined if unknown. */
  readonly size?: EditSize;
  /** Its update is a document of its own: what was before cannot be merged with it. */
  readonly anew?: true;
  readonly update: Uint8Array;
}

export type EntryHead = Omit<LogEntry, 'update'>;

/** Members' numbers start here. Guests' are below: 48 bits of a hash plus 1, or drawn for a connection. */
export const FIRST_MEMBER_NUMBER = 2 ** 48 + 1;

/** Whether a member, who proved that it was them, made an edit. */
export const isByMember = ({ by = 0 }: Pick<EntryHead, 'by'>): boolean => by >= FIRST_MEMBER_NUMBER;

/** A run of edits whose own heads and updates were not read yet. */
export interface EditRun {
  readonly from: number;
  readonly to: number;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Its versions, if it is compressed. */
  readonly heads: readonly EntryHead[];
  readonly compressed: boolean;
  /** For `readEdits`, once it is inflated. */
  readonly body: Uint8Array;
  readonly whos: readonly Who[];
}

interface Who {
  readonly by: number;
  readonly authors: readonly string[];
}

/** First byte of a run; an entry of format 1 begins with the number of its first edit. */
const RUN = 0;
const LAYOUT = { plain: 0, compressed: 1 } as const;
const KIND_BITS = 3;
const CUTS = 8;
const SIZED = 16;
const ANEW = 32;

class WhoTable {
  readonly list: Who[] = [];
  readonly #known = new Map<string, number>();

  indexOf({ authors, by = 0 }: EntryHead): number {
    const key = JSON.stringify([by, authors]);
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.list.push({ by, authors }) - 1;
      this.#known.set(key, index);
    }
    return index;
  }
}

function writeHeads(
  encoder: encoding.Encoder,
  heads: readonly EntryHead[],
  startMs: number,
  whos: WhoTable,
): void {
  encoding.writeVarUint(encoder, heads.length);
  let lastMs = startMs;
  for (const head of heads) {
    const { from, to, startedMs, endedMs, kind, size, anew } = head;
    encoding.writeVarUint(encoder, to - from);
    encoding.writeVarInt(encoder, startedMs - lastMs);
    encoding.writeVarInt(encoder, endedMs - startedMs);
    lastMs = endedMs;
    const facts = VERSION_KINDS.indexOf(kind) + (size?.cuts ? CUTS : 0) + (anew ? ANEW : 0);
    encoding.writeVarUint(encoder, facts + (size === undefined ? 0 : SIZED));
    encoding.writeVarUint(encoder, whos.indexOf(head));
    if (size === undefined) continue;
    encoding.writeVarUint(encoder, size.added);
    encoding.writeVarUint(encoder, size.removed);
  }
}

type Unfinished = { -readonly [Field in keyof EntryHead]: EntryHead[Field] };

function readHeads(
  decoder: decoding.Decoder,
  start: number,
  startMs: number,
  whos: readonly Who[],
): EntryHead[] {
  let from = start;
  let lastMs = startMs;
  return Array.from({ length: decoding.readVarUint(decoder) }, () => {
    const to = from + decoding.readVarUint(decoder);
    const startedMs = lastMs + decoding.readVarInt(decoder);
    const endedMs = startedMs + decoding.readVarInt(decoder);
    lastMs = endedMs;
    const facts = decoding.readVarUint(decoder);
    const kind = VERSION_KINDS[facts & KIND_BITS];
    const who = whos[decoding.readVarUint(decoder)];
    if (kind === undefined || who === undefined)
      throw new RangeError('an edit of no kind or author');
    const head: Unfinished = { from, to, startedMs, endedMs, kind, authors: who.authors };
    if (who.by > 0) head.by = who.by;
    if ((facts & ANEW) > 0) head.anew = true;
    from = to + 1;
    if ((facts & SIZED) > 0) {
      const added = decoding.readVarUint(decoder);
      const removed = decoding.readVarUint(decoder);
      head.size = { added, removed, cuts: (facts & CUTS) > 0 };
    }
    return head;
  });
}

/** An update this long is a part of its own, which is not copied. */
const OWN_PART_BYTES = 16_384;

/** What `EditRun.body` is before it is compressed, in parts, and the authors it refers to. */
function encodeBody(entries: readonly LogEntry[], whos: WhoTable): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let encoder = encoding.createEncoder();
  writeHeads(encoder, entries, entries[0]?.startedMs ?? 0, whos);
  for (const { update } of entries) {
    if (update.length < OWN_PART_BYTES) {
      encoding.writeVarUint8Array(encoder, update);
    } else {
      encoding.writeVarUint(encoder, update.length);
      parts.push(encoding.toUint8Array(encoder), update);
      encoder = encoding.createEncoder();
    }
  }
  return [...parts, encoding.toUint8Array(encoder)];
}

function encodeRun(
  entries: readonly LogEntry[],
  heads: readonly EntryHead[],
  whos: WhoTable,
  layout: number,
  body: readonly Uint8Array[],
): Uint8Array[] {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('a run holds an edit');
  const encoder = encoding.createEncoder();
  for (const number of [RUN, layout, first.from, last.to, first.startedMs, last.endedMs]) {
    encoding.writeVarUint(encoder, number);
  }
  const headEncoder = encoding.createEncoder();
  writeHeads(headEncoder, heads, first.startedMs, whos);
  encoding.writeVarUint(encoder, whos.list.length);
  for (const { by, authors } of whos.list) {
    encoding.writeVarUint(encoder, by);
    encoding.writeVarUint(encoder, authors.length);
    for (const author of authors) encoding.writeVarString(encoder, author);
  }
  encoding.writeUint8Array(encoder, encoding.toUint8Array(headEncoder));
  encoding.writeVarUint(encoder, lengthOf(body));
  return [encoding.toUint8Array(encoder), ...body];
}

/** Edits that follow each other, as they arrived: the parts of a run, one after the other. */
export function encodeEdits(entries: readonly LogEntry[]): Uint8Array[] {
  const whos = new WhoTable();
  const body = encodeBody(entries, whos);
  return encodeRun(entries, [], whos, LAYOUT.plain, body);
}

/**
 * Edits that follow each other, compressed: the parts of a run, one after the other.
 * @param versions what the edits are grouped into, so that listing these reads no edits
 * @param deflate raw DEFLATE
 */
export async function compressEdits(
  entries: readonly LogEntry[],
  versions: readonly EntryHead[],
  deflate: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array[]> {
  const whos = new WhoTable();
  const body = await deflate(joinParts(encodeBody(entries, whos)));
  return encodeRun(entries, versions, whos, LAYOUT.compressed, [body]);
}

/** Reads all of a run but its edits. Throws for bytes that are none. */
export function decodeRun(bytes: Uint8Array): EditRun {
  const decoder = decoding.createDecoder(bytes);
  const next = () => decoding.readVarUint(decoder);
  if (next() !== RUN) return decodeMerged(bytes);
  const layout = next();
  const [from, to, startedMs, endedMs] = [next(), next(), next(), next()];
  const whos = Array.from({ length: next() }, () => {
    const by = next();
    const authors = Array.from({ length: next() }, () => decoding.readVarString(decoder));
    return { by, authors };
  });
  const heads = readHeads(decoder, from, startedMs, whos);
  const body = decoding.readVarUint8Array(decoder);
  const compressed = layout === LAYOUT.compressed;
  return { from, to, startedMs, endedMs, heads, compressed, body, whos };
}

/** An entry of format 1: `from to startedMs endedMs kind count author* update`. */
function decodeMerged(bytes: Uint8Array): EditRun {
  const decoder = decoding.createDecoder(bytes);
  const next = () => decoding.readVarUint(decoder);
  const [from, to, startedMs, endedMs] = [next(), next(), next(), next()];
  const kind = VERSION_KINDS[next()];
  if (kind === undefined) throw new RangeError('a version of no kind');
  const authors = Array.from({ length: next() }, () => decoding.readVarString(decoder));
  const update = decoding.readVarUint8Array(decoder);
  const whos = new WhoTable();
  const entry = { from, to, startedMs, endedMs, kind, authors, update };
  const body = joinParts(encodeBody([entry], whos));
  return { from, to, startedMs, endedMs, heads: [], compressed: false, body, whos: whos.list };
}

/** The edits of a run. `body` is that of the run, inflated if it is compressed. */
export function readEdits({ from, startedMs, whos }: EditRun, body: Uint8Array): LogEntry[] {
  const decoder = decoding.createDecoder(body);
  const heads = readHeads(decoder, from, startedMs, whos);
  return heads.map((head) => ({ ...head, update: decoding.readVarUint8Array(decoder) }));
}
