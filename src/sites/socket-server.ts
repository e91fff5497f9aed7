/** Admits sockets: counts them, reads their first message, brings them into the room of their site. */
import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Asker } from '../cost-budget.ts';
import type { Handshake } from '../http/exchange.ts';
import { header } from '../http/headers.ts';
import type { Limits } from '../limits.ts';
import {
  type Access,
  CLOSE,
  type ClientMessage,
  decodeClientMessage,
  PROTOCOL_VERSION,
  ProtocolError,
} from '../shared/site/protocol.ts';
import { UpdateError } from '../shared/site/update-check.ts';
import { type Keys, permissionFor, rightsOf } from './access.ts';
import { ChargedWork } from './charged-work.ts';
import { AddressMemory, Connection } from './connection.ts';
import { eventLoop } from './event-loop.ts';
import { assembleMessages } from './message-assembler.ts';
import { MessageGate } from './message-gate.ts';
import { Opening } from './opening.ts';
import type { Participant } from './participant.ts';
import type { Room } from './room.ts';
import type { Rooms, SitesLog } from './rooms.ts';
import { linkOf, type Proofs } from './site-access.ts';

/** A request may replay a site's history, so it counts as this many messages. */
const REQUEST_COST = 20;
const INTERNAL = 1011;
/** Participants' numbers are below this: five bytes in the log, and no two alike in a site's life. */
const MAX_NUMBER = 2 ** 32;
const WRONG_KEYS_TOLD_MS = 60_000;

