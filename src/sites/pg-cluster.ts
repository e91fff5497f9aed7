/**
 * This server among the nodes of a database: keeps its lease, follows what others write into its own copy, and claims
 * sites. It has a connection of its own, beside the one that writes.
 */
import type { Client } from 'pg';
import { AskedTogether } from './asked-together.ts';
import type { Write } from './lmdb-tables.ts';
import { changesOf, type News, newsAfter, type SeenBatches, seenAfter } from './pg-changes.ts';
import {
  beat,
  claim,
  endNode,
  type KnownNodes,
  LEASE_MS,
  type Node,
  type Owner,
  release,
} from './pg-nodes.ts';
import { type Head, inSnapshot } from './pg-schema.ts';
import { stampOf } from './pg-writer.ts';
import { StoreError } from './store.ts';

/** How often this server looks for what others wrote, and whether its lease is to be renewed. */
const POLL_MS = 100;
/** After it has followed the others, it pauses 49 times as long as that took: it follows for a fiftieth of the time. */
const PAUSES = 49;
/** It pauses no longer than this. */
const MAX_PAUSE_MS = 400;
/** A node that is told that its lease is over has so long to renew it: it may have been frozen. */
const ASKED_MS = 1_000;
/** How often it renews its lease: a fifth of that may pass. */
const BEAT_SHARE = 1 / 5;

export interface ClusterOptions {
  readonly connect: () => Promise<Client>;
  readonly node: Node;
  /** What the copy has. */
  readonly head: Head;
  /** Takes over what others wrote. */
  readonly follow: (writes: readonly Write[]) => Promise<void>;
  /** How many of the batches of this server the copy has (pg-writer.ts). */
  readonly copied: () => number;
  readonly log: { error(facts: object, message: string): void };
  /** Another server has replaced this one, or the database went back in time: it must start again. */
  readonly replaced: () => void;
  /** Told which nodes live, and whose lease is over, each time this one renews its own. */
  readonly known: (nodes: KnownNodes) => void;
  /** Default 5,000 ms. */
  readonly leaseMs?: number;
}

interface Changes {
  readonly news: News;
  readonly writes: readonly Write[];
}

