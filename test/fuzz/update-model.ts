/** A Yjs update (v1) taken apart, so that parts of it can change and the counts and lengths still fit. */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { mutateList, otherNumber, pick, type Random } from './random.ts';

export type Id = readonly [client: number, clock: number];

export interface Struct {
  /** Type of the content, 0 to 10. */
  readonly type: number;
  readonly left?: Id | undefined;
  readonly right?: Id | undefined;
  readonly root?: string | Id | undefined;
  readonly key?: string | undefined;
  /** The content as it is encoded. */
  readonly content: Uint8Array;
}

export interface Writer {
  readonly client: number;
  readonly clock: number;
  readonly structs: readonly Struct[];
}

export interface Deleter {
  readonly client: number;
  readonly ranges: readonly Id[];
}

export interface Update {
  readonly writers: readonly Writer[];
  readonly deleters: readonly Deleter[];
}

const uint = decoding.readVarUint;
const readId = (decoder: decoding.Decoder): Id => [uint(decoder), uint(decoder)];

const times = <T>(decoder: decoding.Decoder, read: () => T): T[] => {
  const count = uint(decoder);
  if (count > decoder.arr.length) throw new RangeError('more parts than bytes');
  return Array.from({ length: count }, read);
};

/** Reads past content of a type. */
const SKIP: Readonly<Record<number, (decoder: decoding.Decoder) => unknown>> = {
  0: uint,
  1: uint,
  2: (decoder) => times(decoder, () => decoding.readVarString(decoder)),
  3: decoding.readVarUint8Array,
  4: decoding.readVarString,
  5: decoding.readVarString,
  6: (decoder) => [decoding.readVarString(decoder), decoding.readVarString(decoder)],
  7: uint,
  8: (decoder) => times(decoder, () => decoding.readAny(decoder)),
  10: uint,
};

function readStruct(decoder: decoding.Decoder): Struct {
  const info = decoding.readUint8(decoder);
  const type = info & 0x1f;
  const isItem = type !== 0 && type !== 10;
  const left = isItem && info & 0x80 ? readId(decoder) : undefined;
  const right = isItem && info & 0x40 ? readId(decoder) : undefined;
  let root: string | Id | undefined;
  let key: string | undefined;
  if (isItem && left === undefined && right === undefined) {
    root = uint(decoder) === 1 ? decoding.readVarString(decoder) : readId(decoder);
    if (info & 0x20) key = decoding.readVarString(decoder);
  }
  const from = decoder.pos;
  const skip = SKIP[type];
  if (skip === undefined) throw new RangeError('no such content');
  skip(decoder);
  return { type, left, right, root, key, content: decoder.arr.slice(from, decoder.pos) };
}

/** The parts of an update; undefined where it cannot be read. */
export function readUpdate(bytes: Uint8Array): Update | undefined {
  try {
    const decoder = decoding.createDecoder(bytes);
    const writers = times(decoder, () => {
      const count = uint(decoder);
      if (count > bytes.length) throw new RangeError('more structs than bytes');
      const [client, clock] = readId(decoder);
      return {
        client,
        clock,
        structs: Array.from({ length: count }, () => readStruct(decoder)),
      };
    });
    const deleters = times(decoder, () => {
      const client = uint(decoder);
      return { client, ranges: times(decoder, () => readId(decoder)) };
    });
    return { writers, deleters };
  } catch {
    return undefined;
  }
}

export function writeUpdate({ writers, deleters }: Update): Uint8Array {
  const encoder = encoding.createEncoder();
  const put = (...numbers: readonly number[]) => {
    for (const one of numbers) encoding.writeVarUint(encoder, one);
  };
  put(writers.length);
  for (const { client, clock, structs } of writers) {
    put(structs.length, client, clock);
    for (const { type, left, right, root, key, content } of structs) {
      const bare = left === undefined && right === undefined && type !== 0 && type !== 10;
      const bits = (left ? 0x80 : 0) | (right ? 0x40 : 0) | (bare && key !== undefined ? 0x20 : 0);
      encoding.writeUint8(encoder, type | bits);
      if (left) put(...left);
      if (right) put(...right);
      if (bare && typeof root === 'object') put(0, ...root);
      else if (bare) {
        put(1);
        encoding.writeVarString(encoder, typeof root === 'string' ? root : 'index.html');
      }
      if (bare && key !== undefined) encoding.writeVarString(encoder, key);
      encoding.writeUint8Array(encoder, content);
    }
  }
  put(deleters.length);
  for (const { client, ranges } of deleters) {
    put(client, ranges.length);
    for (const range of ranges) put(...range);
  }
  return encoding.toUint8Array(encoder);
}

