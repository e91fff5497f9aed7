/** One request and its response, with the target already split and checked. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemName } from './problem.ts';
import type { Unsent } from './unsent.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What stands for `:name` in the route's pattern, as raw text; empty for a route without one. */
  readonly parameter: string;
  /** The raw text after the question mark; empty if there is none. */
  readonly query: string;
  /** Counts what the client has not read yet. */
  readonly unsent: Unsent;
}

/** A well-formed WebSocket handshake from an allowed origin, on a route that accepts it. */
export interface Handshake {
  readonly request: IncomingMessage;
  /** Hands over the connection; `refuse` cannot be called afterwards. */
  readonly take: () => Duplex;
  /** Bytes received after the handshake. */
  readonly head: Buffer;
  readonly parameter: string;
  readonly query: string;
  /** The client's address as seen by trusted proxies; IPv6 as its /64 network. */
  readonly address: string;
  /** Answers with a problem instead of a WebSocket. */
  readonly refuse: (problem: ProblemName) => void;
}
