/**
 * Connections between nodes: a visitor's editing socket reaches the node that owns the site.
 *
 * The owner sends a nonce. The other node answers with a message that says which site and which visitor, and a code
 * (HMAC-SHA-256 with the secret that all nodes share) over nonce and message. The owner answers with one byte, whether it
 * takes the visitor, and a code over that. From then on the bytes of the WebSocket go both ways as they are. So a message
 * cannot be forged, changed, sent again or sent to another node, and nobody else can pass for the owner.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server, Socket, connect as connectTo } from 'node:net';
import * as v from 'valibot';

const NONCE_BYTES = 32;
const CODE_BYTES = 32;
const LENGTH_BYTES = 2;
const MAX_MESSAGE_BYTES = 4_096;
/** A node that does not answer by then is away, or frozen. */
const TIMEOUT_MS = 1_000;
/** Connections that have not said who they are. */
const MAX_UNKNOWN = 100;
const TAKEN = 1;

const Text = v.pipe(v.string(), v.maxLength(1_024));
const VisitorSchema = v.strictObject({
  /** Number of the node that is asked. */
  to: v.pipe(v.string(), v.maxLength(100)),
  site: v.pipe(v.string(), v.maxLength(100)),
  /** Address of the visitor, as limits count it. */
  address: v.pipe(v.string(), v.maxLength(100)),
  host: Text,
  origin: v.optional(Text),
  key: v.pipe(v.string(), v.maxLength(100)),
});

/** A visitor who is passed on. */
export type Visitor = Readonly<v.InferOutput<typeof VisitorSchema>>;

const codeOf = (secret: string, role: string, ...parts: readonly Uint8Array[]): Buffer => {
  const code = createHmac('sha256', secret).update(`ensemble ${role}\n`);
  for (const part of parts) code.update(part);
  return code.digest();
};

/** Reads `count` bytes, and leaves the rest. Throws if the connection ends before, or if it takes too long. */
async function read(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = socket.read(count);
    if (bytes instanceof Buffer && bytes.length === count) return bytes;
    if (bytes !== null || socket.destroyed || socket.readableEnded) throw new Error('ended');
    await new Promise<void>((resolve, reject) => {
      const done = (end: () => void) => () => {
        socket.off('readable', ready).off('close', gone).off('end', gone);
        signal.removeEventListener('abort', gone);
        end();
      };
      const ready = done(resolve);
      const gone = done(() => reject(new Error('ended')));
      socket.on('readable', ready).on('close', gone).on('end', gone);
      signal.addEventListener('abort', gone);
      if (signal.aborted) gone();
    });
  }
}

export interface RelayOptions {
  /** NODE_ADDRESS. */
  readonly host: string;
  readonly port: number;
  /** NODE_SECRET. */
  readonly secret: string;
  /** Number of this node. */
  readonly self: string;
  /** Connections from other nodes at most. */
  readonly connections: number;
  readonly log: { warn(facts: object, message: string): void };
  /** Takes a visitor if this node owns the site: gives what to call with the connection then. */
  readonly take: (visitor: Visitor) => Promise<((socket: Socket) => void) | undefined>;
}

/** The internal listener of a node. */
export class RelayListener {
  readonly #options: RelayOptions;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #unknown = 0;
  #refused = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#server = createServer((socket) => void this.#accept(socket));
    this.#server.maxConnections = options.connections;
  }

  listen(): Promise<void> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => resolve());
    });
  }

  async #accept(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    if (this.#unknown >= MAX_UNKNOWN) {
      socket.destroy();
      return;
    }
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    this.#unknown += 1;
    try {
      const { nonce, visitor } = await this.#read(socket);
      const start = await this.#options.take(visitor);
      const answer = Buffer.of(start === undefined ? 0 : TAKEN);
      socket.write(Buffer.concat([answer, codeOf(this.#options.secret, 'owner', nonce, answer)]));
      if (start === undefined) socket.end();
      else start(socket);
    } catch {
      socket.destroy();
    } finally {
      this.#unknown -= 1;
    }
  }

  async #read(socket: Socket): Promise<{ nonce: Buffer; visitor: Visitor }> {
    const { secret, self } = this.#options;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const nonce = randomBytes(NONCE_BYTES);
    socket.setNoDelay();
    socket.write(nonce);
    const code = await read(socket, CODE_BYTES, signal);
    const length = await read(socket, LENGTH_BYTES, signal);
    const bytes = length.readUInt16BE();
    if (bytes > MAX_MESSAGE_BYTES) throw new Error('too long');
    const message = await read(socket, bytes, signal);
    if (!timingSafeEqual(code, codeOf(secret, 'visitor', nonce, message))) {
      this.#tellForged(socket.remoteAddress);
      throw new Error('forged');
    }
    const visitor = v.parse(VisitorSchema, JSON.parse(message.toString()));
    if (visitor.to !== self) throw new Error('for another node');
    return { nonce, visitor };
  }

  /** Told at the first and then at every hundredth, so that nobody fills the log. */
  #tellForged(from = ''): void {
    if (this.#refused++ % 100 !== 0) return;
    this.#options.log.warn(
      { from, refused: this.#refused },
      'refused a connection to NODE_ADDRESS: it does not know NODE_SECRET',
    );
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }
}

/** Why a visitor was not passed on: the node is away, or it does not own the site now. */
export type NotPassed = 'away' | 'moved';

/** Asks a node to take a visitor. Gives the connection once it does. */
export async function passOn(
  { host, port }: { readonly host: string; readonly port: number },
  secret: string,
  visitor: Visitor,
): Promise<Socket | NotPassed> {
  const socket = connectTo({ host, port, noDelay: true, keepAlive: true });
  socket.on('error', () => socket.destroy());
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const nonce = await read(socket, NONCE_BYTES, signal);
    const message = Buffer.from(JSON.stringify(visitor));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([codeOf(secret, 'visitor', nonce, message), length, message]));
    const answer = await read(socket, 1, signal);
    const code = await read(socket, CODE_BYTES, signal);
    if (!timingSafeEqual(code, codeOf(secret, 'owner', nonce, answer))) throw new Error('forged');
    if (answer[0] === TAKEN) return socket;
    socket.destroy();
    return 'moved';
  } catch {
    socket.destroy();
    return 'away';
  }
}

/** Sends everything both ways until one of the two has ended. */
export function splice(visitor: Socket, owner: Socket, head: Buffer): void {
  if (head.length > 0) owner.write(head);
  visitor.setNoDelay();
  visitor.pipe(owner);
  owner.pipe(visitor);
  visitor.on('error', () => visitor.destroy());
  visitor.once('close', () => owner.destroy());
  owner.once('close', () => visitor.destroySoon());
}
