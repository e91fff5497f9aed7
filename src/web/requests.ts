/** Requests that were sent on a socket and wait for their replies. */
import type { ServerMessage } from '../shared/site/protocol.ts';
import { WEB_TEXT } from './text.ts';

const REPLY_TIMEOUT_MS = 20_000;

export interface ReplyBody {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

interface Pending {
  resolve(reply: ReplyBody): void;
  reject(error: Error): void;
  readonly timer: number;
}

/** A text of a reply, if it is there. */
function textIn(value: unknown, key: string): string | undefined {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' ? found : undefined;
}

export class Requests {
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  /**
   * Sends a request and waits for its reply.
   *
   * Rejects with an `Error` whose message is a sentence. Its cause is the code of the server's answer, or the close code
   * if the socket closed first.
   */
  add(send: (id: number) => void): Promise<ReplyBody> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(WEB_TEXT.request.timeout));
      }, REPLY_TIMEOUT_MS);
      this.#pending.set(id, { resolve, reject, timer });
      send(id);
    });
  }

  /** Resolves or rejects the request that a reply belongs to. */
  settle({ id, ok, json, bytes }: Extract<ServerMessage, { kind: 'reply' }>): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    const value: unknown = JSON.parse(json);
    if (ok) {
      pending.resolve({ value, bytes });
      return;
    }
    const message = textIn(value, 'message') ?? WEB_TEXT.request.refused;
    pending.reject(new Error(message, { cause: textIn(value, 'code') }));
  }

  /** Rejects all requests, because the socket closed with this code. */
  interrupt(code: number): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new Error(WEB_TEXT.request.interrupted, { cause: code }));
    }
    this.#pending.clear();
  }
}
