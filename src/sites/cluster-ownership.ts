/**
 * Ownership of sites among several nodes: each open site has one owner, and every node takes every visitor. A site is
 * claimed when it is opened and given up when it is closed.
 */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Handshake } from '../http/exchange.ts';
import { header } from '../http/headers.ts';
import { OneAtATime } from './one-at-a-time.ts';
import type { Admit, Ownership } from './ownership.ts';
import type { KnownNodes, Owner } from './pg-nodes.ts';
import { RelayConnector, splice, type Visitor } from './relay.ts';
import { StoreError } from './store.ts';

/** A visitor waits so long for an owner that is away to be replaced: longer than a lease. */
const TIMEOUT_MS = 8_000;
const RETRY_MS = 50;

/** What is asked of the database (pg-cluster.ts). */
export interface Claims {
  readonly node: { readonly number: number };
  /** Whether the lease of this node was renewed in time. */
  readonly isCertain: boolean;
  claim(site: string): Promise<Owner | undefined>;
  release(site: string): Promise<void>;
  follow(): Promise<void>;
  end(number: number): Promise<boolean>;
}

export interface ClusterOwnershipOptions {
  readonly claims: Claims;
  /** Id of the database. */
  readonly database: string;
  readonly secret: string;
  /** Whether a site is open here, and so has more to write. */
  readonly isOpen: (site: string) => boolean;
  readonly log: { info(facts: object, message: string): void };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Host and port of `host:port`, an IPv6 address in brackets. */
export function placeOf(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(address.slice(at + 1)) };
}

export class ClusterOwnership implements Ownership {
  readonly #options: ClusterOwnershipOptions;
  readonly #relays: RelayConnector;
  /** What this node owns, and how many visitors and tasks need it. */
  readonly #held = new Map<string, number>();
  /** What is done about each name. */
  readonly #turns = new OneAtATime();
  /** Visitors who were passed on, by the number of the node. */
  readonly #passed = new Map<Duplex, number>();
  /** Nodes whose lease was over when this one renewed its own. */
  #over: ReadonlySet<number> = new Set();
  #draining = false;
  #admit: Admit | undefined;

  constructor(options: ClusterOwnershipOptions) {
    this.#options = options;
    this.#relays = new RelayConnector(options.secret);
  }

  /** How a node is called where it is asked: two clusters may share a secret. */
  nameOf(number: number): string {
    return `${this.#options.database} ${number}`;
  }

  /** How visitors are let in who come by other nodes. */
  admitBy(admit: Admit): void {
    this.#admit = admit;
  }

