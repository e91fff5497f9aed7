/** Lets sockets in: counts them, hears their first message, gives them to the room of their site. */
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Handshake } from '../http/exchange.ts';
import type { Limits } from '../limits.ts';
import { type Keys, permissionFor, rightsOf } from './access.ts';
import { Connection } from './connection.ts';
import { cleanName } from './presence.ts';
import {
  CLOSE,
  type ClientMessage,
  decodeClientMessage,
  PROTOCOL_VERSION,
  ProtocolError,
} from './protocol.ts';
import type { Room } from './room.ts';
import type { Rooms, SitesLog } from './rooms.ts';
import { UpdateError } from './update-check.ts';

/** A request may replay a site's history; it counts as so many messages. */
const REQUEST_COST = 20;
const MAX_REASON_CHARACTERS = 120;
const INTERNAL = 1011;

/** Sockets counted by a name: of a site, of an address. */
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

export class Gate {
  readonly #rooms: Rooms;
  readonly #keys: Keys;
  readonly #limits: Limits;
  readonly #log: SitesLog;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #ofSite = new Counts();
  readonly #ofAddress = new Counts();
  readonly #pinging: NodeJS.Timeout;
  #closed = false;

  constructor(rooms: Rooms, keys: Keys, limits: Limits, log: SitesLog) {
    this.#rooms = rooms;
    this.#keys = keys;
    this.#limits = limits;
    this.#log = log;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: limits.message_bytes,
      perMessageDeflate: false,
    });
    // Whoever asked for it hears the answer first, even from the same address.
    rooms.blocked = (address) => {
      setImmediate(() => this.#close(address, CLOSE.blocked, 'this address is blocked'));
    };
    this.#pinging = setInterval(() => this.#ping(), limits.socket_ping_ms);
    this.#pinging.unref();
  }

  get connections(): number {
    return this.#connections.size;
  }

  accept({ request, take, head, parameter, address, refuse }: Handshake): void {
    if (this.#closed) {
      refuse('draining');
      return;
    }
    const socket = take();
    this.#server.handleUpgrade(request, socket, head, (ws) => {
      this.#admit(ws, socket, parameter, address);
    });
  }

  #admit(ws: WebSocket, socket: Socket, name: string, address: string): void {
    const connection = new Connection(ws, socket, address, 'read', this.#limits);
    this.#connections.add(connection);
    // A frame against RFC 6455 or over the limit: ws closes with the code for it.
    ws.on('error', () => {});
    const sockets = this.#ofSite.add(name);
    const mine = this.#ofAddress.add(address);
    let room: Room | undefined;
    ws.on('close', () => {
      this.#connections.delete(connection);
      this.#ofSite.remove(name);
      this.#ofAddress.remove(address);
      room?.leave(connection);
    });
    const { sockets_per_site, sockets_per_address } = this.#limits;
    if ((this.#rooms.store.blocks.get(address) ?? 0) > Date.now()) {
      connection.close(CLOSE.blocked, 'this address is blocked');
    } else if (sockets > sockets_per_site) {
      connection.close(CLOSE.busy, 'this site has as many sockets as it may');
    } else if (mine > sockets_per_address) {
      connection.close(CLOSE.busy, 'this address has as many sockets as it may');
    }
    ws.on('message', (data, isBinary) => {
      if (!connection.open) return;
      this.#guard(connection, name, () => {
        const message = this.#read(connection, data, isBinary);
        if (message === undefined) return;
        if (room !== undefined) {
          room.receive(connection, message);
          return;
        }
        room = this.#greet(connection, name, message);
        if (message.kind !== 'hello') room?.receive(connection, message);
      });
    });
  }

  #guard(connection: Connection, site: string, receive: () => void): void {
    try {
      receive();
    } catch (error) {
      if (error instanceof ProtocolError || error instanceof UpdateError) {
        connection.close(CLOSE.malformed, error.message.slice(0, MAX_REASON_CHARACTERS));
        return;
      }
      this.#log.error({ site, error: String(error) }, 'a message could not be handled');
      connection.close(INTERNAL, 'something went wrong here');
    }
  }

  #read(connection: Connection, data: unknown, isBinary: boolean): ClientMessage | undefined {
    if (!isBinary || !(data instanceof Uint8Array)) throw new ProtocolError('messages are binary');
    const message = decodeClientMessage(data);
    if (connection.spend(message.kind === 'request' ? REQUEST_COST : 1)) return message;
    connection.close(CLOSE.busy, 'too many messages a second');
    return undefined;
  }

  /** The first message says who this is. Gives the room, or closes the socket. */
  #greet(connection: Connection, name: string, first: ClientMessage): Room | undefined {
    const hello = first.kind === 'hello' ? first : undefined;
    if (hello !== undefined && hello.version !== PROTOCOL_VERSION) {
      connection.close(CLOSE.version, `this server speaks version ${PROTOCOL_VERSION}`);
      return undefined;
    }
    const rights = rightsOf(hello?.key ?? '', this.#keys);
    if (rights === undefined) {
      connection.close(CLOSE.key, 'the key is wrong');
      return undefined;
    }
    const { reason } = permissionFor(rights, this.#rooms.store.sites.get(name), '');
    if (reason === 'hidden' || reason === 'removed') {
      connection.close(CLOSE.removed, `the site is ${reason}`);
      return undefined;
    }
    connection.rights = rights;
    connection.manner = hello === undefined ? 'plain' : 'hello';
    connection.name = cleanName(hello?.name ?? '');
    const room = this.#enter(connection, name);
    room?.join(connection);
    return room;
  }

  #enter(connection: Connection, name: string): Room | undefined {
    try {
      return this.#rooms.enter(name);
    } catch (error) {
      this.#log.error({ site: name, error: String(error) }, 'a site could not be opened');
      connection.close(CLOSE.storage, 'the site cannot be opened now');
      return undefined;
    }
  }

  #ping(): void {
    for (const connection of this.#connections) connection.ping();
  }

  #close(address: string | undefined, code: number, reason: string): void {
    for (const connection of this.#connections) {
      if (address === undefined || connection.address === address) connection.close(code, reason);
    }
  }

  /** Closes every socket with 1001; resolves when they are gone, at the latest when they are cut. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#pinging);
    this.#close(undefined, CLOSE.goingAway, 'the server stops');
    while (this.#connections.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    this.#server.close();
  }
}
