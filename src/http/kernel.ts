/**
 * Plain node:http made strict: checks every request before a route sees it, replaces Node's own error
 * responses, hands over WebSocket handshakes, and shuts down without aborting requests.
 */
import http, { type IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Limits } from '../limits.ts';
import { addressKey, type ProxyTrust } from './address.ts';
import { limitConnections } from './connections.ts';
import { demand } from './demand.ts';
import type { Exchange } from './exchange.ts';
import { header, inspectHead } from './headers.ts';
import { hostAllowed, type OriginRule, originAllowed } from './origin.ts';
import type { ProblemName } from './problem.ts';
import { ALLOW, type Problems } from './problems.ts';
import type { Match, Router } from './router.ts';
import { readTarget } from './target.ts';
import { Request, Turns } from './turns.ts';
import { Unsent } from './unsent.ts';

/** What the kernel reports to the log; `access` is absent unless every request is to be logged. */
export interface KernelLog {
  failed(error: unknown, request: IncomingMessage): string;
  slow(request: IncomingMessage, milliseconds: number): void;
  access?(request: IncomingMessage, response: ServerResponse, milliseconds: number): void;
}

/** Node's code for a request that did not end in time. */
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

export interface SiteHostHandler {
  /** Whether a Host is one of sites. */
  owns(host: string): boolean;
  /** Answers a GET or HEAD there. */
  handle(exchange: Exchange, path: string): void | Promise<void>;
}

export interface KernelOptions {
  readonly router: Router;
  readonly problems: Problems;
  readonly limits: Limits;
  readonly trust: ProxyTrust;
  readonly origin: OriginRule;
  readonly log: KernelLog;
  /** Headers of a response to OPTIONS. */
  readonly headers: readonly string[];
  /** Hosts of sites, which have no route: only their site. */
  readonly siteHosts?: SiteHostHandler | undefined;
  /** PEM texts; absent means plain http. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export class Kernel {
  readonly server: http.Server | https.Server;
  readonly #options: KernelOptions;
  readonly #optionsHead: readonly string[];
  /** Sockets on which a route is still working; nothing else may be written there. */
  readonly #working = new WeakSet<Duplex>();
  readonly #open: ReadonlySet<Socket>;
  readonly #turns = new Turns();
  readonly #unsent: Unsent;
  #draining = false;

  constructor(options: KernelOptions) {
    const { limits, trust, tls } = options;
    this.#options = options;
    this.#unsent = new Unsent(limits.unsent_bytes_per_address, trust);
    this.#optionsHead = ['Allow', ALLOW, ...options.headers];
    const shared: http.ServerOptions = {
      IncomingMessage: Request,
      maxHeaderSize: limits.header_bytes,
      headersTimeout: limits.headers_timeout_ms,
      requestTimeout: limits.request_timeout_ms,
      connectionsCheckingInterval: limits.timeout_check_ms,
      keepAliveTimeout: trust.any ? limits.proxied_keep_alive_ms : limits.keep_alive_ms,
      // Host is checked by headers.ts, to answer with a problem document.
      requireHostHeader: false,
      noDelay: true,
    };
    this.server =
      tls === undefined
        ? http.createServer(shared)
        : https.createServer({
            ...shared,
            ...tls,
            minVersion: 'TLSv1.2',
            handshakeTimeout: limits.tls_handshake_ms,
          });
    // Node silently drops fields over its own count; headers.ts answers them with 431.
    this.server.maxHeadersCount = 0;
    this.server.timeout = limits.response_timeout_ms;
    this.#open = limitConnections(this.server, limits, trust).open;
    this.#listen();
  }

