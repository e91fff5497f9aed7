/**
 * The sockets of many visitors on one connection between two nodes, as streams.
 *
 * Everything that streams send in one turn of the event loop is one write, and what is sent alike to many of them is in
 * it once. A side sends at most a window of a stream before the other has read some of it, so that a visitor who reads
 * slowly holds up nobody else, and their backlog is seen where it is made.
 */
import { Duplex } from 'node:stream';

/** A frame: its kind, how many streams it is for, the length of its payload, their numbers, the payload. */
const HEADER_BYTES = 7;
const NUMBER_BYTES = 4;
const KIND = { open: 1, taken: 2, refused: 3, data: 4, read: 5, end: 6, close: 7 } as const;
type Kind = (typeof KIND)[keyof typeof KIND];

/** The most that one side sends of a stream before the other has read any of it. */
export const WINDOW_BYTES = 262_144;
/** So many bytes are read before the other side is told. */
const READ_BYTES = WINDOW_BYTES / 4;
const MAX_PAYLOAD_BYTES = 65_536;
const NOTHING: Buffer = Buffer.alloc(0);

const isFrame = (kind: number, payloadBytes: number): boolean =>
  kind >= KIND.open &&
  kind <= KIND.close &&
  payloadBytes <= MAX_PAYLOAD_BYTES &&
  (kind !== KIND.read || payloadBytes === NUMBER_BYTES);

/** What a stream needs of its session. */
interface Carrier {
  /** Whether the connection has more than it can send; `sendWaiting` is called when that is over. */
  readonly isFull: boolean;
  send(kind: Kind, stream: RelayStream, payload?: Buffer): void;
  forget(stream: RelayStream): void;
}

interface Unsent {
  readonly chunk: Buffer;
  readonly done: (error?: Error | null) => void;
}

/** The socket of one visitor. */
export class RelayStream extends Duplex {
  readonly number: number;
  readonly #carrier: Carrier;
  #window = WINDOW_BYTES;
  #unsent: Unsent | undefined;
  /** Read bytes that the other side was not told of. */
  #readBytes = 0;

  constructor(number: number, carrier: Carrier) {
    super();
    this.number = number;
    this.#carrier = carrier;
    this.on('error', () => {});
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Unsent['done']): void {
    this.#unsent = { chunk, done };
    this.sendWaiting();
  }

  /** Sends what waits to be sent, as far as the window and the connection allow. */
  sendWaiting(): void {
    const unsent = this.#unsent;
    if (unsent === undefined) return;
    let { chunk } = unsent;
    while (chunk.length > 0 && this.#window > 0 && !this.#carrier.isFull) {
      const bytes = Math.min(chunk.length, this.#window, MAX_PAYLOAD_BYTES);
      // A whole chunk stays the same object, by which the session knows that others are sent it, too.
      this.#carrier.send(
        KIND.data,
        this,
        bytes === chunk.length ? chunk : chunk.subarray(0, bytes),
      );
      this.#window -= bytes;
      chunk = chunk.subarray(bytes);
    }
    this.#unsent = chunk.length === 0 ? undefined : { ...unsent, chunk };
    if (chunk.length === 0) unsent.done();
  }

  /** The other side has read so many bytes. */
  widen(bytes: number): void {
    this.#window += bytes;
    this.sendWaiting();
  }

  receive(payload: Buffer): void {
    this.#readBytes += payload.length;
    if (this.push(payload)) this.#tellRead();
  }

  override _read(): void {
    this.#tellRead();
  }

  #tellRead(): void {
    if (this.#readBytes < READ_BYTES || this.destroyed) return;
    const payload = Buffer.alloc(NUMBER_BYTES);
    payload.writeUInt32BE(this.#readBytes);
    this.#readBytes = 0;
    this.#carrier.send(KIND.read, this, payload);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#carrier.send(KIND.end, this);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#carrier.send(KIND.close, this);
    this.#carrier.forget(this);
    done(error);
  }
}

/** Frames that are sent with the next write. */
class Outbox {
  #frames: { readonly kind: Kind; readonly numbers: number[]; readonly payload: Buffer }[] = [];
  /** The last frame with a payload, */
  readonly #ofPayload = new Map<Buffer, number>();
  /** and the last of a stream, as places in `#frames`. */
  readonly #ofStream = new Map<RelayStream, number>();

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  add(kind: Kind, stream: RelayStream, payload: Buffer): void {
    const alike = kind === KIND.data ? this.#ofPayload.get(payload) : undefined;
    // A stream may join a frame only if that comes after all its own.
    if (alike !== undefined && (this.#ofStream.get(stream) ?? -1) < alike) {
      this.#frames[alike]?.numbers.push(stream.number);
      this.#ofStream.set(stream, alike);
      return;
    }
    if (kind === KIND.data) this.#ofPayload.set(payload, this.#frames.length);
    this.#ofStream.set(stream, this.#frames.length);
    this.#frames.push({ kind, numbers: [stream.number], payload });
  }

  take(): Buffer {
    const sizes = this.#frames.map(
      ({ numbers, payload }) => HEADER_BYTES + numbers.length * NUMBER_BYTES + payload.length,
    );
    const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
    let at = 0;
    for (const { kind, numbers, payload } of this.#frames) {
      at = bytes.writeUInt8(kind, at);
      at = bytes.writeUInt16BE(numbers.length, at);
      at = bytes.writeUInt32BE(payload.length, at);
      for (const number of numbers) at = bytes.writeUInt32BE(number, at);
      at += payload.copy(bytes, at);
    }
    this.#frames = [];
    this.#ofPayload.clear();
    this.#ofStream.clear();
    return bytes;
  }
}

/** A visitor whom the other node offers. */
export interface Offer {
  readonly stream: RelayStream;
  readonly message: Buffer;
}

/** How a visitor was answered: taken, not taken, or not answered before the connection ended. */
export type Answer = 'taken' | 'refused' | 'ended';

export interface SessionOptions {
  /** Called with each visitor whom the other node offers; the node that connected is offered none. */
  readonly offered?: (offer: Offer) => void;
  /** Called when no stream is left. */
  readonly unused?: () => void;
}

/** One end of a connection. It is closed with the connection, and closes it if what comes is no frame. */
export class RelaySession implements Carrier {
  readonly #connection: Duplex;
  readonly #options: SessionOptions;
  readonly #streams = new Map<number, RelayStream>();
  readonly #asked = new Map<RelayStream, (answer: Answer) => void>();
  readonly #outbox = new Outbox();
  #opened = 0;
  /** The beginning of a frame. */
  #rest = NOTHING;

