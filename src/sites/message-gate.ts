/**
 * The messages of one socket, in order: each is handled once its address and its site have server time left, what it asked
 * for before is done, and it has read its answers. Until then nothing more is read from the socket.
 */
import type { Asker, Costs } from '../cost-budget.ts';
import type { Limits } from '../limits.ts';
import { CLOSE } from '../shared/site/protocol.ts';
import type { Connection } from './connection.ts';

/** How often it is looked whether another socket of the same address has made room. */
const LOOK_MS = 20;
const STEP_1 = [0, 0] as const;
const REQUEST = 68;

type Obstacle = 'rest' | 'work' | 'asked' | 'unread' | undefined;

export interface MessageGateOptions {
  readonly connection: Connection;
  readonly site: string;
  readonly costs: Costs;
  readonly limits: Pick<Limits, 'work_wait_ms' | 'unread_bytes' | 'unread_bytes_per_address'>;
  readonly handle: (message: unknown, isBinary: boolean) => void;
}

/** Whether a message asks for something: a document or an answer. */
function asks(message: unknown): boolean {
  if (!(message instanceof Uint8Array)) return false;
  return message[0] === REQUEST || (message[0] === STEP_1[0] && message[1] === STEP_1[1]);
}

export class MessageGate {
  readonly #options: MessageGateOptions;
  readonly #asker: Asker;
  readonly #waiting: { readonly message: unknown; readonly isBinary: boolean }[] = [];
  #sinceMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #handling = false;

  constructor(options: MessageGateOptions) {
    this.#options = options;
    this.#asker = { address: options.connection.address, site: options.site };
    options.connection.onRoom = () => this.#continue();
  }

  take(message: unknown, isBinary: boolean): void {
    if (this.#waiting.length === 0 && !this.#handling) {
      const obstacle = this.#obstacle(message);
      if (obstacle === undefined) {
        this.#handle(message, isBinary);
        return;
      }
      this.#sinceMs = performance.now();
      this.#options.connection.pause();
      this.#lookLater(obstacle);
    }
    this.#waiting.push({ message, isBinary });
  }

  /** Nothing more is handled. */
  end(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #handle(message: unknown, isBinary: boolean): void {
    const { costs, handle } = this.#options;
    this.#handling = true;
    costs.run(this.#asker, () => handle(message, isBinary));
    this.#handling = false;
  }

  #obstacle(message: unknown): Obstacle {
    const { connection, costs, limits } = this.#options;
    if (costs.wait(this.#asker) > 0) return 'work';
    if (costs.rest(connection.address) > 0) return 'rest';
    if (connection.unread > limits.unread_bytes) return 'unread';
    if (!asks(message)) return undefined;
    if (connection.asked || costs.isBusy(connection.address)) return 'asked';
    return connection.unreadByAddress > limits.unread_bytes_per_address ? 'unread' : undefined;
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
        if (performance.now() - this.#sinceMs > limits.work_wait_ms) this.#refuse(obstacle);
        else this.#lookLater(obstacle);
        return;
      }
      this.#waiting.shift();
      this.#sinceMs = performance.now();
      this.#handle(next.message, next.isBinary);
    }
    connection.resume();
  }

  #refuse(obstacle: Obstacle): void {
    const { connection } = this.#options;
    if (obstacle === 'unread') connection.close(CLOSE.slow, 'the client does not read its answers');
    else connection.close(CLOSE.busy, 'this address or site asks too much of the server');
    this.end();
  }

  #lookLater(obstacle: Obstacle): void {
    if (this.#timer !== undefined) return;
    const { connection, costs, limits } = this.#options;
    const ms =
      obstacle === 'rest'
        ? costs.rest(connection.address)
        : Math.max(LOOK_MS, costs.wait(this.#asker));
    const look = () => {
      this.#timer = undefined;
      this.#continue();
    };
    this.#timer = setTimeout(look, Math.min(ms, limits.work_wait_ms + LOOK_MS));
    this.#timer.unref();
  }
}
