/**
 * Requests that clients send without waiting for answers (pipelining) take turns: one of all connections in each turn
 * of the event loop, and one connection after the other. Whoever waits for answers is served as if they were not there.
 *
 * Node would hand over all the requests that fit in one read, up to 2,400, and after each answer read as many again,
 * from every connection. So nothing more is read from an address of which many wait, and nothing is answered on a
 * connection whose client has not taken the answer before.
 */
import { IncomingMessage, type ServerResponse } from 'node:http';
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

/** A connection, until it closes or is something else. */
interface Watched {
  readonly client: Client;
  waiting: number;
}

export class Turns {
  readonly #clients = new Map<string, Client>();
  readonly #watched = new WeakMap<Socket, Watched>();
  /** Answers whose connection is ready for them: at most one of each. */
  readonly #ready: { readonly socket: Socket; readonly answer: () => void }[] = [];
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
    this.#watched.set(socket, { client, waiting: 0 });
    // Node reads when a connection begins, and on after each answer.
    socket.on('resume', () => this.#hold(socket));
    socket.once('close', () => {
      this.leave(socket);
      if (client.sockets.size === 0 && !shared) this.#clients.delete(address);
    });
  }

  /** The connection is something else from now on; requests of it that wait are not answered. */
  leave(socket: Socket): void {
    const watched = this.#watched.get(socket);
    if (watched === undefined) return;
    this.#watched.delete(socket);
    watched.client.sockets.delete(socket);
    this.#count(watched.client, -watched.waiting);
  }

  /** Answers a request when it is its turn; never, if its connection closes before. */
  wait(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    const watched = this.#watched.get(socket);
    if (watched === undefined) return;
    if (request instanceof Request) request.waits = true;
    watched.waiting += 1;
    this.#count(watched.client, 1);
    const begin = () => {
      if (request instanceof Request) request.waits = false;
      answer();
    };
    // The answer before was taken.
    response.once('socket', () => {
      this.#ready.push({ socket, answer: begin });
      this.#schedule();
    });
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
    return (this.#watched.get(socket)?.client.waiting ?? 0) > MANY;
  }

  #hold(socket: Socket): void {
    if (!this.holds(socket)) return;
    // Node also reads on where it was paused between the call and the event.
    if (socket.isPaused()) socket.emit('pause');
    else socket.pause();
  }

  #schedule(): void {
    if (this.#scheduled || this.#ready.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#turn();
      this.#schedule();
    });
  }

  #turn(): void {
    for (let next = this.#ready.shift(); next !== undefined; next = this.#ready.shift()) {
      const watched = this.#watched.get(next.socket);
      if (watched === undefined) continue;
      watched.waiting -= 1;
      this.#count(watched.client, -1);
      next.answer();
      return;
    }
  }
}