  constructor(connection: Duplex, options: SessionOptions = {}) {
    this.#connection = connection;
    this.#options = options;
    connection.on('data', (bytes: Buffer) => this.#take(bytes));
    connection.on('drain', () => {
      for (const stream of this.#streams.values()) stream.sendWaiting();
    });
    connection.on('error', () => connection.destroy());
    connection.on('end', () => connection.destroy());
    connection.once('close', () => {
      for (const stream of this.#streams.values()) stream.destroy();
    });
  }

  get isFull(): boolean {
    return this.#connection.writableNeedDrain;
  }

  get isOpen(): boolean {
    return !this.#connection.destroyed;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size;
  }

  /** Offers a visitor to the other node. */
  open(message: Buffer): { readonly stream: RelayStream; readonly answer: Promise<Answer> } {
    this.#opened += 1;
    const stream = this.#add(this.#opened);
    const answer = new Promise<Answer>((resolve) => this.#asked.set(stream, resolve));
    this.send(KIND.open, stream, message);
    if (!this.isOpen) stream.destroy();
    return { stream, answer };
  }

  /** Takes a visitor who was offered. */
  accept(stream: RelayStream): void {
    this.send(KIND.taken, stream);
  }

  refuse(stream: RelayStream): void {
    this.send(KIND.refused, stream);
    stream.destroy();
  }

  close(): void {
    this.#connection.destroy();
  }

  #add(number: number): RelayStream {
    const stream = new RelayStream(number, this);
    this.#streams.set(number, stream);
    return stream;
  }

  forget(stream: RelayStream): void {
    this.#streams.delete(stream.number);
    this.#answer(stream, 'ended');
    if (this.#streams.size === 0) this.#options.unused?.();
  }

  #answer(stream: RelayStream, answer: Answer): void {
    this.#asked.get(stream)?.(answer);
    this.#asked.delete(stream);
  }

  send(kind: Kind, stream: RelayStream, payload = NOTHING): void {
    if (!this.isOpen || !this.#streams.has(stream.number)) return;
    if (this.#outbox.isEmpty) setImmediate(() => this.#flush());
    this.#outbox.add(kind, stream, payload);
  }

  #flush(): void {
    const bytes = this.#outbox.take();
    if (this.isOpen) this.#connection.write(bytes);
  }

  #take(bytes: Buffer): void {
    let left = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (left.length >= HEADER_BYTES && this.isOpen) {
      const kind = left.readUInt8(0);
      const start = HEADER_BYTES + left.readUInt16BE(1) * NUMBER_BYTES;
      const end = start + left.readUInt32BE(3);
      if (!isFrame(kind, end - start)) {
        this.close();
        return;
      }
      if (left.length < end) break;
      for (let at = HEADER_BYTES; at < start; at += NUMBER_BYTES) {
        this.#handle(kind, left.readUInt32BE(at), left.subarray(start, end));
      }
      left = left.subarray(end);
    }
    this.#rest = left;
  }

  #handle(kind: number, number: number, payload: Buffer): void {
    if (kind === KIND.open) {
      this.#offer(number, payload);
      return;
    }
    const stream = this.#streams.get(number);
    // It was closed here while that was on its way.
    if (stream === undefined) return;
    if (kind === KIND.data) stream.receive(payload);
    else if (kind === KIND.read) stream.widen(payload.readUInt32BE());
    else if (kind === KIND.taken) this.#answer(stream, 'taken');
    else if (kind === KIND.end) stream.push(null);
    else {
      if (kind === KIND.refused) this.#answer(stream, 'refused');
      stream.destroy();
    }
  }

  #offer(number: number, message: Buffer): void {
    const { offered } = this.#options;
    if (offered === undefined || this.#streams.has(number)) this.close();
    else offered({ stream: this.#add(number), message });
  }
}
