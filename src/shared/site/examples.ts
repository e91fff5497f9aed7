/**
 * The examples of a site's instruments, as entries of the document: each taught sound has a key of its own, so people
 * who teach one instrument at the same time, also offline, never overwrite each other.
 *
 * A key is `instrument/NNNNNN-xxxxxxxx`: a number that counts up as sounds are taught, and what tells sounds of equal
 * number apart. Sorted by their keys, everyone has the examples in one order, and learns the same bits from them.
 */
import { uint32 } from 'lib0/random';
import type * as Y from 'yjs';
import { EXAMPLE_CAPACITY, MAX_INPUTS, UNIT_ONE } from '../../../build/ts/contract.ts';
import { crc32 } from '../crc32.ts';
import { joinParts } from '../parts.ts';
import { decodeTaught, type TaughtExample } from '../taught.ts';
import { field } from './map-values.ts';

/** The root of the document that holds them. */
export const EXAMPLES = 'examples';
/** More of one instrument are not read. */
export const EXAMPLE_COUNT = EXAMPLE_CAPACITY;
/** The channels and params of the largest network, two bytes each. */
const EXAMPLE_BYTES = 1_024;

const LAST_NUMBER = 999_999;
const KEY = /^\d{6}-[0-9a-z]{8}$/;
const ENTRY = /^([a-z][a-z0-9_-]{0,63})\/(\d{6}-[0-9a-z]{8})$/;

/** A sound taught at a position. */
export interface SiteExample {
  /** Unique among those of its instrument; they are ordered by it. */
  readonly key: string;
  /** Unit values 0…32768 of all channels, then of all params, two bytes each, little-endian. */
  readonly bytes: Uint8Array;
}

export const isExampleKey = (key: string): boolean => KEY.test(key);

/** Whether a value may be the bytes of an example. */
export function isExample(value: unknown): value is Uint8Array {
  if (!(value instanceof Uint8Array) || value.length === 0 || value.length % 2 !== 0) return false;
  return value.length <= EXAMPLE_BYTES && unitsOf(value).every((unit) => unit <= UNIT_ONE);
}

/** Whether a value may be the positions of an instrument's channels: unit values. */
export const areInputs = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length <= MAX_INPUTS &&
  value.every((unit) => Number.isInteger(unit) && unit >= 0 && unit <= UNIT_ONE);

/** Why a value may not be stored under a key; undefined if it may. */
export function exampleProblem(key: string, value: unknown): string | undefined {
  if (!ENTRY.test(key)) return 'an example has a key like lead/000001-0a1b2c3d';
  if (bytesIn(value) !== undefined) return undefined;
  return `an example is {bytes}: up to ${EXAMPLE_BYTES} bytes of unit values`;
}

/** The bytes of an example as the document stores it; undefined where it is none. */
function bytesIn(value: unknown): Uint8Array | undefined {
  const bytes = field(value, 'bytes');
  const alone = typeof value === 'object' && value !== null && Object.keys(value).length === 1;
  return alone && isExample(bytes) ? bytes : undefined;
}

function unitsOf(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length >> 1 }, (_, at) => view.getUint16(2 * at, true));
}

/** The bytes of an example. */
export function encodeExample(inputs: Iterable<number>, params: Iterable<number>): Uint8Array {
  const units = [...inputs, ...params];
  const bytes = new Uint8Array(2 * units.length);
  const view = new DataView(bytes.buffer);
  for (const [at, unit] of units.entries()) view.setUint16(2 * at, unit, true);
  return bytes;
}

/** The examples that fit an instrument of so many channels and params, in order; others cannot be learned. */
export function decodeExamples(
  examples: readonly Uint8Array[],
  channels: number,
  params: number,
): TaughtExample[] {
  return examples
    .filter(({ length }) => length === 2 * (channels + params))
    .map(unitsOf)
    .map((units) => ({ inputs: units.slice(0, channels), outputs: units.slice(channels) }));
}

/** The order in which examples are learned. */
export const byExampleKey = (a: SiteExample, b: SiteExample): number => (a.key < b.key ? -1 : 1);

/** The examples of every instrument in order, without those that break a rule. */
export function readExamples(doc: Y.Doc): ReadonlyMap<string, readonly SiteExample[]> {
  const found = new Map<string, SiteExample[]>();
  for (const [entry, value] of doc.getMap(EXAMPLES)) {
    const [, id, key] = ENTRY.exec(entry) ?? [];
    const bytes = bytesIn(value);
    if (id === undefined || key === undefined || bytes === undefined) continue;
    const own = found.get(id);
    if (own === undefined) found.set(id, [{ key, bytes }]);
    else own.push({ key, bytes });
  }
  for (const [id, own] of found) found.set(id, own.sort(byExampleKey).slice(0, EXAMPLE_COUNT));
  return found;
}

/** Names examples and their order, so that a network that was trained further is known to be theirs: 31 bits. */
export function examplesSum(examples: readonly { readonly bytes: Uint8Array }[]): number {
  return crc32(joinParts(examples.map(({ bytes }) => bytes))) & 0x7fffffff;
}

const numbered = (number: number, mark: string): string =>
  `${String(Math.min(number, LAST_NUMBER)).padStart(6, '0')}-${mark}`;

/** The examples in a taught file, under keys that are the same wherever they are read; none if it cannot be read. */
export function examplesInFile(taught: Uint8Array): SiteExample[] {
  try {
    const { examples } = decodeTaught(taught);
    return examples.slice(0, EXAMPLE_COUNT).map(({ inputs, outputs }, at) => {
      const bytes = encodeExample(inputs, outputs);
      return { key: numbered(at, crc32(bytes).toString(16).padStart(8, '0')), bytes };
    });
  } catch {
    return [];
  }
}

/** A key behind all of `others`. */
export function nextKey(others: readonly SiteExample[]): string {
  const last = Math.max(-1, ...others.map(({ key }) => Number(key.slice(0, 6))));
  return numbered(last + 1, uint32().toString(16).padStart(8, '0'));
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Whether two lists hold the same bytes in the same order. */
export const sameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => {
    const other = b[at];
    return other !== undefined && sameBytes(one, other);
  });

/** What of `list` is not in `others`, each as often as it is there more. */
export function without(list: readonly Uint8Array[], others: readonly Uint8Array[]): Uint8Array[] {
  const left = [...others];
  return list.filter((one) => {
    const at = left.findIndex((other) => sameBytes(one, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Makes the document hold exactly these examples of an instrument. */
export function writeExamples(doc: Y.Doc, id: string, wanted: readonly SiteExample[]): void {
  const map = doc.getMap(EXAMPLES);
  const keys = new Set(wanted.map(({ key }) => `${id}/${key}`));
  for (const entry of [...map.keys()]) {
    if (entry.startsWith(`${id}/`) && !keys.has(entry)) map.delete(entry);
  }
  for (const { key, bytes } of wanted) {
    const now = bytesIn(map.get(`${id}/${key}`));
    if (now === undefined || !sameBytes(now, bytes)) map.set(`${id}/${key}`, { bytes });
  }
}