const ROOTS = [
  ...['index.html', 'style.css', 'script.js', 'assets', 'meta', 'instruments', 'examples', 'files'],
  ...['text:aaaaaaaaaaaa', 'text:bbbbbbbbbbbb', 'text:too-short', 'other'],
];
const KEYS = ['lang', 'displayName', 'a.png', 'i', 'i/000000-0a1b2c3d', 'i/1', '__proto__'];

/** Contents of every type, as nobody's editor would mix them. */
function anyContent(random: Random): Pick<Struct, 'type' | 'content'> {
  const encoder = encoding.createEncoder();
  const type = pick([1, 4, 4, 4, 4, 8, 0, 2, 3, 5, 6, 7, 10], random);
  const text = 'honest words 🎹'.slice(0, random(16));
  if (type === 2 || type === 8) encoding.writeVarUint(encoder, 1);
  if (type === 8) {
    const bytes = Uint8Array.from({ length: random(5) }, () => random(256));
    const value = pick(
      [null, 1, text, { bytes }, { mode: text, examples: 1 }, [[]], undefined],
      random,
    );
    encoding.writeAny(encoder, value);
  } else if (type === 3) encoding.writeVarUint8Array(encoder, Uint8Array.of(1));
  else if (type === 5) encoding.writeVarString(encoder, '{}');
  else if (type === 6) {
    encoding.writeVarString(encoder, 'bold');
    encoding.writeVarString(encoder, 'true');
  } else if (type === 2 || type === 4) encoding.writeVarString(encoder, text);
  else encoding.writeVarUint(encoder, 1 + random(9));
  return { type, content: encoding.toUint8Array(encoder) };
}

function mutateId(id: Id | undefined, known: readonly Id[], random: Random): Id | undefined {
  const kind = random(4);
  if (kind === 0 || id === undefined) return known.length > 0 ? pick(known, random) : [1, 0];
  if (kind === 1) return undefined;
  const [client, clock] = id;
  return kind === 2 ? [client, otherNumber(clock, random)] : [otherNumber(client, random), clock];
}

function mutateStruct(struct: Struct, known: readonly Id[], random: Random): Struct {
  switch (random(6)) {
    case 0:
      return { ...struct, left: mutateId(struct.left, known, random) };
    case 1:
      return { ...struct, right: mutateId(struct.right, known, random) };
    case 2:
      return { ...struct, root: pick(ROOTS, random) };
    case 3:
      return { ...struct, key: random(2) === 0 ? undefined : pick(KEYS, random) };
    default:
      return { ...struct, ...anyContent(random) };
  }
}

/** Places that an update names or brings. */
export const placesIn = ({ writers, deleters }: Update): Id[] => [
  ...writers.flatMap(({ client, clock, structs }): Id[] => [
    [client, clock],
    [client, clock + structs.length],
    ...structs.flatMap(({ left, right }) => [...(left ? [left] : []), ...(right ? [right] : [])]),
  ]),
  ...deleters.flatMap(({ client, ranges }) =>
    ranges.map(([from, length]): Id => [client, from + length - 1]),
  ),
];

function mutateWriter(writer: Writer, known: readonly Id[], random: Random): Writer {
  const kind = random(6);
  if (kind === 0) return { ...writer, clock: otherNumber(writer.clock, random) };
  if (kind === 1) return { ...writer, client: pick(known, random)[0] };
  const change = (struct: Struct) => mutateStruct(struct, known, random);
  return { ...writer, structs: mutateList(writer.structs, random, change) };
}

/** An update with one part changed; `known` are places of documents it may meet. */
export function mutateUpdate(update: Update, known: readonly Id[], random: Random): Update {
  const places = [...known, ...placesIn(update), [1, 0] as const];
  if (random(5) > 0) {
    const change = (writer: Writer) => mutateWriter(writer, places, random);
    return { ...update, writers: mutateList(update.writers, random, change) };
  }
  const range = (): Id => [pick(places, random)[1], 1 + random(9)];
  const fresh = { client: pick(places, random)[0], ranges: [range()] };
  const change = (deleter: Deleter): Deleter => ({
    ...deleter,
    ranges: mutateList(deleter.ranges, random, range),
  });
  return { ...update, deleters: mutateList([...update.deleters, fresh], random, change) };
}
