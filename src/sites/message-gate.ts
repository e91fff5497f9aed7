/**
 * The messages of one socket, in order: each is handled once there were not too many within a second, its address and its
 * site have server time left, what it asked for before is done, and it has read its answers. Until then nothing more is
 * read from the socket.
 */
import type { Asker, Costs } from '../cost-budget.ts';
import type { Limits } from '../limits.ts';
import { KEEP_ALIVE } from '../shared/site/heartbeat.ts';
import { CLOSE } from '../shared/site/protocol.ts';
import type { Connection } from './connection.ts';
import { eventLoop } from './event-loop.ts';

/** How often it is looked whether another socket of the same address has made room. */
const LOOK_MS = 20;
/** Whoever waits is told so often that the server is there; browsers give up one that is silent for longer. */
const KEEP_ALIVE_MS = 2_000;
/** A turn of the event loop lasts a moment. */
const NEXT_TURN_MS = 1;
/** A longer message took some milliseconds to put together, so it is handled in the next turn. */
const LONG_BYTES = 262_144;
/** Edits of a socket that may wait to be merged, and of one whose address has little time left: what they cost is only known then. */
const EDITS_AT_ONCE = 64;
const FEW_EDITS_AT_ONCE = 4;
/** Little time, in milliseconds. */
const LITTLE_MS = 40;
const STEP_1 = [0, 0] as const;
const REQUEST = 68;

type Obstacle =
  | 'turn'
  | 'rate'
  | 'opening'
  | 'edits'
  | 'rest'
  | 'work'
  | 'asked'
  | 'unread'
  | 'memory'
  | undefined;

export interface MessageGateOptions {
  readonly connection: Connection;
  readonly site: string;
  readonly costs: Costs;
  readonly limits: Pick<
    Limits,
    'work_wait_ms' | 'unread_bytes' | 'unread_bytes_per_address' | 'received_bytes_per_address'
  >;
  /** Whether its site is open, or can be opened without delaying others. */
  readonly isReady: () => boolean;
  /** Whether its site may take more memory. */
  readonly mayGrow: () => boolean;
  readonly handle: (message: unknown, isBinary: boolean) => void;
}

/** Whether a message asks for something: a document or an answer. */
function asks(message: unknown): boolean {
  if (!(message instanceof Uint8Array)) return false;
  return message[0] === REQUEST || (message[0] === STEP_1[0] && message[1] === STEP_1[1]);
}

const bytesOf = (message: unknown): number => (message instanceof Uint8Array ? message.length : 0);

export class MessageGate {
  readonly #options: MessageGateOptions;
  readonly #asker: Asker;
  readonly #waiting: { readonly message: unknown; readonly isBinary: boolean }[] = [];
  #sinceMs = 0;
  #toldMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #handling = false;
  #handledMs = 0;
  /** It waits until its site can be opened. */
  #opening = false;

  constructor(options: MessageGateOptions) {
    this.#options = options;
    this.#asker = { address: options.connection.address, site: options.site };
    options.connection.onRoom = () => this.#continue();
  }

  take(message: unknown, isBinary: boolean): void {
    if (this.#waiting.length === 0 && !this.#handling) {
      const obstacle =
        this.#obstacle(message) ?? (bytesOf(message) > LONG_BYTES ? 'turn' : undefined);
      if (obstacle === undefined) {
        this.#handle(message, isBinary);
        return;
      }
      this.#sinceMs = performance.now();
      this.#toldMs = this.#sinceMs;
      this.#options.connection.pause();
      this.#lookLater(obstacle);
    }
    this.#waiting.push({ message, isBinary });
    this.#options.connection.retain(bytesOf(message));
  }

  /** Milliseconds that messages took since this was last asked. */
  takeHandledMs(): number {
    const ms = this.#handledMs;
    this.#handledMs = 0;
    return ms;
  }

