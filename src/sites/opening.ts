/**
 * Limits the memory of the sites that one address has open. It opens large sites one after the other, and none while those
 * it has open together reach the limit. If open sites grow far beyond it, what the address sends to large ones waits. A
 * site that several of its sockets have open counts once. Small sites are never limited, so whoever shares the address can
 * go on working.
 */
import type { Payer } from './charged-work.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';

/** A site with less history is small: in memory it takes at most 2.4 MB. */
const SMALL_BYTES = 65_536;
/** Open sites may grow to this many times the limit; the one opened last may have doubled it. */
const GROWTH = 3;
/** An open site that takes a smaller share of the limit is small. */
const SMALL_SHARE = 1 / 64;
/** The memory of open sites is added up at most this often, in milliseconds. */
const MEASURED_MS = 500;

/** What an address has open. */
interface Opened {
  /** Its sites, and how many of its sockets are in each. */
  readonly rooms: Map<Room, number>;
  /** The large site that it is opening. */
  opening: string | undefined;
  bytes: number;
  measuredMs: number;
}

export class Opening {
  readonly #rooms: Pick<Rooms, 'find' | 'store'>;
  readonly #maxBytes: number;
  readonly #addresses = new Map<string, Opened>();

  /** @param maxBytes memory of the open sites of one address */
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

  /** Memory of its sites, in bytes. */
  #bytesOf(opened: Opened): number {
    const now = performance.now();
    if (now - opened.measuredMs >= MEASURED_MS) {
      opened.measuredMs = now;
      opened.bytes = 0;
      for (const { document } of opened.rooms.keys()) opened.bytes += document.memoryBytes;
    }
    return opened.bytes;
  }

  /** Whether what the address sends to a site can be handled now. A single site is limited by its own size. */
  mayGrow(address: string, { document }: Room): boolean {
    const opened = this.#of(address);
    if (opened.rooms.size < 2 || this.#bytesOf(opened) < this.#maxBytes * GROWTH) return true;
    return document.memoryBytes < this.#maxBytes * SMALL_SHARE;
  }

  /** Whether a site is open, or can be opened now for a socket of the address, which asks again until it can. */
  isReady(address: string, site: string, payer: Payer): boolean {
    if (this.#rooms.find(site) !== undefined) return true;
    const { store } = this.#rooms;
    if ((store.sites.get(site)?.bytes ?? 0) >= SMALL_BYTES) {
      const opened = this.#of(address);
      const isNext = (opened.opening ?? site) === site;
      if (!isNext || this.#bytesOf(opened) >= this.#maxBytes) return false;
      opened.opening = site;
    }
    return store.prepare(site, payer) === undefined;
  }

  /** A socket of the address has entered the room of a site. */
  entered(address: string, room: Room): void {
    const opened = this.#of(address);
    const sockets = opened.rooms.get(room) ?? 0;
    if (sockets === 0) opened.bytes += room.document.memoryBytes;
    opened.rooms.set(room, sockets + 1);
    if (opened.opening === room.name) opened.opening = undefined;
  }

  /** A socket of the address has closed; `room` if it had entered one. */
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
