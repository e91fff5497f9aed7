/**
 * Which sites the sockets of an address may open, since each that is open takes memory. An address opens one site after
 * the other, and none while those it has open together take as much as they may. Where sites that are open grow beyond that,
 * what it sends to them waits. A site that several of its sockets have open counts once.
 */
import type { Payer } from './charged-work.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

/** Sites that are open may grow to so many times what others can still be opened with: the last one is large itself. */
const GROWTH = 3;
/** What the sites of an address take is added up again after so many milliseconds. */
const MEASURED_MS = 500;

/** What an address has open. */
interface Opened {
  /** Its sites, and how many sockets of it are in each. */
  readonly rooms: Map<Room, number>;
  /** The site that it is opening. */
  opening: string | undefined;
  bytes: number;
  measuredMs: number;
}

export class Opening {
  readonly #rooms: Pick<Rooms, 'find' | 'store'>;
  readonly #maxBytes: number;
  readonly #addresses = new Map<string, Opened>();

  /** @param maxBytes what open sites of one address may take before it has to wait */
  constructor(rooms: Pick<Rooms, 'find' | 'store'>, maxBytes: number) {
    this.#rooms = rooms;
    this.#maxBytes = maxBytes;
  }

  #of(address: string): Opened {
    const known = this.#addresses.get(address);
    if (known !== undefined) return known;
    const opened = { rooms: new Map(), opening: undefined, bytes: 0, measuredMs: 0 };
    this.#addresses.set(address, opened);
    return opened;
  }

  /** What the sites of an address take, bytes. */
  #bytesOf(opened: Opened): number {
    const now = performance.now();
    if (now - opened.measuredMs >= MEASURED_MS) {
      opened.measuredMs = now;
      opened.bytes = 0;
      for (const { document } of opened.rooms.keys()) opened.bytes += document.memoryBytes;
    }
    return opened.bytes;
  }

  /** Whether what the address sends to its sites can be handled now. A site alone is limited by its size. */
  isFree(address: string): boolean {
    const opened = this.#addresses.get(address);
    if (opened === undefined || opened.rooms.size < 2) return true;
    return this.#bytesOf(opened) < this.#maxBytes * GROWTH;
  }

  /** Whether a site is open, or can be opened now for a socket of the address; asked again until it is. */
  isReady(address: string, site: string, payer: Payer): boolean {
    if (this.#rooms.find(site) !== undefined) return true;
    const opened = this.#of(address);
    if ((opened.opening ?? site) !== site || this.#bytesOf(opened) >= this.#maxBytes) return false;
    opened.opening = site;
    return this.#rooms.store.prepare(site, payer) === undefined;
  }

  /** A socket of the address is in the room of a site. */
  entered(address: string, room: Room): void {
    const opened = this.#of(address);
    const sockets = opened.rooms.get(room) ?? 0;
    if (sockets === 0) opened.bytes += room.document.memoryBytes;
    opened.rooms.set(room, sockets + 1);
    if (opened.opening === room.name) opened.opening = undefined;
  }

  /** A socket of the address, which was in a room if it entered one, has ended. */
  left(address: string, site: string, room: Room | undefined): void {
    const opened = this.#of(address);
    if (opened.opening === site) opened.opening = undefined;
    if (room !== undefined) {
      const sockets = (opened.rooms.get(room) ?? 1) - 1;
      if (sockets > 0) opened.rooms.set(room, sockets);
      else if (opened.rooms.delete(room)) opened.measuredMs = 0;
    }
    if (opened.rooms.size === 0 && opened.opening === undefined) this.#addresses.delete(address);
  }
}