/** How many sockets there are of each site or address. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  remove(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

const closeBlocked = (connection: Connection): void =>
  connection.close(CLOSE.blocked, 'this address is blocked');

interface Entered {
  readonly room: Room;
  readonly participant: Participant;
}

export class SocketServer {
  readonly #rooms: Rooms;
  readonly #keys: Keys;
  readonly #limits: Limits;
  readonly #log: SitesLog;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection>();
  /** Those that showed the operator's key: a block of their address, which others may share, is theirs to lift. */
  readonly #operators = new WeakSet<Connection>();
  readonly #ofSite = new Counts();
  readonly #ofAddress = new Counts();
  readonly #memory = new AddressMemory();
  readonly #opening: Opening;
  readonly #pinging: NodeJS.Timeout;
  /** Wrong keys since the last log line about them. */
  #wrongKeys = 0;
  #toldWrongKeysMs = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(rooms: Rooms, keys: Keys, limits: Limits, log: SitesLog) {
    this.#rooms = rooms;
    this.#keys = keys;
    this.#limits = limits;
    this.#log = log;
    this.#opening = new Opening(rooms, limits.open_bytes_per_address);
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.message_bytes,
      perMessageDeflate: false,
    });
    // Whoever asked for it gets the reply first, even from the same address.
    rooms.blocked = (address) => {
      setImmediate(() => {
        for (const connection of this.#connections) {
          if (connection.address === address && !this.#operators.has(connection))
            closeBlocked(connection);
        }
      });
    };
    this.#pinging = setInterval(() => this.#ping(), limits.socket_ping_ms);
    this.#pinging.unref();
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** @param left called once when the connection has ended, or nothing came of it */
  accept(handshake: Handshake, left: () => void = () => {}): void {
    const { request, take, head, parameter, address, refuse } = handshake;
    if (this.#closed) {
      refuse('draining');
      left();
      return;
    }
    const socket = take();
    socket.once('close', left);
    const host = header(request, 'host') ?? '';
    const { members } = this.#rooms;
    const proofs: Proofs = {
      origin: header(request, 'origin') ?? `http://${host}`,
      member: () => members.ofSession(proofs.author ?? '')?.id,
    };
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      this.#admit(ws, socket, parameter, address, proofs);
    });
  }

  #admit(ws: WebSocket, socket: Duplex, name: string, address: string, proofs: Proofs): void {
    const connection = new Connection(ws, socket, address, this.#limits, this.#memory);
    assembleMessages(ws, socket, this.#limits.message_bytes, connection);
    this.#connections.add(connection);
    // A frame against RFC 6455 or over the limit: ws closes with the right code.
    ws.on('error', () => {});
    const sockets = this.#ofSite.add(name);
    const mine = this.#ofAddress.add(address);
    let entered: Entered | undefined;
    const handle = (data: unknown, isBinary: boolean) => {
      if (!connection.open) return;
      this.#guard(connection, name, () => {
        const message = this.#read(connection, data, isBinary);
        if (entered === undefined) {
          entered = this.#enter(connection, name, message, proofs);
          if (message.kind === 'hello') return;
        }
        entered?.room.receive(entered.participant, message);
      });
    };
    const { costs } = this.#rooms;
    const limits = this.#limits;
    const asker = { address, site: name };
    const payer = new ChargedWork(costs, asker);
    const gate = new MessageGate({
      connection,
      site: name,
      costs,
      limits,
      isReady: () =>
        entered !== undefined ||
        this.#isBlocked(address) ||
        this.#opening.isReady(address, name, payer),
      mayGrow: () => entered === undefined || this.#opening.mayGrow(address, entered.room),
      handle,
    });
    this.#chargeReading(socket, asker, gate);
    ws.on('close', () => {
      gate.end();
      this.#connections.delete(connection);
      this.#ofSite.remove(name);
      this.#ofAddress.remove(address);
      entered?.room.leave(entered.participant);
      this.#opening.left(address, name, entered?.room);
    });
    const { sockets_per_site, sockets_per_address } = limits;
    if (sockets > sockets_per_site) {
      connection.close(CLOSE.busy, 'too many connections to this site');
    } else if (mine > sockets_per_address) {
      connection.close(CLOSE.busy, 'too many connections from this address');
    } else if (this.#isBlocked(address)) {
      this.#awaitKey(connection, () => entered !== undefined);
    }
    ws.on('message', (data, isBinary) => gate.take(data, isBinary));
  }

  #isBlocked(address: string): boolean {
    return (this.#rooms.store.blocks.get(address) ?? 0) > Date.now();
  }

  /** From a blocked address only a first message with the operator's key leads anywhere, and it must come soon. */
  #awaitKey(connection: Connection, hasEntered: () => boolean): void {
    const expired = () => {
      if (!hasEntered() && this.#isBlocked(connection.address)) closeBlocked(connection);
    };
    setTimeout(expired, this.#limits.headers_timeout_ms).unref();
  }

  /** Charges what it takes to put messages together from what comes, which is not part of handling them. */
  #chargeReading(socket: Duplex, asker: Asker, gate: MessageGate): void {
    let startedMs = 0;
    socket.prependListener('data', () => {
      startedMs = performance.now();
      gate.takeHandledMs();
    });
    socket.on('data', () => {
      const ms = performance.now() - startedMs - gate.takeHandledMs();
      this.#rooms.costs.charge(asker, ms);
      eventLoop.spend(ms);
    });
  }

  #guard(connection: Connection, site: string, receive: () => void): void {
    try {
      receive();
    } catch (error) {
      if (error instanceof ProtocolError || error instanceof UpdateError) {
        connection.close(CLOSE.malformed, error.message);
        return;
      }
      this.#log.error({ site, error: String(error) }, 'cannot handle message');
      connection.close(INTERNAL, 'internal error');
    }
  }

  #read(connection: Connection, data: unknown, isBinary: boolean): ClientMessage {
    if (!isBinary || !(data instanceof Uint8Array))
      throw new ProtocolError('messages must be binary');
    const message = decodeClientMessage(data);
    connection.spend(message.kind === 'request' ? REQUEST_COST : 1);
    return message;
  }

  /** Reads from the first message who this is. Gives the room and the participant, or closes the socket. */
  #enter(
    connection: Connection,
    name: string,
    first: ClientMessage,
    proofs: Proofs,
  ): Entered | undefined {
    const hello = first.kind === 'hello' ? first : undefined;
    if (hello !== undefined && hello.version !== PROTOCOL_VERSION) {
      connection.close(CLOSE.version, `this server supports version ${PROTOCOL_VERSION}`);
      return undefined;
    }
    const key = hello?.key ?? '';
    if (key !== '' && !this.#rooms.wrongKeys.may(connection.address)) {
      connection.close(CLOSE.busy, 'too many wrong keys from this address; try again in a minute');
      return undefined;
    }
    const rights = this.#rightsOf(connection, key, name, proofs);
    if (rights === undefined) {
      this.#countWrongKey(connection.address);
      connection.close(CLOSE.key, 'the key is wrong');
      return undefined;
    }
    if (rights === 'operate') {
      this.#operators.add(connection);
    } else if (this.#isBlocked(connection.address)) {
      closeBlocked(connection);
      return undefined;
    }
    const { reason } = permissionFor(rights, this.#rooms.store.sites.get(name), '');
    if (reason === 'hidden' || reason === 'removed') {
      connection.close(CLOSE.removed, `the site is ${reason}`);
      return undefined;
    }
    const room = this.#open(connection, name);
    if (room === undefined) return undefined;
    const protocol = hello === undefined ? 'plain' : 'ensemble';
    const number = randomInt(1, MAX_NUMBER);
    const participant: Participant = { connection, number, rights, proofs, protocol };
    this.#opening.entered(connection.address, room);
    room.join(participant, hello?.name ?? '');
    return { room, participant };
  }

  /** What a key permits here: one of the server's, or the secret of a link to this site. */
  #rightsOf(connection: Connection, key: string, name: string, proofs: Proofs): Access | undefined {
    const rights = rightsOf(key, this.#keys);
    const record = this.#rooms.store.access.get(name);
    const link = linkOf(record, key);
    if (link === undefined) {
      // Where the server has no key any is taken, but here it may have been a guess.
      const isGuess = key !== '' && record !== undefined && record.editors !== 'everyone';
      if (isGuess && rights === 'edit' && this.#keys.edit === '') {
        this.#countWrongKey(connection.address);
      }
      return rights;
    }
    proofs.link = link.id;
    return rights ?? rightsOf('', this.#keys);
  }

  /** Wrong keys are logged together, at most once per minute. */
  #countWrongKey(address: string): void {
    this.#rooms.wrongKeys.count(address, 1);
    this.#wrongKeys += 1;
    const now = performance.now();
    if (now - this.#toldWrongKeysMs < WRONG_KEYS_TOLD_MS) return;
    this.#log.warn({ keys: this.#wrongKeys }, 'wrong keys');
    this.#wrongKeys = 0;
    this.#toldWrongKeysMs = now;
  }

  #open(connection: Connection, name: string): Room | undefined {
    try {
      return this.#rooms.enter(name);
    } catch (error) {
      this.#log.error({ site: name, error: String(error) }, 'cannot open site');
      connection.close(CLOSE.storage, 'the site cannot be opened right now');
      return undefined;
    }
  }

  #ping(): void {
    for (const connection of this.#connections) connection.ping();
  }

  /** Closes every socket with 1001; resolves when they are closed, at the latest when they are terminated. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#pinging);
    for (const connection of this.#connections) {
      connection.close(CLOSE.goingAway, 'the server is shutting down');
    }
    while (this.#connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    this.#server.close();
  }
}
