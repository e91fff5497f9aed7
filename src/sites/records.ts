/**
 * The values of the store as bytes: each has a checksum, so that damage is found when it is read and not when
 * it is served.
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as v from 'valibot';
import { copyParts, lengthOf } from '../shared/parts.ts';
import {
  compressEdits,
  decodeRun,
  type EditRun,
  type EntryHead,
  encodeEdits,
  type LogEntry,
  readEdits,
} from '../shared/site/edit-log.ts';
import type { Steps } from './charged-work.ts';
import { type CommentRecord, CommentSchema } from './comment-record.ts';
import { type MemberRecord, MemberSchema } from './member-record.ts';
import type { Merged } from './merged-document.ts';
import { type AccessRecord, AccessRecordSchema } from './site-access.ts';

/** Format version of the store; older stores are migrated when opened, newer ones rejected. */
export const STORE_FORMAT = 5;

/** The fastest level: the next five save 5 % and take ten times as long. */
const LEVEL = 1;
const compress = (bytes: Uint8Array): Promise<Uint8Array> =>
  promisify<Uint8Array, { level: number }, Buffer>(deflateRaw)(bytes, { level: LEVEL });

/** A stored value that differs from what was written. */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  readonly code = 'E_STORE_DAMAGED';
}

/** All edits up to and with `seq`, as one update without what was deleted. */
export interface StoredState {
  readonly seq: number;
  readonly update: Uint8Array;
}

/** What is stored of a site since its latest state. */
export interface Tail {
  readonly entries: number;
  readonly bytes: number;
}

/** @param updates a state, and the edits since */
export const tailOf = (updates: readonly Uint8Array[]): Tail => ({
  entries: Math.max(0, updates.length - 1),
  bytes: lengthOf(updates.slice(1)),
});

/** A stored site: a state, and the edits since. */
export interface LoadedSite {
  /** To be applied in order. */
  readonly updates: readonly Uint8Array[];
  /** Default all updates but the first; where they were merged, there are no others. */
  readonly tail?: Tail;
  /** Number of the last edit in them. */
  readonly seq: number;
  /** Set if the stored site is damaged: a sentence for the operator. */
  readonly damage?: string;
  /** Their document, if it was made already. */
  readonly merged?: Merged;
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const SiteRecordSchema = v.strictObject({
  name: v.string(),
  /** Identifies this incarnation of the site; a new one after a purge. */
  incarnation: v.string(),
  createdMs: Count,
  editedMs: Count,
  /** Number of the latest edit. */
  seq: Count,
  /** Bytes of log, states and keyframes. */
  bytes: Count,
  displayName: v.string(),
  locked: v.boolean(),
  hidden: v.boolean(),
  /** When the operator removed it; 0 if it is not removed. */
  removedMs: Count,
});

/** What is known about a site without opening it. */
export type SiteRecord = Readonly<v.InferOutput<typeof SiteRecordSchema>>;

/** The record of a site that takes so many bytes more, or fewer. */
export const withBytes = (record: SiteRecord | undefined, bytes: number): SiteRecord | undefined =>
  record && { ...record, bytes: Math.max(0, record.bytes + bytes) };

export interface LabelRecord {
  readonly label: string;
  readonly by: string;
  readonly atMs: number;
}
const LabelSchema = v.strictObject({ label: v.string(), by: v.string(), atMs: Count });
const BlockSchema = v.strictObject({ untilMs: Count });

const SUM_BYTES = 4;
/** Copied and summed before time is looked at. */
const PIECE_BYTES = 65_536;

/** Checksum (CRC-32, little-endian) and then the bytes it covers, given in parts that follow each other. */
export function seal(...parts: readonly Uint8Array[]): Buffer {
  // Memory of its own, which can be handed over to a thread; and not filled with zeros first.
  const sealed = Buffer.allocUnsafeSlow(SUM_BYTES + lengthOf(parts));
  copyParts(parts, sealed, SUM_BYTES);
  sealed.writeUInt32LE(crc32(sealed.subarray(SUM_BYTES)), 0);
  return sealed;
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES);
  }
}

/** Gives the same as `seal`, for parts that take long to copy: memory that is written for the first time is slow. */
function sealing(parts: readonly Uint8Array[]): Steps<Buffer> {
  const sealed = Buffer.allocUnsafeSlow(SUM_BYTES + lengthOf(parts));
  const pieces = piecesOf(parts);
  let at = SUM_BYTES;
  let sum = 0;
  return (isOver) => {
    do {
      const { value: piece, done } = pieces.next();
      if (done) {
        sealed.writeUInt32LE(sum, 0);
        return { value: sealed };
      }
      sealed.set(piece, at);
      sum = crc32(piece, sum);
      at += piece.length;
    } while (!isOver());
    return undefined;
  };
}