  /** Nothing more is handled. */
  end(): void {
    clearTimeout(this.#timer);
    for (const { message } of this.#waiting.splice(0)) {
      this.#options.connection.release(bytesOf(message));
    }
  }

  #handle(message: unknown, isBinary: boolean): void {
    const { costs, handle } = this.#options;
    this.#handling = true;
    const started = performance.now();
    costs.run(this.#asker, () => handle(message, isBinary));
    this.#handling = false;
    const ms = performance.now() - started;
    this.#handledMs += ms;
    eventLoop.spend(ms);
  }

  #obstacle(message: unknown): Obstacle {
    const { connection, costs, limits, isReady, mayGrow } = this.#options;
    if (eventLoop.isBusy) return 'turn';
    if (connection.overRateMs > 0) return 'rate';
    // What opening takes is charged before it is over, and its site would not wait until that is paid back.
    const isPaid = this.#opening;
    if (!isPaid && costs.wait(this.#asker) > 0) return 'work';
    if (!isPaid && costs.rest(connection.address) > 0) return 'rest';
    this.#opening = !isReady();
    if (this.#opening) return 'opening';
    if (!mayGrow()) return 'memory';
    if (connection.editsUnderWay >= this.#editsAtOnce) return 'edits';
    // An honest sender waits here, and is not closed for sending too much.
    const isMuch = connection.receivedByAddress > limits.received_bytes_per_address / 2;
    if (isMuch && connection.editsUnderWay > 0) return 'edits';
    if (connection.unread > limits.unread_bytes) return 'unread';
    if (!asks(message)) return undefined;
    if (connection.asked || costs.isBusy(connection.address)) return 'asked';
    return connection.unreadByAddress > limits.unread_bytes_per_address ? 'unread' : undefined;
  }

  get #editsAtOnce(): number {
    const { costs, connection } = this.#options;
    return costs.addresses.left(connection.address) < LITTLE_MS ? FEW_EDITS_AT_ONCE : EDITS_AT_ONCE;
  }

  /** Handles what can be handled now; closes the socket if it waits for too long. */
  #continue(): void {
    const { connection, limits } = this.#options;
    if (this.#handling || this.#waiting.length === 0) return;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!connection.open) {
        this.end();
        return;
      }
      const obstacle = this.#obstacle(next.message);
      if (obstacle !== undefined) {
        const isLong = performance.now() - this.#sinceMs > limits.work_wait_ms;
        // Waiting for the rate ends by itself.
        if (isLong && obstacle !== 'rate') this.#refuse(obstacle);
        else this.#keepWaiting(obstacle);
        return;
      }
      this.#waiting.shift();
      connection.release(bytesOf(next.message));
      this.#sinceMs = performance.now();
      this.#handle(next.message, next.isBinary);
    }
    connection.resume();
  }

  #refuse(obstacle: Obstacle): void {
    const { connection } = this.#options;
    if (obstacle === 'unread') connection.close(CLOSE.slow, 'the client does not read its answers');
    else if (obstacle === 'memory')
      connection.close(CLOSE.busy, 'the sites that this address has open take too much memory');
    else connection.close(CLOSE.busy, 'this address or site asks too much of the server');
    this.end();
  }

  #keepWaiting(obstacle: Obstacle): void {
    const { connection } = this.#options;
    const now = performance.now();
    // A timer may be a little early.
    if (now - this.#toldMs > KEEP_ALIVE_MS - LOOK_MS && connection.unread === 0) {
      this.#toldMs = now;
      connection.send(KEEP_ALIVE);
    }
    this.#lookLater(obstacle);
  }

  #lookLater(obstacle: Obstacle): void {
    if (this.#timer !== undefined) return;
    const { limits } = this.#options;
    const ms = this.#waitMs(obstacle);
    const look = () => {
      this.#timer = undefined;
      this.#continue();
    };
    this.#timer = setTimeout(look, Math.min(ms, KEEP_ALIVE_MS, limits.work_wait_ms + LOOK_MS));
    this.#timer.unref();
  }

  #waitMs(obstacle: Obstacle): number {
    const { connection, costs } = this.#options;
    if (obstacle === 'turn') return NEXT_TURN_MS;
    if (obstacle === 'rate') return Math.max(NEXT_TURN_MS, connection.overRateMs);
    if (obstacle === 'rest') return costs.rest(connection.address);
    return Math.max(LOOK_MS, costs.wait(this.#asker));
  }
}
