/**
 * Requests that clients send without waiting for answers (pipelining) take turns: one of all connections in each turn
 * of the event loop, and one connection after the other. Whoever waits for answers is served as if they were not there.
 *
 * Node parses all the requests of one read together, up to 3,600, and reads on after each answer. Once a second request
 * waits on a connection, its parser therefore gets one request at a time, and the next when that one has had its turn.
 * While many requests wait, this goes for every connection: it takes about a quarter more processor time, so otherwise
 * Node reads. And nothing is answered on a connection whose client has not taken the answer before.
 */
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** While more requests than this wait, the parsers of all connections get one request at a time. */
const MANY = 1_024;
const END_OF_HEAD = '\r\n\r\n';
const CR = 13;
const LF = 10;
const NOTHING = Buffer.alloc(0);

/** A request of which Node lets go in no time while it waits: thousands that tell of it would take 100 ms. */
export class Request extends IncomingMessage {
  /** It has not had its turn. */
  waits = false;

  override destroy(error?: Error): this {
    return this.waits ? this : super.destroy(error);
  }
}

/** Where the head that begins at `start` ends, with empty lines behind it. Content is not looked at. */
function endOfHead(bytes: Buffer, start: number): number {
  const found = bytes.indexOf(END_OF_HEAD, start);
  if (found === -1) return bytes.length;
  let end = found + END_OF_HEAD.length;
  while (bytes[end] === CR || bytes[end] === LF) end += 1;
  return end;
}

/** A connection, until it closes or is something else. */
class Watched {
  /** Requests that were parsed and have not had their turn. */
  waiting = 0;
  readonly #socket: Socket;
  #isSequential = false;
  #hasLeft = false;
  /** What came behind the request that is being parsed. */
  #unread: Buffer = NOTHING;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** From now on, Node's parser gets nothing more while a request waits. */
  parseSequentially(): void {
    const [parse] = this.#socket.listeners('data');
    if (this.#isSequential || parse === undefined) return;
    this.#isSequential = true;
    this.#socket.removeAllListeners('data');
    this.#socket.on('data', (bytes: Buffer) =>
      this.#read(bytes, (part) => Reflect.apply(parse, this.#socket, [part])),
    );
  }

  #read(bytes: Buffer, parse: (part: Buffer) => void): void {
    let start = 0;
    while (start < bytes.length) {
      if (this.waiting > 0) {
        this.#unread = NOTHING;
        this.#socket.pause();
        this.#socket.unshift(bytes.subarray(start));
        return;
      }
      const end = endOfHead(bytes, start);
      this.#unread = bytes.subarray(end);
      parse(bytes.subarray(start, end));
      if (this.#hasLeft || this.#socket.destroyed) return;
      start = end;
    }
  }

  /** Reads what came meanwhile, once its client has taken what was written: Node, too, pauses connections until then. */
  readOn(): void {
    if (this.#hasLeft || this.waiting > 0 || !this.#socket.isPaused()) return;
    if (this.#socket.writableNeedDrain) this.#socket.once('drain', () => this.readOn());
    else this.#socket.resume();
  }

  /** Gives what was not read to whoever reads next. */
  leave(): void {
    this.#hasLeft = true;
    if (!this.#isSequential || this.#socket.destroyed) return;
    this.#socket.removeAllListeners('data');
    if (this.#unread.length > 0) this.#socket.unshift(this.#unread);
  }
}

export class Turns {
  readonly #watched = new Map<Socket, Watched>();
  /** Answers whose connection is ready for them: at most one of each. */
  readonly #ready: { readonly socket: Socket; readonly answer: () => void }[] = [];
  /** Requests of all connections that wait. */
  #waiting = 0;
  #scheduled = false;

  /** Watches a connection from its beginning until it closes or is left. */
  watch(socket: Socket): void {
    const watched = new Watched(socket);
    this.#watched.set(socket, watched);
    if (this.#waiting > MANY) watched.parseSequentially();
    socket.once('close', () => this.leave(socket));
  }

  /** The connection is something else from now on; requests of it that wait are not answered. */
  leave(socket: Socket): void {
    const watched = this.#watched.get(socket);
    if (watched === undefined) return;
    this.#watched.delete(socket);
    this.#waiting -= watched.waiting;
    watched.leave();
  }

  /** Answers a request when it is its turn; never, if its connection closes before. */
  wait(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    const watched = this.#watched.get(socket);
    if (watched === undefined) return;
    if (request instanceof Request) request.waits = true;
    watched.waiting += 1;
    this.#waiting += 1;
    watched.parseSequentially();
    if (this.#waiting === MANY + 1)
      for (const each of this.#watched.values()) each.parseSequentially();
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

  /** Whether a connection is not read for now, so that its client cannot finish what it sends. */
  holds(socket: Socket): boolean {
    return (this.#watched.get(socket)?.waiting ?? 0) > 0;
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
      this.#waiting -= 1;
      next.answer();
      watched.readOn();
      return;
    }
  }
}