export class PgCluster {
  readonly node: Node;
  readonly #options: ClusterOptions;
  #client: Client | undefined;
  #head: Head;
  /** What the copy has after its head, where an earlier batch was still being stored. */
  #seen: SeenBatches = new Map();
  /** Many sites are opened at once, above all when another node has ended. */
  readonly #follows = new AskedTogether<void, void>((begin) =>
    this.#run((client) => {
      begin();
      return this.#follow(client);
    }),
  );
  readonly #claims = new AskedTogether<string, ReadonlyMap<string, Owner>>((begin) =>
    this.#run((client) => claim(client, this.node, begin())),
  );
  readonly #ends = new AskedTogether<number, ReadonlySet<number>>((begin) =>
    this.#run(async (client) => {
      const ended = new Set<number>();
      for (const number of begin()) if (await endNode(client, number)) ended.add(number);
      return ended;
    }),
  );
  /** The copy says that it has everything up to the head. */
  #isStamped = true;
  /** One thing at a time is asked on the connection. */
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Until this node stops, unless it renews its lease. */
  #asked: NodeJS.Timeout | undefined;
  #beatMs = performance.now();
  /** When the lease of another node may end next; 0 until the first beat, which finds out. */
  #nextOverMs = 0;
  /** When the pause after following is over. */
  #followMs = 0;
  #closed = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.node = options.node;
    this.#head = options.head;
    this.#later();
  }

  #later(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      void this.#poll()
        .catch(() => {})
        .finally(() => this.#later());
    }, POLL_MS);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    await this.#run((client) => this.#beat(client));
    const started = performance.now();
    if (started < this.#followMs) return;
    await this.follow();
    const ended = performance.now();
    this.#followMs = ended + Math.min(MAX_PAUSE_MS, PAUSES * (ended - started));
  }

  async #beat(client: Client): Promise<void> {
    const started = performance.now();
    const isDue = started - this.#beatMs >= this.#leaseMs * BEAT_SHARE;
    if (!isDue && started < this.#nextOverMs) return;
    const nodes = await beat(client, this.node);
    this.#beatMs = started;
    if (nodes === undefined) return this.#tellReplaced('another server has taken over; stopping');
    this.#nextOverMs = started + nodes.nextOverMs;
    this.#options.known(nodes);
  }

  get #leaseMs(): number {
    return this.#options.leaseMs ?? LEASE_MS;
  }

  /** Whether the lease was renewed in time: nobody has taken over the sites of this node. */
  get isCertain(): boolean {
    return performance.now() - this.#beatMs < this.#leaseMs;
  }

  /** Another node, which reaches the database, says that the lease of this one is over. */
  leaseIsOver(): void {
    const stop = () => {
      this.#asked = undefined;
      if (this.isCertain) return;
      this.#tellReplaced('cannot reach the database, which other servers can; stopping');
    };
    this.#asked ??= setTimeout(stop, ASKED_MS);
  }

  #tellReplaced(why: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.log.error({}, why);
    this.#options.replaced();
  }

  /** Runs `work` after all work before it. Throws `StoreError` if the database is away. */
  #run<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      if (this.#closed) throw new StoreError('the server is stopping');
      try {
        this.#client ??= await this.#options.connect();
        return await work(this.#client);
      } catch (error) {
        const client = this.#client;
        this.#client = undefined;
        void client?.end().catch(() => {});
        throw error instanceof StoreError ? error : new StoreError(String(error));
      }
    });
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when the copy has everything stored before the call. */
  follow(): Promise<void> {
    return this.#follows.ask();
  }

  async #follow(client: Client): Promise<void> {
    const { news, writes } = await this.#changes(client);
    if (!news.follows) {
      this.#tellReplaced('the database went back to an earlier state; stopping');
      throw new StoreError('the database went back to an earlier state');
    }
    const { head, written = Number.POSITIVE_INFINITY, batches } = news;
    if (head.batch === this.#head.batch && batches.length === 0 && this.#isStamped) return;
    // A batch of its own that the copy lacks, because its answer was lost, is fetched at the next start.
    const isComplete = written <= this.#options.copied();
    await this.#options.follow(isComplete ? [...writes, stampOf(head)] : writes);
    this.#head = head;
    this.#seen = seenAfter(head.batch, this.#seen, batches);
    this.#isStamped = isComplete;
  }

  /** What there is to follow, and what others changed. */
  async #changes(client: Client): Promise<Changes> {
    // Its own batches come by its own writer, and those of the snapshot may be behind what it has written since.
    const seen = new Map([...this.#seen, [this.node.number, Number.MAX_SAFE_INTEGER]]);
    const ask = () => newsAfter(client, this.#head, seen, this.node);
    const news = await ask();
    if (!news.follows || news.batches.length === 0) return { news, writes: [] };
    return inSnapshot(client, async () => {
      const latest = await ask();
      const writes: Write[] = [];
      for await (const some of changesOf(client, latest.batches)) writes.push(...some);
      return { news: latest, writes };
    });
  }

  /** Claims a site unless another node has it. Gives its owner; undefined if it has just lost it. */
  async claim(site: string): Promise<Owner | undefined> {
    return (await this.#claims.ask(site)).get(site);
  }

  release(site: string): Promise<void> {
    return this.#run((client) => release(client, this.node, site));
  }

  /** Ends another node if that is certain to be right. */
  async end(number: number): Promise<boolean> {
    return (await this.#ends.ask(number)).has(number);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    clearTimeout(this.#asked);
    this.#closed = true;
    await this.#last;
    await this.#client?.end().catch(() => {});
  }
}
