/**
 * Cuts an update (v1) into parts that can be applied one after the other: each builds only on what is in those before it,
 * or in the document. A large one takes a tenth of a second to apply, a part about a millisecond. Its bytes are
 * copied as they are.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import * as format from '../shared/site/update-format.ts';

/** How an update is cut. */
export interface PartSize {
  /** A smaller update is not. */
  readonly smallBytes: number;
  /** Most structs of a part, */
  readonly structs: number;
  /** bytes of them after which it ends, */
  readonly bytes: number;
  /** and most ranges of deletions. */
  readonly ranges: number;
}

const USUAL: PartSize = { smallBytes: 16_384, structs: 512, bytes: 65_536, ranges: 4_096 };
/** Structs that are read before a pause. */
const READ_STRUCTS = 512;

/** Something that no site holds: Yjs is given the update as it is. */
class UnknownContent extends Error {}

interface Id {
  readonly client: number;
  readonly clock: number;
}

/** Numbers kept of a struct: where its bytes begin, its first clock, and client and clock of both its neighbours. */
const FIELDS = 6;
const ORIGIN = 2;
const RIGHT_ORIGIN = 4;
/** The client of a neighbour that is not named. */
const NOBODY = -1;

/** What one client wrote. */
class Writer {
  readonly client: number;
  /** Of each struct `FIELDS`: there may be half a million. */
  readonly #numbers: number[] = [];
  /** Where the bytes of the last one end, and its clocks. */
  #end = 0;
  endClock: number;
  /** Bytes of its longest struct. */
  longest = 0;
  /** Structs before this one are in a part. */
  next = 0;
  /** Its next struct waits for one of another client. */
  waits = false;

  constructor(client: number, clock: number) {
    this.client = client;
    this.endClock = clock;
  }

  /** How many structs. */
  get length(): number {
    return this.#numbers.length / FIELDS;
  }

  get isFinished(): boolean {
    return this.next >= this.length;
  }

  /** Where the bytes of struct `at` begin, or those of the last one end. */
  start(at: number): number {
    return this.#numbers[at * FIELDS] ?? this.#end;
  }

  /** First clock of struct `at`, or the one after the last. */
  clock(at: number): number {
    return this.#numbers[at * FIELDS + 1] ?? this.endClock;
  }

