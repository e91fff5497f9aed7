/**
 * The values of the store as bytes: each sealed with a checksum, so that damage is found when it is read
 * and not when it is served.
 */
import { crc32 } from 'node:zlib';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as v from 'valibot';
import { VERSION_KINDS, type VersionKind } from './protocol.ts';

/** Version of all that is stored; older stores are migrated when opened, newer ones refused. */
export const STORE_FORMAT = 1;

/** A stored value that is not what was written. */
export class DamageError extends Error {
  override readonly name = 'DamageError';
  readonly code = 'E_STORE_DAMAGED';
}

/** A run of edits as it is kept: one batch as it arrived, or a whole version after compaction. */
export interface LogEntry {
  /** First and last edit it holds, counted from 1. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number;
  readonly kind: VersionKind;
  readonly authors: readonly string[];
  readonly update: Uint8Array;
}

/** All edits up to and with `seq`, as one update without what was deleted. */
export interface StoredState {
  readonly seq: number;
  readonly update: Uint8Array;
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const SiteRecordSchema = v.strictObject({
  name: v.string(),
  /** Names this life of the site; another one after a purge. */
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
  /** When the operator removed it; 0 where it is not removed. */
  removedMs: Count,
});

/** What is known of a site without opening it. */
export type SiteRecord = Readonly<v.InferOutput<typeof SiteRecordSchema>>;

export interface LabelRecord {
  readonly label: string;
  readonly by: string;
  readonly atMs: number;
}
const LabelSchema = v.strictObject({ label: v.string(), by: v.string(), atMs: Count });
const BlockSchema = v.strictObject({ untilMs: Count });

/** Checksum (CRC-32, little-endian) and then the bytes it covers. */
export function seal(payload: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(payload.length + 4);
  sealed.writeUInt32LE(crc32(payload), 0);
  sealed.set(payload, 4);
  return sealed;
}

/** The bytes under a seal, copied. Throws `DamageError` where the checksum does not fit. */
export function unseal(sealed: Uint8Array): Uint8Array {
  const payload = Uint8Array.prototype.slice.call(sealed, 4);
  const view = new DataView(sealed.buffer, sealed.byteOffset, sealed.length);
  if (sealed.length < 4 || view.getUint32(0, true) !== crc32(payload)) {
    throw new DamageError('a stored value fails its checksum');
  }
  return payload;
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
export const sealBlock = (untilMs: number): Buffer => sealJson({ untilMs });
export const unsealBlock = (sealed: Uint8Array): number => unsealJson(BlockSchema, sealed).untilMs;

export function sealEntry(entry: LogEntry): Buffer {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, entry.from);
  encoding.writeVarUint(encoder, entry.to);
  encoding.writeVarUint(encoder, entry.startedMs);
  encoding.writeVarUint(encoder, entry.endedMs);
  encoding.writeVarUint(encoder, VERSION_KINDS.indexOf(entry.kind));
  encoding.writeVarUint(encoder, entry.authors.length);
  for (const author of entry.authors) encoding.writeVarString(encoder, author);
  encoding.writeVarUint8Array(encoder, entry.update);
  return seal(encoding.toUint8Array(encoder));
}

export function unsealEntry(sealed: Uint8Array): LogEntry {
  const decoder = decoding.createDecoder(unseal(sealed));
  const from = decoding.readVarUint(decoder);
  const to = decoding.readVarUint(decoder);
  const startedMs = decoding.readVarUint(decoder);
  const endedMs = decoding.readVarUint(decoder);
  const kind = VERSION_KINDS[decoding.readVarUint(decoder)];
  if (kind === undefined) throw new DamageError('a stored version has an unknown kind');
  const count = decoding.readVarUint(decoder);
  const authors = Array.from({ length: count }, () => decoding.readVarString(decoder));
  const update = decoding.readVarUint8Array(decoder);
  return { from, to, startedMs, endedMs, kind, authors, update };
}

export function sealState(state: StoredState): Buffer {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, state.seq);
  encoding.writeVarUint8Array(encoder, state.update);
  return seal(encoding.toUint8Array(encoder));
}

export function unsealState(sealed: Uint8Array): StoredState {
  const decoder = decoding.createDecoder(unseal(sealed));
  return { seq: decoding.readVarUint(decoder), update: decoding.readVarUint8Array(decoder) };
}