  #listen(): void {
    const on = (request: IncomingMessage, response: ServerResponse) => {
      demand.requests += 1;
      // A response has no socket while another of its connection is being sent.
      if (response.socket !== null) this.#receive(request, response);
      else this.#turns.wait(request, response, () => this.#receive(request, response));
    };
    this.server.on('request', on);
    this.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      // The content is not read, so whatever follows on this connection cannot be parsed.
      response.shouldKeepAlive = false;
      on(request, response);
    });
    this.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.#refuse(request, response, 'expectation-failed');
    });
    this.server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      this.#garbled(error, socket);
    });
    // A TLS connection begins when its handshake ends.
    const begins = this.#options.tls === undefined ? 'connection' : 'secureConnection';
    this.server.on(begins, (socket: Socket) => this.#turns.watch(socket));
    this.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (socket instanceof Socket) this.#turns.leave(socket);
      this.#upgrade(request, socket, head);
    });
    this.server.on('connect', (request: IncomingMessage, socket: Duplex) => {
      if (socket instanceof Socket) this.#turns.leave(socket);
      const response = respondOn(request, socket);
      if (response !== undefined) this.#refuse(request, response, 'method-not-allowed');
    });
  }

  /** Resolves with the port when connections are accepted. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        const address: AddressInfo | string | null = this.server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** From now on every response closes its connection; new ones are still accepted. */
  startDraining(): void {
    this.#draining = true;
  }

  /** Stops accepting, lets running requests finish, aborts what is left after the limit. */
  async close(): Promise<void> {
    this.#draining = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const cut = setTimeout(() => {
      for (const socket of this.#open) socket.destroy();
    }, this.#options.limits.drain_ms);
    await closed;
    clearTimeout(cut);
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const { limits, log } = this.#options;
    if (this.#draining) response.shouldKeepAlive = false;
    const started = performance.now();
    if (log.access !== undefined) this.#tellAccess(request, response, started);
    try {
      const working = this.#dispatch(request, response);
      if (working !== undefined) this.#await(working, request, response, started);
    } catch (error) {
      this.#failed(error, request, response);
    }
    const busy = performance.now() - started;
    if (busy > limits.slow_request_ms) log.slow(request, busy);
  }

  // Closures live in functions of their own: one in #receive would cost every request its context.

  #tellAccess(request: IncomingMessage, response: ServerResponse, started: number): void {
    const { log } = this.#options;
    response.once('close', () => log.access?.(request, response, performance.now() - started));
  }

  #await(
    working: Promise<void>,
    request: IncomingMessage,
    response: ServerResponse,
    started: number,
  ): void {
    const { socket } = request;
    this.#working.add(socket);
    working
      .catch((error: unknown) => this.#failed(error, request, response))
      .finally(() => {
        this.#working.delete(socket);
        this.#timed(request, started);
      });
  }

  #timed(request: IncomingMessage, started: number): void {
    const took = performance.now() - started;
    if (took > this.#options.limits.slow_request_ms) this.#options.log.slow(request, took);
  }

  #dispatch(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const { router, problems, limits, origin } = this.#options;
    const head = inspectHead(request, limits.header_count);
    if (head.content) this.#discard(request, response);
    const fault = versionFault(request) ?? head.fault;
    if (fault !== undefined) {
      // Two hosts may be two requests to whatever stands in front of us.
      if (fault === 'host-invalid') response.shouldKeepAlive = false;
      return this.#refuse(request, response, fault);
    }
    if (!hostAllowed(request, origin)) return this.#refuse(request, response, 'host-unknown');
    if (this.#isForSite(request)) return this.#dispatchToSite(request, response, head.content);
    const raw = request.url ?? '';
    const method = request.method ?? '';
    if (raw === '*' && method === 'OPTIONS') return this.#sendMethods(response);
    // An exact route needs no check: it is one of ours.
    let match: Match | undefined = router.find(raw);
    let query = '';
    if (match === undefined || match.parameter !== '') {
      const target = readTarget(raw, limits.target_bytes);
      if (typeof target === 'string') return this.#refuse(request, response, target);
      match = router.find(target.path);
      query = target.query;
    }
    if (match === undefined) return this.#refuse(request, response, 'not-found');
    if (method === 'OPTIONS') return this.#sendMethods(response);
    if (method !== 'GET' && method !== 'HEAD') {
      return this.#refuse(request, response, 'method-not-allowed');
    }
    const { parameter } = match;
    const exchange: Exchange = { request, response, parameter, query, unsent: this.#unsent };
    if (head.content) return problems.send(exchange, 'body-refused');
    return match.route.handle(exchange);
  }

  #isForSite(request: IncomingMessage): boolean {
    return this.#options.siteHosts?.owns(header(request, 'host') ?? '') === true;
  }

  #dispatchToSite(
    request: IncomingMessage,
    response: ServerResponse,
    content: boolean,
  ): void | Promise<void> {
    const { siteHosts, limits, problems } = this.#options;
    const method = request.method ?? '';
    const target = readTarget(request.url ?? '', limits.target_bytes);
    if (method === 'OPTIONS') return this.#sendMethods(response);
    if (typeof target === 'string') return this.#refuse(request, response, target);
    if (method !== 'GET' && method !== 'HEAD') {
      return this.#refuse(request, response, 'method-not-allowed');
    }
    const { query } = target;
    const exchange: Exchange = { request, response, parameter: '', query, unsent: this.#unsent };
    if (content) return problems.send(exchange, 'body-refused');
    return siteHosts?.handle(exchange, target.path);
  }

  #sendMethods(response: ServerResponse): void {
    response.writeHead(204, [...this.#optionsHead]);
    response.end();
  }

  #refuse(
    request: IncomingMessage,
    response: ServerResponse,
    name: ProblemName,
  ): void | Promise<void> {
    const exchange = { request, response, parameter: '', query: '', unsent: this.#unsent };
    return this.#options.problems.send(exchange, name);
  }

  /** Reads and discards content up to the limit, so that a client that is still sending gets its response. */
  #discard(request: IncomingMessage, response: ServerResponse): void {
    const { content_bytes } = this.#options.limits;
    if (Number(header(request, 'content-length') ?? 0) > content_bytes) {
      response.shouldKeepAlive = false;
    }
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > content_bytes) request.socket.destroy();
    });
  }

  #failed(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    const id = this.#options.log.failed(error, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.setHeader('X-Request-Id', id);
    this.#refuse(request, response, 'internal');
  }

  /** Bytes that are not a request, or a request that never ends. */
  #garbled(error: NodeJS.ErrnoException, duplex: Duplex): void {
    if (error.code === TIMED_OUT && duplex instanceof Socket && this.#turns.holds(duplex)) return;
    const problem = problemOf(error.code);
    if (problem === undefined || !(duplex instanceof Socket) || this.#working.has(duplex)) {
      duplex.destroy();
    } else {
      this.#options.problems.sendRaw(duplex, problem);
    }
  }

  #upgrade(request: IncomingMessage, duplex: Duplex, head: Buffer): void {
    const response = respondOn(request, duplex);
    if (response === undefined || !(duplex instanceof Socket)) return;
    const socket = duplex;
    const target = readTarget(request.url ?? '', this.#options.limits.target_bytes);
    const match = typeof target === 'string' ? undefined : this.#options.router.find(target.path);
    const upgrade = match?.route.upgrade;
    const asked = header(request, 'upgrade')?.toLowerCase() === 'websocket';
    if (!asked || upgrade === undefined || request.method !== 'GET' || match === undefined) {
      // RFC 9110 §7.8: an upgrade may be ignored; the request is answered as if it were not there.
      this.#receive(request, response);
      return;
    }
    const refuse = (name: ProblemName) => {
      this.#refuse(request, response, name);
    };
    const fault = this.#handshakeFault(request);
    if (fault !== undefined) {
      refuse(fault);
      return;
    }
    const query = typeof target === 'string' ? '' : target.query;
    const address = addressKey(this.#options.trust.clientOf(request));
    const take = () => {
      response.detachSocket(socket);
      return socket;
    };
    try {
      upgrade({ request, take, head, parameter: match.parameter, query, address, refuse });
    } catch (error) {
      this.#options.log.failed(error, request);
      socket.destroy();
    }
  }

  #handshakeFault(request: IncomingMessage): ProblemName | undefined {
    const { limits, origin } = this.#options;
    const head = inspectHead(request, limits.header_count);
    const fault = versionFault(request) ?? head.fault;
    if (fault !== undefined) return fault;
    if (!hostAllowed(request, origin)) return 'host-unknown';
    if (this.#isForSite(request)) return 'origin-refused';
    if (head.content) return 'body-refused';
    const key = header(request, 'sec-websocket-key') ?? '';
    const version = header(request, 'sec-websocket-version');
    if (version !== '13' || !/^[+/\dA-Za-z]{22}==$/.test(key)) return 'handshake-invalid';
    if (this.#draining) return 'draining';
    return originAllowed(request, origin) ? undefined : 'origin-refused';
  }
}

function versionFault(request: IncomingMessage): ProblemName | undefined {
  return request.httpVersionMajor === 1 ? undefined : 'version-unsupported';
}

/** What to answer if the parser failed; a broken connection or handshake gets no response. */
function problemOf(code = ''): ProblemName | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers-too-large';
  if (code === TIMED_OUT) return 'request-timeout';
  return code.startsWith('HPE_') ? 'request-malformed' : undefined;
}

/**
 * A response on a connection that Node has released already; closes it when finished. There is none where answers to
 * requests before this one are still to come: no client sends those together, and the connection is cut.
 */
function respondOn(request: IncomingMessage, socket: Duplex): ServerResponse | undefined {
  if (!(socket instanceof Socket)) {
    socket.destroy();
    return undefined;
  }
  socket.on('error', () => socket.destroy());
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  try {
    response.assignSocket(socket);
  } catch {
    socket.destroy();
    return undefined;
  }
  response.once('finish', () => socket.destroySoon());
  return response;
}
