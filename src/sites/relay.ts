/**
 * Connections between nodes: a visitor's editing socket reaches the node that owns the site.
 *
 * A connection is TLS with the secret that all nodes share as pre-shared key, and ephemeral keys: nobody else is
 * answered, overhears or changes anything, or passes for an owner. One message says which site and which visitor; the
 * owner answers with one byte, whether it takes the visitor. From then on the bytes of the WebSocket go both ways as
 * they are.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect as connectSecurely, createServer, type Server, type TLSSocket } from 'node:tls';
import * as v from 'valibot';
import { codeOf } from './pg-connect.ts';

const LENGTH_BYTES = 2;
const MAX_MESSAGE_BYTES = 8_192;
/** A node that does not answer by then is away, or frozen. */
const TIMEOUT_MS = 1_000;
/** Connections that have not said who they are, */
const MAX_UNKNOWN = 64;
/** have this long. */
const HANDSHAKE_MS = 3_000;
const TAKEN = 1;
const IDENTITY = 'ensemble';

/** Node offers pre-shared keys in TLS 1.2 only. */
const CIPHER = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;
const keyOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const Text = v.pipe(v.string(), v.maxLength(1_024));
const VisitorSchema = v.strictObject({
  /** The node that is asked: its number, and the database. */
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
  /** This node: its number, and the database. */
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
  /** Where those come from who begin to say who they are: a socket that has failed no longer knows. */
  readonly #addresses = new WeakMap<Socket, string>();
  #unknown = 0;
  #refused = 0;

  constructor(options: RelayOptions) {
    const psk = keyOf(options.secret);
    this.#options = options;
    this.#server = createServer({
      ...CIPHER,
      handshakeTimeout: HANDSHAKE_MS,
      pskCallback: (socket, identity) => {
        if (socket.remoteAddress !== undefined) this.#addresses.set(socket, socket.remoteAddress);
        return identity === IDENTITY ? psk : null;
      },
    });
    this.#server.maxConnections = options.connections;
    this.#server.on('connection', (socket: Socket) => this.#count(socket));
    this.#server.on('tlsClientError', (error, socket) => {
      // Nodes that waited for this one while it was frozen have left, and what they know was not seen.
      if (codeOf(error).startsWith('ERR_SSL_')) this.#tellForged(this.#addresses.get(socket));
      socket.destroy();
    });
    this.#server.on('secureConnection', (socket) => void this.#accept(socket));
  }

  listen(): Promise<void> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => resolve());
    });
  }

  #count(socket: Socket): void {
    if (this.#unknown >= MAX_UNKNOWN) {
      socket.destroy();
      return;
    }
    this.#open.add(socket);
    this.#unknown += 1;
    let isUnknown = true;
    const known = () => {
      if (isUnknown) this.#unknown -= 1;
      isUnknown = false;
    };
    // Whoever has shaken hands is a node, and has as long as any message takes.
    const timer = setTimeout(known, HANDSHAKE_MS + TIMEOUT_MS);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      known();
      this.#open.delete(socket);
    });
  }

  async #accept(socket: TLSSocket): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.setNoDelay();
    try {
      const start = await this.#options.take(await this.#read(socket));
      socket.write(Buffer.of(start === undefined ? 0 : TAKEN));
      if (start === undefined) socket.end();
      else start(socket);
    } catch {
      socket.destroy();
    }
  }

  async #read(socket: TLSSocket): Promise<Visitor> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const length = await read(socket, LENGTH_BYTES, signal);
    const bytes = length.readUInt16BE();
    if (bytes > MAX_MESSAGE_BYTES) throw new Error('too long');
    const message = await read(socket, bytes, signal);
    const visitor = v.parse(VisitorSchema, JSON.parse(message.toString()));
    if (visitor.to !== this.#options.self) throw new Error('for another node');
    return visitor;
  }

  /** Told at the first and then at every hundredth, so that nobody fills the log. */
  #tellForged(from: string | undefined): void {
    if (this.#refused++ % 100 !== 0) return;
    this.#options.log.warn(
      { ...(from !== undefined && { from }), refused: this.#refused },
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
  const message = Buffer.from(JSON.stringify(visitor));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(message.length);
  const socket = connectSecurely({
    ...CIPHER,
    host,
    port,
    pskCallback: () => ({ psk: keyOf(secret), identity: IDENTITY }),
    // The key says who it is.
    checkServerIdentity: () => undefined,
  });
  socket.on('error', () => socket.destroy());
  socket.setNoDelay();
  socket.setKeepAlive(true);
  try {
    socket.write(Buffer.concat([length, message]));
    const [answer] = await read(socket, 1, AbortSignal.timeout(TIMEOUT_MS));
    if (answer === TAKEN) return socket;
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