/** The bytes under a seal, in its memory. Throws `DamageError` if the checksum does not match. */
export function unseal({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  if (length >= SUM_BYTES) {
    const payload = new Uint8Array(buffer, byteOffset + SUM_BYTES, length - SUM_BYTES);
    const sum = new DataView(buffer, byteOffset).getUint32(0, true);
    if (sum === crc32(payload)) return payload;
  }
  throw new DamageError('a stored value fails its checksum');
}

function sealJson(value: unknown): Buffer {
  return seal(Buffer.from(JSON.stringify(value)));
}

function unsealJson<Schema extends v.GenericSchema>(
  schema: Schema,
  sealed: Uint8Array,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, JSON.parse(Buffer.from(unseal(sealed)).toString()));
  if (!parsed.success) throw new DamageError('a stored record has another shape');
  return parsed.output;
}

export const sealSite = (record: SiteRecord): Buffer => sealJson(record);
export const unsealSite = (sealed: Uint8Array): SiteRecord => unsealJson(SiteRecordSchema, sealed);
export const sealLabel = (record: LabelRecord): Buffer => sealJson(record);
export const unsealLabel = (sealed: Uint8Array): LabelRecord => unsealJson(LabelSchema, sealed);
export const sealAccess = (record: AccessRecord): Buffer => sealJson(record);
export const unsealAccess = (sealed: Uint8Array): AccessRecord =>
  unsealJson(AccessRecordSchema, sealed);
export const sealMember = (record: MemberRecord): Buffer => sealJson(record);
export const unsealMember = (sealed: Uint8Array): MemberRecord => unsealJson(MemberSchema, sealed);
export const sealComment = (record: CommentRecord): Buffer => sealJson(record);
export const unsealComment = (sealed: Uint8Array): CommentRecord =>
  unsealJson(CommentSchema, sealed);
export const sealBlock = (untilMs: number): Buffer => sealJson({ untilMs });
export const unsealBlock = (sealed: Uint8Array): number => unsealJson(BlockSchema, sealed).untilMs;

/** Edits that follow each other, as they arrived. */
export const sealEdits = (entries: readonly LogEntry[]): Buffer => seal(...encodeEdits(entries));

/** The same of large edits. */
export const sealingEdits = (entries: readonly LogEntry[]): Steps<Buffer> =>
  sealing(encodeEdits(entries));

/** Edits that follow each other, compressed, with the versions they are grouped into. */
export async function sealCompressed(
  entries: readonly LogEntry[],
  versions: readonly EntryHead[],
): Promise<Buffer> {
  return seal(...(await compressEdits(entries, versions, compress)));
}

/** A value of the log that was sealed here, without its edits. */
export const runOf = (sealed: Uint8Array): EditRun => decodeRun(sealed.subarray(SUM_BYTES));

/** A value of the log, without its edits. Throws `DamageError`. */
export function unsealRun(sealed: Uint8Array): EditRun {
  const bytes = unseal(sealed);
  try {
    return decodeRun(bytes);
  } catch (error) {
    throw new DamageError(`a stored run of edits has another shape: ${error}`);
  }
}

/** The edits of a value of the log. */
export function editsOf(run: EditRun): LogEntry[] {
  return readEdits(run, run.compressed ? inflateRawSync(run.body) : run.body);
}

export function sealState({ seq, update }: StoredState): Buffer {
  return seal(...numbersAnd([seq], update));
}

/** A state that is read rarely: to show an old version. Begins with 0, which is no number of an edit. */
export async function sealKeyframe({ seq, update }: StoredState): Promise<Buffer> {
  return seal(...numbersAnd([0, seq], await compress(update)));
}

/** Numbers, and then bytes with their length. */
function numbersAnd(numbers: readonly number[], bytes: Uint8Array): Uint8Array[] {
  const encoder = encoding.createEncoder();
  for (const number of [...numbers, bytes.length]) encoding.writeVarUint(encoder, number);
  return [encoding.toUint8Array(encoder), bytes];
}

export function unsealState(sealed: Uint8Array): StoredState {
  const decoder = decoding.createDecoder(unseal(sealed));
  const seq = decoding.readVarUint(decoder);
  if (seq > 0) return { seq, update: decoding.readVarUint8Array(decoder) };
  return {
    seq: decoding.readVarUint(decoder),
    update: inflateRawSync(decoding.readVarUint8Array(decoder)),
  };
}

/** Reads a value of each table. Throws `DamageError`. */
export const UNSEAL = {
  sites: unsealSite,
  log: unsealRun,
  states: unsealState,
  keyframes: unsealState,
  labels: unsealLabel,
  access: unsealAccess,
  comments: unsealComment,
  members: unsealMember,
  blocks: unsealBlock,
} as const;
