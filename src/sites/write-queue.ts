/**
 * What waits to be written, and what of it is the next transaction: nobody's words wait for more than one large value
 * of somebody else. Requests that change the same site keep their order.
 */
import { nameOf, type WriteRequest } from './lmdb-tables.ts';

/** A request of so many bytes is a transaction of its own, which takes some ten milliseconds. */
const LARGE_BYTES = 1_048_576;
/** Limits how long one transaction makes the others wait. */
const MAX_BYTES = 16_777_216;

const namesOf = ({ writes }: WriteRequest): string[] => writes.map(([, key]) => nameOf(key));
const isLarge = ({ bytes }: WriteRequest): boolean => bytes >= LARGE_BYTES;

export class WriteQueue {
  #waiting: WriteRequest[] = [];
  /** The last transaction was of small requests. */
  #wasSmall = false;

  add(request: WriteRequest): void {
    this.#waiting.push(request);
  }

  /** The requests of the next transaction, in their order, which wait no more; none if there are none. */
  take(): WriteRequest[] {
    const small = this.#small();
    const first = this.#waiting.find(isLarge);
    const takesSmall = small.length > 0 && !(this.#wasSmall && first !== undefined);
    const taken = takesSmall || first === undefined ? small : this.#upTo(first);
    this.#wasSmall = takesSmall;
    const gone = new Set(taken);
    this.#waiting = this.#waiting.filter((request) => !gone.has(request));
    return taken;
  }

  /** The small requests that do not have to wait for a large one. */
  #small(): WriteRequest[] {
    const small: WriteRequest[] = [];
    const held = new Set<string>();
    let bytes = 0;
    for (const request of this.#waiting) {
      const names = namesOf(request);
      const waits = bytes >= MAX_BYTES || names.some((name) => held.has(name));
      if (waits || isLarge(request)) {
        for (const name of names) held.add(name);
      } else {
        small.push(request);
        bytes += request.bytes;
      }
    }
    return small;
  }

  /** A large request, with what has to be written before it. */
  #upTo(large: WriteRequest): WriteRequest[] {
    const names = new Set(namesOf(large));
    const taken = [large];
    for (const request of this.#waiting.slice(0, this.#waiting.indexOf(large)).reverse()) {
      const own = namesOf(request);
      if (!own.some((name) => names.has(name))) continue;
      for (const name of own) names.add(name);
      taken.unshift(request);
    }
    return taken;
  }
}