  /**
   * Visitors passed on to a node that is not alive are cut off, so that they come back. A node whose lease is over may
   * be cut off from the database alone, and is told, so that its own visitors come here, too.
   */
  known({ living, over }: KnownNodes): void {
    this.#over = new Set(over.map(({ number }) => number));
    for (const [socket, number] of this.#passed) if (!living.has(number)) socket.destroy();
    for (const { number, address } of over) {
      void this.#relays.tellOver(placeOf(address), this.nameOf(number));
    }
  }

  drain(): void {
    this.#draining = true;
    for (const socket of this.#passed.keys()) socket.destroy();
  }

  /** Takes one share of a name. Gives its owner if that is another node, `'lost'` if it has just lost it. */
  async #hold(name: string): Promise<Owner | 'mine' | 'lost'> {
    const { claims } = this.#options;
    const claim = async () => {
      const owner = await claims.claim(name);
      return owner?.number === claims.node.number ? 'mine' : (owner ?? 'lost');
    };
    // Not in turn: those who come at once share a question.
    const owner = this.#held.has(name) ? 'mine' : await claim();
    if (owner !== 'mine') return owner;
    return this.#turns.run(name, async () => {
      const shares = this.#held.get(name);
      if (shares === undefined) {
        // It may have been given up in the turn before.
        const still = await claim();
        if (still !== 'mine') return still;
        // What its owner before wrote last.
        await claims.follow();
      }
      this.#held.set(name, (shares ?? 0) + 1);
      return 'mine';
    });
  }

  #drop(name: string): void {
    this.#held.set(name, (this.#held.get(name) ?? 1) - 1);
    this.closed(name);
  }

  closed(name: string): void {
    const release = async () => {
      if (this.#held.get(name) !== 0 || this.#options.isOpen(name)) return;
      this.#held.delete(name);
      // If this fails it is still claimed, and this node, which is asked then, opens it again.
      await this.#options.claims.release(name);
    };
    void this.#turns.run(name, release).catch(() => {});
  }

  async holding<Result>(name: string, task: () => Promise<Result>): Promise<Result | undefined> {
    if ((await this.#hold(name)) !== 'mine') return undefined;
    try {
      return await task();
    } finally {
      this.#drop(name);
    }
  }

  async alone<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
    const end = performance.now() + TIMEOUT_MS;
    for (;;) {
      const owner = await this.#hold(name);
      if (owner === 'mine') break;
      if (performance.now() > end) throw new StoreError('another server does not answer');
      // Refused while it lives.
      if (owner !== 'lost') await this.#options.claims.end(owner.number);
      await pause(RETRY_MS);
    }
    try {
      return await task();
    } finally {
      this.#drop(name);
    }
  }

  connect(handshake: Handshake, admit: Admit): void {
    void this.#connect(handshake, admit).catch(() => {
      if (!handshake.request.socket.destroyed) handshake.refuse('draining');
    });
  }

  async #connect(handshake: Handshake, admit: Admit): Promise<void> {
    const { request, parameter: site } = handshake;
    const end = performance.now() + TIMEOUT_MS;
    while (performance.now() < end && !request.socket.destroyed && !this.#draining) {
      const owner = await this.#hold(site);
      if (owner === 'mine') {
        this.#enter(handshake, admit);
        return;
      }
      const outcome = owner === 'lost' ? owner : await this.#passTo(owner, handshake);
      if (outcome === 'passed') return;
      if (outcome !== 'ended') await pause(RETRY_MS);
    }
    throw new StoreError('no owner was found');
  }

  #enter(handshake: Handshake, admit: Admit): void {
    const { request, parameter: site } = handshake;
    if (request.socket.destroyed) this.#drop(site);
    else admit(handshake, () => this.#drop(site));
  }

  /** Passes a visitor on to the owner of a site; `'ended'` if that was away, and the site may be claimed now. */
  async #passTo(
    owner: Owner,
    { request, parameter, address, take, head }: Handshake,
  ): Promise<'passed' | 'ended' | 'refused'> {
    const origin = header(request, 'origin');
    const visitor: Visitor = {
      to: this.nameOf(owner.number),
      site: parameter,
      address,
      host: header(request, 'host') ?? '',
      ...(origin !== undefined && { origin }),
      key: header(request, 'sec-websocket-key') ?? '',
    };
    // A frozen node would keep each visitor waiting until the attempt times out.
    const reached = this.#over.has(owner.number)
      ? 'away'
      : await this.#relays.passOn(placeOf(owner.address), visitor);
    if (reached === 'away' && (await this.#options.claims.end(owner.number))) {
      this.#options.log.info(
        { site: parameter, number: owner.number },
        'a node has ended; taking over',
      );
      return 'ended';
    }
    if (typeof reached === 'string') return 'refused';
    if (request.socket.destroyed) {
      reached.destroy();
      return 'passed';
    }
    this.#passed.set(reached, owner.number);
    reached.once('close', () => this.#passed.delete(reached));
    splice(take(), reached, head);
    return 'passed';
  }

  /** A visitor whom another node passed on: how to let them in, if this node owns the site. */
  async receive(visitor: Visitor): Promise<((socket: Duplex) => void) | undefined> {
    const { site, address, host, origin, key } = visitor;
    // Whoever asks will find out from the database whether the site can be taken over.
    if (!this.#options.claims.isCertain) throw new StoreError('the database cannot be reached');
    const admit = this.#admit;
    if (this.#draining || admit === undefined || (await this.#hold(site)) !== 'mine')
      return undefined;
    return (socket) => {
      if (socket.destroyed) {
        this.#drop(site);
        return;
      }
      // Only its headers are read: the visitor's socket is a stream of a connection that others use, too.
      const request = new IncomingMessage(new Socket());
      Object.assign(request, { method: 'GET', url: `/member/${site}` });
      const headers = {
        host,
        ...(origin !== undefined && { origin }),
        upgrade: 'websocket',
        connection: 'Upgrade',
        'sec-websocket-key': key,
        'sec-websocket-version': '13',
      };
      Object.assign(request.headers, headers);
      request.rawHeaders.push(...Object.entries(headers).flat());
      const take = () => socket;
      const refuse = () => void socket.destroy();
      const head = Buffer.alloc(0);
      const handshake = { request, take, head, parameter: site, query: '', address, refuse };
      admit(handshake, () => this.#drop(site));
    };
  }
}
