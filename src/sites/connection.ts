/** The transport of one editing socket: sends, limits its rate and backlog, checks that it is alive, closes. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Costs } from '../cost-budget.ts';
import type { Limits } from '../limits.ts';
import { lengthOf } from '../shared/parts.ts';
import { CLOSE } from '../shared/site/protocol.ts';
import { binaryFrame, type Frames } from './frames.ts';

/** A client may burst for this long at the permitted rate, as after a pause. */
const BURST_S = 10;
/** A close frame holds 125 bytes: the code, and this. */
const MAX_REASON_BYTES = 123;
/** A socket that does not answer the close within this is terminated. */
const CLOSE_TIMEOUT_MS = 2_000;
/** A socket whose client ids another one claims must answer a ping within this. */
const CHALLENGE_TIMEOUT_MS = 3_000;

export type ConnectionLimits = Pick<
  Limits,
  'messages_per_second' | 'buffered_bytes' | 'received_bytes_per_address'
>;

class BytesByAddress {
  readonly #bytes = new Map<string, number>();

  of(address: string): number {
    return this.#bytes.get(address) ?? 0;
  }

  add(address: string, bytes: number): void {
    const sum = this.of(address) + bytes;
    if (sum === 0) this.#bytes.delete(address);
    else this.#bytes.set(address, sum);
  }
}

/** Memory that the sockets of each address take. */
export class AddressMemory {
  /** Answers that they have not read yet; what is sent to many alike does not count. */
  readonly unread = new BytesByAddress();
  /** What they sent and the server has not finished with: unfinished messages, and those that wait. */
  readonly received = new BytesByAddress();
}

/** As much of a reason as a close frame holds; no character is split. ws throws where it is more. */
function startOf(reason: string): string {
  const bytes = new TextEncoder().encode(reason).subarray(0, MAX_REASON_BYTES);
  return new TextDecoder().decode(bytes, { stream: true });
}

export class Connection {
  readonly address: string;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #limits: ConnectionLimits;
  #tokens: number;
  #filledMs = performance.now();
  #alive = true;
  #challenged = false;
  readonly #memory: AddressMemory;
  #answerBytes = 0;
  /** Edits of this socket that wait for a turn of its room. */
  editsUnderWay = 0;
  /** Ends what this socket asked for and is under way. */
  #answered: (() => void) | undefined;
  /** Called when an answer was given, or all that waited was read. */
  onRoom: () => void = () => {};

  constructor(
    ws: WebSocket,
    socket: Duplex,
    address: string,
    limits: ConnectionLimits,
    memory: AddressMemory,
  ) {
    this.#memory = memory;
    socket.on('drain', () => this.#wasRead());
    ws.once('close', () => {
      this.#wasRead();
      this.#answered?.();
    });
    this.#ws = ws;
    this.#socket = socket;
    this.address = address;
    this.#limits = limits;
    this.#tokens = limits.messages_per_second * BURST_S;
    ws.on('pong', () => {
      this.#alive = true;
    });
  }

  get open(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Takes `cost` messages from the rate limit. */
  spend(cost: number): void {
    const now = performance.now();
    const { messages_per_second } = this.#limits;
    const filled = this.#tokens + ((now - this.#filledMs) / 1000) * messages_per_second;
    this.#filledMs = now;
    this.#tokens = Math.min(messages_per_second * BURST_S, filled) - cost;
  }

  /** Milliseconds until what it sent is within the rate limit again; 0 or less if it is. */
  get overRateMs(): number {
    const owedMs = (-this.#tokens / this.#limits.messages_per_second) * 1000;
    return owedMs - (performance.now() - this.#filledMs);
  }

  /** Bytes that wait to be read here, */
  get unread(): number {
    return this.#socket.writableLength;
  }

  /** and of answers to all sockets of this address. */
  get unreadByAddress(): number {
    return this.#memory.unread.of(this.address);
  }

  /** Bytes that this address sent and the server has not finished with. */
  get receivedByAddress(): number {
    return this.#memory.received.of(this.address);
  }

  /**
   * Counts bytes of this socket that the server keeps until it has finished with them, and closes the socket if its
   * address then has too many. Call `release` once they are no longer kept, also after the socket was closed.
   * @returns false if the socket is closing, so that it makes no sense to keep them
   */
  retain(bytes: number): boolean {
    this.#memory.received.add(this.address, bytes);
    if (this.receivedByAddress > this.#limits.received_bytes_per_address) {
      this.close(CLOSE.busy, 'too much unprocessed data from this address; try again in a moment');
    }
    return this.open;
  }

  release(bytes: number): void {
    this.#memory.received.add(this.address, -bytes);
  }

  #wasRead(): void {
    this.#memory.unread.add(this.address, -this.#answerBytes);
    this.#answerBytes = 0;
    this.onRoom();
  }

  /** True while something this socket asked for is under way. */
  get asked(): boolean {
    return this.#answered !== undefined;
  }

  /** Something it asked for begins; gives what to call when it is done. */
  ask(costs: Costs): () => void {
    costs.begin(this.address);
    const answered = () => {
      if (this.#answered !== answered) return;
      this.#answered = undefined;
      costs.end(this.address);
      this.onRoom();
    };
    this.#answered = answered;
    return answered;
  }

  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    // Its pongs were not read either.
    this.#alive = true;
    this.#ws.resume();
  }

  /** Sends what only this socket is sent. */
  send(message: Uint8Array): void {
    const frames = binaryFrame(message);
    this.sendFrames(frames);
    if (!this.open || !this.#socket.writableNeedDrain) return;
    const bytes = lengthOf(frames);
    this.#answerBytes += bytes;
    this.#memory.unread.add(this.address, bytes);
  }

  /** Sends frames that are already made; a reader whose backlog is over the limit is closed instead. */
  sendFrames(frames: Frames): void {
    if (!this.open) return;
    if (this.#socket.writableLength > this.#limits.buffered_bytes) {
      this.close(CLOSE.slow, 'the client reads too slowly');
      return;
    }
    if (frames.length > 1) this.#socket.cork();
    for (const bytes of frames) this.#socket.write(bytes);
    if (frames.length > 1) this.#socket.uncork();
  }

  /** Closes with a code of PROTOCOL.md and a sentence, of which as much is sent as fits. */
  close(code: number, reason: string): void {
    if (!this.open) return;
    this.#ws.close(code, startOf(reason));
    setTimeout(() => this.#ws.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** Terminates the socket unless it answers a ping soon; used when someone else claims its client ids. */
  challenge(): void {
    if (this.#challenged || !this.open) return;
    this.#challenged = true;
    this.#alive = false;
    this.#ws.ping();
    const judge = () => {
      this.#challenged = false;
      if (!this.#alive) this.#ws.terminate();
    };
    setTimeout(judge, CHALLENGE_TIMEOUT_MS).unref();
  }

  /** Terminates the socket if it did not answer the last ping, otherwise pings again; not while nothing is read from it. */
  ping(): void {
    if (!this.open || this.#ws.isPaused) return;
    if (!this.#alive) {
      this.#ws.terminate();
      return;
    }
    this.#alive = false;
    this.#ws.ping();
  }
}
