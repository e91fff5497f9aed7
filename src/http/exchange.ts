/** One request and its response, with the target already split and judged. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemName } from './problem.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What stands for `:name` in the route's pattern, as raw text; empty for a route without one. */
  readonly parameter: string;
  /** The raw text after the question mark; empty where there is none. */
  readonly query: string;
}

/** A WebSocket handshake that was found well-formed, of an allowed origin, on a route that takes it. */
export interface Handshake {
  readonly request: IncomingMessage;
  /** Hands over the connection; from then on `refuse` has nothing to answer on. */
  readonly take: () => Socket;
  /** Bytes that came behind the handshake. */
  readonly head: Buffer;
  readonly parameter: string;
  readonly query: string;
  /** Who is asking, seen through the trusted proxies; IPv6 as its /64 network. */
  readonly address: string;
  /** Answers with a problem instead of a WebSocket. */
  readonly refuse: (problem: ProblemName) => void;
}