  /** A neighbour of the next struct. */
  neighbour(field: typeof ORIGIN | typeof RIGHT_ORIGIN): Id | undefined {
    const at = this.next * FIELDS + field;
    const client = this.#numbers[at] ?? NOBODY;
    return client === NOBODY ? undefined : { client, clock: this.#numbers[at + 1] ?? 0 };
  }

  /** Reads the next struct. */
  read(decoder: decoding.Decoder): void {
    const numbers = this.#numbers;
    const start = decoder.pos;
    numbers.push(start, this.endClock);
    const info = decoding.readUint8(decoder);
    if (info === format.SKIP) throw new UnknownContent();
    const type = info & format.CONTENT_BITS;
    const named = type === format.GC ? 0 : info & (format.HAS_ORIGIN | format.HAS_RIGHT_ORIGIN);
    for (const bit of [format.HAS_ORIGIN, format.HAS_RIGHT_ORIGIN]) {
      if (named & bit) numbers.push(decoding.readVarUint(decoder), decoding.readVarUint(decoder));
      else numbers.push(NOBODY, 0);
    }
    if (type !== format.GC && named === 0) skipParent(decoder, info);
    this.endClock += contentLength(decoder, type);
    this.#end = decoder.pos;
    this.longest = Math.max(this.longest, this.#end - start);
  }
}

function skipParent(decoder: decoding.Decoder, info: number): void {
  if (decoding.readVarUint(decoder) !== 1) throw new UnknownContent();
  format.readTextLength(decoder);
  if (info & format.HAS_PARENT_SUB) format.readTextLength(decoder);
}

/** Reads content and gives the clocks it takes. */
function contentLength(decoder: decoding.Decoder, type: number): number {
  switch (type) {
    case format.GC:
    case format.CONTENT.deleted:
      return decoding.readVarUint(decoder);
    case format.CONTENT.string:
      return format.readTextLength(decoder);
    case format.CONTENT.any: {
      const length = decoding.readVarUint(decoder);
      for (let left = length; left > 0; left--) decoding.readAny(decoder);
      return length;
    }
    default:
      throw new UnknownContent();
  }
}

/** Reads all structs; pauses now and then. */
function* readWriters(decoder: decoding.Decoder): Generator<undefined, Writer[]> {
  const writers: Writer[] = [];
  let read = 0;
  for (let left = decoding.readVarUint(decoder); left > 0; left--) {
    const count = decoding.readVarUint(decoder);
    const writer = new Writer(decoding.readVarUint(decoder), decoding.readVarUint(decoder));
    for (let more = count; more > 0; more--) {
      writer.read(decoder);
      if (++read % READ_STRUCTS === 0) yield;
    }
    writers.push(writer);
  }
  return writers;
}

/**
 * Whether one struct takes almost all of an update, and what is beside it makes no part full. Cutting it off would copy
 * it, and getting memory for a long text or a picture takes longer than all the rest.
 */
function isOneStruct(update: Uint8Array, writers: readonly Writer[], size: PartSize): boolean {
  let [structs, longest] = [0, 0];
  for (const writer of writers) {
    structs += writer.length;
    longest = Math.max(longest, writer.longest);
  }
  return structs < size.structs && update.length - longest < size.smallBytes;
}

/** Collects structs until they are a part. */
class Part {
  readonly #update: Uint8Array;
  readonly #size: PartSize;
  /** Of each writer, where its structs in this part begin. */
  readonly #from = new Map<Writer, number>();
  #structs = 0;
  #bytes = 0;

  constructor(update: Uint8Array, size: PartSize) {
    this.#update = update;
    this.#size = size;
  }

  get isEmpty(): boolean {
    return this.#structs === 0;
  }

  get isFull(): boolean {
    return this.#structs >= this.#size.structs || this.#bytes >= this.#size.bytes;
  }

  /** Adds the next struct of a writer. */
  add(writer: Writer): void {
    if (!this.#from.has(writer)) this.#from.set(writer, writer.next);
    const start = writer.start(writer.next);
    writer.next += 1;
    this.#structs += 1;
    this.#bytes += writer.start(writer.next) - start;
  }

  /** Gives the part, and begins the next. */
  take(): Uint8Array {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, this.#from.size);
    for (const [writer, from] of this.#from) {
      encoding.writeVarUint(encoder, writer.next - from);
      encoding.writeVarUint(encoder, writer.client);
      encoding.writeVarUint(encoder, writer.clock(from));
      const bytes = this.#update.subarray(writer.start(from), writer.start(writer.next));
      encoding.writeUint8Array(encoder, bytes);
    }
    encoding.writeVarUint(encoder, 0);
    this.#from.clear();
    this.#structs = 0;
    this.#bytes = 0;
    return encoding.toUint8Array(encoder);
  }
}

/** The writer whose struct has to come before the next one of `writer`, if there is one. */
function before(writer: Writer, writers: ReadonlyMap<number, Writer>): Writer | undefined {
  for (const field of [ORIGIN, RIGHT_ORIGIN] as const) {
    const id = writer.neighbour(field);
    const other = id && writers.get(id.client);
    if (other === undefined || other === writer) continue;
    const isHere = id !== undefined && id.clock < other.endClock;
    if (isHere && other.clock(other.next) <= id.clock) return other;
  }
  return undefined;
}

/** The structs, each after its neighbours; the order in which Yjs integrates them. */
function* structParts(
  update: Uint8Array,
  writers: readonly Writer[],
  size: PartSize,
): Generator<Uint8Array> {
  const byClient = new Map(writers.map((writer) => [writer.client, writer]));
  const part = new Part(update, size);
  for (const first of writers) {
    const stack = [first];
    for (let writer = stack.at(-1); writer !== undefined; writer = stack.at(-1)) {
      const other = before(writer, byClient);
      if (other !== undefined) {
        writer.waits = true;
        if (other.waits) throw new UnknownContent();
        stack.push(other);
        continue;
      }
      writer.waits = false;
      if (!writer.isFinished) part.add(writer);
      if (part.isFull) yield part.take();
      if (writer !== first || writer.isFinished) stack.pop();
    }
  }
  if (!part.isEmpty) yield part.take();
}

/** Deletions of one client. */
interface Deletions {
  readonly client: number;
  readonly count: number;
  readonly bytes: Uint8Array;
}

function encodeDeletions(part: readonly Deletions[]): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 0);
  encoding.writeVarUint(encoder, part.length);
  for (const { client, count, bytes } of part) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, count);
    encoding.writeUint8Array(encoder, bytes);
  }
  return encoding.toUint8Array(encoder);
}

/** The deletions, in the order of the update. */
function* deletionParts(decoder: decoding.Decoder, { ranges }: PartSize): Generator<Uint8Array> {
  let part: Deletions[] = [];
  let room = ranges;
  for (let clients = decoding.readVarUint(decoder); clients > 0; clients--) {
    const client = decoding.readVarUint(decoder);
    for (let left = decoding.readVarUint(decoder); left > 0; ) {
      const count = Math.min(left, room);
      const start = decoder.pos;
      for (let numbers = 2 * count; numbers > 0; numbers--) decoding.readVarUint(decoder);
      part.push({ client, count, bytes: decoder.arr.subarray(start, decoder.pos) });
      left -= count;
      room -= count;
      if (room > 0) continue;
      yield encodeDeletions(part);
      part = [];
      room = ranges;
    }
  }
  if (part.length > 0) yield encodeDeletions(part);
}

/**
 * The parts of an update, which is in order to its last byte; itself where it is small, is almost all one struct, or holds
 * what no site does. Gives undefined now and then while it finds them.
 */
export function* partsOf(update: Uint8Array, size = USUAL): Generator<Uint8Array | undefined> {
  if (update.length < size.smallBytes) {
    yield update;
    return;
  }
  const decoder = decoding.createDecoder(update);
  try {
    const writers = yield* readWriters(decoder);
    if (isOneStruct(update, writers, size)) {
      yield update;
      return;
    }
    yield* structParts(update, writers, size);
    yield* deletionParts(decoder, size);
  } catch (error) {
    if (!(error instanceof UnknownContent)) throw error;
    // What was given of it already is passed over.
    yield update;
  }
}
