/**
 * Requests that clients send without waiting for answers (pipelining) take turns: one of all connections in each turn
 * of the event loop, and one connection after the other. Whoever waits for answers is served as if they were not there.
 *
 * Node would hand over all the requests that fit in one read, up to 2,400, and after each answer read as many again,
 * from every connection. So nothing more is read from an address of which many wait.
 */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './address.ts';

/** While more requests of an address wait than this, its connections are not read. */
const MANY = 256;

/** A request of which Node lets go in no time while it waits: 2,400 that tell of it would take 100 ms. */
export class Request extends IncomingMessage {
  /** It has not had its turn. */
  waits = false;

  override destroy(error?: Error): this {
    return this.waits ? this : super.destroy(error);
  }
}

/** All that one address has open. */
interface Client {
  readonly sockets: Set<Socket>;
  waiting: number;
}

export class Turns {
  readonly #waiting = new Map<Socket, (() => void)[]>();
  readonly #clients = new Map<string, Client>();
  readonly #clientOf = new WeakMap<Socket, Client>();
  #scheduled = false;

  /**
   * Watches a connection from its beginning until it closes or is left.
   * @param shared whether many people share its address, as behind a proxy: then it is judged by itself
   */
  watch(socket: Socket, shared: boolean): void {
    const address = addressKey(socket.remoteAddress ?? '');
    const known = shared ? undefined : this.#clients.get(address);
    const client = known ?? { sockets: new Set(), waiting: 0 };
    if (!shared) this.#clients.set(address, client);
    client.sockets.add(socket);
    this.#clientOf.set(socket, client);
    // Node reads when a connection begins, and on after each answer.
    socket.on('resume', () => this.#hold(socket));
    socket.once('close', () => {
      this.leave(socket);
      if (client.sockets.size === 0 && !shared) this.#clients.delete(address);
    });
  }

  /** The connection is something else from now on; requests of it that wait are not answered. */
  leave(socket: Socket): void {
    const client = this.#clientOf.get(socket);
    if (client === undefined) return;
    this.#clientOf.delete(socket);
    client.sockets.delete(socket);
    this.#count(client, -(this.#waiting.get(socket)?.length ?? 0));
    this.#waiting.delete(socket);
  }

  /** Answers a request when it is its turn; never, if its connection closes before. */
  wait(request: IncomingMessage, answer: () => void): void {
    const { socket } = request;
    const client = this.#clientOf.get(socket);
    if (client === undefined) return;
    if (request instanceof Request) request.waits = true;
    const begin = () => {
      if (request instanceof Request) request.waits = false;
      answer();
    };
    const requests = this.#waiting.get(socket);
    if (requests === undefined) {
      this.#waiting.set(socket, [begin]);
      this.#schedule();
    } else requests.push(begin);
    this.#count(client, 1);
  }

  #count(client: Client, change: number): void {
    const before = client.waiting;
    client.waiting += change;
    if (before <= MANY && client.waiting > MANY) {
      for (const socket of client.sockets) socket.pause();
    } else if (before > MANY && client.waiting <= MANY) {
      for (const socket of client.sockets) socket.resume();
    }
  }

  /** Whether a connection is not read for now, so that its client cannot finish what it sends. */
  holds(socket: Socket): boolean {
    return (this.#clientOf.get(socket)?.waiting ?? 0) > MANY;
  }

  #hold(socket: Socket): void {
    if (!this.holds(socket)) return;
    // Node also reads on where it was paused between the call and the event.
    if (socket.isPaused()) socket.emit('pause');
    else socket.pause();
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
      const client = this.#clientOf.get(socket);
      const answer = requests.shift();
      if (answer === undefined || client === undefined) continue;
      // Behind all others.
      if (requests.length > 0) this.#waiting.set(socket, requests);
      this.#count(client, -1);
      answer();
      return;
    }
  }
}
