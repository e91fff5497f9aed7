/**
 * Connections between nodes: a visitor's editing socket reaches the node that owns the site.
 *
 * A connection is TLS with the secret that all nodes share as pre-shared key, and ephemeral keys: nobody else is
 * answered, overhears or changes anything, or passes for an owner. It carries all visitors whom one node passes on to
 * another (relay-session.ts). A message says which site and which visitor; the owner answers whether it takes them. From
 * then on the bytes of the WebSocket go both ways as they are.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely, createServer, type Server } from 'node:tls';
import * as v from 'valibot';
import { codeOf } from './pg-connect.ts';
import { type Offer, RelaySession, type RelayStream } from './relay-session.ts';

const MAX_MESSAGE_BYTES = 8_192;
/** A node that does not answer by then is away, or frozen. */
const TIMEOUT_MS = 1_000;
/** Connections that have not said who they are, */
const MAX_UNKNOWN = 64;
/** have this long. */
const HANDSHAKE_MS = 3_000;
const IDENTITY = 'ensemble';
/** An idle connection is tried after so long, and then every second. */
const KEEP_ALIVE_MS = 15_000;

/** Node offers pre-shared keys in TLS 1.2 only. */
const CIPHER = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;
const keyOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const Text = v.pipe(v.string(), v.maxLength(1_024));
/** The node that is asked: its number, and the database. */
const To = v.pipe(v.string(), v.maxLength(100));
const OverSchema = v.strictObject({ to: To, leaseIsOver: v.literal(true) });
const VisitorSchema = v.strictObject({
  to: To,
  site: v.pipe(v.string(), v.maxLength(100)),
  /** Address of the visitor, as limits count it. */
  address: v.pipe(v.string(), v.maxLength(100)),
  host: Text,
  origin: v.optional(Text),
  key: v.pipe(v.string(), v.maxLength(100)),
});

/** Sends at once, and notices within half a minute that the other computer is gone, even if nothing is sent. */
function tune(connection: Socket): void {
  connection.setNoDelay();
  connection.setKeepAlive(true, KEEP_ALIVE_MS);
}

/** A visitor who is passed on. */
export type Visitor = Readonly<v.InferOutput<typeof VisitorSchema>>;
const MessageSchema = v.union([VisitorSchema, OverSchema]);
type Message = Readonly<v.InferOutput<typeof MessageSchema>>;

export interface RelayOptions {
  /** NODE_ADDRESS. */
  readonly host: string;
  readonly port: number;
  /** NODE_SECRET. */
  readonly secret: string;
  /** This node: its number, and the database. */
  readonly self: string;
  /** Connections from other nodes, and visitors whom they pass on, at most. */
  readonly connections: number;
  readonly log: { warn(facts: object, message: string): void };
  /** Takes a visitor if this node owns the site: gives what to call with their socket then. */
  readonly take: (visitor: Visitor) => Promise<((socket: Duplex) => void) | undefined>;
  /** Another node says that the lease of this one is over. */
  readonly leaseIsOver: () => void;
}

/** The internal listener of a node. */
export class RelayListener {
  readonly #options: RelayOptions;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #sessions = new Set<RelaySession>();
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
    this.#server.on('secureConnection', (socket) => this.#serve(socket));
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
    // Whoever is still connected by then has shaken hands, and so is a node.
    const timer = setTimeout(known, HANDSHAKE_MS + TIMEOUT_MS);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      known();
      this.#open.delete(socket);
    });
  }

  #serve(connection: Socket): void {
    tune(connection);
    const session: RelaySession = new RelaySession(connection, {
      // Whoever sent what is not for this node, or cannot be answered, may ask again; others notice nothing.
      offered: (offer) => {
        this.#receive(session, offer).catch(() => offer.stream.destroy());
      },
    });
    this.#sessions.add(session);
    connection.once('close', () => this.#sessions.delete(session));
  }

  /** Throws if a message is not one for this node, or if it cannot be known who owns the site. */
  async #receive(session: RelaySession, { stream, message }: Offer): Promise<void> {
    if (message.length > MAX_MESSAGE_BYTES) throw new Error('too long');
    const read = v.parse(MessageSchema, JSON.parse(message.toString()));
    if (read.to !== this.#options.self) throw new Error('for another node');
    if ('leaseIsOver' in read) {
      session.refuse(stream);
      this.#options.leaseIsOver();
      return;
    }
    let visitors = 0;
    for (const { size } of this.#sessions) visitors += size;
    const isFull = visitors > this.#options.connections;
    const start = isFull ? undefined : await this.#options.take(read);
    if (start === undefined) {
      session.refuse(stream);
      return;
    }
    session.accept(stream);
    start(stream);
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

/** Where a node listens. */
export interface NodePlace {
  readonly host: string;
  readonly port: number;
}

/** Connections to other nodes, one to each while it is needed. */
export class RelayConnector {
  readonly #psk: Buffer;
  readonly #sessions = new Map<string, RelaySession>();

  /** @param secret NODE_SECRET */
  constructor(secret: string) {
    this.#psk = keyOf(secret);
  }

  #sessionTo({ host, port }: NodePlace): RelaySession {
    const place = `${host} ${port}`;
    const known = this.#sessions.get(place);
    if (known?.isOpen) return known;
    const connection = connectSecurely({
      ...CIPHER,
      host,
      port,
      pskCallback: () => ({ psk: this.#psk, identity: IDENTITY }),
      // The key says who it is.
      checkServerIdentity: () => undefined,
    });
    tune(connection);
    const session: RelaySession = new RelaySession(connection, { unused: () => session.close() });
    this.#sessions.set(place, session);
    connection.once('close', () => this.#forget(place, session));
    return session;
  }

  #forget(place: string, session: RelaySession): void {
    if (this.#sessions.get(place) === session) this.#sessions.delete(place);
  }

  /** Asks a node to take a visitor. Gives their socket once it does. */
  passOn(node: NodePlace, visitor: Visitor): Promise<RelayStream | NotPassed> {
    return this.#ask(node, visitor);
  }

  /** Tells a node, as it is called, that its lease is over; resolves when it has heard of it, or is away. */
  async tellOver(node: NodePlace, to: string): Promise<void> {
    await this.#ask(node, { to, leaseIsOver: true });
  }

  async #ask(node: NodePlace, message: Message): Promise<RelayStream | NotPassed> {
    const session = this.#sessionTo(node);
    const { stream, answer } = session.open(Buffer.from(JSON.stringify(message)));
    const timer = setTimeout(() => {
      // Whoever asks next has a new connection; those who are on this one may only have to wait.
      this.#forget(`${node.host} ${node.port}`, session);
      stream.destroy();
    }, TIMEOUT_MS);
    try {
      const given = await answer;
      if (given === 'taken') return stream;
      return given === 'refused' ? 'moved' : 'away';
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Sends everything both ways until one of the two has ended. */
export function splice(visitor: Duplex, owner: Duplex, head: Buffer): void {
  if (head.length > 0) owner.write(head);
  visitor.pipe(owner);
  owner.pipe(visitor);
  visitor.on('error', () => visitor.destroy());
  visitor.once('close', () => owner.destroy());
  owner.once('close', () => visitor.end(() => visitor.destroy()));
}
