/** The route table: a handful of exact paths, and patterns that end in one `:name`. */
import type { Exchange, Handshake } from './exchange.ts';

export interface Route {
  readonly method: 'GET';
  /** `/exact`, or `/prefix/:name` where name is one whole path segment. */
  readonly pattern: string;
  /** A short description of the route, published by `/api`. */
  readonly about: string;
  readonly handle: (exchange: Exchange) => void | Promise<void>;
  /** Present on a route that accepts WebSockets. */
  readonly upgrade?: (handshake: Handshake) => void;
}

export interface Match {
  readonly route: Route;
  /** The raw text of the path segment that stands for `:name`; empty for an exact path. */
  readonly parameter: string;
}

const EXACT = /^\/(?:[a-z\d-]+(?:\/[a-z\d-]+)*)?$/;
const PATTERN = /^(\/(?:[a-z\d-]+\/)+):[a-z]+$/;

export class Router {
  readonly #exact = new Map<string, Match>();
  readonly #prefixed: { readonly prefix: string; readonly route: Route }[] = [];
  readonly #routes: readonly Route[];

  /** @throws Error with a full sentence if a route is invalid or hides another. */
  constructor(routes: readonly Route[]) {
    this.#routes = routes;
    for (const route of routes) this.#register(route);
  }

  #register(route: Route): void {
    const { method, pattern, about } = route;
    const named = `Route "${method} ${pattern}"`;
    if (method !== 'GET') throw new Error(`${named} has a method other than GET.`);
    if (about.trim() === '') throw new Error(`${named} has no description.`);
    const prefix = PATTERN.exec(pattern)?.[1];
    if (prefix === undefined && !EXACT.test(pattern)) {
      throw new Error(
        `${named} is neither an exact path of a-z, 0-9 and "-" without a trailing slash nor a prefix with ":name" as its last segment.`,
      );
    }
    if (prefix === undefined) {
      if (this.find(pattern)) throw new Error(`${named} can be reached by an earlier pattern.`);
      this.#exact.set(pattern, { route, parameter: '' });
      return;
    }
    const hidden = [...this.#exact.keys()].find((path) => isOneSegmentBelow(path, prefix));
    if (hidden !== undefined)
      throw new Error(`${named} also matches the earlier route "${hidden}".`);
    if (this.#prefixed.some((other) => other.prefix === prefix)) {
      throw new Error(`${named} has the same prefix as an earlier route.`);
    }
    this.#prefixed.push({ prefix, route });
  }

  /** The route of a raw path (no query), or undefined. Nothing is decoded or normalised first. */
  find(path: string): Match | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    for (const { prefix, route } of this.#prefixed) {
      if (isOneSegmentBelow(path, prefix)) return { route, parameter: path.slice(prefix.length) };
    }
    return undefined;
  }

  /** `GET /path` → what it is about, for every route, in the order of registration. */
  endpoints(): Record<string, string> {
    return Object.fromEntries(
      this.#routes.map(({ method, pattern, about }) => [`${method} ${pattern}`, about]),
    );
  }
}

function isOneSegmentBelow(path: string, prefix: string): boolean {
  return (
    path.length > prefix.length && path.startsWith(prefix) && !path.includes('/', prefix.length)
  );
}
