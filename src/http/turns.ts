/**
 * Requests that clients send without waiting for answers (pipelining) take turns: one of all connections in each turn
 * of the event loop, and one connection after the other. Whoever waits for answers is served as if they were not there.
 *
 * Node would hand over all the requests that fit in one read, up to 2,400, before it reads anything else.
 */
import type { Socket } from 'node:net';

export class Turns {
  readonly #waiting = new Map<Socket, (() => void)[]>();
  #scheduled = false;

  /** Answers a request when it is its turn; never, if its connection closes before. */
  wait(socket: Socket, answer: () => void): void {
    const requests = this.#waiting.get(socket);
    if (requests === undefined) this.#waiting.set(socket, [answer]);
    else requests.push(answer);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#waiting.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#turn();
      this.#schedule();
    });
  }

  #turn(): void {
    for (const [socket, requests] of this.#waiting) {
      this.#waiting.delete(socket);
      const answer = socket.destroyed ? undefined : requests.shift();
      if (answer === undefined) continue;
      // What has not been read yet waits in the client. Node reads on when it has read a request, so this cannot be
      // done before.
      if (requests.length > 0) {
        this.#waiting.set(socket, requests);
        socket.pause();
      } else socket.resume();
      answer();
      return;
    }
  }
}
