/** One editing socket: what it may do, what it has sent, and what it is owed. */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Limits } from '../limits.ts';
import { binaryFrame } from './frames.ts';
import type { Edit } from './intake.ts';
import { type Access, CLOSE, encodeSaved, type Permission } from './protocol.ts';

/** A client that bursts for this long at the permitted rate, as after a pause, is not cut. */
const BURST_S = 10;
/** A closed socket that does not answer the close within this is cut. */
const CLOSE_TIMEOUT_MS = 2_000;
/** A socket whose client ids another claims answers a ping within this, or is taken for dead. */
const CHALLENGE_MS = 3_000;

export type ConnectionLimits = Pick<
  Limits,
  'messages_per_second' | 'buffered_bytes' | 'message_bytes'
>;

export class Connection {
  readonly address: string;
  /** What its key gives; the state of the site may take from it. */
  rights: Access;
  /** `new` until its first message; `plain` for a standard Yjs client, which said no hello. */
  manner: 'new' | 'plain' | 'hello' = 'new';
  name = '';
  /** What it was last told. */
  told: Permission | undefined;
  /** True once it was answered with the document, so that further edits may follow. */
  synced = false;
  /** Messages with edits: how many arrived, were looked at, and are known by it to be on disk. */
  received = 0;
  processed = 0;
  saved = 0;
  /** Edits were dropped: nothing more is counted as saved until a `step-2` brings them again. */
  dropped = false;
  /** Edits that wait for others the server has not seen, as v2 updates. */
  pending: Uint8Array[] = [];
  /** Edits under client ids of others who are here. */
  held: Edit[] = [];
  /** An edit of it was refused: nothing more is taken from it, though it may have sent more. */
  refused = false;
  alive = true;
  #challenged = false;
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  #tokens: number;
  #filledMs = performance.now();

  constructor(
    ws: WebSocket,
    socket: Socket,
    address: string,
    rights: Access,
    limits: ConnectionLimits,
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.address = address;
    this.rights = rights;
    this.#limits = limits;
    this.#tokens = limits.messages_per_second * BURST_S;
    ws.on('pong', () => {
      this.alive = true;
    });
  }

  get open(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Takes `cost` messages from what the rate permits; false where that is used up. */
  spend(cost: number): boolean {
    const now = performance.now();
    const { messages_per_second } = this.#limits;
    const filled = this.#tokens + ((now - this.#filledMs) / 1000) * messages_per_second;
    this.#filledMs = now;
    this.#tokens = Math.min(messages_per_second * BURST_S, filled) - cost;
    return this.#tokens >= 0;
  }

  send(message: Uint8Array): void {
    this.sendFrame(binaryFrame(message));
  }

  /** Sends frames already made; a reader whose backlog is over the limit is closed instead. */
  sendFrame(frame: Buffer): void {
    if (!this.open) return;
    if (this.#socket.writableLength > this.#limits.buffered_bytes) {
      this.close(CLOSE.slow, 'this reader is too slow for its backlog');
      return;
    }
    this.#socket.write(frame);
  }

  /** Tells it that all it sent up to message `count` is on disk, after `before` in the same write. */
  acknowledge(count: number, before?: Buffer): void {
    const news = count > this.saved;
    if (news) this.saved = count;
    const saved = news && this.manner === 'hello' ? binaryFrame(encodeSaved(count)) : undefined;
    if (before !== undefined && saved !== undefined) this.sendFrame(Buffer.concat([before, saved]));
    else if (before !== undefined) this.sendFrame(before);
    else if (saved !== undefined) this.sendFrame(saved);
  }

  /** Closes with a code of PROTOCOL.md and a sentence of at most 123 bytes. */
  close(code: number, reason: string): void {
    if (!this.open) return;
    this.#ws.close(code, reason);
    setTimeout(() => this.#ws.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** Closes it for an edit that cannot be taken, and forgets what of it waits. */
  refuse(code: number, reason: string): void {
    this.refused = true;
    this.dropped = true;
    this.pending = [];
    this.held = [];
    this.close(code, reason);
  }

  /** Nothing of what it sent waits for anything. */
  get idle(): boolean {
    return this.pending.length === 0 && this.held.length === 0;
  }

  /** Cuts it unless it gives a sign of life soon: somebody claims what is its own, perhaps its next self. */
  challenge(): void {
    if (this.#challenged || !this.open) return;
    this.#challenged = true;
    this.alive = false;
    this.#ws.ping();
    const judge = () => {
      this.#challenged = false;
      if (!this.alive) this.#ws.terminate();
    };
    setTimeout(judge, CHALLENGE_MS).unref();
  }

  /** Cuts it if it did not answer the last ping, else pings again. */
  ping(): void {
    if (!this.open) return;
    if (!this.alive) {
      this.#ws.terminate();
      return;
    }
    this.alive = false;
    this.#ws.ping();
  }
}
