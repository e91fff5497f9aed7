/**
 * Puts long and fragmented WebSocket messages together as their bytes come, and gives them to ws as one frame without a
 * mask. ws would join and unmask all of a message when its last byte arrives, and nobody else would be served meanwhile.
 *
 * Frames that break a rule of RFC 6455 are given to ws as they came, which closes the socket with the right code.
 */
import { type Duplex, Writable } from 'node:stream';
import type { WebSocket } from 'ws';

const FINAL = 0x80;
const RESERVED = 0x70;
const OPCODE = 0x0f;
const CONTINUATION = 0;
const BINARY = 2;
/** Opcodes from here on are of control frames, which may come between the fragments of a message. */
const CONTROL = 8;
const MAX_CONTROL_BYTES = 125;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const MASK_BYTES = 4;
const NOTHING: Buffer = Buffer.alloc(0);
/** Up to here memory is doubled when it is used up; then there is some for all that may come, which costs nothing until it is written. */
const DOUBLED_BYTES = 524_288;
const FIRST_BYTES = 4_096;

interface FrameHeader {
  /** Of the header, mask included. */
  readonly bytes: number;
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly isReserved: boolean;
  readonly isMasked: boolean;
  /** Whether its length takes eight bytes, as one over 65,535 does. */
  readonly isLong: boolean;
  /** Of the payload. */
  readonly length: number;
}

/** Undefined if it is not all there. */
function readHeader(bytes: Buffer): FrameHeader | undefined {
  if (bytes.length < 2) return undefined;
  const first = bytes.readUInt8(0);
  const second = bytes.readUInt8(1);
  const code = second & ~MASKED;
  const isMasked = (second & MASKED) !== 0;
  const lengthBytes = code === LENGTH_64 ? 8 : code === LENGTH_16 ? 2 : 0;
  const size = 2 + lengthBytes + (isMasked ? MASK_BYTES : 0);
  if (bytes.length < size) return undefined;
  let length = code;
  if (lengthBytes === 2) length = bytes.readUInt16BE(2);
  else if (lengthBytes === 8) length = Number(bytes.readBigUInt64BE(2));
  return {
    bytes: size,
    opcode: first & OPCODE,
    isFinal: (first & FINAL) !== 0,
    isReserved: (first & RESERVED) !== 0,
    isMasked,
    isLong: code === LENGTH_64,
    length,
  };
}

/** The header of a frame whose mask changes nothing. */
function headerWithoutMask(first: number, length: number): Buffer {
  const header = Buffer.alloc(2 + 8 + MASK_BYTES);
  header[0] = first;
  header[1] = MASKED | LENGTH_64;
  header.writeBigUInt64BE(BigInt(Math.min(length, 2 ** 63)), 2);
  return header;
}

/** A message that has begun. */
interface Message {
  readonly opcode: number;
  memory: Buffer;
  length: number;
}

/** Whether ws refuses a frame that comes while a message has or has not begun. */
function isRefused(
  { opcode, isReserved, isMasked, length }: FrameHeader,
  hasBegun: boolean,
): boolean {
  if (!isMasked || isReserved) return true;
  if (opcode >= CONTROL) return length > MAX_CONTROL_BYTES;
  return hasBegun ? opcode !== CONTINUATION : opcode === CONTINUATION || opcode > BINARY;
}

/** Counts the bytes of a socket's unfinished messages. */
interface Retainer {
  /** @returns false if the socket is closing, so that nothing more is kept */
  retain(bytes: number): boolean;
  release(bytes: number): void;
}

export class MessageAssembler {
  readonly #maxBytes: number;
  readonly #pass: (bytes: Buffer) => void;
  readonly #retainer: Retainer;
  /** The beginning of a header. */
  #header = NOTHING;
  /** Bytes of the payload of this frame that are still to come. */
  #left = 0;
  /** Whether this frame is part of the message that has begun. */
  #isPart = false;
  #isFinal = false;
  readonly #mask = Buffer.alloc(MASK_BYTES);
  /** Bytes of this frame that were unmasked. */
  #unmasked = 0;
  #message: Message | undefined;
  #isRefused = false;
  /** The socket is closing: long and fragmented messages are read to their end, but not kept. */
  #isClosing = false;

  /**
   * @param maxBytes of a message
   * @param pass takes frames, in any pieces
   */
  constructor(maxBytes: number, pass: (bytes: Buffer) => void, retainer: Retainer) {
    this.#maxBytes = maxBytes;
    this.#pass = pass;
    this.#retainer = retainer;
  }

  /** Takes what came. True if a message has begun and is not whole. */
  write(chunk: Buffer): boolean {
    let bytes = this.#header.length === 0 ? chunk : Buffer.concat([this.#header, chunk]);
    this.#header = NOTHING;
    while (bytes.length > 0 && !this.#isRefused) {
      const taken = this.#left > 0 ? this.#takePayload(bytes) : this.#takeHeader(bytes);
      if (taken === 0 && !this.#isRefused) {
        this.#header = Buffer.from(bytes);
        return this.#message !== undefined;
      }
      bytes = taken === bytes.length ? NOTHING : bytes.subarray(taken);
    }
    if (bytes.length > 0) this.#pass(bytes);
    return this.#message !== undefined;
  }

