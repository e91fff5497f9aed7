/** Notices that the other end of a socket is gone: a half-open socket, or one to a frozen server, reports nothing. */

/** y-protocols' query-awareness, which every server answers. */
export const PING: Uint8Array = Uint8Array.of(3);

/** An awareness message without entries: the server is there, and has nothing to say yet. */
export const KEEP_ALIVE: Uint8Array = Uint8Array.of(1, 1, 0);

/** `look` is called so often. */
export const LOOK_MS = 500;
/** The server is asked when nothing was heard of it for so long, */
const IDLE_MS = 15_000;
/** and sooner while something is under way. */
const WAITING_MS = 1_000;
/** A server that has not answered by then is gone: whoever has to wait for one is told every two seconds that it is there. */
const ANSWER_MS = 5_000;
/** What is under way is waited for, on a connection as slow as this. */
const MIN_BYTES_PER_MS = 16;
/** Timers that are so late did not run: the page slept, and may not have been told yet what came meanwhile. */
const ASLEEP_MS = 3_000;

export interface HeartbeatOptions {
  /** Of edits that the server has not acknowledged, or of a site that loads. */
  readonly bytesUnderWay: () => number;
  /** Sends `PING`. */
  readonly ask: () => void;
  readonly lost: () => void;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #heardMs: number;
  #lookedMs: number;
  /** When the server was asked what it has not answered yet. */
  #askedMs: number | undefined;

  /** @param now milliseconds, as each time after it */
  constructor(options: HeartbeatOptions, now: number) {
    this.#options = options;
    this.#heardMs = now;
    this.#lookedMs = now;
  }

  /** Something came. */
  heard(now: number): void {
    this.#heardMs = now;
    this.#askedMs = undefined;
  }

  /** Asks if it is time to, and gives up if nothing was answered. */
  look(now: number): void {
    const { ask, lost, bytesUnderWay } = this.#options;
    const bytes = bytesUnderWay();
    if (now - this.#lookedMs > ASLEEP_MS) this.#askedMs = undefined;
    this.#lookedMs = now;
    if (this.#askedMs === undefined) {
      if (now - this.#heardMs < (bytes > 0 ? WAITING_MS : IDLE_MS)) return;
      this.#askedMs = now;
      ask();
    } else if (now - this.#askedMs >= ANSWER_MS + bytes / MIN_BYTES_PER_MS) {
      lost();
    }
  }
}
