/**
 * Counts the bytes of responses that their readers have not taken yet, for each address. Whoever reads slowly holds a
 * page in memory, also after the next edit has replaced it. Readers of one page hold it together.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressKey, type ProxyTrust } from './address.ts';

/** Bodies, the one that was asked for last at the end, and the responses that send it. */
type Bodies = Map<Buffer, Set<ServerResponse>>;

export class Unsent {
  readonly #limit: number;
  readonly #trust: ProxyTrust;
  readonly #byAddress = new Map<string, Bodies>();

  /** @param limit bytes that one address may leave unread */
  constructor(limit: number, trust: ProxyTrust) {
    this.#limit = limit;
    this.#trust = trust;
  }

  /** A response begins to send its body. Beyond the limit, those that have taken longest over theirs are cut off. */
  add(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    if (response.destroyed) return;
    const address = addressKey(this.#trust.clientOf(request));
    const bodies: Bodies = this.#byAddress.get(address) ?? new Map();
    this.#byAddress.set(address, bodies);
    const readers = bodies.get(body) ?? new Set();
    bodies.delete(body);
    bodies.set(body, readers.add(response));
    response.once('close', () => {
      readers.delete(response);
      // Once it was cut off, others may have asked for the same.
      if (readers.size === 0 && bodies.get(body) === readers) bodies.delete(body);
      if (bodies.size === 0 && this.#byAddress.get(address) === bodies) {
        this.#byAddress.delete(address);
      }
    });
    this.#cut(bodies, body);
  }

  #cut(bodies: Bodies, latest: Buffer): void {
    let bytes = 0;
    for (const body of bodies.keys()) bytes += body.length;
    for (const [body, readers] of bodies) {
      if (bytes <= this.#limit || body === latest) return;
      bytes -= body.length;
      bodies.delete(body);
      for (const response of readers) response.destroy();
    }
  }
}