  /** Takes the header of a frame, and the payload behind it of one that is passed on. Gives the number of bytes. */
  #takeHeader(bytes: Buffer): number {
    const header = readHeader(bytes);
    if (header === undefined) return 0;
    if (isRefused(header, this.#message !== undefined)) {
      // ws has not seen that a message has begun.
      if (this.#message !== undefined) this.#pass(headerWithoutMask(this.#message.opcode, 0));
      return this.#refuse(0);
    }
    const isWhole = header.isFinal && !header.isLong && this.#message === undefined;
    this.#isPart = !isWhole && header.opcode < CONTROL;
    if (!this.#isPart) {
      this.#left = header.bytes + header.length;
      return this.#takePayload(bytes);
    }
    this.#message ??= { opcode: header.opcode, memory: NOTHING, length: 0 };
    const length = this.#message.length + header.length;
    if (length > this.#maxBytes) {
      this.#pass(headerWithoutMask(FINAL | this.#message.opcode, length));
      return this.#refuse(header.bytes);
    }
    this.#left = header.length;
    this.#isFinal = header.isFinal;
    bytes.copy(this.#mask, 0, header.bytes - MASK_BYTES, header.bytes);
    this.#unmasked = 0;
    if (header.length === 0 && header.isFinal) this.#end(this.#message);
    return header.bytes;
  }

  /** From here on ws gets what comes. */
  #refuse(taken: number): number {
    this.#isRefused = true;
    this.end();
    this.#message = undefined;
    return taken;
  }

  /** The socket is closing or has closed: drops the unfinished message, and keeps no other. */
  end(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (this.#message === undefined) return;
    this.#retainer.release(this.#message.length);
    this.#message.memory = NOTHING;
  }

  #takePayload(bytes: Buffer): number {
    const taken = Math.min(bytes.length, this.#left);
    const piece = taken === bytes.length ? bytes : bytes.subarray(0, taken);
    this.#left -= taken;
    if (!this.#isPart || this.#message === undefined) this.#pass(piece);
    else this.#collect(this.#message, piece);
    return taken;
  }

  #collect(message: Message, piece: Buffer): void {
    if (!this.#isClosing) this.#unmask(message, piece);
    message.length += piece.length;
    if (!(this.#isClosing || this.#retainer.retain(piece.length))) this.end();
    if (this.#left === 0 && this.#isFinal) this.#end(message);
  }

  #unmask(message: Message, piece: Buffer): void {
    this.#makeRoom(message, piece.length);
    const { memory, length } = message;
    for (let at = 0; at < piece.length; at++) {
      const mask = this.#mask[(this.#unmasked + at) % MASK_BYTES] ?? 0;
      memory[length + at] = (piece[at] ?? 0) ^ mask;
    }
    this.#unmasked += piece.length;
  }

  #makeRoom(message: Message, bytes: number): void {
    const { memory, length } = message;
    const needed = length + bytes;
    if (needed <= memory.length) return;
    const most = this.#isFinal ? needed + this.#left : this.#maxBytes;
    const doubled = Math.min(most, Math.max(needed, 2 * memory.length, FIRST_BYTES));
    message.memory = Buffer.allocUnsafe(needed > DOUBLED_BYTES ? most : doubled);
    memory.copy(message.memory, 0, 0, length);
  }

  #end({ opcode, memory, length }: Message): void {
    this.#message = undefined;
    if (this.#isClosing) return;
    this.#retainer.release(length);
    this.#pass(headerWithoutMask(FINAL | opcode, length));
    if (length > 0) this.#pass(memory.subarray(0, length));
  }
}

/**
 * Puts long messages of a socket together before ws reads them.
 *
 * @param socket of `ws`
 * @param maxBytes of a message
 * @param retainer counts the bytes of unfinished messages
 */
export function assembleMessages(
  ws: WebSocket,
  socket: Duplex,
  maxBytes: number,
  retainer: Retainer,
): void {
  // There is no other place between the bytes and ws where they are in order, and end when it says so.
  const receiver: unknown = Reflect.get(ws, '_receiver');
  if (!(receiver instanceof Writable)) throw new TypeError('ws reads its messages in another way');
  const write = receiver.write.bind(receiver);
  let hasRoom = true;
  const pass = (bytes: Buffer): void => {
    // Nothing counts behind a frame that closes the socket.
    if (receiver.writable && !write(bytes)) hasRoom = false;
  };
  const assembler = new MessageAssembler(maxBytes, pass, retainer);
  ws.once('close', () => assembler.end());
  receiver.write = (chunk: unknown): boolean => {
    if (!(chunk instanceof Buffer)) throw new TypeError('a socket gives buffers');
    hasRoom = true;
    if (assembler.write(chunk)) {
      // Otherwise up to 2 MB of it are read before others are served.
      socket.pause();
      setImmediate(() => {
        if (!ws.isPaused && !receiver.writableNeedDrain) socket.resume();
      });
    }
    return hasRoom;
  };
}
